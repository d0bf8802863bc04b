/**
 * A small learned model: how much a sentence sounds like praise or blame of each aspect, whatever words it uses.
 *
 * One logistic regression for each aspect and side over words, pairs of words and what a negator reaches. The rules find
 * what they have a phrase for; the model hears "no answer to three e-mails" from sentences that are only like it. The
 * weights are whole numbers, so that sums are exact and the same everywhere; `scripts/train_insights.ts` makes them.
 */
import { ASPECT_IDS, rowsOf } from "../../review/mod.ts";
import type { LearnedData } from "../lexicon/language_data.ts";
import { lazy, wordsBy } from "../lexicon/lists.ts";
import { english } from "./languages.ts";
import { factOf, perLanguage, type ReadLanguage } from "./lexeme.ts";
import { negates } from "./negation.ts";
import { MAX_ANALYSED, type Token, tokenAt } from "./tokens.ts";

/** Praise and blame of each aspect: praise of aspect `i` at 2i, blame at 2i + 1. */
export const SIDES = ASPECT_IDS.length * 2;

/** How a word or class came in: alone, right behind another, behind one word between, within a negator's reach. */
export const JOINS = ["", "+", "~", "!"] as const;
/** A number of {@link JOINS}. */
type Join = number;
const ALONE = 0;
const NEXT = 1;
const SKIPPING = 2;
const REACHED = 3;

/** A number above any count of words, so that two words and a join make one key of 31 bits. */
const RADIX = 1 << 14;
/** Stands for a word that the model does not know. */
const UNKNOWN = -1;
/** Stands for what is no word to the model, or has no class. */
export const UNSEEN = -2;
/** Log-odds where the model knows no word. */
const UNKNOWN_LOG_ODDS = -9;
/** How far a negator reaches, in words, and a class of negating words over words of other classes. */
const NEGATED = 4;
const CLASS_NEGATED = 5;
/** Words that may stand between two classes that are read as a pair. */
const BETWEEN_CLASSES = 3;
/** Shorter sentences are weighed as if they had this many features. */
const MIN_FEATURES = 6;

/** What the model sees of a token; null when it sees nothing. */
export function modelWord({ kind, lexeme, word }: Token): string | null {
  if (kind === "number") return "#";
  if (kind === "word") return seenOf(lexeme);
  return word === "?" ? "?" : null;
}

/** A word without its endings, unless it means something else with them ("dated"); all numerals are one. */
export function seenWord(word: string, language: ReadLanguage): string {
  if (language.words("number_words").has(word)) return "#";
  const plain = language.data.stem(word);
  return classOf(word, language) === classOf(plain, language) ? plain : word;
}

const seenOf = factOf((word, language) => {
  const meant = englishWord(word, language);
  return meant === null ? word : seenWord(meant, english());
});

/** The English word by which the model knows a word of another language; null for what no list translates. */
function englishWord(word: string, language: ReadLanguage): string | null {
  return language === english() ? word : (englishWords(language).get(word) ?? null);
}

const englishWords = perLanguage(
  ({ data: { englishWords: list, keyOf } }) =>
    new Map(
      rowsOf(list, "english", "words").flatMap(({ english: meant, words }) =>
        words.split(" ").map((own) => [keyOf(own), meant] as const),
      ),
    ),
);

/** The class of meaning that the model knows a token by, marked off from words; null when it has none. */
export function modelClass({ kind, lexeme }: Token): string | null {
  const meant = kind === "word" ? englishWord(lexeme.word, lexeme.language) : null;
  const own = meant === null ? "" : classOf(meant, english());
  return own === "" ? null : CLASS_MARK + own;
}

const CLASS_MARK = "@";
/** The class whose words turn the meaning of what follows around, as {@link modelClass} gives it. */
export const NEGATING = `${CLASS_MARK}none`;

