/**
 * Chooses the words to quote for a mention: verbatim, long enough to understand, never so short that a negation or
 * a contrast falls off.
 */

import { nthClause } from "./sentences.ts";
import { clauseAt, type TextReading } from "./sentiment.ts";
import { tokenAt } from "./tokens.ts";

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
  let first = clause;
  let last = clause;
  const { from, to, sentence, contrast } = nthClause(clauses, clause);
  while (clauses[first - 1]?.sentence === sentence) first--;
  while (clauses[last + 1]?.sentence === sentence) last++;
  const whole = spanOf(reading, nthClause(clauses, first).from, nthClause(clauses, last).to);
  if (whole.end - whole.start < MIN_LENGTH) return lengthened(reading, whole, first, last);
  if (whole.end - whole.start <= MAX_LENGTH) return whole;
  const own = spanOf(reading, from, to);
  const isContrast = contrast || clauses[clause + 1]?.contrast;
  if (own.end - own.start <= MAX_LENGTH && own.end - own.start >= MIN_LENGTH && !isContrast) return own;
  return nearestWords(reading, at);
}

/** A short exclamation is quoted with the sentence after it, or before it. */
function lengthened(reading: TextReading, span: Span, first: number, last: number): Span {
  const { clauses } = reading;
  const [previous, next] = [clauses[first - 1], clauses[last + 1]];
  const after = next ? spanOf(reading, nthClause(clauses, first).from, next.to) : span;
  if (after.end - after.start > MIN_LENGTH && after.end - after.start <= MAX_LENGTH) return after;
  const before = previous ? spanOf(reading, previous.from, nthClause(clauses, last).to) : span;
  return before.end - before.start <= MAX_LENGTH ? before : span;
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
  while (first < last && tokenAt(tokens, first).word === "\n") first++;
  while (last > first && tokenAt(tokens, last).word === "\n") last--;
  return { start: tokenAt(tokens, first).start, end: tokenAt(tokens, last).end };
}
