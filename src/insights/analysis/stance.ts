/**
 * Weighs opinions by how they are meant: fears that did not come true, what another company did, and words in scare quotes.
 */

import { inList, type Lexeme } from "./lexeme.ts";
import type { Opinion } from "./negation.ts";
import type { Clause } from "./sentences.ts";
import { type Token, tokenAt } from "./tokens.ts";

/** Opinions as they are meant. Those that are not about this business are weakened, not dropped. */
export function asMeant(tokens: readonly Token[], clauses: readonly Clause[], opinions: readonly Opinion[]): Opinion[] {
  const meant: Opinion[] = [];
  let next = 0;
  for (const clause of clauses) {
    let opinion = opinions[next];
    if (opinion === undefined || opinion.from >= clause.to) continue;
    const other = namingOfAnother(tokens, clause);
    const othersEnd = other === null ? endOfOthers(tokens, clause) : null;
    const turn = turnToUs(tokens, clause.from) ?? 0;
    for (; opinion !== undefined && opinion.from < clause.to; opinion = opinions[++next]) {
      // A phrase that takes the naming in weighs it already: "other companies wanted $900".
      const isOther =
        other === null ? othersEnd !== null && opinion.from < othersEnd : other < opinion.from || other >= opinion.to;
      const isBackground = opinion.from < turn && opinion.value < 0;
      const value = opinion.value * (isBackground ? BACKGROUND : meaning(tokens, clause, opinion, isOther));
      meant.push(value === opinion.value ? opinion : { ...opinion, value });
    }
  }
  return meant;
}

/** What an opinion's surroundings leave of its value, 1 when they do not matter. */
function meaning(tokens: readonly Token[], clause: Clause, opinion: Opinion, isOther: boolean): number {
  if (isOther) return opinion.value < 0 ? OTHERS_FAULT : OTHERS_PRAISE;
  if (opinion.value < 0) return isFeared(tokens, clause, opinion.from) ? FEARED : 1;
  const isMeantBadly =
    isScareQuoted(tokens, opinion) || isSoCalled(tokens, opinion.from) || isMocked(tokens, clause, opinion.from);
  return isMeantBadly ? MOCKED : 1;
}

/** "So much for the on-time guarantee", "good luck with their 24/7 service". */
function isMocked(tokens: readonly Token[], { from }: Clause, opinion: number): boolean {
  if (opinion < from + 2) return false;
  const [first, second, third = ""] = tokens.slice(from, from + 3).map(({ word }) => word);
  if (first === "so") return second === "much" && third === "for";
  return first === "good" && second === "luck" && isLuckWith(tokens[from + 2]?.lexeme);
}

/** "The so-called experts". */
function isSoCalled(tokens: readonly Token[], opinion: number): boolean {
  return (
    tokens[opinion - 1]?.word === "called" &&
    tokens.slice(Math.max(0, opinion - 3), opinion).some(({ word }) => word === "so")
  );
}

const isLuckWith = inList("luck_with");

/** "I was worried it would be a mess" reports no mess. */
const FEARED = -0.15;
const isFear = inList("fears");
const isSupposed = inList("supposed");

function isFeared(tokens: readonly Token[], clause: Clause, from: number): boolean {
  for (let i = from - 1; i >= Math.max(clause.from, from - 8); i--) {
    const { lexeme } = tokenAt(tokens, i);
    if (!isOfFear(lexeme)) continue;
    if (isFear(lexeme)) return true;
    if (tokens[i - 1]?.word !== "as") {
      for (let j = i + 1; j <= from; j++) if (isSupposed(tokenAt(tokens, j).lexeme)) return true;
    }
  }
  return false;
}

const isOfFear = inList("fears", "suppositions");

/** Factors for opinions of other companies: their faults are weak praise of this one, their merits count little. */
const OTHERS_FAULT = -0.3;
const OTHERS_PRAISE = 0.2;
const isCompany = inList("companies");

/** Position at which a clause names another company: "the last company …", "two other plumbers …", "others …" as the subject. */
export function namingOfAnother(tokens: readonly Token[], { from, to }: Clause): number | null {
  for (let i = from; i < Math.min(to, from + 4); i++) {
    if (tokenAt(tokens, i).word === "others" || namesOther(tokens, i))
      return tokens.slice(i, Math.min(to, i + 6)).some(({ word }) => word === "sent" || word === "than") ? null : i;
  }
  return null;
}

const isOther = inList("others");
const isNumberWord = inList("number_words");
const isHere = inList("here");
const joins = inList("joins");
const contrasts = inList("contrasts");

