/** Decides whether two reviews are copies. A wrong join would hide a customer's review, so uncertain pairs are left to the owner. */

import { dayNumber } from "./calendar.ts";
import type { StoredReview } from "./field_sets.ts";
import { isDerivedId, type ReviewContent } from "./identity.ts";
import { compareNames, type KnownName, type NameAgreement, nameWords } from "./names.ts";
import { comparableText, foldLetters } from "./text.ts";

export interface ComparableReview extends KnownName {
  readonly id: string;
  readonly source: string;
  readonly day: number;
  readonly rating: number;
  /** Whether its id, or its id at the source, was given: two such reviews of one source are joined only by the owner. */
  readonly isIdentified: boolean;
  /** Whether its author wrote it behind our own link, where they are offered to post the same words elsewhere. */
  readonly isByLink: boolean;
  readonly words: string;
  readonly wordCount: number;
  /** The first of its words, found without looking at the others. */
  readonly beginning: string;
}

export type ReviewToJoin = ReviewContent &
  Pick<StoredReview, "id" | "sourceId" | "isAnonymous" | "verificationStrength"> &
  Pick<KnownName, "wholeNameHash">;

/** `copies`: to join. `doubtful`: for the owner to decide. `different`: two customers, or no evidence. */
type CopyJudgement = "copies" | "doubtful" | "different";

/** Sites date the same review by the day it was sent, approved or synchronised. */
export const MAX_DAYS_APART = 3;

/** Different people write "Great job!" every day, but not the same twenty words. */
const WORDS_NEEDED: Readonly<
  Record<AuthorAgreement | "renamed", { readonly sure: number; readonly doubtful: number }>
> = {
  same: { sure: 8, doubtful: 1 },
  compatible: { sure: 8, doubtful: 2 },
  surname: { sure: 8, doubtful: 8 },
  unknown: { sure: 20, doubtful: 8 },
  /** Different names of reviews, one of which may be a repost: many people use another name at Google. */
  renamed: { sure: Number.POSITIVE_INFINITY, doubtful: 8 },
  different: { sure: Number.POSITIVE_INFINITY, doubtful: Number.POSITIVE_INFINITY },
};
const MIN_WORDS_OF_ONE_PERSON = 2;

export function comparableReview(review: ReviewToJoin): ComparableReview {
  const { id, source, rating, wholeNameHash } = review;
  let words: string | undefined;
  let wordCount: number | undefined;
  return {
    id,
    source,
    rating,
    isIdentified: review.sourceId !== null || !isDerivedId(id),
    isByLink: cameByOwnLink(review),
    day: dayNumber(review.date),
    nameWords: review.isAnonymous ? [] : nameWords(review.authorName),
    wholeNameHash,
    // Lazy, since most reviews are never compared.
    get words() {
      words ??= plainWords(review.text);
      return words;
    },
    get wordCount() {
      wordCount ??= this.words === "" ? 0 : this.words.split(" ").length;
      return wordCount;
    },
    get beginning() {
      return plainWords(review.text.slice(0, 40)).split(" ", 4).join(" ");
    },
  };
}

/** Whether a review came by a link of ours: only its author changes its content. */
export function cameByOwnLink({ verificationStrength }: Pick<StoredReview, "verificationStrength">): boolean {
  return verificationStrength === "one_time_link";
}

/** Whether one of two reviews may be the other, written by our link, posted again at another site. */
export function mayBeRepost(one: ComparableReview, other: ComparableReview): boolean {
  return one.isByLink !== other.isByLink && one.source !== other.source;
}

/** Whether the stars and dates of two reviews allow them to be copies. Without that, even the owner cannot join them. */
export function mayBeCopies(one: ComparableReview, other: ComparableReview): boolean {
  return one.rating === other.rating && Math.abs(one.day - other.day) <= MAX_DAYS_APART;
}

/** `surname`: the only word of one name may be the last of the other, as "Dupont" of "M. D." */
type AuthorAgreement = NameAgreement | "surname";

export function compareAuthors(one: KnownName, other: KnownName): AuthorAgreement {
  const names = compareNames(one, other);
  const areWhole = one.wholeNameHash !== null && other.wholeNameHash !== null;
  if (names !== "different" || areWhole || isSingleWordName(one) === isSingleWordName(other)) return names;
  return compareNames(surnameOf(one), surnameOf(other)) === "different" ? "different" : "surname";
}

export function isSingleWordName({ nameWords }: Pick<KnownName, "nameWords">): boolean {
  return nameWords.length === 1;
}

