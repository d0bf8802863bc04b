/**
 * What an opinion is, and which word turns it around: "not good", "never met a nicer crew", "anything but polite",
 * "instead of explaining".
 */
import type { AspectId } from "../../review/aspects.ts";
import { factOf, inList, type ReadLanguage } from "./lexeme.ts";
import { type Token, tokenAt } from "./tokens.ts";

/** A run of tokens that praises or blames. */
export interface Opinion {
  /** Index of the first token, and one past the last. */
  readonly from: number;
  readonly to: number;
  /** Valence after all rules, about -5 to 5, never 0. */
  readonly value: number;
  /** The aspect a phrase is about; null if only the words around it determine the aspect. */
  readonly aspect: AspectId | null;
}

/** Index of the negator whose reach ends at an opinion, or null. */
export function negatorBefore(tokens: readonly Token[], from: number, floor: number): number | null {
  for (let i = from - 1, steps = 0; i >= floor && steps < 5; i--, steps++) {
    const { word, kind, lexeme } = tokenAt(tokens, i);
    if (kind === "mark" && word !== "-" && word !== '"') return null;
    if (!bearsOnNegation(lexeme)) continue;
    if (isRefusal(tokens, i, from)) return i;
    if (isBarrier(lexeme)) return null;
    if (i === from - 1 && isLessener(lexeme) && !isAtLeast(tokens[i - 1]?.lexeme)) return i;
    if (isAnd(lexeme) && (i < from - 1 || tokenAt(tokens, from).word.endsWith("ed"))) return null;
    if (isNegator(tokens, i)) return isNearNegator(lexeme) && steps > 1 && !isInList(tokens, i, from) ? null : i;
  }
  return null;
}

/** The ends of "instead of" and "rather than", and right before an opinion of "anything but" and "less than". */
const REFUSALS: ReadonlyMap<string, string> = new Map([
  ["of", "instead"],
  ["than", "rather"],
]);
const CONTRARIES: ReadonlyMap<string, string> = new Map([
  ["but", "anything"],
  ["than", "less"],
]);

function isRefusal(tokens: readonly Token[], i: number, opinion: number): boolean {
  const before = tokens[i - 1]?.word;
  if (before === undefined) return false;
  const { word } = tokenAt(tokens, i);
  if (REFUSALS.get(word) === before) return !tokens.slice(i, opinion).some((own) => isSubject(own.lexeme));
  return i === opinion - 1 && CONTRARIES.get(word) === before;
}

/** "the least helpful" and "less expensive" turn the word right behind them. */
const isLessener = inList("lesseners");
const isAtLeast = inList("at_least");

const isBarrier = inList("barriers");
const isSubject = inList("subjects");
const isAnd = inList("and");

/** "no" and "zero" negate only the next thing ("no heating, cold room"), unless "or" continues the list. */
const isNearNegator = inList("near_negators");

function isInList(tokens: readonly Token[], negator: number, opinion: number): boolean {
  return tokens.slice(negator, opinion).some(({ lexeme }) => isOr(lexeme));
}

const isOr = inList("or");
const isListedNegator = inList("negators");

/** Whether a listed negator stands among the tokens `from` to `to`. */
export function hasListedNegator(tokens: readonly Token[], from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (isListedNegator(tokenAt(tokens, i).lexeme)) return true;
  return false;
}

const isNegating = (word: string, language: ReadLanguage) =>
  language.words("negators").has(word) || word.endsWith("n't");
/** Whether a word turns around what follows, listed or not. */
export const negates = factOf(isNegating);

/** Whether a word may turn around what follows, or end the reach of one that does. */
const bearsOnNegation = factOf(
  (word, language) =>
    isNegating(word, language) ||
    ["and", "barriers", "lesseners"].some((list) => language.words(list).has(word)) ||
    REFUSALS.has(word) ||
    CONTRARIES.has(word),
);

/**
 * Whether token `i` negates what follows: false at the end of the text, before a mark, and in turns such as "not
 * only".
 */
export function isNegator(tokens: readonly Token[], i: number): boolean {
  if (!negates(tokenAt(tokens, i).lexeme)) return false;
  const next = tokens[i + 1];
  return next !== undefined && next.kind !== "mark" && !isNotNegated(next.lexeme);
}

const isNotNegated = inList("not_negated_before");
const isBetter = inList("better");
const isWorse = inList("worse");
/** These deny a fault altogether; "not bad" is fainter praise than "nothing bad". */
const isAbsolute = inList("absolute");
const isUnsurpassed = inList("unsurpassed");

/** "couldn't find a better plumber" praises; "not good" blames more than "not bad" praises. */
export function negated(value: number, tokens: readonly Token[], { to }: Opinion, negator: number): number {
  if (isUnsurpassed(tokenAt(tokens, negator).lexeme) && isCompared(tokens, negator, to, value)) return value;
  if (value > 0) return value * -0.75;
  return value * (isAbsolute(tokenAt(tokens, negator).lexeme) ? -0.7 : -0.45);
}

/** "never met a nicer crew", "never had a worse one": denying a comparison asserts the extreme. */
function isCompared(tokens: readonly Token[], negator: number, to: number, value: number): boolean {
  const isFitting = value > 0 ? isBetter : isWorse;
  return tokens.slice(negator + 1, to).some(({ lexeme }) => isFitting(lexeme));
}
