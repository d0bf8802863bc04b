/**
 * A JSON record as a row: each value that is no object under its path, `author.name`. Of a list of objects, such as
 * replies, the first counts; a list of words is one cell.
 *
 * @module
 */
import { isObject } from "../json.ts";
import type { Cell } from "./table.ts";

const DEEPEST = 5;
/** More paths than this are a dictionary, and no fields. */
export const MAX_PATHS = 2000;

/** Calls `found` with the path and value of everything in a record. */
export function eachValue(record: unknown, found: (path: string, cell: Cell) => void): void {
  walk(record, "", 0, found);
}

function walk(value: unknown, path: string, depth: number, found: (path: string, cell: Cell) => void): void {
  if (depth > DEEPEST) return;
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
