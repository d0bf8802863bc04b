/**
 * Cuts a text into words, numbers, marks and emoji, once per review; every token keeps its place in the original text.
 *
 * @module
 */

import { SPELLINGS } from "./lexicon/en/spellings.ts";

/** Longest part of a text that is analysed, in UTF-16 code units; the rest is ignored and flagged. */
export const MAX_ANALYSED = 8_000;

export interface Token {
  /** Lower case, straight quotes; the mark itself for marks. */
  readonly word: string;
  /** UTF-16 offsets into the original text. */
  readonly start: number;
  readonly end: number;
  readonly kind: "word" | "number" | "mark" | "emoji";
  /** The first letter is a capital; `shout` when all letters (two or more) are. */
  readonly capital: boolean;
  readonly shout: boolean;
}

/** Tokens of a text; quick, linear, and total: any string gives tokens. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  const end = Math.min(text.length, MAX_ANALYSED);
  let at = 0;
  while (at < end) {
    const code = text.charCodeAt(at);
    if (code === 32 || code === 9 || code === 13 || code === 160) at++;
    else if (isWordUnit(text, at, code)) at = pushWord(tokens, text, at, end);
    else at = pushMark(tokens, text, at, end, code);
  }
  return tokens;
}

function pushWord(tokens: Token[], text: string, start: number, limit: number): number {
  let at = start + 1;
  const digitFirst = isDigit(text.charCodeAt(start));
  while (at < limit) {
    const code = text.charCodeAt(at);
    if (isWordUnit(text, at, code)) at++;
    else if (isInner(code, digitFirst) && at + 1 < limit && isWordUnit(text, at + 1, text.charCodeAt(at + 1))) at += 2;
    else break;
  }
  const original = text.slice(start, at);
  const word = normalizeWord(original);
  if (word === "t" && isCutNegation(tokens.at(-1)?.word)) return joinNegation(tokens, at);
  const first = text.charCodeAt(start);
  const capital = first < 128 ? first >= 65 && first <= 90 : original[0] !== original[0]?.toLowerCase();
  const shout = capital && at - start > 1 && !digitFirst && original === original.toUpperCase();
  tokens.push({ word, start, end: at, kind: digitFirst ? "number" : "word", capital, shout });
  return at;
}

/** "wasn t" and "wasn ' t" are what some exports make of "wasn't". */
function joinNegation(tokens: Token[], end: number): number {
  const before = tokens.pop()!;
  tokens.push({ ...before, word: `${before.word}'t`, end });
  return end;
}

const CUT_NEGATIONS = new Set(
  "don didn doesn wasn weren isn aren couldn wouldn shouldn hasn haven hadn won can ain mustn needn".split(" "),
);

function isCutNegation(word: string | undefined): boolean {
  return word !== undefined && CUT_NEGATIONS.has(word);
}

function pushMark(tokens: Token[], text: string, at: number, limit: number, code: number): number {
  if (code > 0x2030) return pushSymbol(tokens, text, at, limit, code);
  const emoticon = EMOTICONS.exec(text.slice(at, at + 3));
  const previous = at === 0 ? 32 : text.charCodeAt(at - 1);
  if (emoticon && (previous === 32 || previous === 10 || previous === 46 || previous === 33)) {
    push(tokens, emoticon[0], at, at + emoticon[0].length, "emoji");
    return at + emoticon[0].length;
  }
  let end = at + 1;
  if (code === 38) {
    tokens.push({ word: "and", start: at, end, kind: "word", capital: false, shout: false });
    return end;
  }
  if (code === 46 || code === 33 || code === 63 || code === 45) while (text.charCodeAt(end) === code) end++;
  const word = code === 46 && end > at + 1 ? "…" : code === 45 && end > at + 1 ? "—" : text[at]!;
  push(tokens, word, at, end, "mark");
  return end;
}

const EMOTICONS = /^(?:[:;=]-?[)(DP]|<3)/;

function pushSymbol(tokens: Token[], text: string, at: number, limit: number, code: number): number {
  const isPair = code >= 0xd800 && code <= 0xdbff && at + 1 < limit;
  const end = at + (isPair ? 2 : 1);
  if (code === 0xfe0f || code === 0x200d || (code >= 0xdc00 && code <= 0xdfff)) return end;
  if (code === 0x2026) push(tokens, "…", at, end, "mark");
  else if (isPair || code >= 0x2190) push(tokens, text.slice(at, end), at, end, "emoji");
  return end;
}

function push(tokens: Token[], word: string, start: number, end: number, kind: Token["kind"]): void {
  tokens.push({ word, start, end, kind, capital: false, shout: false });
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

const LETTER = /[\p{L}\p{M}\p{N}]/u;

function isWordUnit(text: string, at: number, code: number): boolean {
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || isDigit(code);
  if (code < 192 || code === 215 || code === 247 || (code >= 0x2000 && code <= 0x2bff) || code >= 0xd800) return false;
  return LETTER.test(text[at]!);
}

/** Apostrophes join the parts of a word; points and commas those of a number; a colon those of a time. */
function isInner(code: number, inNumber: boolean): boolean {
  if (code === 39 || code === 0x2019 || code === 0x2018) return true;
  return inNumber && (code === 46 || code === 44 || code === 58);
}

function normalizeWord(original: string): string {
  const word = original.toLowerCase();
  const straight = CURLED.test(word) ? word.replace(/[’‘]/g, "'") : word;
  return SPELLINGS.get(straight) ?? straight;
}

const CURLED = /[’‘]/;
