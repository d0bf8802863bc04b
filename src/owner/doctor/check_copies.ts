/**
 * Whether one customer's review may count twice.
 *
 * @module
 */
import { counted } from "../../review/mod.ts";
import type { DoubtfulPair } from "../../store/mod.ts";
import { advice, type Finding } from "./finding.ts";

/** The pairs that only the owner can decide. */
export function checkCopies(pairs: readonly DoubtfulPair[]): Finding[] {
  if (pairs.length === 0) return [];
  const message = `${counted(pairs.length, "pair")} of reviews at different sources may be one customer's review`;
  return [{ ...advice("copies", message, "settle_copies"), pairs }];
}
