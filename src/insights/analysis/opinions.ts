/**
 * Finds the opinions of a text: the words that praise or blame, and how strongly.
 *
 * Phrases come before words; then negation, intensifiers, "too", wishes and conditions turn or weaken what was found.
 * A negator that turns nothing around is itself a mild complaint ("they did not fix the sink").
 */

import { endingsOf, valuedWordsOf } from "../lexicon/lists.ts";
import { factOf, inList, perLanguage, type ReadLanguage } from "./lexeme.ts";
import { type Lexicon, lexicon } from "./lexicon.ts";
import type { Opinion } from "./negation.ts";
import { hasListedNegator, isNegator, negated, negatorBefore } from "./negation.ts";
import type { Clause } from "./sentences.ts";
import { asMeant } from "./stance.ts";
import { type Token, tokenAt } from "./tokens.ts";

/** Opinions in reading order; they never overlap. */
export function opinionsOf(tokens: readonly Token[], clauses: readonly Clause[]): readonly Opinion[] {
  const opinions: Opinion[] = [];
  const [first] = tokens;
  if (first === undefined) return opinions;
  const words = lexicon(first.lexeme.language);
  let next = 0;
  for (const clause of clauses) {
    const first = opinions.length;
    for (next = Math.max(clause.from, next); next < clause.to; ) next = readAt(words, tokens, clause, next, opinions);
    addBareNegations(tokens, clause, opinions, first);
  }
  return asMeant(
    tokens,
    clauses,
    opinions.filter(({ value }) => value !== 0),
  );
}

/** Reads the opinion at token `i`, if there is one, and returns the token to go on with. */
function readAt(words: Lexicon, tokens: readonly Token[], clause: Clause, i: number, found: Opinion[]): number {
  const token = tokens[i];
  if (token === undefined || token.kind === "mark") return i + 1;
  const phrase = words.phrases.longestAt(tokens, i);
  if (phrase) {
    const { value, aspect } = phrase.value;
    const isFrozen = hasListedNegator(tokens, i, phrase.to);
    if (value !== 0) add(found, tokens, clause, { from: i, to: phrase.to, value, aspect }, isFrozen);
    // A phrase without an opinion keeps its negator to itself.
    else if (isFrozen) found.push({ from: i, to: phrase.to, value, aspect });
    return phrase.to;
  }
  if (isExcess(token.lexeme) && isTooMuch(tokens, i, clause.to)) {
    add(found, tokens, clause, { from: i, to: i + 2, value: -1.6, aspect: null }, false);
    return i + 2;
  }
  if (isIntensifying(tokens, i, clause.to)) return i + 1;
  const value = valenceOf(token);
  if (value !== 0) add(found, tokens, clause, { from: i, to: i + 1, value, aspect: null }, false);
  return i + 1;
}

/** An intensifier such as "pretty" or "terribly" before another word carries no opinion of its own. */
function isIntensifying(tokens: readonly Token[], i: number, limit: number): boolean {
  return isIntensifier(tokenAt(tokens, i).lexeme) && i + 1 < limit && tokenAt(tokens, i + 1).kind === "word";
}

/** Factors on the next opinion word. */
export const intensifiers = perLanguage(({ data }) => new Map(valuedWordsOf(data.intensifiers, data.keyOf)));

const isIntensifier = factOf((word, language) => intensifiers(language).has(word));
const isExcess = inList("excess");

/** "too small", but not "me too". */
function isTooMuch(tokens: readonly Token[], i: number, limit: number): boolean {
  return i + 1 < limit && tokenAt(tokens, i + 1).kind === "word" && !isStopper(tokenAt(tokens, i + 1).lexeme);
}

function valenceOf(token: Token): number {
  const known = listedValue(token.lexeme);
  if (known !== null) return token.shout ? known * 1.2 : known;
  return token.kind === "word" ? derivedOf(token.lexeme) : 0;
}

const listedValue = factOf((word, language) => lexicon(language).words.get(word) ?? null);
const derivedOf = factOf((word, language) => derivedValue(language, word));

const REPEATED = /(\p{L})\1{2,}/u;
const ALL_REPEATED = /(\p{L})\1{2,}/gu;

/** Value of a word by its stem: "unimpressively", "sooo goood". */
function derivedValue(language: ReadLanguage, word: string): number {
  const { words } = lexicon(language);
  if (word.length < 5 || word.length > 30) return 0;
  if (REPEATED.test(word)) {
    return words.get(word.replace(ALL_REPEATED, "$1$1")) ?? words.get(word.replace(ALL_REPEATED, "$1")) ?? 0;
  }
  for (const [ending, replacement] of endings(language)) {
    if (!word.endsWith(ending) || word.length - ending.length < 4) continue;
    const value = words.get(word.slice(0, -ending.length) + replacement);
    if (value !== undefined) return value * 0.9;
  }
  if (word.startsWith("un")) return (words.get(word.slice(2)) ?? 0) * -0.8;
  return 0;
}

