/** Computes figures from opinions: the sentiment of a text and of one term in it. */

import { inList } from "./lexeme.ts";
import type { Opinion } from "./negation.ts";
import { opinionsOf } from "./opinions.ts";
import { type Clause, clausesOf, nthClause } from "./sentences.ts";
import { type Token, tokenAt, tokenize } from "./tokens.ts";

/** A text taken apart once; everything else reads from it. */
export interface TextReading {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly clauses: readonly Clause[];
  readonly opinions: readonly Opinion[];
  /** Sentiment of the whole text, -1 to 1. */
  readonly sentiment: number;
}

/** Takes a text apart: tokens, clauses and opinions. */
export function readText(text: string, tokens: readonly Token[] = tokenize(text)): TextReading {
  const clauses = clausesOf(tokens);
  const opinions = opinionsOf(tokens, clauses);
  return { text, tokens, clauses, opinions, sentiment: textSentiment(tokens, clauses, opinions) };
}

/** A text in a language that is not analysed: taken apart, and without opinions. */
export function readUnanalysedText(text: string, tokens: readonly Token[]): TextReading {
  return { text, tokens, clauses: clausesOf(tokens), opinions: [], sentiment: 0 };
}

/** Weight of opinions in the first quarter of a text: writers open with their main point. */
const OPENING = 1.3;

/** Texts are taken for this many words longer, so that two words of praise are no stronger than a page of it. */
const LENGTHENED = 16;

/** Sentiment of the whole text, -1 to 1: the sum of opinions over the root of its length. */
function textSentiment(tokens: readonly Token[], clauses: readonly Clause[], opinions: readonly Opinion[]): number {
  let sum = 0;
  for (const { from, value } of opinions) {
    sum += value * clauseWeight(clauses, from) * (from * 4 < tokens.length ? OPENING : 1);
  }
  let words = 0;
  for (let i = 0; i < tokens.length; i++) if (tokenAt(tokens, i).kind !== "mark") words++;
  sum += hints(tokens, opinions, words >= STORY_LENGTH);
  const x = sum / Math.sqrt(words + LENGTHENED);
  return x / Math.sqrt(x * x + 1);
}

/** What a word of a complaint or of praise adds to the whole text where no opinion covers it. */
const HINT = 0.5;
const STORY_HINT = 0.2;
/** Texts of this many words and more are stories. */
const STORY_LENGTH = 40;

function hints(tokens: readonly Token[], opinions: readonly Opinion[], isStory: boolean): number {
  let sum = 0;
  let next = 0;
  for (let i = 0; i < tokens.length; i++) {
    let opinion = opinions[next];
    while (opinion !== undefined && opinion.to <= i) opinion = opinions[++next];
    if (opinion !== undefined && opinion.from <= i) continue;
    const { lexeme } = tokenAt(tokens, i);
    if (isOfComplaints(lexeme)) sum -= HINT;
    else if (isOfPraise(lexeme)) sum += HINT;
    if (isStory && isOfStories(lexeme)) sum -= STORY_HINT;
  }
  return sum;
}

const isOfComplaints = inList("complaint_words");
const isOfPraise = inList("praise_words");
const isOfStories = inList("story_words");

function clauseWeight(clauses: readonly Clause[], token: number): number {
  const at = clauseAt(clauses, token);
  const next = clauses[at + 1];
  const { contrast, sentence } = nthClause(clauses, at);
  if (contrast) return 1.1;
  return next?.contrast && next.sentence === sentence ? 0.9 : 1;
}

/** Weight of opinions in the clauses next to a term's own, if its own has none. */
const NEIGHBOUR = 0.5;

