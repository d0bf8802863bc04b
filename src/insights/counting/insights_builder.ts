/**
 * Builds the insights dataset while reviews pass by, each seen once: pure aggregation, quick enough to run at every
 * change. Of a review only its figures stay, and a few that may be quoted.
 *
 * @module
 */
import type { Business, Mentions } from "../../review/mod.ts";
import { ENGINE_VERSION, type ReviewAnalysis } from "../reading/analysis.ts";
import { SetDigest } from "../reading/digest.ts";
import { type Judgement, wholeJudgement } from "../reading/judgements.ts";
import { AspectTallies, aspectInsights } from "./aspect_insights.ts";
import type { InsightsDataset } from "./dataset.ts";
import { EntityTallies, entityInsights } from "./entity_insights.ts";
import { buildFaq } from "./faq.ts";
import { FAQ_MIN_REVIEWS, MIN_REVIEWS } from "./figures.ts";
import { judgeWith } from "./judged_aspects.ts";
import { type Context, InputCounts, overallFigures } from "./overall_insights.ts";
import type { InsightsOverrides } from "./overrides.ts";
import { buildSummary } from "./summary.ts";
import { type CountedReview, countedAs, type TalliedReview, Tally, type Vote, voteValue } from "./tally.ts";
import { calendarOf, type Moment, momentOf } from "./timeline.ts";
import { TopicCounts } from "./topic_counts.ts";
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
  /** What it says of aspects, where that is known already; see `judgeWith()`. */
  readonly judgements?: readonly Judgement[];
}

export interface InsightsBasis {
  /** With its public technicians only; others are never named. */
  readonly business: Business;
  readonly overrides: InsightsOverrides;
}

/** Takes reviews newest first, each once, and then answers with their dataset. */
export class InsightsBuilder {
  readonly #basis: InsightsBasis;
  readonly #judge: ReturnType<typeof judgeWith>;
  readonly #corrections: ReadonlyMap<string, NonNullable<InsightsOverrides["corrections"]>>;
  readonly #input = new InputCounts();
  readonly #all = new Tally();
  readonly #aspects = new AspectTallies();
  readonly #entities: EntityTallies;
  readonly #topics = new TopicCounts();
  readonly #digest = new SetDigest();
  #newest: string | null = null;
  #date = "";
  #moment: Moment = { daysBack: 0, monthsBack: 0, window: 0 };
  #lastYear = 0;

  constructor(basis: InsightsBasis) {
    this.#basis = basis;
    this.#judge = judgeWith(basis.overrides);
    this.#entities = new EntityTallies(basis.business);
    this.#corrections = Map.groupBy(basis.overrides.corrections ?? [], ({ review_id }) => review_id);
  }

  /** Counts a review; those with the latest dates come first. */
  add(source: AnalysedReview): void {
    const { id, date, rating, text, mentions } = source;
    const corrections = this.#corrections.get(id);
    const analysis = source.analysis ?? UNREAD;
    const judgements = source.judgements ?? this.#judge({ id, rating, analysis });
    const moment = this.#momentOf(date);
    const review: TalliedReview = { id, date, rating, text, moment, disagrees: disagrees(rating, analysis) };
    const counted = { review, analysis, judgements };
    this.#input.add(counted, corrections?.length ?? 0);
    this.#all.add(review, overallVote(counted));
    this.#aspects.add(counted);
    this.#entities.add(counted, mentions);
    this.#topics.add(review, analysis.digest, analysis.topics);
    this.#digest.add(fingerprint(source));
  }

  /** The dataset of all that was added. Called once, at the end. */
  finish(transparency: Transparency): InsightsDataset {
    const { business, overrides } = this.#basis;
    const figures = this.#input.figures();
    const context = this.#context(figures);
    const hidden = new Set<string>(overrides.hidden_aspects ?? []);
    const tallies = { aspectTallies: this.#aspects, entities: this.#entities };
    const aspects = aspectInsights(context, this.#aspects, hidden);
    const found = entityInsights(context, this.#entities, business);
    const overall = overallFigures(context, this.#input.distribution);
    const told = { business, aspects, ...tallies, found, overrides };
    this.#digest.add(JSON.stringify([ENGINE_VERSION, business, overrides, transparency]));
    return trimmed({
      schema_version: 1,
      business: { id: slug(business.name), name: business.name },
      as_of: figures.last_date === null ? null : `${figures.last_date}T12:00:00Z`,
      revision: this.#digest.toString(),
      engine: { name: "goodword-insights", version: ENGINE_VERSION, lexicon: "vader+goodword", language: "en" },
      input: figures,
      overall,
      aspects,
      entities: found,
      topics: findTopics(context, this.#topics, business),
      faq: buildFaq(told),
      summary: buildSummary({ ...told, figures, overall, all: this.#all }),
      transparency,
      methodology: {
        thresholds: { min_reviews: MIN_REVIEWS, faq_min_reviews: FAQ_MIN_REVIEWS },
        hidden_aspects: [...hidden].sort(),
        notes: NOTES,
      },
    });
  }

  #context({ first_date, last_date, analyzed_count }: InsightsDataset["input"]): Context {
    return {
      calendar: calendarOf(first_date ?? "2000-01-01", last_date ?? "2000-01-01", this.#lastYear),
      all: this.#all,
      analyzed: analyzed_count,
      ratings: { sum: this.#all.ratingSum, count: this.#all.reviews },
    };
  }

  /** Neighbours often share a date. */
  #momentOf(date: string): Moment {
    this.#newest ??= date;
    if (date !== this.#date) this.#moment = momentOf(this.#newest, date);
    this.#date = date;
    if (this.#moment.daysBack < 365) this.#lastYear++;
    return this.#moment;
  }
}

const NOTES =
  "Computed from the published reviews by rules, word lists and a small model fitted to text written for it; no network, no hand-written figures. " +
  "One vote per review and aspect, by its words and stars together; what is not certain enough is counted as unclear, on no side. " +
  "Means are drawn toward the overall mean by four votes. Where one or two stars meet praise only, the review is counted but not quoted. " +
  "Reviews in other languages are counted by their stars.";

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

/** One or two stars over words of praise: irony, or stars given by mistake. */
function disagrees(rating: number, { label }: ReviewAnalysis): boolean {
  return rating <= 2 && label === "positive";
}

/** Texts in other languages are judged by their stars where these suffice. */
function overallVote({ analysis: { sentiment, label, language }, review: { rating } }: CountedReview): Vote | null {
  if (language === "" || (sentiment === null && language === "und")) return null;
  const judged = wholeJudgement(sentiment, rating);
  if (label === "mixed" && judged.sentiment === "unclear") return { sentiment: 0, label, start: 0, end: 0 };
  return { sentiment: voteValue(judged), label: countedAs(judged.sentiment), start: 0, end: 0 };
}

function fingerprint({ id, date, rating, mentions, analysis }: AnalysedReview): string {
  const { technicians, services, service_areas } = mentions;
  const names = `${listed(technicians)} ${listed(services)} ${listed(service_areas)}`;
  return `${id} ${date} ${rating} ${analysis?.digest ?? ""} ${names}`;
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? "") : names.join();
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
