/** Fits the term model: a regression over the rules' votes on a term and the words around it. */
import { createHash } from "node:crypto";
import { readText } from "../../src/insights/analysis/sentiment.ts";
import { eachWordAround, PLACES, SUMS, sumsAround, termWord } from "../../src/insights/analysis/term_model.ts";
import { tokensOfTerm } from "../../src/insights/analysis/tokens.ts";
import { LABELS, type LabelledTerm } from "./labelled_terms.ts";

const FITTING = { steps: 120, rate: 0.06, decay: 20, least: 3, ownWeight: 3 };
/**
 * Own text takes sides more often than the other does, which was chosen for its neutral terms. Both shares are learned as such;
 * the model takes the one in the middle.
 */
const OWN_SHARE = 0.5;

/** Weights against neutral: of the sums, and of each word in each place, praise before blame. */
export interface FittedTerms {
  readonly praise: readonly number[];
  readonly blame: readonly number[];
  readonly words: ReadonlyMap<string, Float64Array>;
}

interface Sample {
  /** Rows of weights and how much each counts. */
  readonly rows: readonly (readonly [row: string, value: number])[];
  readonly label: number;
  readonly weight: number;
  /** Of own text, the part that it is left out with. */
  readonly part?: number;
}

const OWN_TEXT = "own text";
const sumRow = (i: number) => `sum ${i}`;

/** Learns from terms of own text and of others'; classes of the latter count alike. */
export function fittedTerms(own: readonly LabelledTerm[], others: readonly LabelledTerm[]): FittedTerms {
  const { numbers, weights } = fitted(samplesOf(own, others));
  const against = (row: string, side: 0 | 2) => {
    const at = numbers.get(row);
    return at === undefined ? 0 : (weights[at + side] ?? 0) - (weights[at + 1] ?? 0);
  };
  const sums = (side: 0 | 2) =>
    Array.from(
      { length: SUMS },
      (_, i) => against(sumRow(i), side) + (i === 0 ? OWN_SHARE * against(OWN_TEXT, side) : 0),
    );
  const words = new Map<string, Float64Array>();
  for (const name of numbers.keys()) {
    const [place = "", word] = name.split(" ");
    const at = (PLACES as readonly string[]).indexOf(place);
    if (at < 0 || word === undefined) continue;
    const known = words.get(word) ?? new Float64Array(PLACES.length * 2);
    known.set([against(name, 0), against(name, 2)], at * 2);
    words.set(word, known);
  }
  return { praise: sums(0), blame: sums(2), words };
}

/** Of the terms of own text, the share that weights fitted without its text judge as labelled. */
export function ownTermsRight(own: readonly LabelledTerm[], others: readonly LabelledTerm[]): number {
  const samples = samplesOf(own, others);
  let right = 0;
  for (let part = 0; part < PARTS; part++) {
    const { numbers, weights } = fitted(samples.filter((sample) => sample.part !== part));
    for (const sample of samples) {
      if (sample.part !== part) continue;
      const { places, values } = packed(sample, numbers);
      const odds = shares(
        weights,
        places,
        values.map((value, i) => (sample.rows[i]?.[0] === OWN_TEXT ? value * OWN_SHARE : value)),
      );
      if (odds.indexOf(Math.max(...odds)) === sample.label) right++;
    }
  }
  return right / own.length;
}

const PARTS = 5;

function samplesOf(own: readonly LabelledTerm[], others: readonly LabelledTerm[]): Sample[] {
  const counts = LABELS.map((_, label) => others.filter((term) => term.label === label).length);
  return [
    ...others.map((term) => sampleOf(term, others.length / 3 / (counts[term.label] ?? 1), [])),
    ...own.map((term) => ({
      ...sampleOf(term, FITTING.ownWeight, [[OWN_TEXT, 1]]),
      part: (createHash("sha256").update(term.text).digest()[0] ?? 0) % PARTS,
    })),
  ];
}

function fitted(samples: readonly Sample[]) {
  const seen = new Map<string, number>();
  for (const { rows } of samples) for (const [row] of rows) seen.set(row, (seen.get(row) ?? 0) + 1);
  const names = [...seen].filter(([, count]) => count >= FITTING.least).map(([name]) => name);
  const numbers = new Map(names.sort().map((name, i) => [name, i * LABELS.length]));
  return { numbers, weights: descended(samples, numbers) };
}

function sampleOf({ text, term, start, label }: LabelledTerm, weight: number, more: Sample["rows"]): Sample {
  const reading = readText(text);
  const { from, to } = tokensOfTerm(reading.tokens, start, start + term.length) ?? { from: 0, to: 1 };
  const rows = [...more, ...sumsAround(reading, from, to).map((sum, i) => [sumRow(i), sum] as const)];
  eachWordAround(reading, from, to, (place, token, tenths) => {
    const word = termWord(place, token);
    if (word !== null) rows.push([`${PLACES[place]} ${word}`, tenths / 10]);
  });
  return { rows, label, weight };
}

/** The weights at which praise, neutral and blame are told apart best, by steps whose size adapts and falls. */
function descended(samples: readonly Sample[], numbers: ReadonlyMap<string, number>): Float64Array {
  const size = numbers.size * LABELS.length;
  const weights = new Float64Array(size);
  const gradient = new Float64Array(size);
  const mean = new Float64Array(size);
  const square = new Float64Array(size);
  const data = samples.map((sample) => packed(sample, numbers));
  for (let step = 0; step < FITTING.steps; step++) {
    for (let i = 0; i < size; i++) gradient[i] = FITTING.decay * weights[i]!;
    for (const { places, values, label, weight } of data) {
      const errors = shares(weights, places, values).map((own, side) => weight * (own - (side === label ? 1 : 0)));
      for (let n = 0; n < places.length; n++)
        for (let side = 0; side < LABELS.length; side++) gradient[places[n]! + side]! += errors[side]! * values[n]!;
    }
    const rate = FITTING.rate * (1 - step / FITTING.steps);
    const first = 1 - 0.9 ** (step + 1);
    const second = 1 - 0.99 ** (step + 1);
    for (let i = 0; i < size; i++) {
      mean[i] = 0.9 * mean[i]! + 0.1 * gradient[i]!;
      square[i] = 0.99 * square[i]! + 0.01 * gradient[i]! ** 2;
      weights[i]! -= (rate * mean[i]!) / first / (Math.sqrt(square[i]! / second) + 1e-8);
    }
  }
  return weights;
}

/** A sample as places of its weights; what the weights do not know takes a place with the value 0. */
function packed({ rows, label, weight }: Sample, numbers: ReadonlyMap<string, number>) {
  const places = Int32Array.from(rows, ([row]) => numbers.get(row) ?? 0);
  const values = Float64Array.from(rows, ([row, value]) => (numbers.has(row) ? value : 0));
  return { label, weight, places, values };
}

/** Probabilities of the labels. */
function shares(weights: Float64Array, places: Int32Array, values: Float64Array): number[] {
  const sums = LABELS.map((_, side) => {
    let sum = 0;
    for (let n = 0; n < places.length; n++) sum += weights[places[n]! + side]! * values[n]!;
    return sum;
  });
  const highest = Math.max(...sums);
  const odds = sums.map((sum) => Math.exp(sum - highest));
  const all = odds.reduce((a, b) => a + b, 0);
  return odds.map((own) => own / all);
}