/** Classes by words and their stems. A word listed in two classes belongs to the first. */
const classes = perLanguage(({ data }): ReadonlyMap<string, string> => {
  if (data.learned === null) return new Map();
  const lists = [...wordsBy("class", data.learned.meaningClasses)].reverse();
  const named = lists.flatMap(([name, words]) => [...words].map((own) => [own, name] as const));
  return new Map(named.flatMap(([own, name]) => [[data.stem(own), name] as const, [own, name] as const]));
});

function classOf(word: string, language: ReadLanguage): string {
  return classes(language).get(word) ?? classes(language).get(language.data.stem(word)) ?? "";
}

/** A text's tokens as numbers: {@link UNKNOWN} for what has none, {@link UNSEEN} for what the model does not see or has no class. */
interface Numbered {
  readonly words: ArrayLike<number>;
  readonly classes: ArrayLike<number>;
}

/**
 * Calls `feature` for each feature of the tokens `from` to `to`: words and their classes alone, in pairs, and behind a
 * negator; a word without a class beside one that has a class makes a pair with it, too.
 */
export function eachFeature(
  tokens: readonly Token[],
  from: number,
  to: number,
  { words, classes }: Numbered,
  negating: number,
  feature: (join: Join, first: number, second: number) => void,
): void {
  let last = UNKNOWN;
  let beforeLast = UNKNOWN;
  let sinceNegator = NEGATED;
  let lastClass = UNKNOWN;
  let isLastClassed = false;
  let gap = 0;
  let sinceNegating = CLASS_NEGATED;
  for (let i = from; i < to; i++) {
    const own = words[i] ?? UNSEEN;
    if (own === UNSEEN) {
      sinceNegator += 2;
      continue;
    }
    feature(ALONE, own, 0);
    if (last !== UNKNOWN) feature(NEXT, last, own);
    if (beforeLast !== UNKNOWN) feature(SKIPPING, beforeLast, own);
    if (negates(tokenAt(tokens, i).lexeme)) sinceNegator = 0;
    else if (++sinceNegator <= NEGATED) feature(REACHED, own, 0);
    const ownClass = classes[i] ?? UNSEEN;
    if (ownClass === UNSEEN) {
      if (isLastClassed) feature(NEXT, lastClass, own);
      gap++;
      sinceNegating++;
    } else {
      feature(ALONE, ownClass, 0);
      if (lastClass !== UNKNOWN && gap <= BETWEEN_CLASSES) feature(NEXT, lastClass, ownClass);
      if (!isLastClassed && last !== UNKNOWN) feature(NEXT, last, ownClass);
      if (sinceNegating <= CLASS_NEGATED) feature(REACHED, ownClass, 0);
      sinceNegating = ownClass === negating ? 0 : sinceNegating + 1;
      lastClass = ownClass;
      gap = 0;
    }
    isLastClassed = ownClass !== UNSEEN;
    beforeLast = last;
    last = own;
  }
}

/** The key of a feature of known words. */
export function featureKey(join: Join, first: number, second: number): number {
  return (join * RADIX + first) * RADIX + second;
}

/** The weights, and the sums of those of the sentence that is being read. */
class Model {
  readonly numbers: ReadonlyMap<string, number>;
  readonly #negating: number;
  /** The keys of the features, in the order of their rows of weights. */
  readonly #keys: Int32Array;
  /** Where the keys of a join and a first word begin; most have none. */
  readonly #starts = new Int32Array(JOINS.length * RADIX + 1);
  /** The rows, one behind the other. */
  readonly #weights: Int8Array;
  readonly #sums = new Int32Array(SIDES);
  readonly #scores = new Float64Array(SIDES);
  #count = 0;
  /** The text whose passages are read, numbered once. */
  #text: readonly Token[] = [];
  readonly #numbered = { words: new Int32Array(MAX_ANALYSED), classes: new Int32Array(MAX_ANALYSED) };

  readonly #unit: number;
  readonly #bias: readonly number[];

