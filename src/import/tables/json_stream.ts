/**
 * Records out of JSON that is larger than memory should hold: the entries at one path, each parsed by itself while the
 * text goes by.
 *
 * @module
 */
import { refuse } from "../problem.ts";
import type { RecordPath } from "./find_records.ts";

/** An entry as its own text. */
export interface JsonEntry {
  readonly path: string;
  readonly text: string;
  readonly line: number;
}

interface Level {
  readonly isList: boolean;
  key: string;
  index: number;
}

/** Longest record; what is longer is no review. */
const MAX_RECORD = 4 * 1024 * 1024;
const MAX_DEPTH = 200;
const MARKS = /["{}[\],:]/g;

/**
 * The entries of a text at a path; numbers and words between them are passed over. `onRest` is given the text around the
 * entries, piece by piece, with a 0 in the place of each. @throws {GoodwordError}
 */
export function* jsonEntries(
  pieces: Iterable<string>,
  wanted: RecordPath,
  onRest: (text: string) => void = () => {},
): Generator<JsonEntry> {
  const stack: Level[] = [];
  let text = "";
  let at = 0;
  let line = 1;
  let counted = 0;
  let start = -1;
  let startLine = 1;
  let startDepth = 0;
  let lastString = "";
  let isKeyDue = false;
  /** Up to here the text is an entry or was told as a part of the rest. */
  let told = 0;
  const tellRest = (end: number) => {
    if (end > told) onRest(text.slice(told, end));
    told = end;
  };
  const trim = () => {
    const from = start >= 0 ? start : at;
    tellRest(from);
    told = 0;
    line += linesIn(text, counted, from);
    text = text.slice(from);
    at -= from;
    counted = 0;
    if (start >= 0) start = 0;
    if (text.length > MAX_RECORD) refuse("A record of the JSON is longer than 4 MB; this is no file of reviews");
  };
  for (const piece of pieces) {
    trim();
    text += piece;
    for (;;) {
      MARKS.lastIndex = at;
      const mark = MARKS.exec(text)?.[0];
      if (mark === undefined) {
        at = text.length;
        break;
      }
      const place = MARKS.lastIndex - 1;
      if (mark === '"') {
        const end = endOfString(text, place);
        if (end < 0) {
          at = place;
          break;
        }
        if (start < 0 && isKeyDue) lastString = text.slice(place + 1, end);
        at = end + 1;
        continue;
      }
      at = place + 1;
      const level = stack.at(-1);
      if (mark === "{" || mark === "[") {
        if (start < 0 && matches(stack, wanted)) {
          tellRest(place);
          onRest("0");
          start = place;
          startDepth = stack.length;
          line += linesIn(text, counted, place);
          counted = place;
          startLine = line;
        }
        stack.push({ isList: mark === "[", key: "", index: 0 });
        if (stack.length > MAX_DEPTH) refuse("The JSON is nested too deeply; export the reviews again");
        isKeyDue = mark === "{";
      } else if (mark === "}" || mark === "]") {
        stack.pop();
        if (start >= 0 && stack.length === startDepth) {
          yield { path: pathOf(stack), text: text.slice(start, at), line: startLine };
          start = -1;
          told = at;
        }
      } else if (mark === ":" && level !== undefined) {
        level.key = lastString;
        isKeyDue = false;
      } else if (mark === "," && level !== undefined) {
        level.index++;
        isKeyDue = !level.isList;
      }
    }
  }
  tellRest(text.length);
  if (stack.length > 0) refuse("Not valid JSON: unexpected end of file; it may be truncated");
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

function linesIn(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", from); at >= 0 && at < to; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

/** Position of the quote that closes the string that opens at `start`; -1 when it is not here yet. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return end;
  }
  return -1;
}

const BACKSLASH = 92;

/** The beginning of a JSON text, closed where it was cut off, so that its structure can be looked at. */
export function closedBeginning(head: string): string {
  const open: string[] = [];
  let safe = "";
  let at = 0;
  for (;;) {
    MARKS.lastIndex = at;
    const mark = MARKS.exec(head)?.[0];
    if (mark === undefined) return safe;
    const place = MARKS.lastIndex - 1;
    if (mark === '"') {
      const end = endOfString(head, place);
      if (end < 0) return safe;
      at = end + 1;
      continue;
    }
    at = place + 1;
    if (mark === "{" || mark === "[") open.push(mark === "{" ? "}" : "]");
    if (mark === "}" || mark === "]") {
      open.pop();
      safe = head.slice(0, at) + open.toReversed().join("");
    }
  }
}
