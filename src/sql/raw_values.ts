/**
 * Values of columns as a driver gives them, for rows that no mapping of Drizzle's has seen.
 *
 * @module
 */
import type { Mentions } from "../review/mod.ts";

/**
 * The mentions that a JSON column holds. `parsed` has those read so far, and equal ones become one value: few reviews
 * mention what no other does.
 */
export function mentionsOf(json: string | null, parsed: Map<string, Mentions>): Mentions | null {
  if (json === null) return null;
  const known = parsed.get(json);
  if (known !== undefined) return known;
  const mentions = JSON.parse(json) as Mentions;
  parsed.set(json, mentions);
  return mentions;
}
