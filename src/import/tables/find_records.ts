/**
 * Finds the records in JSON of any nesting, the lists of objects that are most like reviews, and flattens a record
 * into a row: each value that is no object under its path, `author.name`. Of a list of objects, such as replies, the
 * first counts; a list of words is one cell.
 */
import { isObject } from "../json.ts";
import type { Cell } from "./table.ts";

/** A way to records from the root: keys, and `*` for each entry of a list. */
export type RecordPath = readonly string[];

/** How much a record with these paths is like a review; 0 is not at all. */
export type LikeReview = (paths: readonly string[], values: readonly Cell[]) => number;

const DEEPEST = 12;
const LOOK_ENTRIES = 50;

/** The path of the records that are most like reviews; null when nothing is. */
export function findRecordPath(root: unknown, likeReview: LikeReview): RecordPath | null {
  const scores = new Map<string, { path: RecordPath; score: number }>();
  visit(root, [], (path, records) => {
    const score = scoreOf(records, likeReview);
    const key = path.join("\0");
    const known = scores.get(key);
    if (score > 0 && (known === undefined || score > known.score)) scores.set(key, { path, score });
  });
  let best: { path: RecordPath; score: number } | null = null;
  for (const each of scores.values()) if (best === null || each.score > best.score) best = each;
  return best?.path ?? null;
}

function visit(value: unknown, path: RecordPath, found: (path: RecordPath, records: readonly object[]) => void): void {
  if (path.length > DEEPEST || typeof value !== "object" || value === null) return;
  const entries = Array.isArray(value) ? value : Object.values(value);
  const isList = Array.isArray(value) || isDictionary(value);
  if (isList) {
    const records = entries.slice(0, LOOK_ENTRIES).filter(isObject);
    if (records.length > 0) found([...path, "*"], records);
    for (const entry of entries.slice(0, LOOK_ENTRIES)) visit(entry, [...path, "*"], found);
    return;
  }
  for (const [key, inner] of Object.entries(value)) visit(inner, [...path, key], found);
}

/** Records under their ids instead of in a list: several objects that have nearly the same keys. */
function isDictionary(value: object): boolean {
  const entries = Object.values(value);
  if (entries.length < 2 || !entries.every(isObject)) return false;
  const [first = {}] = entries as object[];
  const keys = Object.keys(first);
  return (
    keys.length >= 2 &&
    (entries as object[]).slice(0, 5).every((each) => keys.filter((key) => key in each).length * 2 > keys.length)
  );
}

function scoreOf(records: readonly object[], likeReview: LikeReview): number {
  const paths = new Map<string, Cell>();
  for (const record of records) {
    eachValue(record, (path, cell) => {
      if (paths.get(path) === undefined || paths.get(path) === null || paths.get(path) === "") paths.set(path, cell);
    });
  }
  return likeReview([...paths.keys()], [...paths.values()]);
}

/** A record with the place it stands at and the objects around it, the innermost last. */
export interface FoundRecord {
  readonly path: string;
  readonly record: unknown;
  readonly around: readonly Readonly<Record<string, unknown>>[];
}

/** All records at a path. */
export function* recordsAt(root: unknown, path: RecordPath): Generator<FoundRecord> {
  yield* descend(root, path, 0, "", []);
}

function* descend(
  value: unknown,
  path: RecordPath,
  depth: number,
  name: string,
  around: readonly Readonly<Record<string, unknown>>[],
): Generator<FoundRecord> {
  const step = path[depth];
  if (step === undefined) {
    yield { path: name, record: value, around };
    return;
  }
  if (typeof value !== "object" || value === null) return;
  const outer = isObject(value) ? [...around, value] : around;
  if (step !== "*") {
    const inner = (value as Readonly<Record<string, unknown>>)[step];
    yield* descend(inner, path, depth + 1, name === "" ? step : `${name}.${step}`, outer);
  } else if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      yield* descend(value[index], path, depth + 1, `${name}[${index}]`, around);
    }
  } else {
    for (const [key, inner] of Object.entries(value)) {
      yield* descend(inner, path, depth + 1, name === "" ? key : `${name}.${key}`, around);
    }
  }
}

const MAX_RECORD_DEPTH = 5;
/** More paths than this are a dictionary, and no fields. */
export const MAX_PATHS = 2000;

/** Calls `found` with the path and value of everything in a record. */
export function eachValue(record: unknown, found: (path: string, cell: Cell) => void): void {
  walk(record, "", 0, found);
}

function walk(value: unknown, path: string, depth: number, found: (path: string, cell: Cell) => void): void {
  if (depth > MAX_RECORD_DEPTH) return;
  if (Array.isArray(value)) {
    const first: unknown = value.find((each) => each !== null);
    if (isObject(first)) walk(first, path, depth, found);
    else if (first !== undefined && value.every(isPlain)) found(path, value.filter((each) => each !== null).join("; "));
  } else if (isObject(value)) {
    for (const key of Object.keys(value)) walk(value[key], path === "" ? key : `${path}.${key}`, depth + 1, found);
  } else if (path !== "") {
    found(path, value as Cell);
  }
}

function isPlain(value: unknown): boolean {
  return value === null || typeof value !== "object";
}
