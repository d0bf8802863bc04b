/** Collections for the tests of the search index, and a search that is too plain to be wrong. */

import { editDistance } from "../../src/nearest_name.ts";
import { LABELS, type LabelColumn, mapLabels } from "../../src/publication/filters.ts";
import {
  FoldedTextsWriter,
  type MentionLists,
  type SearchInput,
  type SearchRequest,
} from "../../src/publication/search/mod.ts";
import { foldedWords, isFunctionWord, withoutAccents, wordKey } from "../../src/publication/search/word_keys.ts";
import { foldSearched } from "../../src/review/mod.ts";

export interface SearchedReview {
  readonly text: string;
  readonly title: string | null;
  /** The language of the text; null where it is the business's, which is English. */
  readonly language: string | null;
  readonly translationText: string | null;
  readonly translationLanguage: string | null;
  /** Seconds since the epoch. */
  readonly updated: number;
  readonly rating: number;
  /** yyyymmdd */
  readonly date: number;
  readonly labels: Readonly<Partial<Record<LabelColumn, readonly number[]>>>;
}

/** A review of which only some fields matter. */
export function searchedReview(fields: Partial<SearchedReview> = {}): SearchedReview {
  const unspoken = { language: null, translationText: null, translationLanguage: null };
  return { text: "", title: null, ...unspoken, updated: 0, rating: 5, date: 20240101, labels: {}, ...fields };
}

/** The language of the business. */
const OWN = "en";

/** The columns that an index is built from; reviews are given newest first. */
export function searchInput(reviews: readonly SearchedReview[]): SearchInput {
  const texts = new FoldedTextsWriter(reviews.length, OWN);
  for (const review of reviews) texts.add(review);
  return {
    reviewCount: reviews.length,
    texts: texts.finish(),
    ratings: Uint8Array.from(reviews, (review) => review.rating),
    dates: Int32Array.from(reviews, (review) => review.date),
    updated: Uint32Array.from(reviews, (review) => review.updated),
    labels: mapLabels(({ column }) => mentionLists(reviews.map(({ labels }) => labels[column] ?? []))),
  };
}

/** Ordinals of all matches, found by looking at every review. */
export function searchPlainly(reviews: readonly SearchedReview[], request: SearchRequest): number[] {
  const {
    rating,
    minRating = 1,
    maxRating = 5,
    since = 0,
    until = Number.POSITIVE_INFINITY,
    updatedSince = 0,
  } = request;
  const sought = plainMeaning(reviews, request.words ?? "");
  const carries = (labels: readonly number[], wanted: number | null | undefined) =>
    wanted === undefined || (wanted !== null && labels.includes(wanted));
  const needle = foldSearched(request.needle ?? "");
  const isMatch = (review: SearchedReview) =>
    (rating === undefined || review.rating === rating) &&
    review.rating >= minRating &&
    review.rating <= maxRating &&
    review.updated >= updatedSince &&
    review.date >= since &&
    review.date <= until &&
    LABELS.every(({ column }) => carries(review.labels[column] ?? [], request.labels?.[column])) &&
    [review.text, review.title ?? ""].some((text) => foldSearched(text).includes(needle)) &&
    (sought.words.length === 0 || hasNeeded(sought, (word) => wordsOf(review).some((own) => word.forms.has(own))));
  const found = reviews.flatMap((review, ordinal) => (isMatch(review) ? [ordinal] : []));
  return inOrder(reviews, found, request);
}

function inOrder(reviews: readonly SearchedReview[], newestFirst: number[], request: SearchRequest): number[] {
  const stars = (ordinal: number) => reviews[ordinal]?.rating ?? 0;
  switch (request.order) {
    case "oldest":
      return newestFirst.toReversed();
    case "highest":
      return newestFirst.toSorted((a, b) => stars(b) - stars(a));
    case "lowest":
      return newestFirst.toSorted((a, b) => stars(a) - stars(b));
    case "relevant": {
      const sought = plainMeaning(reviews, `${request.needle ?? ""} ${request.words ?? ""}`);
      const looked = new Set(reviews.filter((review) => hasForms(review, sought)).slice(0, LOOKED_AT));
      const grades = reviews.map((review) => gradeOf(review, sought, looked.has(review)));
      return newestFirst.toSorted((a, b) => (grades[a] ?? 0) - (grades[b] ?? 0));
    }
    default:
      return newestFirst;
  }
}

/** A word of a search with all words that stand for it. */
interface PlainWord {
  readonly asked: string;
  /** As it is asked for, in each language that it is taken to be of. */
  readonly wholes: ReadonlySet<string>;
  readonly forms: ReadonlySet<string>;
  readonly isGuess: boolean;
}

interface PlainMeaning {
  readonly words: readonly PlainWord[];
  readonly needed: number;
}

function hasNeeded({ words, needed }: PlainMeaning, has: (word: PlainWord) => boolean): boolean {
  return words.filter(has).length >= needed;
}

/** What words mean, found by comparing each with every word of every review. */
function plainMeaning(reviews: readonly SearchedReview[], text: string): PlainMeaning {
  const counts = remembered(COUNTS, reviews, countWords);
  const distinct = foldedWords(text).filter(
    (word, at, all) => all.findIndex((other) => wordKey(other, OWN) === wordKey(word, OWN)) === at,
  );
  const telling = distinct.filter((word) => !isFunctionWord(word, OWN));
  const words = (telling.length > 0 ? telling : distinct).map((asked) => plainWord(asked, counts));
  const count = (meaning: PlainMeaning) =>
    reviews.filter((review) => hasNeeded(meaning, ({ forms }) => wordsOf(review).some((own) => forms.has(own)))).length;
  for (let needed = words.length; needed > 1 && needed >= words.length / 2; needed--) {
    if (count({ words, needed }) > 0) return { words, needed };
  }
  if (words.length !== 2 || words.some(({ forms }) => forms.size === 0)) return { words, needed: words.length };
  const rank = (word: PlainWord) => (word.isGuess ? reviews.length : 0) + count({ words: [word], needed: 1 });
  const [rarer] = words.toSorted((a, b) => rank(a) - rank(b));
  return { words: rarer ? [rarer] : [], needed: 1 };
}

