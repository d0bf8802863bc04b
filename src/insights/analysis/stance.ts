/**
 * Weighs opinions by how they are meant: fears that did not come true, what another company did, why somebody was
 * called at all, words in scare quotes, and questions that answer themselves.
 */

import { ruleWords } from "../lexicon/en/rule_words.ts";
import { flagOf, isOneOf } from "./lexeme.ts";
import { hasListedNegator, type Opinion } from "./negation.ts";
import type { Clause } from "./sentences.ts";
import { type Token, tokenAt } from "./tokens.ts";

/** Opinions as they are meant; those that say nothing of this business are weakened, not dropped. */
export function asMeant(tokens: readonly Token[], clauses: readonly Clause[], opinions: readonly Opinion[]): Opinion[] {
  const meant: Opinion[] = [];
  let next = 0;
  for (const clause of clauses) {
    const answer = shortAnswer(tokens, clause);
    if (answer !== null) answerTo(clauses, clause, meant, tokens, answer);
    let opinion = opinions[next];
    if (opinion === undefined || opinion.from >= clause.to) continue;
    const other = namingOfAnother(tokens, clause);
    for (; opinion !== undefined && opinion.from < clause.to; opinion = opinions[++next]) {
      // A phrase that takes the naming in weighs it already: "other companies wanted $900".
      const isOther = other !== null && (other < opinion.from || other >= opinion.to);
      const value = opinion.value * meaning(tokens, clause, opinion, isOther);
      meant.push(value === opinion.value ? opinion : { ...opinion, value });
    }
  }
  return meant;
}

/** What an opinion's surroundings leave of its value, 1 when they do not matter. */
function meaning(tokens: readonly Token[], clause: Clause, opinion: Opinion, isOther: boolean): number {
  if (isOther) return opinion.value < 0 ? OTHERS_FAULT : OTHERS_PRAISE;
  if (opinion.value < 0)
    return isFeared(tokens, clause, opinion.from) ? FEARED : isReason(tokens, clause, opinion) ? REASON : 1;
  const isMeantBadly =
    isScareQuoted(tokens, opinion) || isSoCalled(tokens, opinion.from) || isMocked(tokens, clause, opinion.from);
  return isMeantBadly ? MOCKED : 1;
}

/** "So much for the on-time guarantee", "good luck with their 24/7 service". */
function isMocked(tokens: readonly Token[], { from }: Clause, opinion: number): boolean {
  if (opinion < from + 2) return false;
  const [first, second, third = ""] = tokens.slice(from, from + 3).map(({ word }) => word);
  if (first === "so") return second === "much" && third === "for";
  return first === "good" && second === "luck" && LUCK_WITH.has(third);
}

/** "The so-called experts". */
function isSoCalled(tokens: readonly Token[], opinion: number): boolean {
  return (
    tokens[opinion - 1]?.word === "called" &&
    tokens.slice(Math.max(0, opinion - 3), opinion).some(({ word }) => word === "so")
  );
}

const LUCK_WITH = ruleWords("luck_with");

/** "I was worried it would be a mess" reports no mess. */
const FEARED = -0.15;
const FEARS = ruleWords("fears");
const SUPPOSITIONS = ruleWords("suppositions");
const SUPPOSED = ruleWords("supposed");

function isFeared(tokens: readonly Token[], clause: Clause, from: number): boolean {
  for (let i = from - 1; i >= Math.max(clause.from, from - 8); i--) {
    const { word, lexeme } = tokenAt(tokens, i);
    if (!isOfFear(lexeme)) continue;
    if (FEARS.has(word)) return true;
    if (tokens[i - 1]?.word !== "as") {
      for (let j = i + 1; j <= from; j++) if (SUPPOSED.has(tokenAt(tokens, j).word)) return true;
    }
  }
  return false;
}

const isOfFear = flagOf((word) => FEARS.has(word) || SUPPOSITIONS.has(word));

/** What other companies did wrong speaks a little for this one; what they did well says nothing. */
const OTHERS_FAULT = -0.3;
const OTHERS_PRAISE = 0.2;
const OTHERS = ruleWords("others");
const COMPANIES = ruleWords("companies");

/** Where a clause names another: "the last company …", "two other plumbers …", "others …" as the subject. */
export function namingOfAnother(tokens: readonly Token[], { from, to }: Clause): number | null {
  for (let i = from; i < Math.min(to, from + 4); i++) {
    const { word, lexeme } = tokenAt(tokens, i);
    if (!tellsOfOthers(lexeme)) continue;
    if (word === "others" || COMPANIES.has(tokens[i + 1]?.word ?? "") || COMPANIES.has(tokens[i + 2]?.word ?? ""))
      return tokens.slice(i, Math.min(to, i + 6)).some(({ word }) => word === "sent" || word === "than") ? null : i;
  }
  return null;
}

