/** Fits the sentence model: logistic regressions over the features of labelled sentences. */
import {
  eachFeature,
  JOINS,
  lengthScale,
  modelClass,
  modelWord,
  NEGATING,
  SIDES,
  UNSEEN,
} from "../../src/insights/analysis/sentence_model.ts";
import { sentencesOf } from "../../src/insights/analysis/sentences.ts";
import { readText, type TextReading } from "../../src/insights/analysis/sentiment.ts";
import type { Token } from "../../src/insights/analysis/tokens.ts";
import type { Labelled } from "./labelled_text.ts";

const FITTING = { steps: 200, rate: 0.5, decay: 1.5, least: 2 };

/** The features of a sentence and the sides it takes. */
export interface Sample {
  readonly features: readonly string[];
  readonly sides: ReadonlySet<number>;
}

/** One sample a sentence; a label belongs to the sentence it stands in. */
export function samplesOf({ text, labels }: Labelled): Sample[] {
  const reading = readText(text);
  return sentencesOf(reading.clauses).map(({ from, to }) => {
    const start = reading.tokens[from]!.start;
    const end = reading.tokens[to - 1]!.end;
    const own = labels.filter(({ at }) => at === null || (at >= start && at < end));
    return { features: featuresOf(reading.tokens, from, to), sides: new Set(own.map(({ side }) => side)) };
  });
}

/** Features by name, words included. */
function featuresOf(tokens: readonly Token[], from: number, to: number): string[] {
  const words: string[] = [NEGATING];
  const found: string[] = [];
  const numbered = (word: string | null) => {
    if (word === null) return UNSEEN;
    const known = words.indexOf(word);
    return known < 0 ? words.push(word) - 1 : known;
  };
  const numbers = {
    words: tokens.map((token) => numbered(modelWord(token))),
    classes: tokens.map((token) => numbered(modelClass(token))),
  };
  eachFeature(tokens, from, to, numbers, 0, (join, first, second) => {
    const name = `${JOINS[join]} ${words[first]}`;
    found.push(JOINS[join] === "+" || JOINS[join] === "~" ? `${name} ${words[second]}` : name);
  });
  return found;
}

/** Weights of the sentence model: those of a feature begin at its row. */
export interface Fitted {
  readonly rows: ReadonlyMap<string, number>;
  readonly weights: Float64Array;
  readonly bias: Float64Array;
}

/**
 * Logistic regressions of all sides at once, by gradient steps of adapting size. Features are those that occur often enough in
 * `from`; `more` is learned from, too.
 */
export function fitted(from: readonly Sample[], more: readonly Sample[] = []): Fitted {
  const counts = new Map<string, number>();
  for (const { features } of from) for (const own of new Set(features)) counts.set(own, (counts.get(own) ?? 0) + 1);
  const names = [...counts].filter(([, count]) => count >= FITTING.least).map(([name]) => name);
  const rows = new Map(names.sort().map((name, i) => [name, i * SIDES]));
  const weights = new Float64Array(names.length * SIDES);
  const bias = new Float64Array(SIDES).fill(-3);
  const samples = [...from, ...more];
  const used = samples.map(({ features }) => features.flatMap((name) => rows.get(name) ?? []));
  const ends = new Int32Array(samples.length);
  for (let i = 0, end = 0; i < samples.length; i++) ends[i] = end += used[i]!.length;
  const usedRows = Int32Array.from(used.flat());
  const scales = Float64Array.from(used, (own) => lengthScale(own.length + 1));
  const truth = new Uint8Array(samples.length * SIDES);
  for (const [i, { sides }] of samples.entries()) for (const side of sides) truth[i * SIDES + side] = 1;
  const gradient = new Float64Array(weights.length);
  const seen = new Float64Array(weights.length);
  const biasSeen = new Float64Array(SIDES);
  const sums = new Float64Array(SIDES);
  for (let step = 0; step < FITTING.steps; step++) {
    for (let i = 0; i < weights.length; i++) gradient[i] = FITTING.decay * weights[i]!;
    const biasGradient = new Float64Array(SIDES);
    for (let i = 0, begin = 0; i < ends.length; begin = ends[i++]!) {
      sums.fill(0);
      addRows(weights, usedRows, begin, ends[i]!, sums);
      for (let side = 0; side < SIDES; side++) {
        const error = logistic(sums[side]! * scales[i]! + bias[side]!) - truth[i * SIDES + side]!;
        sums[side] = error * scales[i]!;
        biasGradient[side]! += error;
      }
      spread(sums, usedRows, begin, ends[i]!, gradient);
    }
    stepAlong(weights, gradient, seen);
    stepAlong(bias, biasGradient, biasSeen);
  }
  return { rows, weights, bias };
}

/** Adds the weights of a sample's rows to `sums`. */
function addRows(weights: Float64Array, rows: Int32Array, begin: number, end: number, sums: Float64Array): void {
  for (let at = begin; at < end; at++) {
    const row = rows[at]!;
    for (let side = 0; side < SIDES; side++) sums[side]! += weights[row + side]!;
  }
}

/** Adds a sample's errors to the gradient of its rows. */
function spread(errors: Float64Array, rows: Int32Array, begin: number, end: number, gradient: Float64Array): void {
  for (let at = begin; at < end; at++) {
    const row = rows[at]!;
    for (let side = 0; side < SIDES; side++) gradient[row + side]! += errors[side]!;
  }
}

/** Moves `weights` against `gradient`, each by less the more it has moved. */
export function stepAlong(weights: Float64Array, gradient: Float64Array, seen: Float64Array): void {
  for (let i = 0; i < weights.length; i++) {
    const own = gradient[i]!;
    seen[i]! += own * own;
    weights[i]! -= (FITTING.rate * own) / (Math.sqrt(seen[i]!) + 1e-8);
  }
}

/** From log-odds to a probability. */
export function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

/** The scores of sentences by weights that were not rounded yet. */
export function scoresBy({ rows, weights, bias }: Fitted) {
  return (tokens: TextReading["tokens"], from: number, to: number): Float64Array => {
    const own = featuresOf(tokens, from, to).flatMap((name) => rows.get(name) ?? []);
    const sums = new Float64Array(SIDES);
    for (const row of own) for (let side = 0; side < SIDES; side++) sums[side]! += weights[row + side]!;
    return sums.map((sum, side) => sum * lengthScale(own.length + 1) + bias[side]!);
  };
}
