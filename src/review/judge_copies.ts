/**
 * Decides whether two reviews are one customer's: written once and posted on two sites, or read from two files of one site, of
 * which one has another day or lost an emoji. Being wrong costs a customer their voice, so what is not sure is only doubtful:
 * listed for the owner, never joined.
 */

import { dayNumber } from "./calendar.ts";
import type { StoredReview } from "./field_sets.ts";
import { isMadeId, type ReviewContent } from "./identity.ts";
import { compareNames, type KnownName, type NameAgreement, nameWords } from "./names.ts";
import { comparableText, foldLetters } from "./text.ts";

/** What of a review decides, in the form that is compared. */
export interface ComparableReview extends KnownName {
  readonly id: string;
  /** Id of the source in the registry. */
  readonly source: string;
  /** Days since 1970-01-01. */
  readonly day: number;
  readonly rating: number;
  /** Whether its id, or its id at the source, was given: two such reviews of one source are never joined unasked. */
  readonly isIdentified: boolean;
  /** {@link plainWords} of the text. */
  readonly words: string;
  readonly wordCount: number;
}

/** A review as it is kept. */
export type ReviewToJoin = ReviewContent &
  Pick<StoredReview, "id" | "sourceId" | "isAnonymous"> &
  /** Keyed hash of the author's whole name, where an import had it. */
  Pick<KnownName, "wholeNameHash">;

/** `copies`: joined. `doubtful`: for the owner to decide. `different`: two customers, or nothing to say. */
type CopyJudgement = "copies" | "doubtful" | "different";

/** Sites date a review by when it was sent, approved or synchronised. */
export const MAX_DAYS_APART = 3;

/** How many words two texts must share, by how far the names agree, to be sure; and to be worth a look. */
interface WordsNeeded {
  readonly sure: number;
  readonly doubtful: number;
}

/** "Great job!" is written by different people every day; twenty words in a row are not. */
const WORDS_NEEDED: Readonly<Record<AuthorAgreement, WordsNeeded>> = {
  same: { sure: 8, doubtful: 1 },
  compatible: { sure: 8, doubtful: 2 },
  surname: { sure: 8, doubtful: 8 },
  unknown: { sure: 20, doubtful: 8 },
  different: { sure: Number.POSITIVE_INFINITY, doubtful: Number.POSITIVE_INFINITY },
};
/** Beside the same whole name and the same words, these are enough. */
const LEAST_WORDS_OF_ONE_PERSON = 2;

export function comparableReview(review: ReviewToJoin): ComparableReview {
  const { id, source, rating, wholeNameHash } = review;
  let words: string | undefined;
  let wordCount: number | undefined;
  return {
    id,
    source,
    rating,
    isIdentified: review.sourceId !== null || !isMadeId(id),
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
  return one.rating === other.rating && Math.abs(one.day - other.day) <= MAX_DAYS_APART;
}

/** `surname`: the only word of one name may be the last of the other, as "Dupont" of "M. D." */
type AuthorAgreement = NameAgreement | "surname";

/** Compares the authors of two reviews; symmetric. */
export function compareAuthors(one: KnownName, other: KnownName): AuthorAgreement {
  const names = compareNames(one, other);
  const areWhole = one.wholeNameHash !== null && other.wholeNameHash !== null;
  if (names !== "different" || areWhole || isLone(one) === isLone(other)) return names;
  return compareNames(surnameOf(one), surnameOf(other)) === "different" ? "different" : "surname";
}

/** Whether a name has one word, which may be the first name or the last. */
export function isLone({ nameWords }: Pick<KnownName, "nameWords">): boolean {
  return nameWords.length === 1;
}

function surnameOf({ nameWords }: KnownName): KnownName {
  return { nameWords: nameWords.slice(-1), wholeNameHash: null };
}

/** Judges two reviews; symmetric. */
export function judgeCopies(one: ComparableReview, other: ComparableReview): CopyJudgement {
  if (!mayBeCopies(one, other)) return "different";
  const names = compareAuthors(one, other);
  if (names === "different") return "different";
  const words = Math.min(one.wordCount, other.wordCount);
  if (words < WORDS_NEEDED[names].doubtful) return "different";
  if (one.source === other.source) {
    // Before texts are compared at length: one source has thousands of alike texts within days.
    if (one.words !== other.words) return "different";
    if (one.isIdentified && other.isIdentified) return words >= WORDS_NEEDED[names].sure ? "doubtful" : "different";
  }
  const texts = compareTexts(one.words, other.words);
  if (texts === "different") return "different";
  return words >= surelyNeeded(names, texts) ? "copies" : "doubtful";
}

function surelyNeeded(names: AuthorAgreement, texts: TextAgreement): number {
  if (names === "same" && texts === "equal") return LEAST_WORDS_OF_ONE_PERSON;
  if (names === "unknown" && texts === "similar") return Number.POSITIVE_INFINITY;
  return WORDS_NEEDED[names].sure;
}

/** How one text relates to the other. */
type TextAgreement = "equal" | "contained" | "similar" | "different";

/** Letters, digits and single spaces: what is left of a text when sites have changed quotes, emoji and line ends. */
function plainWords(text: string): string {
  return foldLetters(comparableText(text))
    .replace(/['’]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** How many letters and digits a text has. */
export function lettersIn(text: string): number {
  return plainWords(text).replaceAll(" ", "").length;
}

/** Sites that cut texts short end them with one of these, once {@link plainWords} has taken the dots. */
const CUT_MARK = / (?:read |see |show )?(?:more|full review)$/;

/** Least share of characters that agree for two texts to be alike. */
const ALIKE = 0.9;
/** Longer texts are compared by their beginnings; a band of a tenth of this costs under a millisecond. */
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

/** Texts that differ in more than a quarter of their first letters are not worth the whole comparison. */
const GLANCE = 64;

function isAlike(one: string, other: string): boolean {
  if (!isWithinEdits(one.slice(0, GLANCE), other.slice(0, GLANCE), GLANCE / 4)) return false;
  const [left, right] = [one.slice(0, COMPARED_LENGTH), other.slice(0, COMPARED_LENGTH)];
  const longest = Math.max(one.length, other.length);
  if (Math.abs(one.length - other.length) > longest * (1 - ALIKE)) return false;
  const most = Math.floor(Math.max(left.length, right.length) * (1 - ALIKE));
  return isWithinEdits(left, right, most);
}

/** Whether at most `most` insertions, deletions and replacements lead from one to the other (Ukkonen's band). */
function isWithinEdits(one: string, other: string, most: number): boolean {
  if (Math.abs(one.length - other.length) > most) return false;
  const beyond = most + 1;
  let above = new Uint16Array(other.length + 1).map((_, column) => Math.min(column, beyond));
  let row = new Uint16Array(other.length + 1);
  for (let i = 1; i <= one.length; i++) {
    const [from, to] = [Math.max(1, i - most), Math.min(other.length, i + most)];
    row.fill(beyond);
    if (from === 1) row[0] = Math.min(i, beyond);
    let least = row[0] ?? beyond;
    for (let j = from; j <= to; j++) {
      const replaced = (above[j - 1] ?? beyond) + (one.charCodeAt(i - 1) === other.charCodeAt(j - 1) ? 0 : 1);
      const edits = Math.min(replaced, (above[j] ?? beyond) + 1, (row[j - 1] ?? beyond) + 1, beyond);
      row[j] = edits;
      if (edits < least) least = edits;
    }
    if (least > most) return false;
    [above, row] = [row, above];
  }
  return (above[other.length] ?? beyond) <= most;
}
