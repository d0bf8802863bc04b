/**
 * Keeps the most telling words of either side: whole sentences, surely judged, by reviews whose stars agree, by several
 * authors; short and recent ones first among equals.
 *
 * @module
 */

import type { TalliedReview, Vote } from "./counted_review.ts";
import type { Evidence, EvidencePair } from "./dataset.ts";

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

export class Quotes {
  readonly #praise: Quoted[] = [];
  readonly #blame: Quoted[] = [];

  add(review: TalliedReview, vote: Vote): void {
    const { certainty, start, end } = vote;
    if (end <= start || !this.wants(review, vote, end - start)) return;
    const isAtOdds = isAgainstStars(review, vote);
    const cut = isWhole(review.text, start, end) ? 0 : CUT;
    const faults = faultsOf(isAtOdds, certainty, end - start) + cut;
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

/** Words cut out of a sentence weigh more than doubt. */
const CUT = 100;
/** A length without a fault. */
const HANDY = 25;

/** Stars that disagree weigh most, then doubt, then length. */
function faultsOf(isAtOdds: boolean, certainty: number, length: number): number {
  const unhandy = length < HANDY ? 4 : Math.min(9, Math.floor(length / 50));
  return Number(isAtOdds) * 1000 + Math.round((1 - certainty) * 20) * 10 + unhandy;
}

function isWhole(text: string, start: number, end: number): boolean {
  return /[.!?…]/.test(text[end - 1] ?? "") && /(^|[.!?…\n])\s*$/.test(text.slice(Math.max(0, start - 3), start));
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
      const { id, rating, date, author, text } = review;
      return {
        author,
        evidence: { review_id: id, quote: text.slice(start, end), start, end, certainty, rating, date },
      };
    })
    .filter(({ author, evidence }) => isNew(author && `by ${author}`) && isNew(evidence.quote))
    .slice(0, MAX_QUOTES)
    .map(({ evidence }) => evidence);
}