/** How many reviews have each word, in byte order. */
function countWords(reviews: readonly SearchedReview[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const review of reviews) {
    for (const word of new Set(wordsOf(review))) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return new Map([...counts].sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
}

const COUNTS = new WeakMap<object, ReadonlyMap<string, number>>();
const WORDS = new WeakMap<object, string[]>();

function remembered<Key extends object, Value>(
  known: WeakMap<object, Value>,
  key: Key,
  make: (key: Key) => Value,
): Value {
  const value = known.get(key) ?? make(key);
  known.set(key, value);
  return value;
}

function plainWord(asked: string, counts: ReadonlyMap<string, number>): PlainWord {
  const known = [...counts.keys()];
  const formsOf = (own: string, languages: readonly string[]) =>
    known.filter((each) => {
      const [word = "", language = OWN] = each.split("@");
      return languages.includes(language) && wordKey(word, language) === wordKey(own, language);
    });
  const all = [...new Set(known.map((word) => word.split("@")[1] ?? OWN))];
  for (const languages of [[OWN], all]) {
    const forms = formsOf(asked, languages);
    const wholes = new Set(languages.map((language) => spokenWord(asked, language)));
    if (forms.length > 0) return { asked, wholes, forms: new Set(forms), isGuess: false };
  }
  const wholes = new Set<string>();
  const longer = asked.length >= 5 ? known.filter((word) => word.startsWith(asked)) : [];
  if (longer.length > 0) return { asked, wholes, forms: new Set(longer), isGuess: true };
  const plain = withoutAccents(asked);
  const most = plain.length < 4 || /\P{L}/u.test(plain) ? 0 : plain.length < 8 ? 1 : 2;
  const plainly = new Map<string, number>();
  for (const [each, count] of counts) {
    const [word = ""] = each.split("@");
    plainly.set(word, (plainly.get(word) ?? 0) + count);
  }
  const near = [...plainly.keys()]
    .map((word) => ({ word, mistakes: editDistance(plain, withoutAccents(word)) }))
    .filter(
      ({ word, mistakes }) =>
        mistakes <= most && most > 0 && (plain.length >= 8 || withoutAccents(word)[0] === plain[0]),
    )
    .sort((a, b) => a.mistakes - b.mistakes || (plainly.get(b.word) ?? 0) - (plainly.get(a.word) ?? 0));
  return { asked, wholes, forms: new Set(near[0] ? formsOf(near[0].word, all) : []), isGuess: true };
}

/** Texts in which nearness is looked for. */
const LOOKED_AT = 1024;
/** A review with words that a guess stands for, and one that has the needle inside of a word only. */
const REST = 4;

function gradeOf(review: SearchedReview, sought: PlainMeaning, isLookedAt: boolean): number {
  const { words, needed } = sought;
  const own = wordsOf(review);
  const language = review.language ?? OWN;
  const title = wordsIn(review.title ?? "", language);
  if (!hasForms(review, sought)) return words.length === 0 ? 0 : REST;
  const isWhole = hasNeeded(sought, ({ wholes }) => own.some((word) => wholes.has(word)));
  if (needed < 2 && hasNeeded(sought, ({ wholes }) => title.some((word) => wholes.has(word)))) return 0;
  const near = [wordsIn(review.text, language), title, translationOf(review)].some((part) =>
    part.some((_, at) => {
      const span = part.slice(at, at + 2 * needed);
      return hasNeeded(sought, ({ forms }) => span.some((word) => forms.has(word)));
    }),
  );
  if (near && needed > 1 && isLookedAt) return isWhole ? 0 : 1;
  if (isWhole) return 2;
  return hasNeeded(sought, ({ forms, isGuess }) => !isGuess && own.some((word) => forms.has(word))) ? 3 : REST;
}

function hasForms(review: SearchedReview, sought: PlainMeaning): boolean {
  const own = wordsOf(review);
  return hasNeeded(sought, ({ forms }) => own.some((word) => forms.has(word)));
}

function wordsOf(review: SearchedReview): string[] {
  return remembered(WORDS, review, ({ text, title, language }) => [
    ...wordsIn(`${text}\n${title ?? ""}`, language ?? OWN),
    ...translationOf(review),
  ]);
}

function translationOf({ translationText, translationLanguage }: SearchedReview): string[] {
  return wordsIn(translationText ?? "", translationLanguage ?? OWN);
}

/** The words of a text, with its language behind each that is not of the business's. */
function wordsIn(text: string, language: string): string[] {
  const words = foldSearched(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.map((word) => spokenWord(word, language));
}

function spokenWord(word: string, language: string): string {
  return language === OWN ? word : `${word}@${language}`;
}

function mentionLists(lists: readonly (readonly number[])[]): MentionLists {
  const offsets = new Uint32Array(lists.length + 1);
  for (const [ordinal, list] of lists.entries()) offsets[ordinal + 1] = offsets[ordinal]! + list.length;
  return { offsets, ids: Uint32Array.from(lists.flat()) };
}
