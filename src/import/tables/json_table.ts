/** JSON of any nesting, and records one a line, as tables. */
import { fileSize, textPieces } from "../decode.ts";
import { isObject, parseJson, tryParseJson } from "../json.ts";
import { refuse } from "../problem.ts";
import type { ImportFile } from "../reading.ts";
import { headOf } from "./csv.ts";
import {
  eachValue,
  type FoundRecord,
  findRecordPath,
  type LikeReview,
  MAX_PATHS,
  type RecordPath,
  recordsAt,
} from "./find_records.ts";
import { closedBeginning, jsonEntries } from "./json_stream.ts";
import type { Cell, RecordTable, TableRow } from "./table.ts";

/** Larger JSON is read as a stream. */
const WHOLE_JSON_BYTES = 24 * 1024 * 1024;

/** The records in a JSON file that are like reviews; null when there are none. `json` is its value, where it was parsed. */
export function jsonTable(
  file: ImportFile,
  encoding: string,
  json: unknown,
  likeReview: LikeReview,
): RecordTable | null {
  if (json !== undefined) return wholeTable(file, json, likeReview);
  const beginning = tryParseJson(closedBeginning(headOf(file, encoding)));
  const path = findRecordPath(beginning, likeReview);
  if (path === null) return null;
  const records = () => streamed(jsonEntries(textPieces(file, encoding), path));
  return tableOf(file, contextOf(beginning, path), records);
}

function wholeTable(file: ImportFile, json: unknown, likeReview: LikeReview): RecordTable | null {
  const root = isObject(json) || Array.isArray(json) ? json : null;
  const path = findRecordPath(root, likeReview);
  if (path === null) return null;
  return tableOf(file, contextOf(json, path), () => recordsAt(json, path));
}

/** Records one a line. */
export function linesTable(file: ImportFile, encoding: string): RecordTable {
  return tableOf(file, {}, () => lineRecords(file, encoding));
}

function* lineRecords(file: ImportFile, encoding: string): Generator<FoundRecord> {
  let number = 0;
  for (const line of linesOfPieces(textPieces(file, encoding))) {
    number++;
    if (line.trim() !== "") yield { path: `line ${number}`, record: parseJson(line), around: [] };
  }
}

function* streamed(entries: ReturnType<typeof jsonEntries>): Generator<FoundRecord & { readonly line: number }> {
  for (const { path, text, line } of entries) yield { path, record: parseJson(text), around: [], line };
}

function tableOf(
  file: ImportFile,
  context: RecordTable["context"],
  records: () => Iterable<FoundRecord & { readonly line?: number }>,
): RecordTable {
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

function* rowsOf(
  file: string,
  columns: readonly string[],
  records: Iterable<FoundRecord & { readonly line?: number }>,
): Generator<TableRow> {
  const indexes = new Map(columns.map((path, index) => [path, index]));
  for (const found of records) {
    const cells: Cell[] = new Array(columns.length).fill(undefined);
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
  const context: Record<string, Cell> = {};
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