/** Where a sentence about several companies turns to this one, as in "Three plumbers could not find it, here ..."; null if it does not. */
function endOfOthers(tokens: readonly Token[], { from }: Clause): number | null {
  const { kind, lexeme } = tokenAt(tokens, from);
  if (kind !== "number" && !isNumberWord(lexeme)) return null;
  if (!namesCompany(tokens, from)) return null;
  for (let i = from + 2; i < tokens.length && !isEnd(tokenAt(tokens, i)); i++) {
    if (isHere(tokenAt(tokens, i).lexeme) && turns(tokens[i - 1]?.lexeme)) return i;
  }
  return null;
}

/** Whether a passage names another company anywhere, or ends with the call for this one. */
export function isOfOthers(tokens: readonly Token[], from: number, to: number): boolean {
  const turn = turnToUs(tokens, from);
  if (turn !== null && turn < to) return true;
  for (let i = from; i < to; i++) if (bearsOnOthers(tokenAt(tokens, i).lexeme) && namesOther(tokens, i)) return true;
  return false;
}

const bearsOnOthers = inList("others", "others_behind", "leading_on");

/** "The last two plumbers", and where the word stands behind: "notre plombier habituel". */
function namesOther(tokens: readonly Token[], at: number): boolean {
  const { lexeme } = tokenAt(tokens, at);
  return (isOther(lexeme) && namesCompany(tokens, at)) || (isOtherBehind(lexeme) && isCompany(tokens[at - 1]?.lexeme));
}

const isOtherBehind = inList("others_behind");

function namesCompany(tokens: readonly Token[], other: number): boolean {
  return isCompany(tokens[other + 1]?.lexeme) || isCompany(tokens[other + 2]?.lexeme);
}

const isTurning = inList("turning");
const pointsAway = inList("elsewhere");
const isSpeaker = inList("speakers");

/**
 * Where a sentence turns to the call for this business: "our plumber never answered, so we called Acme". Null if it does not, or
 * turns away: "so we called somebody else".
 */
function turnToUs(tokens: readonly Token[], from: number): number | null {
  for (let i = from + 2; i < tokens.length && !isEnd(tokenAt(tokens, i)); i++) {
    const { lexeme } = tokenAt(tokens, i);
    const isToUs = bearsOnOthers(lexeme) && leads(lexeme) ? leadsToUs(tokens, i) : null;
    if (isToUs !== null) return isToUs ? i : null;
  }
  return null;
}

/** Whether a word leads to the call for this business; null if it leads to no call. */
function leadsToUs(tokens: readonly Token[], at: number): boolean | null {
  let isOurs = false;
  for (let j = at + 1; j <= at + TURN && j < tokens.length && tokenAt(tokens, j).kind !== "mark"; j++) {
    const { lexeme } = tokenAt(tokens, j);
    isOurs ||= isSpeaker(lexeme);
    if (!isOurs || !isTurning(lexeme)) continue;
    const around = tokens.slice(at + 1, j + AWAY);
    return around.some(isUs) && !around.some((own) => pointsAway(own.lexeme));
  }
  return null;
}

/** "These guys", "Acme Plumbing", "Firma Huber": not "so I called the office", nor "the company", which may be this one. */
function isUs({ lexeme, capital, word }: Token, at: number, around: readonly Token[]): boolean {
  const isName = capital && word.length > 1 && !lexeme.language.data.capitalisesNouns && !isSpeaker(lexeme);
  return isName || isHere(lexeme) || (isCompany(lexeme) && around[at + 1]?.capital === true);
}

const leads = inList("leading_on");
/** Factor for blame of firms that were called before. */
const BACKGROUND = 0.1;
/** Words from "so" to "called", and from there to "another". */
const TURN = 6;
const AWAY = 5;

function isEnd({ word }: Token): boolean {
  return /^[.!?\n]/.test(word);
}

function turns(before: Lexeme | undefined): boolean {
  return joins(before) || contrasts(before);
}

/** The "repair" lasted a day. */
const MOCKED = -0.7;
const isQuote = inList("quotes");
const isSaying = inList("saying");

function isScareQuoted(tokens: readonly Token[], { from, to }: Opinion): boolean {
  let open = from - 1;
  while (open >= 0 && open > from - 3 && tokenAt(tokens, open).kind === "word") open--;
  let close = to;
  while (close < tokens.length && close < to + 2 && tokenAt(tokens, close).kind === "word") close++;
  if (!isQuote(tokens[open]?.lexeme) || !isQuote(tokens[close]?.lexeme)) return false;
  if (tokenAt(tokens, open + 1).capital) return false;
  return !isSaying(tokens[open - 1]?.lexeme) && tokens[open - 1]?.word !== ",";
}
