/**
 * Records out of JSON that is larger than memory should hold: the entries at one path, each parsed by itself while the
 * text goes by.
 */

import { headOf } from "./csv.ts";
import { textPieces } from "./decode.ts";
import {
  eachValue,
  type FoundRecord,
  findRecordPath,
  type LikeReview,
  MAX_PATHS,
  type RecordPath,
  recordsAt,
} from "./find_records.ts";
import { endOfString, isObject, parseJsonAt, tryParseJson } from "./json.ts";
import { refuse } from "./problem.ts";
import { type Cell, fileSize, type ImportFile, type RecordTable, type TableRow } from "./reading.ts";

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

/** Larger JSON is read as a stream. */
const WHOLE_JSON_BYTES = 24 * 1024 * 1024;

/** The records in a JSON file that are like reviews; null when there are none. `json` is its value, where it was parsed. */
export function jsonTable(
  file: ImportFile,
  encoding: string,
  json: unknown,
  likeReview: LikeReview,
): RecordTable | null {
  const isWhole = json !== undefined;
  const root = isWhole ? json : tryParseJson(closedBeginning(headOf(file, encoding)));
  const path = findRecordPath(root, likeReview);
  if (path === null) return null;
  const records = () => (isWhole ? recordsAt(json, path) : streamed(jsonEntries(textPieces(file, encoding), path)));
  return tableOf(file, contextOf(root, path), records);
}

/** Records one a line. */
export function linesTable(file: ImportFile, encoding: string): RecordTable {
  return tableOf(file, {}, () => lineRecords(file, encoding));
}

function* lineRecords(file: ImportFile, encoding: string): Generator<FoundRecord> {
  let number = 0;
  for (const line of linesOfPieces(textPieces(file, encoding))) {
    number++;
    if (line.trim() !== "") yield { path: `line ${number}`, record: parseJsonAt(line, number), around: [] };
  }
}

function* streamed(entries: Iterable<JsonEntry>): Generator<FoundRecord> {
  for (const { path, text, line } of entries) yield { path, record: parseJsonAt(text, line), around: [], line };
}

function tableOf(file: ImportFile, context: RecordTable["context"], records: () => Iterable<FoundRecord>): RecordTable {
  const columns = pathsOf(records());
  return {
    file: file.name,
    kind: "json",
    columns,
    hasHeader: true,
    context,
    rows: () => rowsOf(file.name, columns, records()),
  };
}

/** Every path of every record, in the order of their first appearance: a field may be there for a few records only. */
function pathsOf(records: Iterable<FoundRecord>): string[] {
  const paths = new Set<string>();
  for (const found of records) {
    const add = (path: string) => void paths.add(path);
    eachValue(found.record, add);
    aroundValues(found, add);
    if (paths.size > MAX_PATHS) refuse("The records have more than 2,000 different fields; this is no file of reviews");
  }
  return [...paths];
}

function* rowsOf(file: string, columns: readonly string[], records: Iterable<FoundRecord>): Generator<TableRow> {
  const indexes = new Map(columns.map((path, index) => [path, index]));
  for (const found of records) {
    // As wide as its last value: few records have all fields.
    const cells: Cell[] = [];
    const put = (path: string, cell: Cell) => {
      cells[indexes.get(path) ?? -1] = cell;
    };
    eachValue(found.record, put);
    aroundValues(found, put);
    const at = { file, path: found.path };
    yield { at: found.line === undefined ? at : { ...at, line: found.line }, cells };
  }
}

/** What stands around a list of reviews within another list names the place that they are about. */
function aroundValues({ around, path }: FoundRecord, found: (path: string, cell: Cell) => void): void {
  const outer = around.at(-1);
  if (outer === undefined || (path.match(/\[/g)?.length ?? 0) < 2) return;
  for (const key of ["title", "name", "placeId", "place_id", "business_name", "companyName"]) {
    const value = outer[key];
    if (typeof value === "string") found(`^.${key}`, value);
  }
}

/** Strings beside the list of records and above it, the inner ones first. */
function contextOf(root: unknown, path: RecordPath): RecordTable["context"] {
  const context: Record<string, string> = {};
  let value = root;
  const levels: unknown[] = [];
  for (const step of path) {
    levels.push(value);
    if (step === "*") break;
    value = isObject(value) ? value[step] : undefined;
  }
  for (const level of levels) {
    if (!isObject(level)) continue;
    for (const [key, inner] of Object.entries(level)) {
      if (typeof inner === "string" && inner.length <= 2048) context[key] = inner;
      if (isObject(inner)) {
        for (const [name, each] of Object.entries(inner)) {
          if (typeof each === "string" && each.length <= 2048) context[`${key}.${name}`] = each;
        }
      }
    }
  }
  return context;
}

/** Whether a file should be read as a stream. */
export function isLargeJson(file: ImportFile): boolean {
  return fileSize(file) > WHOLE_JSON_BYTES;
}

/** Longest line; what is longer holds no review. */
const MAX_LINE = 4 * 1024 * 1024;

/** Every line without its end, the last one too, which is empty where the text ends with a line end. @throws {GoodwordError} */
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
    if (rest.length > MAX_LINE) refuse("A line is longer than 4 MB; this is no file of reviews, one a line");
  }
  yield rest;
}
