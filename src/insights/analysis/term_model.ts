/**
 * A small learned model of single terms: how a text comes off toward "waiter" or "water pressure", whatever the term
 * is. The rules find the opinions near the term; the model weighs their sentiment with the words around the term, which
 * no list knows: "the waiter had to be reminded". A regression against neutral for praise and one for blame;
 * `scripts/train_insights.ts` makes the weights from this project's text and the training sentences of MAMS
 * (https://github.com/siat-nlp/MAMS-for-ABSA, Apache-2.0), of which no sentence stands here.
 */

import type { LearnedData } from "../lexicon/language_data.ts";
import { factOf, perLanguage } from "./lexeme.ts";
import { negates } from "./negation.ts";
import { modelWord, seenWord } from "./sentence_model.ts";
import { nthClause } from "./sentences.ts";
import { clauseAt, type TextReading, termSentiment } from "./sentiment.ts";
import { type Token, tokenAt } from "./tokens.ts";

export type Label = "positive" | "neutral" | "negative";

/** Sentiment nearer to 0 than this is no vote for either side. */
const NEUTRAL_BAND = 0.15;

/** A text as a whole takes sides sooner than a mention: it is all about the one business. */
export const TEXT_BAND = 0.05;

/** Classifies a sentiment from -1 to 1; values strictly within `band` of 0 are neutral. */
export function labelOf(sentiment: number, band = NEUTRAL_BAND): Label {
  return sentiment >= band ? "positive" : sentiment <= -band ? "negative" : "neutral";
}

/** Place of a word: around the term, there after a negator, right before it, right after it, or in it. */
export const PLACES = ["around", "negated", "before", "behind", "own"] as const;
const AROUND = 0;
const NEGATED = 1;
const BEFORE = 2;
const BEHIND = 3;
const OWN = 4;

/** Praise and blame. */
const SIDES_OF_TERM = 2;

/** What a word weighs, in tenths, up to this many words away from the term. */
const NEAR = { words: 3, weight: 10 };
const FAR = { words: 7, weight: 7 };
const FARTHER = 4;
/** How far a negator reaches. */
const REACH = 3;
/** What stands beside a term at the end of a text. */
const EDGE = "^";

/** Called with a place, the token that stands there (null beyond the text) and its weight in tenths. */
type SeenWord = (place: number, token: Token | null, weight: number) => void;

/** Calls `seen` for the words in the clause of the term of tokens `from` to `to`. */
export function eachWordAround({ tokens, clauses }: TextReading, from: number, to: number, seen: SeenWord): void {
  const clause = nthClause(clauses, clauseAt(clauses, from));
  let sinceNegator = REACH;
  for (let i = clause.from; i < clause.to; i++) {
    const token = tokenAt(tokens, i);
    const place = sinceNegator < REACH ? NEGATED : AROUND;
    sinceNegator = negates(token.lexeme) ? 0 : sinceNegator + 1;
    if (i >= from && i < to) continue;
    const away = i < from ? from - i : i - to + 1;
    seen(place, token, away <= NEAR.words ? NEAR.weight : away <= FAR.words ? FAR.weight : FARTHER);
  }
  for (let i = from; i < to; i++) seen(OWN, tokenAt(tokens, i), NEAR.weight);
  seen(BEFORE, tokens[from - 1] ?? null, NEAR.weight);
  seen(BEHIND, tokens[to] ?? null, NEAR.weight);
}

/** A word as the model knows it; null for marks, which it sees beside a term only. */
export function termWord(place: number, token: Token | null): string | null {
  if (token === null) return EDGE;
  const word = modelWord(token);
  return word === null && (place === BEFORE || place === BEHIND) ? token.word : word;
}

/** How many figures {@link sumsAround} gives. */
export const SUMS = 11;
/** Valences are capped here. */
const MAX_VALENCE = 4;

