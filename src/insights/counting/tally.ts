/**
 * Adds up what reviews say about one thing: counts, ratings, sentiment, quotes and the reviews themselves.
 *
 * Nothing here depends on the order in which reviews come.
 *
 * @module
 */
import { type ReviewAnalysis, thousandths, type VoteLabel } from "../reading/analysis.ts";
import type { JudgedSentiment, Judgement, SidedWhole } from "../reading/judgements.ts";
import type { Span } from "../reading/quote.ts";
import type { Evidence, EvidencePair } from "./dataset.ts";
import {
  type ConfidenceLevel,
  type Counts,
  confidenceOf,
  MIN_REVIEWS,
  majorityLabel,
  rounded,
  scoreOf,
  shrunk,
} from "./figures.ts";
import { type Moment, Timeline } from "./timeline.ts";

/** A review with what is needed to count and quote it: all that is kept of one. */
export interface TalliedReview {
  readonly id: string;
  readonly date: string;
  readonly rating: number;
  readonly text: string;
  readonly moment: Moment;
  /** Stars and text disagree, as irony does: counted, never quoted. */
  readonly disagrees: boolean;
}

/** A review while it is being counted. */
export interface CountedReview {
  readonly review: TalliedReview;
  readonly analysis: ReviewAnalysis;
  /** By words and stars, with the owner's corrections. */
  readonly judgements: readonly Judgement[];
}

/** A vote: thousandths of a sentiment, and the words to quote; start = end means none. */
export interface Vote {
  readonly sentiment: number;
  readonly label: VoteLabel;
  readonly start: number;
  readonly end: number;
  /** Finds the quote when it is needed, for votes that do not keep it. */
  readonly locate?: (text: string) => Span;
}

/** How a judgement is counted: what is unclear takes no side. */
export function countedAs(sentiment: JudgedSentiment): VoteLabel {
  return sentiment === "unclear" ? "neutral" : sentiment;
}

/** Thousandths: certain praise is 1000, certain blame -1000. */
export function voteValue({ sentiment, certainty }: SidedWhole): number {
  if (sentiment === "positive") return Math.round(certainty * 1000);
  return sentiment === "negative" ? -Math.round(certainty * 1000) : 0;
}

const MAX_QUOTES = 3;
const MAX_IDS = 20;

export class Tally {
  reviews = 0;
  mentions = 0;
  ratingSum = 0;
  sum = 0;
  readonly counts: { -readonly [Key in keyof Counts]: number } = { positive: 0, neutral: 0, negative: 0, mixed: 0 };
  readonly timeline = new Timeline();
  readonly #praise: Quoted[] = [];
  readonly #blame: Quoted[] = [];
  readonly #newest: TalliedReview[] = [];

  /** Counts a review; `vote` is null when it mentions the thing but cannot be judged. */
  add(review: TalliedReview, vote: Vote | null, mentions = 1): void {
    this.reviews++;
    this.mentions += mentions;
    this.ratingSum += review.rating;
    this.timeline.add(review.moment, review.rating, vote?.sentiment ?? null, mentions);
    insert(this.#newest, review, MAX_IDS, newerFirst);
    if (!vote) return;
    this.sum += vote.sentiment;
    this.counts[vote.label]++;
    if (review.disagrees || (vote.end <= vote.start && !vote.locate)) return;
    if (vote.label === "positive")
      insert(
        this.#praise,
        { review, vote },
        MAX_QUOTES,
        tellingFirst((stars) => stars >= 3),
      );
    if (vote.label === "negative")
      insert(
        this.#blame,
        { review, vote },
        MAX_QUOTES,
        tellingFirst((stars) => stars <= 3),
      );
  }

  /** Reviews that cast a vote. */
  get votes(): number {
    const { positive, neutral, negative, mixed } = this.counts;
    return positive + neutral + negative + mixed;
  }

  /** Mean vote in thousandths; 0 without votes. */
  get mean(): number {
    return this.votes === 0 ? 0 : this.sum / this.votes;
  }

  /** Ids of the newest reviews counted. */
  reviewIds(): string[] {
    return this.#newest.map(({ id }) => id);
  }

  newest(): TalliedReview | null {
    return this.#newest[0] ?? null;
  }

  averageRating(): number | null {
    return this.reviews === 0 ? null : rounded(this.ratingSum / this.reviews, 2);
  }

  /** The judgement, withheld under {@link MIN_REVIEWS} votes. */
  judgement(overallMean: number): {
    sentiment: number | null;
    score: number | null;
    label: VoteLabel | null;
    confidence: ConfidenceLevel;
  } {
    const confidence = confidenceOf(this.votes);
    if (this.votes < MIN_REVIEWS) return { sentiment: null, score: null, label: null, confidence };
    const sentiment = thousandths(shrunk(this.sum, this.votes, overallMean) / 1000) / 1000;
    return { sentiment, score: scoreOf(sentiment), label: majorityLabel(this.counts), confidence };
  }

  countFields() {
    return {
      positive_count: this.counts.positive,
      neutral_count: this.counts.neutral,
      negative_count: this.counts.negative,
      mixed_count: this.counts.mixed,
    };
  }

  evidence(): EvidencePair {
    return { positive: this.#praise.flatMap(evidenceOf), negative: this.#blame.flatMap(evidenceOf) };
  }
}

interface Quoted {
  readonly review: TalliedReview;
  readonly vote: Vote;
}

function newerFirst(a: TalliedReview, b: TalliedReview): number {
  return a.moment.daysBack - b.moment.daysBack || (a.id < b.id ? -1 : 1);
}

/**
 * Quotes of reviews whose stars say the same come first: praise in a review of one star, and blame in one of five, is more
 * often misread.
 */
function tellingFirst(agrees: (stars: number) => boolean): (a: Quoted, b: Quoted) => number {
  return (a, b) => Number(agrees(b.review.rating)) - Number(agrees(a.review.rating)) || strongerFirst(a, b);
}

/** Strongest first; strength is compared in steps of a tenth, so that newer quotes win among equals. */
function strongerFirst(a: Quoted, b: Quoted): number {
  const strength = Math.round(Math.abs(b.vote.sentiment) / 100) - Math.round(Math.abs(a.vote.sentiment) / 100);
  return strength || newerFirst(a.review, b.review);
}

/** Keeps the first `max` items of an order. */
function insert<Item>(items: Item[], item: Item, max: number, order: (a: Item, b: Item) => number): void {
  if (items.length === max && order(items[max - 1]!, item) < 0) return;
  let at = items.length;
  while (at > 0 && order(item, items[at - 1]!) < 0) at--;
  items.splice(at, 0, item);
  if (items.length > max) items.pop();
}

function evidenceOf({ review, vote }: Quoted): Evidence[] {
  const { start, end } = vote.locate ? vote.locate(review.text) : vote;
  if (end <= start) return [];
  const quote = review.text.slice(start, end);
  const { id, rating, date } = review;
  return [{ review_id: id, quote, start, end, sentiment: vote.sentiment / 1000, rating, date }];
}
