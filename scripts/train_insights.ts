/**
 * Makes the learned numbers of the insights engine from text written for this project: the weights of the sentence model,
 * and those that turn its scores and the rules' mentions into log-odds.
 *
 * `bun scripts/train_insights.ts` writes both data files; the same text gives the same bytes. Nothing else is learned
 * from: the text stands in `test/insights/data/` and `test/insights/reading/plain_speech.ts`.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { candidates, sentencesOf } from "../src/insights/reading/aspect_evidence.ts";
import { ASPECT_IDS } from "../src/insights/reading/aspects.ts";
import { findAspects } from "../src/insights/reading/find_aspects.ts";
import {
  eachFeature,
  featureKey,
  type Join,
  lengthScale,
  modelWord,
  SIDES,
} from "../src/insights/reading/sentence_model.ts";
import { type Reading, read } from "../src/insights/reading/sentiment.ts";
import type { Token } from "../src/insights/reading/tokens.ts";
import { PLAIN_FACTS, PLAIN_SPEECH } from "../test/insights/reading/plain_speech.ts";

const ROOT = join(import.meta.dir, "..");
const DATA = join(ROOT, "test/insights/data");
const OUT = join(ROOT, "src/insights/reading/lexicon/en");

/** Labelled reviews of several sentences. */
const REVIEWS =
  "home_services labelled_tuning labelled_held_out voices_one_tuning voices_one_held_out voices_two_tuning voices_two_held_out voices_three_held_out";
/** Those that no phrase was written from. */
const FRESH = new Set(["voices_three_held_out"]);
/** Parts that each model is fitted without, so that evidence is weighed on sentences its model never saw. */
const PARTS = 5;
const FITTING = { steps: 200, rate: 0.5, decay: 0.7, least: 2 };

interface Labelled {
  /** Whether the rules' phrases were written without it: only such text says what a phrase is worth. */
  readonly isFresh: boolean;
  readonly text: string;
  readonly labels: readonly { readonly side: number; readonly at: number | null }[];
}

interface Sample {
  readonly features: readonly string[];
  readonly sides: ReadonlySet<number>;
}

const labelled = readLabelled();
const samples = labelled.map(samplesOf);
const whole = fitted(samples.flat());
writeModel(whole);
const evidence = fitEvidence();
writeEvidence(evidence);

function readLabelled(): Labelled[] {
  const lines = (name: string) => readFileSync(join(DATA, name), "utf8").trim().split("\n");
  const short = new Map("pu sc re co pr ex wo pb sp $ cl ho".split(" ").map((code, i) => [code, i]));
  const sentences = lines("training_sentences.txt").map((line): Labelled => {
    const [codes = "", text = ""] = line.split("|").map((part) => part.trim());
    const labels = codes.split(" ").filter(Boolean);
    return {
      isFresh: true,
      text,
      labels: labels.map((code) => ({
        side: short.get(code.slice(0, -1))! * 2 + (code.endsWith("-") ? 1 : 0),
        at: null,
      })),
    };
  });
  const plain = ASPECT_IDS.flatMap((aspect, i) => [
    ...PLAIN_SPEECH[aspect].praise.map(
      (text): Labelled => ({ isFresh: false, text, labels: [{ side: i * 2, at: null }] }),
    ),
    ...PLAIN_SPEECH[aspect].blame.map(
      (text): Labelled => ({ isFresh: false, text, labels: [{ side: i * 2 + 1, at: null }] }),
    ),
  ]);
  const facts = PLAIN_FACTS.map((text): Labelled => ({ isFresh: false, text, labels: [] }));
  const reviews = REVIEWS.split(" ").flatMap((name) =>
    lines(`${name}.jsonl`).map((line): Labelled => {
      const { text, mentions } = JSON.parse(line) as {
        text: string;
        mentions: { aspect: string; label: string; start: number }[];
      };
      const sided = mentions.filter(({ label }) => label === "positive" || label === "negative");
      return {
        isFresh: FRESH.has(name),
        text,
        labels: sided.map(({ aspect, label, start }) => ({
          side: (ASPECT_IDS as readonly string[]).indexOf(aspect) * 2 + (label === "negative" ? 1 : 0),
          at: start,
        })),
      };
    }),
  );
  return [...sentences, ...plain, ...facts, ...reviews];
}