/** Index of the clause that holds a token. */
export function clauseAt(clauses: readonly Clause[], token: number): number {
  let low = 0;
  let high = clauses.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (nthClause(clauses, middle).from <= token) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * Sentiment toward the tokens `from` to `to`, -1 to 1: near opinions of its clause, else of its neighbours. Opinions that
 * `counts` refuses are passed over.
 */
export function termSentiment(reading: TextReading, from: number, to: number, counts: Counts = () => true): number {
  const { clauses } = reading;
  const at = clauseAt(clauses, from);
  const own = sumAround(reading, nthClause(clauses, at), from, to, counts);
  const aside = isAside(reading.tokens, from) ? ASIDE : 1;
  if (own.weight > 0) return squashed(own.sum * aside);
  const near = sumOfSentence(reading, at, from, to, counts);
  const sum = Math.abs(near) > NOTHING ? near : sumBeyond(reading, at, counts);
  return squashed(sum * aside);
}

/** Sums nearer to 0 count as no opinion. */
const NOTHING = 0.01;

type Counts = (opinion: Opinion) => boolean;

/** What the other clauses of a term's sentence lend it. */
function sumOfSentence(reading: TextReading, at: number, from: number, to: number, counts: Counts): number {
  const { clauses } = reading;
  const { sentence } = nthClause(clauses, at);
  let sum = 0;
  for (let i = Math.max(0, at - 3); i <= at + 3 && i < clauses.length; i++) {
    const near = nthClause(clauses, i);
    if (i === at || near.sentence !== sentence) continue;
    sum += (sumAround(reading, near, from, to, counts).sum * NEIGHBOUR) / Math.abs(i - at);
  }
  return sum;
}

/** Weight of opinions in neighbouring sentences, if the term's own has none: "Fixed. First time. AC at 56 degrees." */
const BEYOND = 0.3;
const BEYOND_REACH = 2;

function sumBeyond({ clauses, opinions }: TextReading, at: number, counts: Counts): number {
  const { sentence } = nthClause(clauses, at);
  let sum = 0;
  for (let i = Math.max(0, at - 5); i <= at + 5 && i < clauses.length; i++) {
    const { from, to, sentence: other } = nthClause(clauses, i);
    const away = Math.abs(other - sentence);
    if (away === 0 || away > BEYOND_REACH) continue;
    for (const own of opinions)
      if (own.from >= from && own.from < to && counts(own)) sum += (own.value * BEYOND) / away;
  }
  return sum;
}

/** Weight of an opinion for a term that only states when, where or what for. */
const ASIDE = 0.3;
const opensAside = inList("aside_words");
const isDeterminer = inList("determiners");

/** Whether a term follows a preposition: "a great place for lunch" is not about lunch. */
function isAside(tokens: readonly Token[], from: number): boolean {
  for (let i = from - 1; i >= Math.max(0, from - 2); i--) {
    if (opensAside(tokenAt(tokens, i).lexeme)) return true;
    if (!isDeterminer(tokenAt(tokens, i).lexeme)) return false;
  }
  return false;
}

/** Draws a sum of valences into -1 to 1. */
export function squashed(x: number): number {
  return x / Math.sqrt(x * x + 5);
}

/** Opinions further away, in tokens, are not about a term. Also bounds the work in very long clauses. */
const REACH = 60;

function sumAround(
  reading: TextReading,
  clause: Clause,
  from: number,
  to: number,
  counts: Counts,
): { sum: number; weight: number } {
  let sum = 0;
  let weight = 0;
  for (const opinion of reading.opinions) {
    if (opinion.to <= clause.from) continue;
    if (opinion.from >= clause.to) break;
    if (opinion.from > to + REACH || opinion.to < from - REACH || !counts(opinion)) continue;
    const w = proximity(reading.tokens, opinion, from, to);
    sum += opinion.value * w;
    weight += w;
  }
  return { sum, weight };
}

function proximity(tokens: readonly Token[], opinion: Opinion, from: number, to: number): number {
  if (opinion.from < to && opinion.to > from) return 1.2;
  const [low, high] = opinion.from >= to ? [to, opinion.from] : [opinion.to, from];
  let distance = 1;
  let marks = 0;
  let prepositions = 0;
  for (let i = low; i < high; i++) {
    const { kind, lexeme } = tokenAt(tokens, i);
    if (kind === "mark") marks++;
    else distance++;
    if (isPreposition(lexeme)) prepositions++;
  }
  const crossing = opinion.from >= to && prepositions > 0 ? 0.7 : 1;
  return crossing / ((1 + 0.12 * (distance - 1)) * (1 + marks));
}

const isPreposition = inList("prepositions");