const endings = perLanguage(({ data }) => endingsOf(data.opinionEndings));

/** Words that an opinion's negation and wishes do not reach across. */
const isStopper = inList("stoppers");

function add(found: Opinion[], tokens: readonly Token[], clause: Clause, raw: Opinion, isFrozen: boolean): void {
  let value = raw.value;
  const floor = Math.max(clause.from, found.at(-1)?.to ?? 0);
  if (!isFrozen) {
    value *= intensity(tokens, raw.from, floor);
    const negator = negatorBefore(tokens, raw.from, floor) ?? negatorOfPair(tokens, clause, found.at(-1), raw);
    if (negator !== null) value = negated(value, tokens, raw, negator);
    else value *= moodBefore(tokens, raw.from, clause.from, value);
  }
  if (endsWith(tokens, clause, "!")) value *= 1.1;
  if (endsWith(tokens, clause, "?") && value > 0) value *= 0.3;
  if (value !== 0) found.push({ ...raw, value });
}

/** The negator of the opinion before, where "and" or "or" carries it on to this one: "not friendly or helpful". */
function negatorOfPair(
  tokens: readonly Token[],
  clause: Clause,
  last: Opinion | undefined,
  raw: Opinion,
): number | null {
  if (last === undefined || last.from < clause.from || last.value * raw.value > 0) return null;
  let join = raw.from - 1;
  while (join > last.to && isIntensifier(tokenAt(tokens, join).lexeme)) join--;
  if (join !== last.to || !pairs(tokenAt(tokens, join).lexeme)) return null;
  return negatorBefore(tokens, last.from, clause.from);
}

const pairs = inList("pairing");

function endsWith(tokens: readonly Token[], clause: Clause, mark: string): boolean {
  return tokenAt(tokens, clause.to - 1).word[0] === mark;
}

function intensity(tokens: readonly Token[], from: number, floor: number): number {
  let factor = 1;
  for (let i = from - 1; i >= Math.max(floor, from - 2); i--) {
    const { lexeme, word } = tokenAt(tokens, i);
    if (isIntensifier(lexeme)) factor *= intensifiers(lexeme.language).get(word) ?? 1;
  }
  return Math.min(factor, 1.8);
}

/** Praise that was hoped for, promised or conditional counts little, what was supposed to be is blame. */
function moodBefore(tokens: readonly Token[], from: number, floor: number, value: number): number {
  if (value < 0) return 1;
  for (let i = from - 1; i >= Math.max(floor, from - 6); i--) {
    const { lexeme } = tokenAt(tokens, i);
    if (!isUnreal(lexeme)) continue;
    if (isUnkept(lexeme) || isWish(tokens, i)) return UNKEPT;
    if (!isWishing(lexeme)) return 0.3;
  }
  return 1;
}

const isUnreal = inList("unreal", "unkept", "wish");
const isUnkept = inList("unkept");
const isWishing = inList("wish");

/** "They were supposed to be on time" and "I wish they had been on time" imply that they were not. */
const UNKEPT = -0.5;
const isWishedOf = inList("wished_of");

/** "I wish all companies were like this" is no such wish. */
function isWish(tokens: readonly Token[], i: number): boolean {
  return isWishing(tokenAt(tokens, i).lexeme) && isWishedOf(tokens[i + 1]?.lexeme);
}

/** Adds a mild complaint for each negator that turned nothing around. */
function addBareNegations(tokens: readonly Token[], clause: Clause, opinions: Opinion[], first: number): void {
  for (let i = clause.from; i < clause.to; i++) {
    if (!isNegator(tokens, i) || isHarmless(tokenAt(tokens, i + 1).lexeme) || isNear(opinions, first, i)) continue;
    opinions.push({ from: i, to: i + 1, value: -1.1, aspect: null });
    opinions.sort((a, b) => a.from - b.from);
    return;
  }
}

/** Whether one of the opinions from number `first` on begins or ends within reach of token `i`. */
function isNear(opinions: readonly Opinion[], first: number, i: number): boolean {
  for (let n = first; n < opinions.length; n++) {
    const opinion = opinions[n];
    if (opinion !== undefined && opinion.to > i && opinion.from <= i + 6) return true;
  }
  return false;
}

const isHarmless = inList("harmless");
