/** Finds the lists in JSON that look most like reviews, and flattens records: every scalar under its path, of a list the first object. */

import { controlsOf, withoutControls } from "../review/mod.ts";
import { type Fields, isObject, tryParseJson } from "./json.ts";
import { type Cell, isFilled, type RecordTable, type TableRow } from "./reading.ts";
import { listedWords } from "./words.ts";

export type RecordPath = readonly string[];

/** Scores how much a record looks like a review; 0 for not at all. */
export type LikeReview = (paths: readonly string[], values: readonly Cell[]) => number;

const MAX_DEPTH = 12;
const LOOK_ENTRIES = 50;

export function findRecordPath(root: unknown, likeReview: LikeReview): RecordPath | null {
  const scores = new Map<string, ScoredPath>();
  visit(root, [], (path, records) => {
    const score = scoreOf(records, likeReview);
    const key = path.join("\0");
    const known = scores.get(key);
    if (score > 0 && (known === undefined || score > known.score)) scores.set(key, { path, score });
  });
  let best: ScoredPath | null = null;
  for (const each of scores.values()) if (best === null || isBetter(each, best)) best = each;
  return best?.path ?? null;
}

interface ScoredPath {
  readonly path: RecordPath;
  readonly score: number;
}

/** A page of records has the columns of the first of them, so the list within it is preferred to the page. */
function isBetter({ path, score }: ScoredPath, best: ScoredPath): boolean {
  const isWithin = path.length > best.path.length && best.path.every((step, at) => step === path[at]);
  return score > best.score || (score === best.score && isWithin);
}

function visit(value: unknown, path: RecordPath, found: (path: RecordPath, records: readonly object[]) => void): void {
  if (path.length > MAX_DEPTH || typeof value !== "object" || value === null) return;
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
      if (!isFilled(paths.get(path))) paths.set(path, cell);
    });
  }
  return likeReview([...paths.keys()], [...paths.values()]);
}

export interface FoundRecord {
  readonly path: string;
  readonly record: unknown;
  readonly around: readonly Fields[];
  /** The line on which it begins, counted from 1, if known. */
  readonly line?: number;
}

/** All records at a path below a value. `name` is the path of the value itself, `around` are the objects around it. */
export function* recordsAt(
  value: unknown,
  [step, ...path]: RecordPath,
  name = "",
  around: readonly Fields[] = [],
): Generator<FoundRecord> {
  if (step === undefined) {
    yield { path: name, record: value, around };
    return;
  }
  if (typeof value !== "object" || value === null) return;
  const outer = isObject(value) ? [...around, value] : around;
  if (step !== "*") {
    yield* recordsAt((value as Fields)[step], path, pathTo(name, step), outer);
  } else if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      yield* recordsAt(value[index], path, `${name}[${index}]`, around);
    }
  } else {
    for (const [key, inner] of Object.entries(value)) yield* recordsAt(inner, path, pathTo(name, key), around);
  }
}

function pathTo(path: string, key: string): string {
  return path === "" ? key : `${path}.${key}`;
}

const MAX_RECORD_DEPTH = 5;
/** An object with more paths than this is a dictionary rather than a record. */
export const MAX_PATHS = 2000;

/** Calls `found` with the path and value of every scalar in a record; of a list of objects, those of the first. */
export function eachValue(value: unknown, found: (path: string, cell: Cell) => void, path = "", depth = 0): void {
  if (depth > MAX_RECORD_DEPTH) return;
  const plain = plainValue(value);
  if (plain !== value) {
    eachValue(plain, found, path, depth);
    return;
  }
  if (Array.isArray(value)) {
    const first: unknown = value.find(isPrimary) ?? value.find((each) => each !== null);
    if (isObject(first)) eachValue(NAMED.test(path) ? withAllNames(first, value) : first, found, path, depth);
    else if (first !== undefined && value.every(isPlain)) found(path, value.filter((each) => each !== null).join("; "));
  } else if (isObject(value)) {
    for (const key of Object.keys(value)) eachValue(value[key], found, pathTo(path, key), depth + 1);
  } else if (path !== "") {
    found(path, value as Cell);
  }
}

/** Of several addresses or telephone numbers, programs mark the one that a customer wants to be reached by. */
function isPrimary(entry: unknown): boolean {
  return isObject(entry) && [entry.primary, entry.isPrimary, entry.is_primary].includes(true);
}

const NAMED = /(?:technicians|techs|employees|staff|crew|team|services|areas)$/i;

/** The first object of a list with the names of all. */
function withAllNames(first: Fields, list: readonly unknown[]): Fields {
  const names = list.flatMap((each) => (isObject(each) && typeof each.name === "string" ? each.name : []));
  return names.length > 1 ? { ...first, name: names.join("; ") } : first;
}

/** Keys by which databases wrap a value with its type: `{"$oid": "65f1"}`, `{"S": "Good"}`, `{"integerValue": "5"}`. */
const TYPED =
  /^(?:\$(?:oid|date|uuid|numberInt|numberLong|numberDouble|numberDecimal)|S|N|BOOL|(?:string|integer|double|boolean|timestamp)Value)$/;

