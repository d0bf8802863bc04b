/**
 * Cells of other tools' tables as they are meant: words that databases and spreadsheets write for nothing are nothing, and
 * JSON in a cell of text is columns of its own.
 */
import { controlsOf, withoutControls } from "../../review/mod.ts";
import { isObject, tryParseJson } from "../json.ts";
import { eachValue } from "./find_records.ts";
import type { Cell, RecordTable, TableRow } from "./table.ts";

/** Written so, and not otherwise: Nan and Null are names. */
const NOTHING: ReadonlySet<string> = new Set([
  ...[
    "NA",
    "N/A",
    "n/a",
    "#N/A",
    "#NA",
    "nan",
    "NaN",
    "NAN",
    "null",
    "NULL",
    "undefined",
    "None",
    "\\N",
    "-",
    "--",
    "–",
    "—",
  ],
]);
const LONGEST_NOTHING = 9;

/** How many of the first rows say whether a column holds JSON. */
const LOOK_ROWS = 100;

/** The same table with its cells as they are meant. */
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
  return cells.some((cell) => isNothing(cell) || isMarred(cell)) ? cells.map(meant) : cells;
}

function meant(cell: Cell): Cell {
  if (isNothing(cell)) return "";
  return typeof cell === "string" && isMarred(cell) ? withoutControls(cell) : cell;
}

const LONGEST_NUMBER = 40;

/** Whether a cell is a number or a day but for a control character in it. */
function isMarred(cell: Cell): boolean {
  if (typeof cell !== "string" || cell.length > LONGEST_NUMBER || controlsOf(cell).length === 0) return false;
  return /^\d[\d\s./:,TZ+-]*$/.test(withoutControls(cell).trim());
}

function isNothing(cell: Cell): boolean {
  return typeof cell === "string" && cell.length <= LONGEST_NOTHING && NOTHING.has(cell.trim());
}

/** By the index of a column whose cells are objects: the paths in them. */
function objectColumns(table: RecordTable): Map<number, readonly string[]> {
  const paths = new Map<number, Set<string>>();
  const others = new Set<number>();
  let rows = 0;
  for (const { cells } of table.rows()) {
    for (const [index, cell] of cells.entries()) {
      if (cell === "" || cell === null || cell === undefined) continue;
      const values = valuesOf(cell);
      if (values === null || index >= table.columns.length) others.add(index);
      else paths.set(index, new Set([...(paths.get(index) ?? []), ...values.keys()]));
    }
    if (++rows === LOOK_ROWS) break;
  }
  return new Map([...paths].flatMap(([index, found]) => (others.has(index) ? [] : [[index, [...found]]])));
}

/** What an object in a cell holds, by its paths; null for any other cell. */
function valuesOf(cell: Cell): ReadonlyMap<string, Cell> | null {
  if (typeof cell !== "string" || !/^\s*[{[]/.test(cell)) return null;
  const json = tryParseJson(cell);
  // Of several only one would be read.
  const object = Array.isArray(json) && json.length === 1 ? json[0] : json;
  if (!isObject(object)) return null;
  const values = new Map<string, Cell>();
  eachValue(object, (path, value) => void values.set(path, value));
  return values;
}
