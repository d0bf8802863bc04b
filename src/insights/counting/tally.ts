/**
 * Adds up what reviews say about one thing: counts, ratings, sides and quotes.
 *
 * Nothing here depends on the order in which reviews come.
 *
 * @module
 */

import type { Distribution } from "../../review/mod.ts";
import type { JudgedSentiment } from "../reading/judgements.ts";
import type { TalliedReview, Vote } from "./counted_review.ts";
import type { EvidencePair } from "./dataset.ts";
import { type ConfidenceLevel, type Counts, confidenceOf, rounded } from "./figures.ts";
import { Quotes } from "./quotes.ts";
import { chanceOf, meanOf, type Sample, without } from "./statistics.ts";
import { Timeline } from "./timeline.ts";

/** Praise, blame and neither as a number. */
export function sideOf(sentiment: JudgedSentiment): -1 | 0 | 1 {
  return sentiment === "positive" ? 1 : sentiment === "negative" ? -1 : 0;
}

/** Differences smaller than this are not worth reporting, in stars and in sides alike. */
const MIN_DIFFERENCE = 0.1;

export class Tally {
  reviews = 0;
  lastMentioned: string | null = null;
  readonly #stars = new Int32Array(6);
  readonly counts: { -readonly [Key in keyof Counts]: number } = { positive: 0, unclear: 0, negative: 0, mixed: 0 };
  readonly timeline = new Timeline();
  readonly #quotes = new Quotes();
  #ratingSum = 0;
  #ratingSquares = 0;

  /** Counts a review. Time windows compare sides where the review takes one, else stars. */
  add(review: TalliedReview, vote: Vote | null): void {
    const { rating } = review;
    this.reviews++;
    this.#ratingSum += rating;
    this.#ratingSquares += rating * rating;
    this.#stars[rating] = (this.#stars[rating] ?? 0) + 1;
    if (this.lastMentioned === null || review.date > this.lastMentioned) this.lastMentioned = review.date;
    this.timeline.add(review.moment, rating, vote ? sideOf(vote.sentiment) : rating);
    if (vote) this.counts[vote.sentiment]++;
  }

  /** Remembers the words of a vote, where they are among the most telling. */
  quote(review: TalliedReview, vote: Vote): void {
    this.#quotes.add(review, vote);
  }

  /** Whether the words of such a vote could be among the most telling: for callers to whom finding them is work. */
  wants(review: TalliedReview, vote: Pick<Vote, "sentiment" | "certainty">): boolean {
    return this.#quotes.wants(review, vote);
  }

  get distribution(): Distribution {
    const [, one = 0, two = 0, three = 0, four = 0, five = 0] = this.#stars;
    return { "1": one, "2": two, "3": three, "4": four, "5": five };
  }

  /** The stars of the reviews counted. */
  get stars(): Sample {
    return { count: this.reviews, sum: this.#ratingSum, squares: this.#ratingSquares };
  }

  averageRating(): number | null {
    return this.reviews === 0 ? null : rounded(meanOf(this.stars), 2);
  }

  get confidence(): ConfidenceLevel {
    return confidenceOf(this.reviews);
  }

  /** How likely chance alone makes the last 180 days differ as much from the year before; null with too few reviews. */
  chanceOfDirection(): number | null {
    return chanceOf(...this.timeline.windows);
  }

  /** Up or down where a test holds and the difference matters. */
  direction(reportedUpTo: number): "up" | "down" | "no_clear_change" | "insufficient_data" {
    const chance = this.chanceOfDirection();
    if (chance === null) return "insufficient_data";
    const [recent, before] = this.timeline.windows;
    const change = meanOf(recent) - meanOf(before);
    if (chance > reportedUpTo || Math.abs(change) < MIN_DIFFERENCE) return "no_clear_change";
    return change > 0 ? "up" : "down";
  }

  /** How likely chance alone makes the stars of these reviews differ as much from those of the others. */
  chanceOfImpact(all: Tally): number | null {
    return chanceOf(this.stars, without(all.stars, this.stars));
  }

  /** Mean rating of these reviews minus that of the others, where a test holds; else null. */
  ratingImpact(all: Tally, reportedUpTo: number): number | null {
    const chance = this.chanceOfImpact(all);
    if (chance === null || chance > reportedUpTo) return null;
    return rounded(meanOf(this.stars) - meanOf(without(all.stars, this.stars)), 2);
  }

  evidence(): EvidencePair {
    return this.#quotes.evidence();
  }
}
