/**
 * Cuts a text into words, numbers, marks and emoji, once per review; every token keeps its place in the original text.
 */

import { rowsOf } from "../../review/tsv.ts";
import { remembered } from "../lexicon/lists.ts";
import { english } from "./languages.ts";
import { type Lexeme, perLanguage, type ReadLanguage } from "./lexeme.ts";

/** Longest part of a text that is analysed, in UTF-16 code units; the rest is ignored and flagged. */
export const MAX_ANALYSED = 8_000;

/** One word, number, mark or emoji of a text. */
export interface Token {
  /** Word as in the lists of its language; the mark itself for marks. */
  readonly word: string;
  /** Lower case, straight quotes. */
  readonly written: string;
  /** UTF-16 offsets into the original text. */
  readonly start: number;
  readonly end: number;
  readonly kind: "word" | "number" | "mark" | "emoji";
  /** The first letter is a capital; `shout` when all letters (two or more) are. */
  readonly capital: boolean;
  readonly shout: boolean;
  readonly lexeme: Lexeme;
}

/**
 * The token at `index`.
 *
 * @throws {RangeError} when there is none
 */
export function tokenAt(tokens: readonly Token[], index: number): Token {
  return tokens[index] ?? noToken(index);
}

/** The tokens that reach into `text` from `start` to `end`, the first at least; null behind the last token. */
export function tokensOfTerm(
  tokens: readonly Token[],
  start: number,
  end: number,
): { from: number; to: number } | null {
  const from = tokens.findIndex((token) => token.end > start);
  if (from < 0) return null;
  let to = from + 1;
  while (to < tokens.length && tokenAt(tokens, to).start < end) to++;
  return { from, to };
}

/** Stands apart so that {@link tokenAt} stays small enough to be inlined. */
function noToken(index: number): never {
  throw new RangeError(`no token at ${index}`);
}

/** What a run of letters is, whatever its place: the same letters are looked at once. */
type Form = Pick<Token, "lexeme" | "written" | "capital" | "shout"> & { readonly kind: "word" | "number" };

/** Forms kept at a time. */
const MAX_FORMS = 40_000;

const formsOf = perLanguage((language) => remembered(MAX_FORMS, (original) => formOf(original, language)));

function formOf(original: string, language: ReadLanguage): Form {
  const first = original.charCodeAt(0);
  const digitFirst = isDigit(first);
  const capital = first < 128 ? first >= 65 && first <= 90 : original[0] !== original[0]?.toLowerCase();
  const shout = capital && original.length > 1 && !digitFirst && original === original.toUpperCase();
  const written = normalizeWord(original, language);
  const lexeme = language.lexemeOf(digitFirst ? written : language.data.keyOf(written));
  return { lexeme, written, kind: digitFirst ? "number" : "word", capital, shout };
}

/** Tokens of a text; quick, linear, and total: any string gives tokens. */
export function tokenize(text: string, language: ReadLanguage = english()): Token[] {
  const tokens: Token[] = [];
  const forms = formsOf(language);
  const end = Math.min(text.length, MAX_ANALYSED);
  let at = 0;
  while (at < end) {
    const code = text.charCodeAt(at);
    if (code === 32 || code === 9 || code === 13 || code === 160) at++;
    else if (isWordUnit(text, at, code)) at = pushWord(tokens, text, at, end, forms);
    else at = pushMark(tokens, text, at, end, code, language);
  }
  return tokens;
}

function pushWord(
  tokens: Token[],
  text: string,
  start: number,
  limit: number,
  formFor: (original: string) => Form,
): number {
  let at = start + 1;
  const digitFirst = isDigit(text.charCodeAt(start));
  while (at < limit) {
    const code = text.charCodeAt(at);
    const isInside =
      isWordUnit(text, at, code) ||
      (isInner(code, digitFirst) && at + 1 < limit && isWordUnit(text, at + 1, text.charCodeAt(at + 1)));
    if (!isInside) break;
    at++;
  }
  const { lexeme, written, kind, capital, shout } = formFor(text.slice(start, at));
  if (lexeme.word === "t" && isCutNegation(tokens.at(-1)?.word)) return joinNegation(tokens, at);
  tokens.push({ word: lexeme.word, written, start, end: at, kind, capital, shout, lexeme });
  return at;
}

/** "wasn t" and "wasn ' t" are what some exports make of "wasn't". */
function joinNegation(tokens: Token[], end: number): number {
  const { start, kind, capital, shout, word, lexeme: cut } = tokenAt(tokens, tokens.length - 1);
  tokens.pop();
  const lexeme = cut.language.lexemeOf(`${word}'t`);
  tokens.push({ word: lexeme.word, written: lexeme.word, start, end, kind, capital, shout, lexeme });
  return end;
}