function surnameOf({ nameWords }: KnownName): KnownName {
  return { nameWords: nameWords.slice(-1), wholeNameHash: null };
}

export function judgeCopies(one: ComparableReview, other: ComparableReview): CopyJudgement {
  if (!mayBeCopies(one, other)) return "different";
  const authors = compareAuthors(one, other);
  const names = authors === "different" && mayBeRepost(one, other) ? "renamed" : authors;
  if (names === "different") return "different";
  const words = Math.min(one.wordCount, other.wordCount);
  if (words < WORDS_NEEDED[names].doubtful) return "different";
  if (one.source === other.source) {
    // A cheap check before the expensive one: one source may have thousands of similar texts within days.
    if (one.words !== other.words) return "different";
    if (one.isIdentified && other.isIdentified) return words >= WORDS_NEEDED[names].sure ? "doubtful" : "different";
  }
  const texts = compareTexts(one.words, other.words);
  if (texts === "different") return "different";
  return words >= surelyNeeded(names, texts) ? "copies" : "doubtful";
}

function surelyNeeded(names: keyof typeof WORDS_NEEDED, texts: TextAgreement): number {
  if (names === "same" && texts === "equal") return MIN_WORDS_OF_ONE_PERSON;
  if (names === "unknown" && texts === "similar") return Number.POSITIVE_INFINITY;
  return WORDS_NEEDED[names].sure;
}

type TextAgreement = "equal" | "contained" | "similar" | "different";

/** Reduces a text to letters, digits and single spaces, since sites change quotes, emoji and line ends. */
function plainWords(text: string): string {
  return foldLetters(comparableText(text))
    .replace(/['’]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

export function lettersIn(text: string): number {
  return plainWords(text).replaceAll(" ", "").length;
}

/** The ending of texts that a site has cut, after {@link plainWords} removed the dots. */
const CUT_MARK = / (?:read |see |show )?(?:more|full review)$/;

const ALIKE = 0.9;
/** Only the beginnings of longer texts are compared, which takes less than a millisecond. */
const COMPARED_LENGTH = 1000;

/** Compares two texts after {@link plainWords}; symmetric. Empty texts agree with nothing. */
function compareTexts(one: string, other: string): TextAgreement {
  if (one === "" || other === "") return "different";
  if (one === other) return "equal";
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  const beginning = short.replace(CUT_MARK, "");
  if (long.includes(beginning)) return "contained";
  if (isAlike(short, long)) return "similar";
  return isAlike(beginning, long.slice(0, beginning.length)) ? "contained" : "different";
}

/** If the first characters differ by more than a quarter, the rest is not compared. */
const GLANCE = 64;

function isAlike(one: string, other: string): boolean {
  if (!isWithinEdits(one.slice(0, GLANCE), other.slice(0, GLANCE), GLANCE / 4)) return false;
  const left = one.slice(0, COMPARED_LENGTH);
  const right = other.slice(0, COMPARED_LENGTH);
  const longest = Math.max(one.length, other.length);
  if (Math.abs(one.length - other.length) > longest * (1 - ALIKE)) return false;
  const most = Math.floor(Math.max(left.length, right.length) * (1 - ALIKE));
  return isWithinEdits(left, right, most);
}

/** Less than any number of letters, plus one for each edit. */
const UNREACHED = -(2 ** 30);

/** Whether the edit distance of two texts is at most `max` (Ukkonen's and Myers's furthest-reaching points, O(max²) of different texts). */
function isWithinEdits(one: string, other: string, max: number): boolean {
  const last = other.length - one.length;
  if (Math.abs(last) > max) return false;
  // How many letters of `one` each diagonal has read with so many edits; a diagonal is by how many more it has read of `other`.
  let before = new Int32Array(2 * max + 3).fill(UNREACHED);
  // Without an edit, the diagonal of equal positions begins with the first letters.
  before[max + 1] = -1;
  let reached = before.slice();
  for (let edits = 0; edits <= max; edits++) {
    for (let diagonal = -edits; diagonal <= edits; diagonal++) {
      const at = diagonal + max + 1;
      const most = Math.min(one.length, other.length - diagonal);
      const edited = Math.max((before[at] ?? 0) + 1, before[at - 1] ?? 0, (before[at + 1] ?? 0) + 1);
      let read = Math.min(edited, most);
      while (read < most && one.charCodeAt(read) === other.charCodeAt(read + diagonal)) read++;
      if (diagonal === last && read === one.length) return true;
      reached[at] = read;
    }
    [before, reached] = [reached, before];
  }
  return false;
}
