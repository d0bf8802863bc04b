/**
 * Builds the insights dataset from analysed reviews: pure aggregation, quick enough to run at every change.
 *
 * @module
 */
import type { Business, Mentions } from "../review/mod.ts";
import { ENGINE_VERSION, type ReviewAnalysis } from "./analysis.ts";
import { aspectInsights, countAspects } from "./aspect_insights.ts";
import type { InsightsDataset } from "./dataset.ts";
import { digestOf } from "./digest.ts";
import { countEntities, entityInsights } from "./entity_insights.ts";
import { buildFaq } from "./faq.ts";
import { FAQ_MIN_REVIEWS, MIN_REVIEWS } from "./figures.ts";
import { inputFigures, labelledVotes, overallFigures } from "./overall_insights.ts";
import type { InsightsOverrides } from "./overrides.ts";
import { buildSummary } from "./summary.ts";
import { type CountedReview, Tally } from "./tally.ts";
import { calendarOf, dayNumber, type Moment, momentOf } from "./timeline.ts";
import { findTopics } from "./topics.ts";
import type { Transparency } from "./transparency.ts";

/** A published review with its analysis; `mentions` are the published ones, whoever found them. */
export interface AnalysedReview {
  readonly id: string;
  readonly date: string;
  readonly rating: number;
  readonly text: string;
  readonly author_name?: string | null;
  readonly mentions: Mentions;
  /** Null when the review has not been analysed yet: it counts by its stars only. */
  readonly analysis: ReviewAnalysis | null;
}

export interface InsightsInput {
  /** With its public technicians only. */
  readonly business: Business;
  readonly reviews: Iterable<AnalysedReview>;
  readonly overrides: InsightsOverrides;
  readonly transparency: Transparency;
}

/** Equal inputs give equal datasets, whatever the order of the reviews. Technicians not in `business` are never named. */
export function buildInsights(input: InsightsInput): InsightsDataset {
  const { business, overrides, transparency } = input;
  const sources = [...input.reviews];
  const { calendar, reviews } = countable(sources, overrides);
  const all = new Tally(calendar);
  const aspectTallies = countAspects(calendar);
  const entities = countEntities(calendar, business);
  for (const review of reviews) {
    all.add(review, overallVote(review));
    aspectTallies.add(review);
    entities.add(review, mentionsOf(review));
  }
  const hidden = new Set<string>(overrides.hidden_aspects ?? []);
  const figures = inputFigures(reviews, appliedCorrections(overrides, sources));
  const context = {
    calendar,
    all,
    analyzed: figures.analyzed_count,
    ratings: { sum: all.ratingSum, count: all.reviews },
  };
  const aspects = aspectInsights(context, aspectTallies, hidden);
  const found = entityInsights(context, entities, business);
  const overall = overallFigures(context, reviews);
  const summary = buildSummary({ business, figures, overall, aspects, aspectTallies, entities, found, all, overrides });
  const faq = buildFaq({ business, aspects, aspectTallies, entities, found, overrides });
  return trimmed({
    schema_version: 1,
    business: { id: slug(business.name), name: business.name },
    as_of: figures.last_date === null ? null : `${figures.last_date}T12:00:00Z`,
    revision: digestOf(fingerprints(sources, input)),
    engine: { name: "goodword-insights", version: ENGINE_VERSION, lexicon: "vader+goodword", language: "en" },
    input: figures,
    overall,
    aspects,
    entities: found,
    topics: findTopics(context, reviews, business),
    faq,
    summary,
    transparency,
    methodology: {
      thresholds: { min_reviews: MIN_REVIEWS, faq_min_reviews: FAQ_MIN_REVIEWS },
      hidden_aspects: [...hidden].sort(),
      notes: NOTES,
    },
  });
}

const NOTES =
  "Computed from the published reviews by rules and word lists; no model, no network, no hand-written figures. " +
  "One vote per review and aspect; star ratings never change a vote. Means are drawn toward the overall mean by four votes. " +
  "Irony, conditions and quantities are often misread: where one or two stars meet praise only, the review is counted but not quoted. " +
  "Reviews in other languages are counted by their stars.";

