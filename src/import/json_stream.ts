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
import { isObject, parseJson, parseJsonAt, tryParseJson } from "./json.ts";
import { jsonEntries, linesOfPieces, parseBeginning } from "./json_entries.ts";
import { refuse } from "./problem.ts";
import { type Cell, fileSize, type ImportFile, type RecordTable, type TableRow } from "./reading.ts";

const WHOLE_JSON_BYTES = 24 * 1024 * 1024;

/** The records in a JSON file that look like reviews; null if none do. `json` is its value, undefined if it was not parsed. */
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

/** Reads a file as a stream, or as a whole if that fails: the parser then repairs it or names its fault. */
function streamedTable(file: ImportFile, encoding: string, likeReview: LikeReview): RecordTable | null {
  const root = parseBeginning(headOf(file, encoding));
  const path = findRecordPath(root, likeReview);
  if (path === null) return null;
  try {
    return tableOf(file, contextOf(root, path), () => streamed(file, encoding, path));
  } catch (error) {
    if (error instanceof GoodwordError) throw error;
    return jsonTable(file, encoding, parseJson(decodeText(file.bytes, encoding)), likeReview);
  }
}

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

function* streamed(file: ImportFile, encoding: string, wanted: RecordPath): Generator<FoundRecord> {
  for (const placed of jsonRecords(file, encoding, wanted)) yield { ...placed, around: [] };
}

export function* jsonRecords(
  file: ImportFile,
  encoding: string,
  wanted: RecordPath,
): Generator<Omit<FoundRecord, "around">> {
  for (const { path, line, text } of jsonEntries(textPieces(file, encoding), wanted)) {
    const record = tryParseJson(text);
    // Parsing the whole file locates the fault of a record.
    yield { path, line, record: record === undefined ? parseJson(decodeText(file.bytes, encoding)) : record };
  }
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

function pathsOf(records: Iterable<FoundRecord>): string[] {
  const paths = new Set<string>();
  for (const found of records) {
    const add = (path: string) => void paths.add(path);
    eachValue(found.record, add);
    aroundValues(found, add);
    if (paths.size > MAX_PATHS)
      refuse("The records have more than 2,000 different fields; this is not a file of reviews");
  }
  return [...paths];
}

function* rowsOf(file: string, columns: readonly string[], records: Iterable<FoundRecord>): Generator<TableRow> {
  const indexes = new Map(columns.map((path, index) => [path, index]));
  for (const found of records) {
    // Sparse, since few records have all fields.
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

function aroundValues({ around, path }: FoundRecord, found: (path: string, cell: Cell) => void): void {
  const outer = around.at(-1);
  if (outer === undefined || (path.match(/\[/g)?.length ?? 0) < 2) return;
  for (const key of ["title", "name", "placeId", "place_id", "business_name", "companyName"]) {
    const value = outer[key];
    if (typeof value === "string") found(`^.${key}`, value);
  }
}

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

export function isLargeJson(file: ImportFile): boolean {
  return fileSize(file) > WHOLE_JSON_BYTES;
}
