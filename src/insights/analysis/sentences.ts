/**
 * Groups tokens into sentences and clauses: the reach of an opinion.
 *
 * A clause ends at a contrast ("but", "although"), a dash, colon or bracket, and where a comma or "and" starts a new
 * subject with its verb. An "and" inside a list of nouns splits nothing.
 */

import { inList } from "./lexeme.ts";
import { commonWords, lexicon } from "./lexicon.ts";
import { type Token, tokenAt } from "./tokens.ts";

/** A run of tokens, `from` inclusive to `to` exclusive, within sentence number `sentence`. */
export interface Clause {
  readonly from: number;
  readonly to: number;
  readonly sentence: number;
  /** It opens with a word of contrast, or follows one that opened the clause before. */
  readonly contrast: boolean;
}

/**
 * Clause number `index` of a text.
 *
 * @throws {RangeError} when there is none
 */
export function nthClause(clauses: readonly Clause[], index: number): Clause {
  return clauses[index] ?? noClause(index);
}

function noClause(index: number): never {
  throw new RangeError(`no clause ${index}`);
}

/** Clauses of a token list in reading order; marks that end a clause belong to it. */
export function clausesOf(tokens: readonly Token[]): Clause[] {
  const clauses: Clause[] = [];
  const unpunctuated = isUnpunctuated(tokens);
  let from = 0;
  let sentence = 0;
  const close = (to: number, next: number) => {
    if (to > from) clauses.push({ from, to, sentence, contrast: isContrast(tokens, from) });
    from = to;
    sentence = next;
  };
  for (let i = 0; i < tokens.length; i++) {
    const isMark = tokenAt(tokens, i).kind === "mark";
    if (isMark && endsSentence(tokens, i)) close(i + 1, sentence + 1);
    else if (unpunctuated && startsUnmarked(tokens, i)) close(i, sentence + 1);
    else if (i > from && startsClause(tokens, i)) close(i, sentence);
  }
  close(tokens.length, sentence);
  return clauses;
}

/** Whether the mark at `i` closes a sentence. */
function endsSentence(tokens: readonly Token[], i: number): boolean {
  const { word, end } = tokenAt(tokens, i);
  if (word === "\n" || word === "!" || word === "?" || word === ";" || word === "…") return true;
  if (word !== ".") return false;
  const previous = tokens[i - 1];
  if (
    previous &&
    previous.end === tokenAt(tokens, i).start &&
    (isAbbreviation(previous.lexeme) || isInitial(previous))
  ) {
    return false;
  }
  const next = tokens[i + 1];
  return !next || next.start > end || next.capital || next.kind !== "word";
}

const isAbbreviation = inList("abbreviations");

function isInitial(token: Token): boolean {
  return token.capital && token.end - token.start === 1 && token.word !== "i";
}

/** Some exports strip the marks; there, a capital after a small word is the only sign of a new sentence. */
function isUnpunctuated(tokens: readonly Token[]): boolean {
  let marks = 0;
  for (let i = 0; i < tokens.length; i++) if (tokenAt(tokens, i).kind === "mark") marks++;
  return tokens.length >= 3 && marks * SPARSE < tokens.length;
}

/** Fewer marks than one in this many tokens are too few for whole sentences. */
const SPARSE = 12;

/** An ordinary word with a capital behind a small word; names are no ordinary words. */
function startsUnmarked(tokens: readonly Token[], i: number): boolean {
  const { word, capital, shout, lexeme } = tokenAt(tokens, i);
  const previous = tokens[i - 1];
  if (!previous || !capital || shout || previous.capital || word.length === 1) return false;
  if (isDeterminer(previous.lexeme) || opensNames(previous.lexeme)) return false;
  return commonWords(lexeme.language).has(word) || lexicon(lexeme.language).words.has(word);
}

function startsClause(tokens: readonly Token[], i: number): boolean {
  const { word, kind } = tokenAt(tokens, i);
  if (kind === "mark") return word === "—" || word === "(" || word === ":" || isSpacedDash(tokens, i);
  if (isContrast(tokens, i)) return true;
  const before = tokenAt(tokens, i - 1);
  if (!joins(before.lexeme)) return false;
  return before.word === "—" || before.word === ")" || startsSubject(tokens, i);
}

