/**
 * Content codings and the Accept-Encoding preference, RFC 9110 section 12.5.3.
 *
 * @module
 */
import { preferencesOf } from "./accept.ts";

/** In our order of preference when a client likes several equally: the smallest first. */
export const CODINGS = ["br", "zstd", "gzip", "identity"] as const;
/** A content coding this server produces. */
export type Coding = (typeof CODINGS)[number];

const MEMORY = 256;
const remembered = new Map<string, readonly Coding[]>();

/**
 * The codings a client takes, best first. An absent header means identity only, since a client that says nothing may be
 * one that cannot decode; identity comes last unless it was refused, and an answer in no common coding is identity all
 * the same (a SHOULD of the RFC, kinder than 406).
 */
export function acceptedCodings(acceptEncoding: string | null): readonly Coding[] {
  if (acceptEncoding === null) return ["identity"];
  const known = remembered.get(acceptEncoding);
  if (known) return known;
  const codings = rank(acceptEncoding);
  if (remembered.size < MEMORY && acceptEncoding.length < MEMORY) remembered.set(acceptEncoding, codings);
  return codings;
}

function rank(acceptEncoding: string): readonly Coding[] {
  const weights = preferencesOf(acceptEncoding);
  const others = weights.get("*");
  const named = (coding: Coding) => weights.get(coding) ?? (coding === "gzip" ? weights.get("x-gzip") : undefined);
  const weightOf = (coding: Coding) => named(coding) ?? others ?? (coding === "identity" ? 0.0001 : 0);
  const liked = CODINGS.filter((coding) => weightOf(coding) > 0).sort((a, b) => weightOf(b) - weightOf(a));
  return liked.length > 0 ? liked : ["identity"];
}