/** One sample a sentence; a label belongs to the sentence it stands in. */
function samplesOf({ text, labels }: Labelled): Sample[] {
  const reading = read(text);
  return sentencesOf(reading).map(({ from, to }) => {
    const start = reading.tokens[from]!.start;
    const end = reading.tokens[to - 1]!.end;
    const own = labels.filter(({ at }) => at === null || (at >= start && at < end));
    return { features: featuresOf(reading.tokens, from, to), sides: new Set(own.map(({ side }) => side)) };
  });
}

/** Features by name, words told by themselves. */
function featuresOf(tokens: readonly Token[], from: number, to: number): string[] {
  const words: string[] = [];
  const found: string[] = [];
  const numberOf = (token: Token) => {
    const word = modelWord(token);
    return word === null ? null : words.push(word) - 1;
  };
  eachFeature(tokens, from, to, numberOf, (join, first, second) => {
    found.push(join === "+" || join === "~" ? `${join} ${words[first]} ${words[second]}` : `${join} ${words[first]}`);
  });
  return found;
}

interface Fitted {
  readonly rows: ReadonlyMap<string, number>;
  readonly weights: Float64Array;
  readonly bias: Float64Array;
}

/** Logistic regressions of all sides at once, by gradient steps of adapting size. */
function fitted(from: readonly Sample[]): Fitted {
  const counts = new Map<string, number>();
  for (const { features } of from) for (const own of new Set(features)) counts.set(own, (counts.get(own) ?? 0) + 1);
  const names = [...counts].filter(([, count]) => count >= FITTING.least).map(([name]) => name);
  const rows = new Map(names.sort().map((name, i) => [name, i * SIDES]));
  const weights = new Float64Array(names.length * SIDES);
  const bias = new Float64Array(SIDES).fill(-3);
  const data = from.map(({ features, sides }) => {
    const own = features.flatMap((name) => rows.get(name) ?? []);
    return { rows: own, scale: lengthScale(own.length + 1), sides };
  });
  const gradient = new Float64Array(weights.length);
  const seen = new Float64Array(weights.length);
  const biasSeen = new Float64Array(SIDES);
  for (let step = 0; step < FITTING.steps; step++) {
    for (let i = 0; i < weights.length; i++) gradient[i] = FITTING.decay * weights[i]!;
    const biasGradient = new Float64Array(SIDES);
    for (const { rows: own, scale, sides } of data) {
      const sums = new Float64Array(SIDES);
      for (const row of own) for (let side = 0; side < SIDES; side++) sums[side]! += weights[row + side]!;
      for (let side = 0; side < SIDES; side++) {
        const error = logistic(sums[side]! * scale + bias[side]!) - (sides.has(side) ? 1 : 0);
        sums[side] = error * scale;
        biasGradient[side]! += error;
      }
      for (const row of own) for (let side = 0; side < SIDES; side++) gradient[row + side]! += sums[side]!;
    }
    stepAlong(weights, gradient, seen);
    stepAlong(bias, biasGradient, biasSeen);
  }
  return { rows, weights, bias };
}

function stepAlong(weights: Float64Array, gradient: Float64Array, seen: Float64Array): void {
  for (let i = 0; i < weights.length; i++) {
    const own = gradient[i]!;
    seen[i]! += own * own;
    weights[i]! -= (FITTING.rate * own) / (Math.sqrt(seen[i]!) + 1e-8);
  }
}

function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

function scoresBy({ rows, weights, bias }: Fitted) {
  return (tokens: Reading["tokens"], from: number, to: number): Float64Array => {
    const own = featuresOf(tokens, from, to).flatMap((name) => rows.get(name) ?? []);
    const sums = new Float64Array(SIDES);
    for (const row of own) for (let side = 0; side < SIDES; side++) sums[side]! += weights[row + side]!;
    return sums.map((sum, side) => sum * lengthScale(own.length + 1) + bias[side]!);
  };
}

/** Weights that turn what is known of a side into log-odds, fitted on texts whose sentences the model did not see. */
function fitEvidence() {
  const sides = { praise: [] as Weighed[], blame: [] as Weighed[] };
  for (let part = 0; part < PARTS; part++) {
    const scores = scoresBy(fitted(samples.filter((_, i) => i % PARTS !== part).flat()));
    for (const [i, { isFresh, text, labels }] of labelled.entries()) {
      if (!isFresh || i % PARTS !== part) continue;
      const reading = read(text);
      const truth = new Set(labels.map(({ side }) => side));
      for (const { aspect, side, features } of candidates(reading, findAspects(reading), scores)) {
        const column = ASPECT_IDS.indexOf(aspect) * 2 + (side > 0 ? 0 : 1);
        (side > 0 ? sides.praise : sides.blame).push({ features, isTrue: truth.has(column) });
      }
    }
  }
  return { praise: regression(sides.praise), blame: regression(sides.blame) };
}