type WithMentions = CountedReview & { readonly mentions: Mentions };

function mentionsOf(review: CountedReview): Mentions {
  return (review as WithMentions).mentions;
}

function countable(sources: readonly AnalysedReview[], overrides: InsightsOverrides) {
  let first = "9999-12-31";
  let last = "0001-01-01";
  for (const { date } of sources) {
    if (date < first) first = date;
    if (date > last) last = date;
  }
  if (sources.length === 0) first = last = "2000-01-01";
  const yearStart = dayNumber(last) - 365;
  const days = new Map<string, number>();
  for (const { date } of sources) days.set(date, (days.get(date) ?? 0) + 1);
  let recent = 0;
  for (const [date, count] of days) if (dayNumber(date) > yearStart) recent += count;
  const calendar = calendarOf(first, last, recent);
  const moments = new Map<string, Moment>([...days.keys()].map((date) => [date, momentOf(calendar, date)]));
  const corrected = Map.groupBy(overrides.corrections ?? [], ({ review_id }) => review_id);
  const reviews = sources.map(({ id, date, rating, text, mentions, analysis }): WithMentions => {
    const own = labelledVotes(analysis ?? UNREAD, corrected.get(id));
    return {
      id,
      date,
      rating,
      text,
      mentions,
      analysis: own,
      moment: moments.get(date)!,
      disagrees: disagrees(rating, own),
    };
  });
  return { calendar, reviews };
}

const UNREAD: ReviewAnalysis = {
  engine: ENGINE_VERSION,
  digest: 0,
  language: "und",
  is_truncated: false,
  sentiment: null,
  label: null,
  aspects: [],
  technicians: [],
  ambiguous_technicians: [],
  services: [],
  service_areas: [],
  topics: [],
};

/** One or two stars over nothing but praise: irony, or stars given by mistake. */
function disagrees(rating: number, { label, aspects }: ReviewAnalysis): boolean {
  return rating <= 2 && label === "positive" && aspects.every(([, vote]) => vote !== "negative" && vote !== "mixed");
}

function overallVote({ analysis: { sentiment, label } }: CountedReview) {
  return sentiment === null || label === null ? null : { sentiment, label, start: 0, end: 0 };
}

/** Corrections whose review is published. */
function appliedCorrections({ corrections = [] }: InsightsOverrides, sources: readonly AnalysedReview[]): number {
  if (corrections.length === 0) return 0;
  const ids = new Set(sources.map(({ id }) => id));
  return corrections.filter(({ review_id }) => ids.has(review_id)).length;
}

function* fingerprints(sources: readonly AnalysedReview[], { business, overrides, transparency }: InsightsInput) {
  yield JSON.stringify([ENGINE_VERSION, business, overrides, transparency]);
  for (const { id, date, rating, mentions, analysis } of sources) {
    const names = `${mentions.technicians.join()} ${mentions.services.join()} ${mentions.service_areas.join()}`;
    yield `${id} ${date} ${rating} ${analysis?.digest ?? ""} ${names}`;
  }
}

function slug(name: string): string {
  const letters = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-");
  return letters.replace(/^-+|-+$/g, "") || "business";
}

/** Quotes are cut first when a large catalog would make the document too long for readers. */
const MAX_LENGTH = 400_000;

function trimmed(dataset: InsightsDataset): InsightsDataset {
  if (JSON.stringify(dataset).length <= MAX_LENGTH) return dataset;
  const none = { positive: [], negative: [] };
  const { technicians, services, service_areas } = dataset.entities;
  const bare = <Item extends { evidence: unknown; aspects: unknown[] }>(items: Item[]) =>
    items.map((item) => ({ ...item, aspects: item.aspects.slice(0, 3), evidence: none }));
  return {
    ...dataset,
    entities: { technicians: bare(technicians), services: bare(services), service_areas: bare(service_areas) },
  } as InsightsDataset;
}
