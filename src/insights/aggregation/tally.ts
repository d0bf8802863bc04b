/**
 * Adds up what reviews state about one thing: counts, ratings, sides and quotes.
 *
 * Nothing here depends on the order in which reviews come.
 */
import type { DatedReview, Distribution } from "../../review/mod.ts";
import type { ReviewAnalysis } from "../analysis/analysis.ts";
import type { JudgedSentiment, Judgement } from "../analysis/judgements.ts";
import { quoteForm } from "../analysis/quote.ts";
import type { Evidence, EvidencePair } from "./dataset.ts";
import {
  type ConfidenceLevel,
  type Counts,
  chanceOf,
  confidenceOf,
  rounded,
  type SampleSums,
  sampleMean,
  without,
} from "./figures.ts";
import { type ReviewMoment, Timeline } from "./timeline.ts";

/** Praise, blame and neither as a number. */
export function sideOf(sentiment: JudgedSentiment): -1 | 0 | 1 {
  return sentiment === "positive" ? 1 : sentiment === "negative" ? -1 : 0;
}

/** Differences smaller than this are not worth reporting, in stars and in sides alike. */
const MIN_DIFFERENCE = 0.1;

export class Tally {
  reviews = 0;
  lastMentioned: DatedReview | null = null;
  readonly #stars = new Int32Array(6);
  readonly counts: { -readonly [Key in keyof Counts]: number } = { positive: 0, unclear: 0, negative: 0, mixed: 0 };
  readonly timeline = new Timeline();
  readonly #quotes = new BestQuotes();
  #ratingSum = 0;
  #ratingSquares = 0;

  /** Counts a review. Time windows compare sides where the review takes one, else stars. */
  add(review: TalliedReview, vote: Vote | null): void {
    const { rating } = review;
    this.reviews++;
    this.#ratingSum += rating;
    this.#ratingSquares += rating * rating;
    this.#stars[rating] = (this.#stars[rating] ?? 0) + 1;
    if (this.lastMentioned === null || review.date > this.lastMentioned.date) this.lastMentioned = review;
    this.timeline.add(review.moment, rating, vote ? sideOf(vote.sentiment) : rating);
    if (vote) this.counts[vote.sentiment]++;
  }

  /** Remembers the words of a vote, where they are among the clearest. */
  quote(review: TalliedReview, vote: Vote): void {
    this.#quotes.add(review, vote);
  }

  /** Whether the words of such a vote could be among the clearest: for callers to whom finding them is work. */
  wants(review: TalliedReview, vote: Pick<Vote, "sentiment" | "certainty">): boolean {
    return this.#quotes.wants(review, vote);
  }

  get distribution(): Distribution {
    const [, one = 0, two = 0, three = 0, four = 0, five = 0] = this.#stars;
    return { "1": one, "2": two, "3": three, "4": four, "5": five };
  }

  /** The stars of the reviews counted. */
  get stars(): SampleSums {
    return { count: this.reviews, sum: this.#ratingSum, squares: this.#ratingSquares };
  }

  averageRating(): number | null {
    return this.reviews === 0 ? null : rounded(sampleMean(this.stars), 2);
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
    const change = sampleMean(recent) - sampleMean(before);
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
    return rounded(sampleMean(this.stars) - sampleMean(without(all.stars, this.stars)), 2);
  }

  evidence(): EvidencePair {
    return this.#quotes.evidence();
  }
}

const MAX_QUOTES = 3;
/** So many are kept, for an author may have written several. */
const KEPT = 6;
/** Words less certain than this are counted, not quoted. */
const CLEAR = 0.9;
/** Blame in a review of more than {@link FEW_STARS} is quoted from here on only. */
const SURELY_BLAME = 0.97;
const FEW_STARS = 3;

interface Quoted {
  readonly review: TalliedReview;
  readonly vote: Vote;
  /** The fewer, the better. */
  readonly faults: number;
}

class BestQuotes {
  readonly #praise: Quoted[] = [];
  readonly #blame: Quoted[] = [];

