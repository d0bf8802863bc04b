/** Generated reviews whose figures are to be steady, for the tests and the bench. */
import { join } from "node:path";
import { type LabelledReview, readLines } from "../../bench/insights_accuracy.ts";
import type { AnalysedReview } from "../../src/insights/mod.ts";
import { analysed } from "./sample.ts";

const FILES = ["labelled_tuning", "voices_one_tuning", "voices_two_tuning", "home_services"];
const LABELLED = FILES.flatMap((name) => readLines<LabelledReview>(join(import.meta.dir, `data/${name}.jsonl`)));
const STARS = { positive: 5, neutral: 4, mixed: 3, negative: 1 };

/** Two good reviews for each bad one, over two years, all of whose texts are labelled ones. */
export const REVIEWS: readonly AnalysedReview[] = Array.from({ length: 400 }, (_, index): AnalysedReview => {
  const wanted = index % 5 < 4 ? "positive" : "negative";
  const fitting = LABELLED.filter(({ overall }) => overall === wanted);
  const { text, overall } = fitting[(index * 7) % fitting.length] as LabelledReview;
  return analysed({ id: `r${index}`, date: dayAfter(index % 700), rating: STARS[overall], text });
});

function dayAfter(days: number): string {
  return new Date(Date.UTC(2024, 6, 1 + days * 1.7)).toISOString().slice(0, 10);
}

/** As most businesses of the trade are: one critical review among twenty. */
export const PRAISED = REVIEWS.filter(({ rating }, index) => rating >= 4 || index % 20 === 4);

/** The same items in another order. */
export function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const mixed = [...items];
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [mixed[i], mixed[j]] = [mixed[j] as Item, mixed[i] as Item];
  }
  return mixed;
}