/** The features from the rules: the sentiment toward the term, and praise and blame in its clause and in other clauses. */
export function sumsAround(reading: TextReading, from: number, to: number): number[] {
  const { clauses, opinions } = reading;
  const own = nthClause(clauses, clauseAt(clauses, from));
  const near = { praise: 0, blame: 0, phrases: 0, named: false };
  const far = { praise: 0, blame: 0 };
  for (const opinion of opinions) {
    const isNear = opinion.from >= own.from && opinion.from < own.to;
    const side = isNear ? near : far;
    if (opinion.value > 0) side.praise += opinion.value;
    else side.blame -= opinion.value;
    if (!isNear) continue;
    if (opinion.to - opinion.from > 1) near.phrases += opinion.value;
    near.named ||= opinion.aspect !== null;
  }
  const rules = termSentiment(reading, from, to);
  return [
    1,
    rules * 2,
    Math.abs(rules) * 2,
    reading.sentiment,
    Math.min(near.praise, MAX_VALENCE) / 3,
    Math.min(near.blame, MAX_VALENCE) / 3,
    Math.min(far.praise, MAX_VALENCE) / 3,
    Math.min(far.blame, MAX_VALENCE) / 3,
    Math.abs(rules) < MIN_VALENCE ? 1 : 0,
    near.named ? rules * 2 : 0,
    Math.max(-3, Math.min(near.phrases, 3)) / 2,
  ];
}

/** Below this, the rules have no opinion. */
const MIN_VALENCE = 0.01;

/** Sentiment toward the tokens `from` to `to`, -1 to 1; beyond {@link NEUTRAL_BAND} where a side is likelier than none. */
export function learnedSentiment(reading: TextReading, from: number, to: number): number {
  const { model } = models(tokenAt(reading.tokens, from).lexeme.language);
  return model === null ? termSentiment(reading, from, to) : model.sentiment(reading, from, to);
}

const models = perLanguage(({ data }) => ({
  model: data.learned === null ? null : new TermModel(data.learned.terms),
}));

class TermModel {
  readonly numbers: ReadonlyMap<string, number>;
  /** Weights of each word by place, and of each place by its two sides. */
  readonly #weights: Int8Array;
  #praise = 0;
  #blame = 0;

  readonly #data: LearnedData["terms"];

  constructor(data: LearnedData["terms"]) {
    this.#data = data;
    this.numbers = new Map(data.words.split(" ").map((word, i) => [word, i]));
    const bytes = Uint8Array.from(atob(data.weights), (letter) => letter.charCodeAt(0));
    this.#weights = new Int8Array(bytes.buffer);
  }

  sentiment(reading: TextReading, from: number, to: number): number {
    this.#praise = 0;
    this.#blame = 0;
    eachWordAround(reading, from, to, this.#add);
    const { unit, praise: praiseWeights, blame: blameWeights } = this.#data;
    const scale = unit / 10;
    let praise = this.#praise * scale;
    let blame = this.#blame * scale;
    const sums = sumsAround(reading, from, to);
    for (let i = 0; i < sums.length; i++) {
      praise += (sums[i] ?? 0) * (praiseWeights[i] ?? 0);
      blame += (sums[i] ?? 0) * (blameWeights[i] ?? 0);
    }
    return praise >= blame ? strengthOf(praise) : -strengthOf(blame);
  }

  #numberAt(place: number, token: Token | null): number {
    if (token?.kind === "word") return numberOfWord(token.lexeme);
    const word = termWord(place, token);
    return word === null ? UNKNOWN : (this.numbers.get(word) ?? UNKNOWN);
  }

  readonly #add: SeenWord = (place, token, weight) => {
    const number = this.#numberAt(place, token);
    if (number === UNKNOWN) return;
    const at = (number * PLACES.length + place) * SIDES_OF_TERM;
    this.#praise += (this.#weights[at] ?? 0) * weight;
    this.#blame += (this.#weights[at + 1] ?? 0) * weight;
  };
}

/** Stands for a word that the model does not know. */
const UNKNOWN = -1;

const numberOfWord = factOf(
  (word, language) => models(language).model?.numbers.get(seenWord(word, language)) ?? UNKNOWN,
);

/** Converts the log-odds of a side against neutral to a sentiment; a side begins at even odds. */
function strengthOf(odds: number): number {
  return 1 / (1 + EVEN * Math.exp(-odds));
}
const EVEN = (1 - NEUTRAL_BAND) / NEUTRAL_BAND;
