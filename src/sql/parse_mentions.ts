/**
 * Reads stored mentions, of which few differ from all others.
 *
 * @module
 */
import type { Mentions } from "../review/mod.ts";

/** The mentions that a JSON column holds; `parsed` has those read so far, and equal ones become one value. */
export function parseMentions(given: string, parsed: Map<string, Mentions>): Mentions {
  const known = parsed.get(given);
  if (known !== undefined) return known;
  const mentions = JSON.parse(given) as Mentions;
  parsed.set(given, mentions);
  return mentions;
}
