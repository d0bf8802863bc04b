/**
 * A small learned model: how much a sentence sounds like praise or blame of each aspect, whatever words it uses.
 *
 * One logistic regression for each aspect and side over words, pairs of words and what a negator reaches. The rules find
 * what they have a phrase for; the model hears "no answer to three e-mails" from sentences that are only like it. The
 * weights are whole numbers, so that sums are exact and the same everywhere; `scripts/train_insights.ts` makes them.
 *
 * @module
 */
import { ASPECT_IDS } from "./aspects.ts";
import { factOf } from "./lexeme.ts";
import { NEGATORS, NUMBER_WORDS } from "./lexicon/en/grammar.ts";
import { MODEL } from "./lexicon/en/sentence_model_weights.ts";
import { ABSENT, NumberTable } from "./number_table.ts";
import { stem } from "./stem.ts";
import type { Token } from "./tokens.ts";

/** Praise and blame of each aspect: praise of aspect `i` at 2i, blame at 2i + 1. */
export const SIDES = ASPECT_IDS.length * 2;

/** How a word came in: alone, right behind another, behind one word between, within a negator's reach. */
export type Join = "" | "+" | "~" | "!";
const JOIN_NUMBERS: Readonly<Record<Join, number>> = { "": 0, "+": 1, "~": 2, "!": 3 };

/** A number above any count of words, so that two words and a join make one key of 31 bits. */
const RADIX = 1 << 14;
/** Stands for a word that the model does not know. */
const UNKNOWN = -1;
/** Log-odds where the model knows no word. */
const SILENT = -9;
/** How far a negator reaches, in words. */
const NEGATED = 4;
/** Shorter sentences are weighed as if they had this many features. */
const SHORTEST = 6;

/** What the model sees of a token; null when it sees nothing. */
export function modelWord({ kind, lexeme, word }: Token): string | null {
  if (kind === "number") return "#";
  if (kind === "word") return seenOf(lexeme);
  return word === "?" ? "?" : null;
}

const seenOf = factOf((word) => (NUMBER_WORDS.has(word) ? "#" : stem(word)));
const isNegator = factOf((word) => NEGATORS.has(word) || word.endsWith("n't"));

/** Calls `feature` for each feature of the tokens `from` to `to`; words are told by their numbers, {@link UNKNOWN} included. */
export function eachFeature(
  tokens: readonly Token[],
  from: number,
  to: number,
  numberOf: (token: Token) => number | null,
  feature: (join: Join, first: number, second: number) => void,
): void {
  let last = UNKNOWN;
  let beforeLast = UNKNOWN;
  let sinceNegator = NEGATED;
  for (let i = from; i < to; i++) {
    const token = tokens[i]!;
    const own = numberOf(token);
    if (own === null) {
      sinceNegator += 2;
      continue;
    }
    feature("", own, 0);
    if (last !== UNKNOWN) feature("+", last, own);
    if (beforeLast !== UNKNOWN) feature("~", beforeLast, own);
    if (isNegator(token.lexeme)) sinceNegator = 0;
    else if (++sinceNegator <= NEGATED) feature("!", own, 0);
    beforeLast = last;
    last = own;
  }
}

/** The key of a feature of known words. */
export function featureKey(join: Join, first: number, second: number): number {
  return ((JOIN_NUMBERS[join] ?? 0) * RADIX + first) * RADIX + second;
}

interface Model {
  readonly numbers: ReadonlyMap<string, number>;
  /** Where the weights of a feature begin. */
  readonly rows: NumberTable;
  readonly weights: Int8Array;
  readonly bias: readonly number[];
}

let loaded: Model | null = null;

function model(): Model {
  loaded ??= unpacked();
  return loaded;
}

/** Keys are kept as differences, in order. */
function unpacked(): Model {
  const numbers = new Map(MODEL.words.split(" ").map((word, i) => [word, i]));
  const rows = new NumberTable(1 << 13);
  let key = 0;
  for (const [i, step] of MODEL.keys.split(" ").entries()) {
    key += Number.parseInt(step, 36);
    rows.set(key, i * SIDES);
  }
  const bytes = Uint8Array.from(atob(MODEL.weights), (letter) => letter.charCodeAt(0));
  return { numbers, rows, weights: new Int8Array(bytes.buffer), bias: MODEL.bias };
}

const numberOfWord = factOf((seen) => model().numbers.get(NUMBER_WORDS.has(seen) ? "#" : stem(seen)) ?? UNKNOWN);

function numberOf({ kind, lexeme, word }: Token): number | null {
  if (kind === "word") return numberOfWord(lexeme);
  const seen = kind === "number" ? "#" : word === "?" ? "?" : null;
  return seen === null ? null : (model().numbers.get(seen) ?? UNKNOWN);
}

/** Log-odds of each side for the sentence of tokens `from` to `to`. */
export function sentenceScores(tokens: readonly Token[], from: number, to: number): Float64Array {
  const { rows, weights, bias } = model();
  const sums = new Float64Array(SIDES);
  let count = 1;
  eachFeature(tokens, from, to, numberOf, (join, first, second) => {
    const row = first === UNKNOWN || second === UNKNOWN ? ABSENT : rows.get(featureKey(join, first, second));
    if (row === ABSENT) return;
    count++;
    for (let side = 0; side < SIDES; side++) sums[side]! += weights[row + side]!;
  });
  if (count === 1) return sums.fill(SILENT);
  const scale = MODEL.unit * lengthScale(count);
  for (let side = 0; side < SIDES; side++) sums[side] = sums[side]! * scale + bias[side]!;
  return sums;
}

/** Long sentences have many features: their sum grows with the root of their number. */
export function lengthScale(features: number): number {
  return (SHORTEST / Math.max(features, SHORTEST)) ** 0.35;
}
