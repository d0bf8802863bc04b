/**
 * Words for figures: quantifiers that never say more than the counts do.
 *
 * @module
 */
import { groupedDigits as counted, listed, monthInWords as monthOf } from "../../review/wording.ts";
import { hash32 } from "../reading/digest.ts";
import { wilson } from "./figures.ts";

export { counted, listed, monthOf };

/** What share of the reviews that take sides praise a thing, in words; null under three of them. */
export function verdict(positive: number, sided: number): string | null {
  if (sided < 3) return null;
  const { lower, upper } = wilson(positive, sided);
  if (lower >= 0.85) return "nearly all positive";
  if (lower >= 0.65) return "mostly positive";
  if (upper < 0.35) return "more often critical";
  if (sided < 10) return positive * 2 > sided ? "positive for the most part" : "critical for the most part";
  return lower > 0.5 ? "more positive than not" : "split";
}

/** "1 review", "4,029 reviews". */
export function reviewsIn(count: number): string {
  return `${counted(count)} ${count === 1 ? "review" : "reviews"}`;
}

/** One of several wordings, always the same for the same key. */
export function variant(key: string, wordings: readonly string[]): string {
  return wordings[hash32(key) % wordings.length]!;
}

/** A quote on one line between curly marks. */
export function quoted(quote: string): string {
  return `“${quote.replace(/\s+/g, " ").trim()}”`;
}