/** A word of contrast; none is the second of a pair that adds to the first: "not only quick but also clean". */
function isContrast(tokens: readonly Token[], i: number): boolean {
  if (!contrasts(tokenAt(tokens, i).lexeme)) return false;
  for (let j = i; j > 0 && j > i - PAIRED; j--) {
    if (tokenAt(tokens, j).kind === "mark" && endsSentence(tokens, j)) return true;
    if (opensPair(tokens, j)) return false;
  }
  return true;
}

/** Whether a word marks its clause as an exception: "but", "a bit", though not the "only" of "not only". */
export function makesException(tokens: readonly Token[], i: number): boolean {
  return isContrast(tokens, i) || (hedges(tokenAt(tokens, i).lexeme) && !opensPair(tokens, i));
}

function opensPair(tokens: readonly Token[], i: number): boolean {
  return i > 0 && isNotNegated(tokenAt(tokens, i).lexeme) && negates(tokenAt(tokens, i - 1).lexeme);
}

/** Tokens between "not only" and its "but". */
const PAIRED = 25;

const opensNames = inList("name_openers");
const contrasts = inList("contrasts");
const hedges = inList("hedges");
const negates = inList("negators");
const isNotNegated = inList("not_negated_before");
const joins = inList("joins");

function isSpacedDash(tokens: readonly Token[], i: number): boolean {
  const { word, start, end } = tokenAt(tokens, i);
  if (word !== "-" && word !== "–") return false;
  return tokenAt(tokens, i - 1).end < start && (tokens[i + 1]?.start ?? end) > end;
}

/** A pronoun, or an article and up to three words before a verb. */
function startsSubject(tokens: readonly Token[], i: number): boolean {
  const { lexeme } = tokenAt(tokens, i);
  if (isSubject(lexeme)) return true;
  const reach = isDeterminer(lexeme) ? 4 : 2;
  for (let j = i + 1; j <= i + reach && j < tokens.length; j++) {
    const next = tokenAt(tokens, j);
    if (next.kind === "mark") return false;
    if (isAuxiliary(next.lexeme)) return true;
  }
  return false;
}

const isSubject = inList("subjects");
const isDeterminer = inList("determiners");
const isAuxiliary = inList("auxiliaries");

/** A run of tokens: a sentence, or a part of one. */
interface Sentence {
  readonly from: number;
  readonly to: number;
}

/** The sentences of a text, as runs of tokens. */
export function sentencesOf(clauses: readonly Clause[]): Sentence[] {
  const sentences: { from: number; to: number }[] = [];
  let number = -1;
  for (const { from, to, sentence } of clauses) {
    const last = sentences[sentences.length - 1];
    if (last !== undefined && sentence === number) last.to = to;
    else sentences.push({ from, to });
    number = sentence;
  }
  return sentences;
}

/** Longer sentences are also read in runs of so many tokens that overlap by half: people go on without a full stop. */
const LONG = 40;
const RUN = 20;

/**
 * The sentences, on their own the parts of those that a contrast divides ("great crew" and "but left mud in the hall"), and runs of
 * long ones.
 */
export function passagesOf(clauses: readonly Clause[]): Sentence[] {
  const passages = sentencesOf(clauses);
  const ends = new Set(passages.map(({ to }) => to));
  let from = 0;
  let isDivided = false;
  for (const clause of clauses) {
    if (clause.contrast && clause.from > from) {
      passages.push({ from, to: clause.from });
      from = clause.from;
      isDivided = true;
    }
    if (!ends.has(clause.to)) continue;
    if (isDivided) passages.push({ from, to: clause.to });
    from = clause.to;
    isDivided = false;
  }
  for (const { from, to } of sentencesOf(clauses)) {
    if (to - from < LONG) continue;
    for (let at = from; at + RUN / 2 < to; at += RUN / 2) passages.push({ from: at, to: Math.min(to, at + RUN) });
  }
  return passages;
}
