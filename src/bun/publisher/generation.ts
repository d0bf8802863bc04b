/**
 * Which publications a server may take over from another: those of the same release and settings.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { ARTEFACT_FORMAT } from "../../publishing/artefact_code.ts";
import type { Site } from "../../web/site.ts";
import { sourceDigest } from "./source_digest.ts" with { type: "macro" };

const RELEASE = sourceDigest();

/** Digest of all that a publication depends on besides the content of the store. */
export function generationOf({ baseUrl }: Site): string {
  const parts = [ARTEFACT_FORMAT, RELEASE, Bun.version, baseUrl];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
}
