/**
 * Chooses the words to quote for a mention: verbatim, long enough to understand, never so short that a negation or
 * a contrast falls off.
 */

import { english, languageCalled } from "./languages.ts";
import { inList } from "./lexeme.ts";
import { nthClause } from "./sentences.ts";
import { clauseAt, type TextReading } from "./sentiment.ts";
import { type Token, tokenAt, tokenize } from "./tokens.ts";
import { isOpinionWord } from "./word_use.ts";

const MAX_LENGTH = 240;
const MIN_LENGTH = 20;

/** UTF-16 offsets into the text, start inclusive, end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The sentence around token `at`; its clause when the sentence is too long; the nearest words when that is too. */
export function quoteAround(reading: TextReading, at: number): Span {
  const { clauses } = reading;
  const clause = clauseAt(clauses, at);
  const { from, to, contrast } = nthClause(clauses, clause);
  const [first, last] = sentenceOf(clauses, clause);
  const whole = spanOf(reading, nthClause(clauses, first).from, nthClause(clauses, last).to);
  if (whole.end - whole.start < MIN_LENGTH) return lengthened(reading, whole, first, last);
  if (whole.end - whole.start <= MAX_LENGTH) return whole;
  const own = spanOf(reading, from, to);
  const isContrast = contrast || clauses[clause + 1]?.contrast;
  if (own.end - own.start <= MAX_LENGTH && own.end - own.start >= MIN_LENGTH && !isContrast) return own;
  return nearestWords(reading, at);
}

/** The numbers of the first and the last clause of the sentence of a clause. */
function sentenceOf(clauses: TextReading["clauses"], clause: number): readonly [first: number, last: number] {
  const sentence = clauses[clause]?.sentence;
  let [first, last] = [clause, clause];
  while (first > 0 && clauses[first - 1]?.sentence === sentence) first--;
  while (last + 1 < clauses.length && clauses[last + 1]?.sentence === sentence) last++;
  return [first, last];
}

/** A short exclamation is quoted with the sentence after it, or before it. */
function lengthened(reading: TextReading, span: Span, first: number, last: number): Span {
  const { clauses } = reading;
  const spanOfClauses = (from: number, to: number) =>
    spanOf(reading, nthClause(clauses, from).from, nthClause(clauses, to).to);
  const isHandy = ({ start, end }: Span) => end - start > MIN_LENGTH && end - start <= MAX_LENGTH;
  const after = last + 1 < clauses.length ? spanOfClauses(first, sentenceOf(clauses, last + 1)[1]) : span;
  if (isHandy(after)) return after;
  const before = first > 0 ? spanOfClauses(sentenceOf(clauses, first - 1)[0], last) : span;
  return isHandy(before) ? before : span;
}

/** Whole words on both sides of a token, up to the longest quote. */
function nearestWords({ tokens }: TextReading, at: number): Span {
  let from = at;
  let to = at;
  for (let grown = true; grown; ) {
    grown = false;
    if (from > 0 && tokenAt(tokens, to).end - tokenAt(tokens, from - 1).start <= MAX_LENGTH) {
      from--;
      grown = true;
    }
    if (to + 1 < tokens.length && tokenAt(tokens, to + 1).end - tokenAt(tokens, from).start <= MAX_LENGTH) {
      to++;
      grown = true;
    }
  }
  return {
    start: tokenAt(tokens, from).start,
    end: Math.min(tokenAt(tokens, to).end, tokenAt(tokens, from).start + MAX_LENGTH),
  };
}

function spanOf({ tokens }: TextReading, from: number, to: number): Span {
  let [first, last] = [from, to - 1];
  while (first < last && isLeftOver(tokenAt(tokens, first), OPENING)) first++;
  while (last > first && isLeftOver(tokenAt(tokens, last), CLOSING)) last--;
  return { start: tokenAt(tokens, first).start, end: tokenAt(tokens, last).end };
}

/** Marks that a quote may begin and end with. */
const OPENING = new Set(['"', "“", "'", "$", "£", "€", "#", "@"]);
const CLOSING = new Set([".", "!", "?", "…", '"', "”", "'", "%", ")", "€", ";", ":", ","]);

function isLeftOver({ kind, word }: Token, kept: ReadonlySet<string>): boolean {
  return kind === "mark" && !kept.has(word);
}

/**
 * How well a quote stands alone. A verdict is a sentence with a word that judges; a report has none ("They came back twice."); a
 * fragment lacks subject and verb ("Friendly and quick.") or goes on from words before it ("And it works."); a label comes before a
 * colon ("Fact: fixed by 8:40.").
 */
export function quoteForm(quote: string, language: string): "verdict" | "report" | "fragment" | "label" {
  if (LABEL.test(quote)) return "label";
  const tokens = tokenize(quote, languageCalled(language) ?? english());
  const isSentence = tokens.some(
    ({ lexeme }, at) => isVerb(lexeme) || (isPronoun(lexeme) && tokens[at + 1]?.kind === "word"),
  );
  if (!isSentence || isAnd(tokens.find(({ kind }) => kind === "word")?.lexeme)) return "fragment";
  return tokens.some(({ word, lexeme }) => isOpinionWord(word, lexeme.language)) ? "verdict" : "report";
}

/** Up to three words and a colon. */
const LABEL = /^[\s\p{P}\p{S}]*\p{L}+(?:[ -]\p{L}+){0,2}\s?:(?=\s)/u;

const isVerb = inList("auxiliaries");
const isSubject = inList("subjects");
const isDeterminer = inList("determiners");
const isAnd = inList("and");

function isPronoun(lexeme: Token["lexeme"]): boolean {
  return isSubject(lexeme) && !isDeterminer(lexeme);
}