/** Unwraps a typed value; an instant of Firestore becomes seconds, and year, month and day become a date. */
function plainValue(value: unknown): unknown {
  if (!isObject(value)) return value;
  const keys = Object.keys(value);
  const [key = ""] = keys;
  if (keys.length === 1 && TYPED.test(key)) return value[key];
  if (keys.length === 2 && value.__type === "Date") return value.iso ?? value;
  const { year, month, day } = value;
  if (keys.length === 3 && [year, month, day].every((part) => /^\d{1,4}$/.test(String(part)))) {
    return [year, month, day].map((part) => String(part).padStart(2, "0")).join("-");
  }
  const seconds = value._seconds ?? value.seconds;
  const isInstant = keys.length === 2 && (value._nanoseconds ?? value.nanoseconds ?? value.nanos) !== undefined;
  return isInstant && typeof seconds === "number" ? seconds : value;
}

function isPlain(value: unknown): boolean {
  return value === null || typeof value !== "object";
}

// Normalizes the cells of other tools: placeholders for nothing become empty, and JSON in a cell becomes columns.

const NOTHING: ReadonlySet<string> = new Set(listedWords("value", "nothing"));
const MAX_PLACEHOLDER_LENGTH = 9;

const LOOK_ROWS = 100;

/** The same table with normalized cells. */
export function plainTable(table: RecordTable): RecordTable {
  const emptied: RecordTable = { ...table, rows: () => mapRows(table.rows(), withoutNothing) };
  const objects = table.kind === "json" ? new Map<number, readonly string[]>() : objectColumns(emptied);
  if (objects.size === 0) return emptied;
  const keys = [...objects].flatMap(([index, paths]) => paths.map((path) => ({ index, path })));
  const columns = [...table.columns, ...keys.map(({ index, path }) => `${table.columns[index]}.${path}`)];
  const expand = (cells: readonly Cell[]) => {
    const own = table.columns.map((_, index) => (objects.has(index) ? undefined : cells[index]));
    const inner = new Map([...objects.keys()].map((index) => [index, valuesOf(cells[index])]));
    return [
      ...own,
      ...keys.map(({ index, path }) => inner.get(index)?.get(path)),
      ...cells.slice(table.columns.length),
    ];
  };
  return { ...emptied, columns, rows: () => mapRows(emptied.rows(), expand) };
}

function* mapRows(rows: Iterable<TableRow>, map: (cells: readonly Cell[]) => readonly Cell[]): Generator<TableRow> {
  for (const { at, cells } of rows) yield { at, cells: map(cells) };
}

function withoutNothing(cells: readonly Cell[]): readonly Cell[] {
  return cells.some((cell) => isNothing(cell) || hasStrayControls(cell) || isArmoured(cell))
    ? cells.map(normalizeCell)
    : cells;
}

function normalizeCell(cell: Cell): Cell {
  if (isNothing(cell)) return "";
  if (typeof cell === "string" && isArmoured(cell)) {
    const text = ARMOUR.exec(cell)?.[1];
    return normalizeCell(text === undefined ? cell.slice(1) : text.replaceAll('""', '"'));
  }
  return typeof cell === "string" && hasStrayControls(cell) ? withoutControls(cell) : cell;
}

/** `="0123"` prevents a spreadsheet from reading a number, `'@Name` from reading a formula. */
const ARMOUR = /^\s*="([\s\S]*)"\s*$/;

function isArmoured(cell: Cell): boolean {
  return typeof cell === "string" && (/^'[=+@-]/.test(cell) || ARMOUR.test(cell));
}

const MAX_NUMBER_LENGTH = 40;

function hasStrayControls(cell: Cell): boolean {
  if (typeof cell !== "string" || cell.length > MAX_NUMBER_LENGTH || controlsOf(cell).length === 0) return false;
  return /^\d[\d\s./:,TZ+-]*$/.test(withoutControls(cell).trim());
}

function isNothing(cell: Cell): boolean {
  return typeof cell === "string" && cell.length <= MAX_PLACEHOLDER_LENGTH && NOTHING.has(cell.trim());
}

function objectColumns(table: RecordTable): Map<number, readonly string[]> {
  const paths = new Map<number, Set<string>>();
  const others = new Set<number>();
  let rows = 0;
  for (const { cells } of table.rows()) {
    for (const [index, cell] of cells.entries()) {
      if (!isFilled(cell)) continue;
      const values = valuesOf(cell);
      if (values === null || index >= table.columns.length) others.add(index);
      else paths.set(index, new Set([...(paths.get(index) ?? []), ...values.keys()]));
    }
    if (++rows === LOOK_ROWS) break;
  }
  return new Map([...paths].flatMap(([index, found]) => (others.has(index) ? [] : [[index, [...found]]])));
}

function valuesOf(cell: Cell): ReadonlyMap<string, Cell> | null {
  if (typeof cell !== "string" || !/^\s*[{[]/.test(cell)) return null;
  const json = tryParseJson(cell);
  // A list of several objects stays a text, since only the first would be read.
  const object = Array.isArray(json) && json.length === 1 ? json[0] : json;
  if (!isObject(object)) return null;
  const values = new Map<string, Cell>();
  eachValue(object, (path, value) => void values.set(path, value));
  return values;
}
