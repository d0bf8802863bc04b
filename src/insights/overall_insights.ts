/**
 * The figures of all reviews together, and what they were computed from.
 *
 * @module
 */
import type { Distribution } from "../review/mod.ts";
import type { AspectVote, ReviewAnalysis, VoteLabel } from "./analysis.ts";
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

export function inputFigures(reviews: readonly CountedReview[], corrections: number): InsightsDataset["input"] {
  const languages = new Map<string, number>();
  const counts = { text: 0, analyzed: 0, truncated: 0 };
  let first: string | null = null;
  let last: string | null = null;
  for (const { text, date, analysis } of reviews) {
    if (first === null || date < first) first = date;
    if (last === null || date > last) last = date;
    if (text === "") continue;
    counts.text++;
    if (analysis.sentiment !== null) counts.analyzed++;
    else languages.set(analysis.language || "und", (languages.get(analysis.language || "und") ?? 0) + 1);
    if (analysis.is_truncated) counts.truncated++;
  }
  return {
    review_count: reviews.length,
    text_count: counts.text,
    analyzed_count: counts.analyzed,
    rating_only_count: reviews.length - counts.text,
    non_english_count: counts.text - counts.analyzed,
    languages: Object.fromEntries([...languages].sort(([a], [b]) => (a < b ? -1 : 1))),
    truncated_count: counts.truncated,
    corrections,
    first_date: first,
    last_date: last,
  };
}

export function overallFigures(
  { all, calendar }: Context,
  reviews: readonly CountedReview[],
): InsightsDataset["overall"] {
  const distribution: Distribution = { "1": 0, "2": 0, "3": 0, "4": 0, "5": 0 };
  for (const { rating } of reviews) distribution[String(rating) as keyof Distribution]++;
  const isJudged = all.votes >= MIN_REVIEWS;
  const sentiment = isJudged ? Math.round(all.mean) / 1000 || 0 : null;
  return {
    average_rating: all.averageRating(),
    rating_distribution: distribution,
    sentiment,
    score: sentiment === null ? null : scoreOf(sentiment),
    label: isJudged ? majorityLabel(all.counts) : null,
    ...all.countFields(),
    trend: reviews.length === 0 ? [] : all.timeline.periods(calendar),
    direction: all.timeline.direction(),
  };
}

type Correction = NonNullable<InsightsOverrides["corrections"]>[number];

/** An analysis with the owner's corrections in place of its own votes. */
export function labelledVotes(
  analysis: ReviewAnalysis,
  corrections: readonly Correction[] | undefined,
): ReviewAnalysis {
  if (!corrections) return analysis;
  const labels = new Map(corrections.map(({ aspect, label }) => [aspect, label]));
  const kept = analysis.aspects.filter(([id]) => !labels.has(id));
  const set = [...labels].flatMap(([id, label]): AspectVote[] => {
    if (label === "none") return [];
    const old = analysis.aspects.find(([own]) => own === id);
    return [[id, label, CORRECTED[label], old?.[3] ?? 1, old?.[4] ?? 0, old?.[5] ?? 0]];
  });
  return { ...analysis, aspects: [...kept, ...set] };
}

const CORRECTED: Readonly<Record<VoteLabel, number>> = { positive: 700, mixed: 0, neutral: 0, negative: -700 };