const CUT_NEGATIONS = new Set(
  "don didn doesn wasn weren isn aren couldn wouldn shouldn hasn haven hadn won can ain mustn needn".split(" "),
);

function isCutNegation(word: string | undefined): boolean {
  return word !== undefined && CUT_NEGATIONS.has(word);
}

function pushMark(
  tokens: Token[],
  text: string,
  at: number,
  limit: number,
  code: number,
  language: ReadLanguage,
): number {
  if (code > 0x2030) return pushSymbol(tokens, text, at, limit, code, language);
  const emoticon = emoticonAt(text, at, code);
  if (emoticon !== null) {
    push(tokens, emoticon, at, at + emoticon.length, "emoji", language);
    return at + emoticon.length;
  }
  let end = at + 1;
  if (code === 60 && LINE_BREAK.test(text.slice(at, at + 6))) {
    end = text.indexOf(">", at) + 1;
    push(tokens, "\n", at, end, "mark", language);
    return end;
  }
  if (code === 38) {
    push(tokens, AMPERSAND[language.data.code] ?? "and", at, end, "word", language);
    return end;
  }
  if (code === 46 || code === 33 || code === 63 || code === 45) while (text.charCodeAt(end) === code) end++;
  const word = code === 46 && end > at + 1 ? "…" : code === 45 && end > at + 1 ? "—" : text.charAt(at);
  push(tokens, word, at, end, "mark", language);
  return end;
}

/** What & is read as. */
const AMPERSAND: Readonly<Record<string, string>> = { de: "und", es: "y", fr: "et" };

/** An emoticon behind a blank, a full stop or an exclamation mark. */
function emoticonAt(text: string, at: number, code: number): string | null {
  // All of them begin with : ; < or =.
  if (code < 58 || code > 61) return null;
  const previous = at === 0 ? 32 : text.charCodeAt(at - 1);
  if (previous !== 32 && previous !== 10 && previous !== 46 && previous !== 33) return null;
  return EMOTICONS.exec(text.slice(at, at + 3))?.[0] ?? null;
}

/** What some exports leave of HTML. */
const LINE_BREAK = /^<br ?\/?>/i;
const EMOTICONS = /^(?:[:;=]-?[)(DP]|<3)/;

function pushSymbol(
  tokens: Token[],
  text: string,
  at: number,
  limit: number,
  code: number,
  language: ReadLanguage,
): number {
  const isPair = code >= 0xd800 && code <= 0xdbff && at + 1 < limit;
  const end = at + (isPair ? 2 : 1);
  if (code === 0xfe0f || code === 0x200d || (code >= 0xdc00 && code <= 0xdfff)) return end;
  if (code === 0x2026) push(tokens, "…", at, end, "mark", language);
  else if (isPair || code >= 0x2190) push(tokens, text.slice(at, end), at, end, "emoji", language);
  return end;
}

function push(
  tokens: Token[],
  word: string,
  start: number,
  end: number,
  kind: Token["kind"],
  language: ReadLanguage,
): void {
  const lexeme = language.lexemeOf(word);
  tokens.push({ word: lexeme.word, written: word, start, end, kind, capital: false, shout: false, lexeme });
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** Letters and digits among the first 128 characters. */
const PLAIN_UNITS = Uint8Array.from({ length: 128 }, (_, code) =>
  /[a-z0-9]/i.test(String.fromCharCode(code)) ? 1 : 0,
);
const LETTER = /[\p{L}\p{M}\p{N}]/u;

function isWordUnit(text: string, at: number, code: number): boolean {
  if (code < 128) return PLAIN_UNITS[code] === 1;
  if (code < 192 || code === 215 || code === 247 || (code >= 0x2000 && code <= 0x2bff) || code >= 0xd800) return false;
  return LETTER.test(text.charAt(at));
}

/** Apostrophes join the parts of a word; points and commas those of a number; a colon those of a time. */
function isInner(code: number, inNumber: boolean): boolean {
  if (code === 39 || code === 0x2019 || code === 0x2018) return true;
  return inNumber && (code === 46 || code === 44 || code === 58);
}

function normalizeWord(original: string, language: ReadLanguage): string {
  const word = original.toLowerCase();
  const straight = CURLED.test(word) ? word.replace(/[’‘]/g, "'") : word;
  return spellings(language).get(straight) ?? straight;
}

const CURLED = /[’‘]/;

/** The usual spelling of a word, by the other one. */
const spellings = perLanguage(({ data }) => {
  const rows = rowsOf(data.spellings, "usual", "others");
  return new Map(rows.flatMap(({ usual, others }) => others.split(" ").map((other) => [other, usual] as const)));
});
