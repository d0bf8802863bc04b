/** Parses JSON, and after a failure finds its place, which the engine does not report. */
import { GoodwordError } from "../errors.ts";
import { refuse } from "./problem.ts";

export interface JsonDocument {
  readonly file: string;
  readonly json: unknown;
}

/** The value of a JSON text. @throws {GoodwordError} input_refused, naming line and column */
export function parseJson(text: string): unknown {
  try {
    return parseExactly(text);
  } catch (error) {
    const repaired = parsedOrUndefined(withEscapedControls(text));
    if (repaired !== undefined) return repaired;
    if (error instanceof RangeError) refuse("The JSON is nested too deeply; export the reviews again");
    const { line, column, found } = findJsonFault(text);
    refuse(`Not valid JSON at line ${line}, column ${column}: ${found}`);
  }
}

/** Like {@link parseJson}, for a text that begins on a line of its file. */
export function parseJsonAt(text: string, line: number): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof GoodwordError)) throw error;
    refuse(error.message.replace(/at line (\d+)/, (_, own) => `at line ${line + Number(own) - 1}`));
  }
}

export function tryParseJson(text: string): unknown {
  try {
    return parseExactly(text);
  } catch {
    return parsedOrUndefined(withEscapedControls(text));
  }
}

const LONG_INTEGER = /[:[,\s]-?\d{16,}\s*[,}\]]/;

/** Parses JSON with integers beyond 2^53 as strings, so that different ids cannot become equal by losing digits. */
export function parseExactly(text: string): unknown {
  return LONG_INTEGER.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
}

/** A number, or its source text if it is an integer beyond 2^53. */
function keepDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source ?? "";
  return typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? source : value;
}

function parsedOrUndefined(text: string | null): unknown {
  try {
    return text === null ? undefined : parseExactly(text);
  } catch {
    return undefined;
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: it searches for control characters
const RAW_CONTROL = /[\u0000-\u0009\u000b\u000c\u000e-\u001f]/;

/** Escapes control characters in strings, except line breaks, which more often mean an unterminated string. Null without any. */
function withEscapedControls(text: string): string | null {
  if (!RAW_CONTROL.test(text)) return null;
  const pieces: string[] = [];
  let done = 0;
  for (let start = text.indexOf('"'); start >= 0; start = text.indexOf('"', done)) {
    const end = endOfString(text, start);
    if (end < 0) break;
    const string = text.slice(start, end + 1);
    pieces.push(text.slice(done, start), RAW_CONTROL.test(string) ? escaped(string) : string);
    done = end + 1;
  }
  return pieces.join("") + text.slice(done);
}

function escaped(string: string): string {
  return Array.from(string, (c) => (RAW_CONTROL.test(c) ? JSON.stringify(c).slice(1, -1) : c)).join("");
}

export type Fields = Readonly<Record<string, unknown>>;

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

export function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value is nested deeper than `limit` levels. */
export function isDeeperThan(value: unknown, limit: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (limit === 0) return true;
  return Object.values(value).some((inner) => isDeeperThan(inner, limit - 1));
}

interface JsonFault {
  readonly line: number;
  readonly column: number;
  readonly found: string;
}

const STRING = String.raw`"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"`;
const NUMBER = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])`;
const WORD = String.raw`(?:true|false|null)(?!\w)`;
const TOKEN = new RegExp(String.raw`[ \t\r\n]*(?:([{}[\],:])|(${STRING})|${NUMBER}|${WORD})`, "y");
/** A token, but only the opening quote of a string. */
export const TOKEN_START = new RegExp(String.raw`[ \t\r\n]*(?:([{}[\],:"])|${NUMBER}|${WORD})`, "y");

export function findJsonFault(text: string): JsonFault {
  const open: string[] = [];
  let expected: Expected = "value";
  let end = 0;
  while (expected !== "nothing") {
    TOKEN.lastIndex = end;
    const match = TOKEN.exec(text);
    if (!match) break;
    const next = follow(expected, match[1] ?? (match[2] === undefined ? "" : '"'), open);
    if (next === null) break;
    expected = next;
    end = TOKEN.lastIndex;
  }
  const [space = ""] = /^[ \t\r\n]*/.exec(text.slice(end)) ?? [];
  const at = end + space.length;
  return { ...placeOf(text, at), found: foundAt(text, at) };
}

/** The token that a JSON text must continue with. */
export type Expected = "value" | "value or ]" | "key" | "key or }" | ":" | "," | "nothing";

/** The expectation after a token; null if it is not allowed. `mark`: the token, `"` for a string, "" for a number or word. Updates `open`. */
export function follow(expected: Expected, mark: string, open: string[]): Expected | null {
  const after = () => (open.length === 0 ? "nothing" : ",");
  const inObject = open.at(-1) === "{";
  if (mark === "}" || mark === "]") {
    const [opening, empty] = mark === "}" ? ["{", "key or }"] : ["[", "value or ]"];
    if (open.at(-1) !== opening || (expected !== "," && expected !== empty)) return null;
    open.pop();
    return after();
  }
  if (mark === ":") return expected === ":" ? "value" : null;
  if (mark === ",") return expected !== "," ? null : inObject ? "key" : "value";
  if (expected === "key" || expected === "key or }") return mark === '"' ? ":" : null;
  if (expected !== "value" && expected !== "value or ]") return null;
  if (mark === "" || mark === '"') return after();
  open.push(mark);
  return mark === "{" ? "key or }" : "value or ]";
}

function foundAt(text: string, at: number): string {
  if (at >= text.length) return "unexpected end of file; it may be truncated";
  const rest = text.slice(at, at + 20);
  if (rest[0] === '"') return "an unterminated string, or one with a line break or an invalid escape";
  const word = /^[\w.+-]+/.exec(rest)?.[0] ?? String.fromCodePoint(rest.codePointAt(0) ?? 0);
  return `unexpected ${JSON.stringify(word)}`;
}

function placeOf(text: string, at: number): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (let end = text.indexOf("\n"); end >= 0 && end < at; end = text.indexOf("\n", end + 1)) {
    line++;
    start = end + 1;
  }
  return { line, column: at - start + 1 };
}

const BACKSLASH = 92;

/** The position of the quote that closes the string at `start`; -1 if it is not closed. */
export function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return end;
  }
  return -1;
}
