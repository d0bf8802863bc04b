/**
 * Records out of JSON that is larger than memory should hold: the entries at one path, each built by itself while the
 * text goes by.
 */
import {
  JSONParser,
  type ParsedElementInfo,
  type ParsedTokenInfo,
  Tokenizer,
  TokenParser,
  TokenType,
} from "@streamparser/json";
import { GoodwordError } from "../errors.ts";
import { headOf } from "./csv.ts";
import { decodeText, textPieces } from "./decode.ts";
import {
  eachValue,
  type FoundRecord,
  findRecordPath,
  type LikeReview,
  MAX_PATHS,
  type RecordPath,
  recordsAt,
} from "./find_records.ts";
import { exactNumber, isObject, parseJson, parseJsonAt } from "./json.ts";
import { refuse } from "./problem.ts";
import { type Cell, fileSize, type ImportFile, type RecordTable, type TableRow } from "./reading.ts";

/** An object or list, where it stands, and the line it begins on. */
interface JsonEntry {
  readonly path: string;
  readonly record: unknown;
  readonly line: number;
}

/** Longest record; what is longer is no review. */
const MAX_RECORD = 4 * 1024 * 1024;
const MAX_DEPTH = 200;

class ExactTokenizer extends Tokenizer {
  /** Gives text for integers that a number cannot hold; the library passes on whatever it gets. */
  override parseNumber(source: string): number {
    return exactNumber(Number(source), source) as number;
  }
}

/**
 * The objects and lists in a text at a path. With `onRest` the rest is kept, and given when the text ends, with a 0 in the
 * place of each entry. @throws {Error} when it is not JSON, or {GoodwordError}
 */
export function* jsonEntries(
  pieces: Iterable<string>,
  wanted: RecordPath,
  onRest?: (rest: unknown) => void,
): Generator<JsonEntry> {
  if (wanted.some((step) => step.includes("."))) throw new Error("@streamparser/json has no paths for keys with dots");
  const record = ["$", ...wanted].join(".");
  const parser = new TokenParser({ paths: onRest ? [record, "$"] : [record], keepStack: false });
  const tokenizer = new ExactTokenizer();
  const lines = new LineCounter();
  let found: JsonEntry[] = [];
  let [depth, start, line, end] = [0, 0, 1, 0];
  tokenizer.onToken = (token: ParsedTokenInfo) => {
    end = token.offset;
    if (token.token === TokenType.LEFT_BRACE || token.token === TokenType.LEFT_BRACKET) {
      if (depth++ === wanted.length) [start, line] = [end, lines.lineAt(end)];
      if (depth > MAX_DEPTH) refuse("The JSON is nested too deeply; export the reviews again");
    } else if (token.token === TokenType.RIGHT_BRACE || token.token === TokenType.RIGHT_BRACKET) depth--;
    parser.write(token);
  };
  parser.onValue = ({ value, key, parent, stack }: ParsedElementInfo) => {
    if (parent === undefined) onRest?.(value);
    else if (typeof value === "object" && value !== null) {
      const keys = [...stack.slice(1).map((level) => level.key), key];
      found.push({ path: pathOf(keys), record: value, line });
      if (onRest) Object.assign(parent, { [key ?? 0]: 0 });
    }
  };
  for (const piece of pieces) {
    tokenizer.write(lines.goThrough(piece));
    yield* found;
    found = [];
    if (lines.size - (depth > wanted.length ? start : end) > MAX_RECORD) {
      refuse("A record of the JSON is longer than 4 MB; this is no file of reviews");
    }
  }
  tokenizer.end();
  if (!parser.isEnded) throw new Error("The text ends too early");
}

function pathOf(keys: readonly (string | number | undefined)[]): string {
  return keys.reduce<string>((path, key) => {
    return path + (typeof key === "number" ? `[${key}]` : path === "" ? key : `.${key}`);
  }, "");
}

/** Counts the lines of a text by the offsets of its bytes. */
class LineCounter {
  #bytes = new Uint8Array();
  #line = 1;
  #counted = 0;
  size = 0;

  /** The bytes of the next piece. */
  goThrough(piece: string): Uint8Array {
    this.lineAt(this.size);
    this.#bytes = new TextEncoder().encode(piece);
    this.size += this.#bytes.length;
    return this.#bytes;
  }

  /** The line of an offset that is not before the last one. */
  lineAt(offset: number): number {
    const before = this.size - this.#bytes.length;
    for (; this.#counted < offset; this.#counted++) if (this.#bytes[this.#counted - before] === LINE_FEED) this.#line++;
    return this.#line;
  }
}

const LINE_FEED = 10;

/** What the beginning of a JSON text holds, as far as it goes. */
export function parseBeginning(head: string): unknown {
  let root: unknown;
  const parser = new JSONParser();
  parser.onValue = ({ value, parent, stack }) => {
    root = stack[1]?.value ?? parent ?? value;
  };
  // What is cut off, or no JSON from somewhere on, is left out.
  parser.onError = () => {};
  parser.write(head);
  return root;
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
  if (json === undefined) return streamedTable(file, encoding, likeReview);
  const path = findRecordPath(json, likeReview);
  return path && tableOf(file, contextOf(json, path), () => recordsAt(json, path));
}

/** What the stream cannot read is read as a whole, which mends it or names its fault. */
function streamedTable(file: ImportFile, encoding: string, likeReview: LikeReview): RecordTable | null {
  const root = parseBeginning(headOf(file, encoding));
  const path = findRecordPath(root, likeReview);
  if (path === null) return null;
  try {
    return tableOf(file, contextOf(root, path), () => streamed(jsonEntries(textPieces(file, encoding), path)));
  } catch (error) {
    if (error instanceof GoodwordError) throw error;
    return jsonTable(file, encoding, parseJson(decodeText(file.bytes, encoding)), likeReview);
  }
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
  for (const entry of entries) yield { ...entry, around: [] };
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
