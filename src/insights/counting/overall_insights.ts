/**
 * The figures of all reviews together, and what they were computed from.
 *
 * @module
 */
import type { Distribution } from "../../review/mod.ts";
import type { Judgement } from "../reading/judgements.ts";
import type { InsightsDataset } from "./dataset.ts";
import { MIN_REVIEWS, majorityLabel, scoreOf } from "./figures.ts";
import type { InsightsOverrides } from "./overrides.ts";
import type { CountedReview, Tally } from "./tally.ts";
import type { Calendar } from "./timeline.ts";

/** What every section is computed against. */
export interface Context {
  readonly calendar: Calendar;
  readonly all: Tally;
  readonly analyzed: number;
  readonly ratings: { readonly sum: number; readonly count: number };
}

/** What the figures were computed from, counted review by review, newest first. */
export class InputCounts {
  readonly distribution: Distribution = { "1": 0, "2": 0, "3": 0, "4": 0, "5": 0 };
  readonly #languages = new Map<string, number>();
  #reviews = 0;
  #texts = 0;
  #analyzed = 0;
  #truncated = 0;
  #corrections = 0;
  #first: string | null = null;
  #last: string | null = null;

  add({ review: { date, rating, text }, analysis }: CountedReview, corrections: number): void {
    this.#reviews++;
    this.#corrections += corrections;
    this.distribution[String(rating) as keyof Distribution]++;
    this.#first = date;
    this.#last ??= date;
    if (text === "") return;
    this.#texts++;
    if (analysis.sentiment !== null) this.#analyzed++;
    else this.#countLanguage(analysis.language || "und");
    if (analysis.is_truncated) this.#truncated++;
  }

  figures(): InsightsDataset["input"] {
    return {
      review_count: this.#reviews,
      text_count: this.#texts,
      analyzed_count: this.#analyzed,
      rating_only_count: this.#reviews - this.#texts,
      non_english_count: this.#texts - this.#analyzed,
      languages: Object.fromEntries([...this.#languages].sort(([a], [b]) => (a < b ? -1 : 1))),
      truncated_count: this.#truncated,
      corrections: this.#corrections,
      first_date: this.#first,
      last_date: this.#last,
    };
  }

  #countLanguage(language: string): void {
    this.#languages.set(language, (this.#languages.get(language) ?? 0) + 1);
  }
}

export function overallFigures({ all, calendar }: Context, distribution: Distribution): InsightsDataset["overall"] {
  const isJudged = all.votes >= MIN_REVIEWS;
  const sentiment = isJudged ? Math.round(all.mean) / 1000 || 0 : null;
  const periods = all.reviews === 0 ? [] : all.timeline.periods(calendar);
  return {
    average_rating: all.averageRating(),
    rating_distribution: distribution,
    sentiment,
    score: sentiment === null ? null : scoreOf(sentiment),
    label: isJudged ? majorityLabel(all.counts) : null,
    ...all.countFields(),
    trend: periods.map(({ mention_count: _, ...period }) => period),
    direction: all.timeline.direction(),
  };
}

type Correction = NonNullable<InsightsOverrides["corrections"]>[number];

/** Judgements with the owner's corrections in place of the engine's. */
export function corrected(
  judgements: readonly Judgement[],
  corrections: readonly Correction[] | undefined,
): readonly Judgement[] {
  if (!corrections) return judgements;
  const labels = new Map(corrections.map(({ aspect, label }) => [aspect, label]));
  const kept = judgements.filter(({ aspect }) => !labels.has(aspect));
  const set = [...labels].flatMap(([aspect, label]): Judgement[] => {
    if (label === "none") return [];
    const { start, end } = judgements.find((own) => own.aspect === aspect) ?? { start: 0, end: 0 };
    return [{ aspect, sentiment: label === "neutral" ? "unclear" : label, certainty: 1, start, end }];
  });
  return [...kept, ...set];
}
