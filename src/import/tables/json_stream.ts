/**
 * Records out of JSON that is larger than memory should hold: the entries at one path, each parsed by itself while the
 * text goes by.
 */
import { endOfString } from "../json.ts";
import { refuse } from "../problem.ts";
import type { RecordPath } from "./find_records.ts";

/** An entry as its own text. */
export interface JsonEntry {
  readonly path: string;
  readonly text: string;
  readonly line: number;
}

/** Around the entries: a list and how far it is gone through, or an object and its last key. */
interface Level {
  readonly isList: boolean;
  key: string;
  index: number;
}

/** Longest record; what is longer is no review. */
const MAX_RECORD = 4 * 1024 * 1024;
const MAX_DEPTH = 200;

/**
 * The entries of a text at a path; numbers and words between them are passed over. `onRest` is given the text around the
 * entries, piece by piece, with a 0 in the place of each. @throws {GoodwordError}
 */
export function* jsonEntries(
  pieces: Iterable<string>,
  wanted: RecordPath,
  onRest: (text: string) => void = () => {},
): Generator<JsonEntry> {
  const around: Level[] = [];
  const lines = new LineCounter();
  let text = "";
  let at = 0;
  /** Where the entry begins that is gone through, and how many of its objects and lists are open. */
  let start = -1;
  let open = 0;
  let startLine = 1;
  let lastString = "";
  let isKeyDue = false;
  /** Up to here the text is an entry or was passed on as a part of the rest. */
  let passed = 0;
  const passRest = (end: number) => {
    if (end > passed) onRest(text.slice(passed, end));
    passed = end;
  };
  const append = (piece: string) => {
    const from = start >= 0 ? start : at;
    passRest(from);
    passed = 0;
    lines.lineAt(from);
    text = text.slice(from);
    at -= from;
    if (start >= 0) start = 0;
    if (text.length > MAX_RECORD) refuse("A record of the JSON is longer than 4 MB; this is no file of reviews");
    text += piece;
    lines.goThrough(text);
  };
  for (const piece of pieces) {
    append(piece);
    for (;;) {
      const place = nextMark(text, at);
      const mark = text.charCodeAt(place);
      at = place;
      if (place === text.length) break;
      if (mark === QUOTE) {
        const end = endOfString(text, place);
        if (end < 0) break;
        if (start < 0 && isKeyDue) lastString = text.slice(place + 1, end);
        at = end + 1;
        continue;
      }
      at = place + 1;
      if (mark === OPEN_OBJECT || mark === OPEN_LIST) {
        if (start < 0 && matches(around, wanted)) {
          passRest(place);
          onRest("0");
          start = place;
          startLine = lines.lineAt(place);
        }
        if (start >= 0) open++;
        else around.push({ isList: mark === OPEN_LIST, key: "", index: 0 });
        if (around.length + open > MAX_DEPTH) refuse("The JSON is nested too deeply; export the reviews again");
        isKeyDue = mark === OPEN_OBJECT;
      } else if (mark === CLOSE_OBJECT || mark === CLOSE_LIST) {
        if (start < 0) around.pop();
        else if (--open === 0) {
          yield { path: pathOf(around), text: text.slice(start, at), line: startLine };
          start = -1;
          passed = at;
        }
      } else if (start < 0) {
        const level = around.at(-1);
        if (level === undefined) continue;
        if (mark === COLON) level.key = lastString;
        else level.index++;
        isKeyDue = mark === COMMA && !level.isList;
      }
    }
  }
  passRest(text.length);
  if (around.length + open > 0) refuse("Not valid JSON: unexpected end of file; it may be truncated");
}

function matches(stack: readonly Level[], wanted: RecordPath): boolean {
  return (
    stack.length === wanted.length &&
    wanted.every((step, depth) => {
      const level = stack[depth];
      return level !== undefined && (step === "*" || (!level.isList && level.key === step));
    })
  );
}

function pathOf(stack: readonly Level[]): string {
  let path = "";
  for (const { isList, key, index } of stack) path += isList ? `[${index}]` : path === "" ? key : `.${key}`;
  return path;
}

/** The number of the line while texts are gone through; each line feed is looked for once. */
class LineCounter {
  #text = "";
  #line = 1;
  /** The first line feed that is not counted yet. */
  #next = Number.POSITIVE_INFINITY;

  /** The text that follows what was counted last. */
  goThrough(text: string): void {
    this.#text = text;
    this.#find(0);
  }

  /** Of a place that is not before the last one. */
  lineAt(place: number): number {
    while (this.#next < place) {
      this.#line++;
      this.#find(this.#next + 1);
    }
    return this.#line;
  }

  #find(from: number): void {
    const found = this.#text.indexOf("\n", from);
    this.#next = found < 0 ? Number.POSITIVE_INFINITY : found;
  }
}

const [QUOTE, COMMA, COLON] = [0x22, 0x2c, 0x3a];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Position of the next character that JSON is structured by; the text's length when there is none. */
function nextMark(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
      case COMMA:
      case COLON:
      case OPEN_LIST:
      case CLOSE_LIST:
      case OPEN_OBJECT:
      case CLOSE_OBJECT:
        return at;
    }
  }
  return text.length;
}

/** The beginning of a JSON text, closed where it was cut off, so that its structure can be looked at. */
export function closedBeginning(head: string): string {
  const open: string[] = [];
  let safe = "";
  for (let at = nextMark(head, 0); at < head.length; at = nextMark(head, at + 1)) {
    const mark = head.charCodeAt(at);
    if (mark === QUOTE) {
      at = endOfString(head, at);
      if (at < 0) break;
    } else if (mark === OPEN_OBJECT) open.push("}");
    else if (mark === OPEN_LIST) open.push("]");
    else if (mark === CLOSE_OBJECT || mark === CLOSE_LIST) {
      open.pop();
      safe = head.slice(0, at + 1) + open.toReversed().join("");
    }
  }
  return safe;
}