interface Weighed {
  readonly features: readonly number[];
  readonly isTrue: boolean;
}

function regression(from: readonly Weighed[]): number[] {
  const size = from[0]!.features.length;
  const weights = new Float64Array(size);
  const seen = new Float64Array(size);
  for (let step = 0; step < 600; step++) {
    const gradient = new Float64Array(size).map((_, i) => weights[i]! * 0.5);
    for (const { features, isTrue } of from) {
      const error = logistic(features.reduce((sum, own, i) => sum + own * weights[i]!, 0)) - (isTrue ? 1 : 0);
      for (const [i, own] of features.entries()) gradient[i]! += error * own;
    }
    stepAlong(weights, gradient, seen);
  }
  return [...weights].map((weight) => Math.round(weight * 100) / 100);
}

/** Features in the order of their keys, weights as bytes. */
function writeModel({ rows, weights, bias }: Fitted): void {
  const named = [...rows].map(([name, row]) => ({ parts: name.split(" "), row }));
  const words = [...new Set(named.flatMap(({ parts }) => parts.slice(1)))].sort();
  const numbers = new Map(words.map((word, i) => [word, i]));
  const keyed = named
    .map(({ parts: [join = "", first = "", second], row }) => ({
      key: featureKey(join as Join, numbers.get(first)!, second === undefined ? 0 : numbers.get(second)!),
      row,
    }))
    .sort((a, b) => a.key - b.key);
  const unit = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / 127;
  const bytes = keyed.flatMap(({ row }) => [...weights.slice(row, row + SIDES)].map((own) => Math.round(own / unit)));
  const steps = keyed.map(({ key }, i) => (key - (i === 0 ? 0 : keyed[i - 1]!.key)).toString(36));
  const text = Buffer.from(Int8Array.from(bytes).buffer).toString("base64");
  write(
    "sentence_model_weights.ts",
    `/**
 * The weights of the sentence model, made by \`scripts/train_insights.ts\`.
 *
 * @module
 */
export const MODEL = {
  /** The words it knows, by number. */
  words:
    ${JSON.stringify(words.join(" "))},
  /** Keys of its features, each as the difference from the one before, in base 36. */
  keys: ${JSON.stringify(steps.join(" "))},
  /** For each feature in the order of its key one signed byte a side, in base 64. */
  weights:
    ${JSON.stringify(text)},
  /** What one step of a byte is worth. */
  unit: ${unit.toPrecision(6)},
  bias: ${JSON.stringify([...bias].map((own) => Math.round(own * 1000) / 1000))} as readonly number[],
};
`,
  );
  console.log(`${keyed.length} features, ${words.length} words, ${text.length} letters of weights`);
}

function writeEvidence({ praise, blame }: ReturnType<typeof fitEvidence>): void {
  console.log({ praise, blame });
  write(
    "evidence_weights.ts",
    `/**
 * What turns a text's features into log-odds of praise and blame: made by \`scripts/train_insights.ts\`, but for the shares
 * by stars, which are stated (docs/decisions/0010-judgements.md).
 *
 * @module
 */

/** Weights of the features in the order of \`aspect_evidence.ts\`. */
export const EVIDENCE = {
  praise: ${JSON.stringify(praise)},
  blame: ${JSON.stringify(blame)},
} as const;

/** Of all judgements in reviews of one to five stars, the share that blames. */
export const BLAME_BY_STARS = [0.96, 0.9, 0.65, 0.15, 0.015] as const;

/**
 * Reviews say more of what their stars say than sentences written for training do: log-odds added to blame at one to five
 * stars, and to praise.
 */
export const MORE = { blame: [1.4, 1.4, 0.6, 0, 0], praise: [0, 0, 0, 0.2, 0.3] } as const;

/** What is left of the stars' weight against blame that is said as an exception. */
export const CONCEDED = 0.35;
`,
  );
}

function write(name: string, text: string): void {
  writeFileSync(join(OUT, name), text);
  Bun.spawnSync(["bunx", "biome", "format", "--write", join(OUT, name)]);
}
