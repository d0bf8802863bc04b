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
    const { sentiment, certainty, start, end } = vote;
    if (review.disagrees || end <= start) return;
    const isFew = review.rating <= FEW_STARS;
    if (sentiment === "positive" && mayEnter(this.#praise, vote, isFew))
      insert(this.#praise, { review, vote, faults: faultsOf(review, vote, isFew) });
    if (sentiment === "negative" && (isFew || certainty >= SURELY_BLAME) && mayEnter(this.#blame, vote, !isFew)) {
      insert(this.#blame, { review, vote, faults: faultsOf(review, vote, !isFew) });
    }
  }

  evidence(): EvidencePair {
    return { positive: ofSeveral(this.#praise), negative: ofSeveral(this.#blame) };
  }
}

/** Stars that disagree weigh most, then words cut out of a sentence, then doubt, then length. */
function faultsOf({ text }: TalliedReview, { certainty, start, end }: Vote, isAtOdds: boolean): number {
  const isWhole =
    /[.!?…]/.test(text[end - 1] ?? "") && /(^|[.!?…\n])\s*$/.test(text.slice(Math.max(0, start - 3), start));
  const length = end - start;
  const unhandy = length < 25 ? 4 : Math.floor(length / 50);
  return Number(isAtOdds) * 1000 + Number(!isWhole) * 100 + doubtOf(certainty) + Math.min(unhandy, 9);
}

/** Whether a vote could be among the best, before its words are looked at: most could not. */
function mayEnter(items: readonly Quoted[], { certainty }: Vote, isAtOdds: boolean): boolean {
  const last = items[KEPT - 1];
  return !last || Number(isAtOdds) * 1000 + doubtOf(certainty) <= last.faults;
}

function doubtOf(certainty: number): number {
  return Math.round((1 - certainty) * 20) * 10;
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
