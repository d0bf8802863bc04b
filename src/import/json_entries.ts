/** Cuts records out of JSON that is too large for memory, for the engine's own parser. */
import type { RecordPath } from "./find_records.ts";
import { type Expected, endOfString, follow, parseExactly, TOKEN_START, tryParseJson } from "./json.ts";
import { refuse } from "./problem.ts";

interface JsonEntry {
  readonly path: string;
  readonly text: string;
  readonly line: number;
}

const MAX_RECORD = 4 * 1024 * 1024;
const MAX_DEPTH = 200;

/** The text of the values at a path; of objects and lists, only brackets are checked. `onRest` gets the rest, with 0 for each. @throws {Error} if the rest is not JSON */
export function* jsonEntries(
  pieces: Iterable<string>,
  wanted: RecordPath,
  onRest?: (rest: unknown) => void,
): Generator<JsonEntry> {
  const cursor = new JsonCursor();
  let rest = "";
  for (const piece of pieces) {
    cursor.add(piece);
    for (let isWanted = cursor.isAt(wanted); cursor.next(isWanted); isWanted = cursor.isAt(wanted)) {
      if (isWanted && cursor.text !== "]") {
        yield { path: cursor.path, text: cursor.text, line: cursor.line };
        if (onRest) rest += "0";
      } else if (onRest) rest += cursor.textWithSpace;
    }
    if (cursor.left > MAX_RECORD) refuse("A record of the JSON is longer than 4 MB; this is not a file of reviews");
  }
  if (!cursor.isAtEnd) throw new Error("The text ends too early");
  onRest?.(parseExactly(rest));
}

/** Parses the beginning of a JSON text, up to the last complete value. Undefined if it is not JSON. */
export function parseBeginning(head: string): unknown {
  const cursor = new JsonCursor();
  cursor.add(head);
  let whole = "";
  try {
    while (cursor.next(false)) if (cursor.isAfterValue) whole = head.slice(0, cursor.at) + cursor.closing;
  } catch {}
  return tryParseJson(whole);
}

const MAX_LINE = 4 * 1024 * 1024;

/** The lines of a text. The last one is empty if the text ends with a line feed. @throws {GoodwordError} if a line is too long */
export function* linesOfPieces(pieces: Iterable<string>): Generator<string> {
  let rest = "";
  for (const piece of pieces) {
    let start = 0;
    for (let end = piece.indexOf("\n"); end >= 0; end = piece.indexOf("\n", start)) {
      yield rest + piece.slice(start, end);
      rest = "";
      start = end + 1;
    }
    rest += piece.slice(start);
    if (rest.length > MAX_LINE) refuse("A line is longer than 4 MB; this is not a file with one review per line");
  }
  yield rest;
}

const MAX_EXCERPT_LENGTH = 40;

/** Reads JSON that arrives in pieces, a token at a time, or a whole object or list at a time. */
class JsonCursor {
  at = 0;
  /** The line on which the last token or container begins. */
  line = 1;
  #start = 0;
  #text = "";
  #before = 0;
  /** Position of the next line feed to count; Infinity after the last one. */
  #feed = Number.POSITIVE_INFINITY;
  #expected: Expected = "value";
  readonly #open: string[] = [];
  /** The key or index of the current value in each open container. */
  readonly #keys: (string | number)[] = [];

  add(piece: string): void {
    this.#countLines(this.at);
    this.#text = this.#text.slice(this.at) + piece;
    this.at = 0;
    this.#feed = this.#feedAfter(-1);
  }

  /** Advances by a token or container; false if more text is needed. @throws {Error} if the text is not JSON */
  next(skipsContainers: boolean): boolean {
    TOKEN_START.lastIndex = this.at;
    const match = TOKEN_START.exec(this.#text);
    if (match === null) {
      if (this.#text.slice(this.at).trimStart().length >= MAX_EXCERPT_LENGTH) throw new Error("Not JSON");
      return false;
    }
    const mark = match[1] ?? "";
    const end = this.at + match[0].length;
    const isContainer = skipsContainers && (mark === "{" || mark === "[");
    const last = isContainer
      ? endOfBrackets(this.#text, end - 1, MAX_DEPTH - this.#open.length)
      : mark === '"'
        ? endOfString(this.#text, end - 1)
        : end - 1;
    const mayGoOn = mark === "" && end === this.#text.length;
    if (last < 0 || mayGoOn) return false;
    [this.#before, this.#start, this.at] = [this.at, end - match[0].trimStart().length, last + 1];
    this.#countLines(this.#start);
    this.#follow(isContainer ? "" : mark);
    return true;
  }

  get text(): string {
    return this.#text.slice(this.#start, this.at);
  }

  get textWithSpace(): string {
    return this.#text.slice(this.#before, this.at);
  }

  isAt(wanted: RecordPath): boolean {
    if (this.#open.length !== wanted.length || !this.#expected.startsWith("value")) return false;
    return wanted.every((step, at) => step === "*" || (this.#open[at] === "{" && this.#keys[at] === step));
  }

  get path(): string {
    return this.#keys.reduce<string>((path, key) => {
      return path + (typeof key === "number" ? `[${key}]` : path === "" ? key : `.${key}`);
    }, "");
  }

  get isAfterValue(): boolean {
    return this.#expected === "," || this.#expected === "nothing";
  }

  get closing(): string {
    return this.#open
      .map((mark) => (mark === "{" ? "}" : "]"))
      .toReversed()
      .join("");
  }

  get left(): number {
    return this.#text.length - this.at;
  }

  get isAtEnd(): boolean {
    return this.#expected === "nothing" && this.#text.slice(this.at).trim() === "";
  }

  #countLines(end: number): void {
    for (; this.#feed < end; this.#feed = this.#feedAfter(this.#feed)) this.line++;
  }

  #feedAfter(position: number): number {
    const feed = this.#text.indexOf("\n", position + 1);
    return feed < 0 ? Number.POSITIVE_INFINITY : feed;
  }

  #follow(mark: string): void {
    const expected = follow(this.#expected, mark, this.#open);
    if (expected === null) throw new Error("Not JSON");
    const isKey = this.#expected.startsWith("key") && mark === '"';
    this.#expected = expected;
    const depth = this.#open.length;
    if (depth > MAX_DEPTH) refuseDepth();
    if (mark === "{" || mark === "[") this.#keys.push(mark === "[" ? 0 : "");
    this.#keys.length = depth;
    const key = this.#keys[depth - 1];
    if (isKey) this.#keys[depth - 1] = JSON.parse(this.text);
    else if (mark === "," && typeof key === "number") this.#keys[depth - 1] = key + 1;
  }
}

const QUOTE = 34;
const LEFT_BRACKET = 91;
const RIGHT_BRACKET = 93;
const LEFT_BRACE = 123;
const RIGHT_BRACE = 125;

/** The position of the bracket that closes the one at `start`; -1 if the text ends first. @throws {GoodwordError} if nested too deeply */
function endOfBrackets(text: string, start: number, maxDepth: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) {
      at = endOfString(text, at);
      if (at < 0) return -1;
    } else if (character === LEFT_BRACE || character === LEFT_BRACKET) {
      if (++depth > maxDepth) refuseDepth();
    } else if ((character === RIGHT_BRACE || character === RIGHT_BRACKET) && --depth === 0) return at;
  }
  return -1;
}

function refuseDepth(): never {
  refuse("The JSON is nested too deeply; export the reviews again");
}