  add(review: TalliedReview, vote: Vote): void {
    const { certainty, start, end, isApt = true } = vote;
    if (end <= start || !this.wants(review, vote, end - start) || !isWhole(review.text, start, end)) return;
    const forms = vote.sentiment === "positive" ? FORMS_OF_PRAISE : FORMS_OF_BLAME;
    const form = forms[quoteForm(review.text.slice(start, end), review.language)];
    const faults = faultsOf(isAgainstStars(review, vote), certainty, end - start) + form + (isApt ? 0 : AMISS);
    insert(this.#of(vote), { review, vote, faults });
  }

  /** Whether such a vote could be among the best before its words are looked at: most could not. */
  wants(review: TalliedReview, vote: Pick<Vote, "sentiment" | "certainty">, length = HANDY): boolean {
    const { sentiment, certainty } = vote;
    if (review.disagrees || (sentiment !== "positive" && sentiment !== "negative")) return false;
    if (certainty < CLEAR) return false;
    if (sentiment === "negative" && review.rating > FEW_STARS && certainty < SURELY_BLAME) return false;
    const last = this.#of(vote)[KEPT - 1];
    if (!last) return true;
    const least = faultsOf(isAgainstStars(review, vote), certainty, length);
    return least < last.faults || (least === last.faults && review.moment.daysBack <= last.review.moment.daysBack);
  }

  evidence(): EvidencePair {
    return { positive: ofSeveral(this.#praise), negative: ofSeveral(this.#blame) };
  }

  #of({ sentiment }: Pick<Vote, "sentiment">): Quoted[] {
    return sentiment === "positive" ? this.#praise : this.#blame;
  }
}

function isAgainstStars({ rating }: TalliedReview, { sentiment }: Pick<Vote, "sentiment">): boolean {
  return rating <= FEW_STARS === (sentiment === "positive");
}

/** Words that do not name what they are quoted for weigh more than doubt. */
const AMISS = 100;
/** Weights of a quote's form, against 10 for each 5 % of doubt. A mere report carries blame as well as a verdict does. */
const FORMS_OF_BLAME = { verdict: 0, report: 0, fragment: 15, label: 30 };
const FORMS_OF_PRAISE = { ...FORMS_OF_BLAME, report: 5 };
/** A length without a fault. */
const HANDY = 25;

/** Stars that disagree weigh most, then doubt, then length. */
function faultsOf(isAtOdds: boolean, certainty: number, length: number): number {
  const unhandy = length < HANDY ? 4 : Math.min(9, Math.floor(length / 50));
  return Number(isAtOdds) * 1000 + Math.round((1 - certainty) * 20) * 10 + unhandy;
}

/** Whether a text's sentences, its lines or itself begin and end there. */
function isWhole(text: string, start: number, end: number): boolean {
  const isEnd = /[.!?…]/.test(text[end - 1] ?? "") || /^\W*(\n|<br|$)/.test(text.slice(end, end + 9));
  return isEnd && /(^|[.!?…\n>\p{So}])[\s)"”'’*•-]*$/u.test(text.slice(Math.max(0, start - 6), start));
}

/** Keeps the best of an order. */
function insert(items: Quoted[], item: Quoted): void {
  const last = items[KEPT - 1];
  if (last && order(last, item) < 0) return;
  const at = items.findIndex((other) => order(item, other) < 0);
  items.splice(at < 0 ? items.length : at, 0, item);
  if (items.length > KEPT) items.pop();
}

function order(a: Quoted, b: Quoted): number {
  return (
    a.faults - b.faults || a.review.moment.daysBack - b.review.moment.daysBack || (a.review.id < b.review.id ? -1 : 1)
  );
}

/** One quote an author, and no sentence twice. */
function ofSeveral(items: readonly Quoted[]): Evidence[] {
  const seen = new Set<string>();
  const isNew = (word: string | null) => word === null || (!seen.has(word) && seen.add(word));
  return items
    .map(({ review, vote: { certainty, start, end } }) => {
      const { id, rating, language, date, date_precision, author, text } = review;
      return {
        author,
        evidence: {
          review_id: id,
          quote: text.slice(start, end),
          start,
          end,
          certainty,
          language,
          rating,
          date,
          date_precision,
        },
      };
    })
    .filter(({ author, evidence }) => isNew(author && `by ${author}`) && isNew(evidence.quote))
    .slice(0, MAX_QUOTES)
    .map(({ evidence }) => evidence);
}

/** A review with what is needed to count and quote it: all that is kept of one. */
export interface TalliedReview extends DatedReview {
  readonly id: string;
  readonly rating: number;
  readonly text: string;
  readonly title: string | null;
  readonly author: string | null;
  /** Language of its words, as the analysis found it. */
  readonly language: string;
  readonly moment: ReviewMoment;
  /** Stars and text disagree, as irony does: counted, never quoted. */
  readonly disagrees: boolean;
}

/** A review while it is being counted. */
export interface CountedReview {
  readonly review: TalliedReview;
  readonly analysis: ReviewAnalysis;
  /** Judgements by words and stars, with the owner's corrections. */
  readonly judgements: readonly Judgement[];
}

/** Which side a review takes, how surely, and the words to quote; start = end means none. */
interface Vote {
  readonly sentiment: JudgedSentiment;
  readonly certainty: number;
  readonly start: number;
  readonly end: number;
  /** Whether the words name what they are about. */
  readonly isApt?: boolean;
}
