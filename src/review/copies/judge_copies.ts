/**
 * Whether two reviews on two sites are one customer's review, written once and posted twice.
 *
 * Being wrong costs a customer their voice, so what is not sure is only doubtful: listed for the owner, never joined.
 *
 * @module
 */
import { dayNumber } from "../calendar.ts";
import { compareNames, type KnownName, type NameAgreement, nameWords } from "./compare_names.ts";
import { compareTexts, plainWords, type TextAgreement } from "./compare_texts.ts";

/** What of a review decides, in the form that is compared. */
export interface ComparableReview extends KnownName {
  readonly id: string;
  /** Id of the source in the registry. */
  readonly source: string;
  /** Days since 1970-01-01. */
  readonly day: number;
  readonly rating: number;
  /** {@link plainWords} of the text. */
  readonly words: string;
  readonly wordCount: number;
}

/** A review as it is kept. */
export interface KeptReview {
  readonly id: string;
  readonly source: string;
  readonly date: string;
  readonly rating: number;
  readonly authorName: string;
  readonly isAnonymous: boolean;
  /** Keyed hash of the author's whole name, where an import had it. */
  readonly wholeNameHash: string | null;
  readonly text: string;
}

/** `copies`: joined. `doubtful`: for the owner to decide. `different`: two customers, or nothing to say. */
export type CopyJudgement = "copies" | "doubtful" | "different";

/** Sites date a review by when it was sent, approved or synchronised. */
export const MAX_DAYS_APART = 3;

/** How many words two texts must share, by how far the names agree, to be sure; and to be worth a look. */
interface WordsNeeded {
  readonly sure: number;
  readonly doubtful: number;
}

/** "Great job!" is written by different people every day; twenty words in a row are not. */
const WORDS_NEEDED: Readonly<Record<NameAgreement, WordsNeeded>> = {
  same: { sure: 8, doubtful: 1 },
  compatible: { sure: 8, doubtful: 2 },
  unknown: { sure: 20, doubtful: 8 },
  different: { sure: Number.POSITIVE_INFINITY, doubtful: Number.POSITIVE_INFINITY },
};
/** Beside the same whole name and the same words, these are enough. */
const LEAST_WORDS_OF_ONE_PERSON = 2;

export function comparableReview(review: KeptReview): ComparableReview {
  const { id, source, rating, wholeNameHash } = review;
  let words: string | undefined;
  let wordCount: number | undefined;
  return {
    id,
    source,
    rating,
    day: dayNumber(review.date),
    nameWords: review.isAnonymous ? [] : nameWords(review.authorName),
    wholeNameHash,
    // Made when they are asked for: most reviews are never compared with another.
    get words() {
      words ??= plainWords(review.text);
      return words;
    },
    get wordCount() {
      wordCount ??= countWords(this.words);
      return wordCount;
    },
  };
}

function countWords(words: string): number {
  let count = words === "" ? 0 : 1;
  for (let at = words.indexOf(" "); at >= 0; at = words.indexOf(" ", at + 1)) count++;
  return count;
}

/** Whether two reviews are close enough for the owner to call them copies: what no text or name can make up for. */
export function mayBeCopies(one: ComparableReview, other: ComparableReview): boolean {
  if (one.source === other.source || one.rating !== other.rating) return false;
  return Math.abs(one.day - other.day) <= MAX_DAYS_APART;
}

/** Judges two reviews; symmetric. */
export function judgeCopies(one: ComparableReview, other: ComparableReview): CopyJudgement {
  if (!mayBeCopies(one, other)) return "different";
  const names = compareNames(one, other);
  const words = Math.min(one.wordCount, other.wordCount);
  if (words < WORDS_NEEDED[names].doubtful) return "different";
  const texts = compareTexts(one.words, other.words);
  if (texts === "different") return "different";
  return words >= surelyNeeded(names, texts) ? "copies" : "doubtful";
}

function surelyNeeded(names: NameAgreement, texts: TextAgreement): number {
  if (names === "same" && texts === "equal") return LEAST_WORDS_OF_ONE_PERSON;
  if (names === "unknown" && texts === "similar") return Number.POSITIVE_INFINITY;
  return WORDS_NEEDED[names].sure;
}
