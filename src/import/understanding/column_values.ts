/**
 * What the values of a column are, whatever its name says.
 *
 * @module
 */
import type { Cell } from "../tables/table.ts";
import { readWrittenDay } from "./dates.ts";
import { readWrittenRating } from "./stars.ts";

/** Whether a cell holds anything. */
export function isFilled(cell: Cell): boolean {
  return cell !== undefined && cell !== null && cell !== "";
}

/** The share of values that pass a test; 0 of none. */
export function shareOf(values: readonly Cell[], test: (cell: Cell) => boolean): number {
  return values.length === 0 ? 0 : values.filter(test).length / values.length;
}

/** Whether a value is a rating of any kind. */
export function isRating(cell: Cell): boolean {
  return readWrittenRating(cell).kind === "value";
}

/** Whether a value is a day of any kind. */
export function isDay(cell: Cell): boolean {
  return (typeof cell === "string" || typeof cell === "number") && readWrittenDay(String(cell)).kind !== "none";
}

/** Whether a value is a day in every particular. */
export function isExactDay(cell: Cell): boolean {
  if (typeof cell !== "string" && typeof cell !== "number") return false;
  const { kind, ...rest } = readWrittenDay(String(cell));
  return (
    kind === "instant" || kind === "numeric" || (kind === "day" && "precision" in rest && rest.precision === "day")
  );
}