  /** Keys are kept as differences, in order. */
  constructor({ words, keys, weights, unit, bias }: LearnedData["sentences"]) {
    this.#unit = unit;
    this.#bias = bias;
    this.numbers = new Map(words.split(" ").map((word, i) => [word, i]));
    this.#negating = this.numbers.get(NEGATING) ?? UNKNOWN;
    let key = 0;
    this.#keys = Int32Array.from(keys.split(" "), (step) => {
      key += Number.parseInt(step, 36);
      return key;
    });
    for (let at = this.#starts.length - 1, row = this.#keys.length; at >= 0; at--) {
      while ((this.#keys[row - 1] ?? -1) >= at * RADIX) row--;
      this.#starts[at] = row;
    }
    const bytes = Uint8Array.from(atob(weights), (letter) => letter.charCodeAt(0));
    this.#weights = new Int8Array(bytes.buffer);
  }

  /** Log-odds of each side for the sentence of tokens `from` to `to`; the array is used again for the next sentence. */
  scores(tokens: readonly Token[], from: number, to: number): Float64Array {
    const scores = this.#scores;
    if (tokens !== this.#text) {
      this.#text = tokens;
      const { words, classes } = this.#numbered;
      for (let i = 0; i < tokens.length; i++) {
        const token = tokenAt(tokens, i);
        words[i] = numberOf(token);
        classes[i] = classNumberOf(token);
      }
    }
    this.#count = 1;
    this.#sums.fill(0);
    eachFeature(tokens, from, to, this.#numbered, this.#negating, this.#add);
    if (this.#count === 1) return scores.fill(UNKNOWN_LOG_ODDS);
    const scale = this.#unit * lengthScale(this.#count);
    for (let side = 0; side < SIDES; side++) scores[side] = (this.#sums[side] ?? 0) * scale + (this.#bias[side] ?? 0);
    return scores;
  }

  readonly #add = (join: Join, first: number, second: number): void => {
    if (first === UNKNOWN || second === UNKNOWN) return;
    const row = this.#rowOf(join, first, second);
    if (row === UNKNOWN) return;
    this.#count++;
    const sums = this.#sums;
    const weights = this.#weights;
    const start = row * SIDES;
    for (let side = 0; side < SIDES; side++) sums[side] = (sums[side] ?? 0) + (weights[start + side] ?? 0);
  };

  #rowOf(join: Join, first: number, second: number): number {
    const keys = this.#keys;
    const key = featureKey(join, first, second);
    const start = join * RADIX + first;
    let low = this.#starts[start] ?? 0;
    let high = this.#starts[start + 1] ?? 0;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((keys[middle] ?? key) < key) low = middle + 1;
      else high = middle;
    }
    return keys[low] === key ? low : UNKNOWN;
  }
}

const model = lazy(() => new Model((english().data.learned ?? unlearned()).sentences));

function unlearned(): never {
  throw new Error("English has no learned weights");
}

const numberOfClass = factOf((word, language) => {
  const meant = englishWord(word, language);
  const own = meant === null ? "" : classOf(meant, english());
  return own === "" ? UNSEEN : (model().numbers.get(CLASS_MARK + own) ?? UNKNOWN);
});

function classNumberOf({ kind, lexeme }: Token): number {
  return kind === "word" ? numberOfClass(lexeme) : UNSEEN;
}

const numberOfWord = factOf((word, language) => {
  const meant = englishWord(word, language);
  return meant === null ? UNKNOWN : (model().numbers.get(seenWord(meant, english())) ?? UNKNOWN);
});

function numberOf({ kind, lexeme, word }: Token): number {
  if (kind === "word") return numberOfWord(lexeme);
  const seen = kind === "number" ? "#" : word === "?" ? "?" : null;
  return seen === null ? UNSEEN : (model().numbers.get(seen) ?? UNKNOWN);
}

/** Log-odds of each side for the sentence of tokens `from` to `to`; the array is used again for the next sentence. */
export function sentenceScores(tokens: readonly Token[], from: number, to: number): Float64Array {
  return model().scores(tokens, from, to);
}

/** Long sentences have many features: their sum grows with the root of their number. */
export function lengthScale(features: number): number {
  return (MIN_FEATURES / Math.max(features, MIN_FEATURES)) ** 0.35;
}