const tellsOfOthers = isOneOf(OTHERS);

/** What was broken is why they came: "our furnace died on Christmas Eve", "the leak was fixed". */
const REASON = 0.15;
const TROUBLES = ruleWords("troubles");
/** These are seldom the work of those who came. */
const HOUSE_TROUBLES = ruleWords("house_troubles");
/** "A leak" is a trouble of the house, "it leaks" a complaint. */
const NOUNS_TOO = ruleWords("nouns_too");
const MODIFIERS = ruleWords("modifiers");
const BLAMED = ruleWords("blamed");
const OWNERS = ruleWords("owners");
const MENDED = ruleWords("mended");

/** A trouble told of the house, without a word that lays it on somebody, or in one breath with its repair. */
function isReason(tokens: readonly Token[], clause: Clause, opinion: Opinion): boolean {
  const [first, last] = [tokenAt(tokens, opinion.from).word, tokenAt(tokens, opinion.to - 1).word];
  if (!TROUBLES.has(last) && !TROUBLES.has(first)) return false;
  if (
    tokenAt(tokens, clause.from).word === "if" ||
    (NOUNS_TOO.has(first) && !MODIFIERS.has(tokens[opinion.from - 1]?.word ?? ""))
  )
    return false;
  let isBlamed = false;
  for (let i = clause.from; i < clause.to; i++) {
    const { word } = tokenAt(tokens, i);
    if (MENDED.has(word) && (i < opinion.from || i >= opinion.to))
      return !hasListedNegator(tokens, clause.from, clause.to);
    isBlamed ||= BLAMED.has(word);
  }
  return (
    !isBlamed && (HOUSE_TROUBLES.has(first) || (clause.sentence === 0 && OWNERS.has(tokenAt(tokens, clause.from).word)))
  );
}

/** The "repair" lasted a day. */
const MOCKED = -0.7;
const QUOTES = ruleWords("quotes");
const SAYING = ruleWords("saying");

function isScareQuoted(tokens: readonly Token[], { from, to }: Opinion): boolean {
  let open = from - 1;
  while (open >= 0 && open > from - 3 && tokenAt(tokens, open).kind === "word") open--;
  let close = to;
  while (close < tokens.length && close < to + 2 && tokenAt(tokens, close).kind === "word") close++;
  if (!QUOTES.has(tokens[open]?.word ?? "") || !QUOTES.has(tokens[close]?.word ?? "")) return false;
  if (tokenAt(tokens, open + 1).capital) return false;
  return !SAYING.has(tokens[open - 1]?.word ?? "") && tokens[open - 1]?.word !== ",";
}

const NO = ruleWords("no");
const YES = ruleWords("yes");

const EMPHASIS = ruleWords("emphasis");

/** Whether a clause is no more than a yes or a no. */
function shortAnswer(tokens: readonly Token[], { from, to }: Clause): "yes" | "no" | null {
  let answer: "yes" | "no" | null = null;
  let count = 0;
  for (let i = from; i < to; i++) {
    if (tokenAt(tokens, i).kind === "mark") continue;
    if (++count > 2 || (count === 2 && !EMPHASIS.has(tokenAt(tokens, i).word))) return null;
    if (NO.has(tokenAt(tokens, i).word)) answer ??= "no";
    else if (YES.has(tokenAt(tokens, i).word)) answer ??= "yes";
  }
  return answer;
}

const DENIALS = ruleWords("denials");

/** Lets "Did they overcharge? No." say what it means. */
function answerTo(
  clauses: readonly Clause[],
  answer: Clause,
  meant: Opinion[],
  tokens: readonly Token[],
  says: "yes" | "no",
): void {
  const asked = clauses.findLast(({ to }) => to <= answer.from);
  if (!asked) return;
  const isQuestion = tokenAt(tokens, asked.to - 1).word.startsWith("?");
  let found = false;
  for (let i = meant.length - 1; i >= 0; i--) {
    const opinion = meant[i];
    if (opinion === undefined || opinion.from < asked.from) break;
    found = true;
    if (says === "no" && (isQuestion || (opinion.value < 0 && DENIALS.has(tokenAt(tokens, answer.from).word)))) {
      // Praise in a question counts for a third only.
      const full = opinion.value > 0 && isQuestion ? opinion.value / 0.3 : opinion.value;
      meant[i] = { ...opinion, value: full * -0.75 };
    } else if (says === "yes" && isQuestion && opinion.value > 0) meant[i] = { ...opinion, value: opinion.value / 0.3 };
  }
  if (!found && isQuestion) {
    meant.push({ from: answer.from, to: answer.from + 1, value: says === "no" ? -1.8 : 1.8, aspect: null });
  }
}
