/**
 * Cursors: where a page of a search ended, as text that readers hand back.
 *
 * A cursor names the last review by date and id rather than by place, and what the order puts before the date, so that
 * walking on stays right when reviews come or go between two pages.
 *
 * @module
 */
import { SEARCH_ORDERS, type SearchOrder } from "./search/mod.ts";

/** Raised for a cursor that no answer ever gave. */
export class InvalidCursor extends Error {
  constructor() {
    super("cursor must be the next_cursor of an earlier response");
  }
}

/** The last review of a page in an order; `date` is YYYY-MM-DD. */
export interface CursorPlace {
  readonly order: SearchOrder;
  /** Which part of the order the review is in; 0 in orders by date alone. */
  readonly stratum: number;
  readonly date: string;
  readonly id: string;
}

const [USUAL_ORDER, ...OTHER_ORDERS] = SEARCH_ORDERS;

/** As a pattern of JSON Schema. */
export const CURSOR_PATTERN = `^((${OTHER_ORDERS.join("|")})[.]([0-4])[.])?([0-9]{4}-[0-9]{2}-[0-9]{2})[.]([A-Za-z0-9_-]{1,64})$`;
const SHAPE = new RegExp(CURSOR_PATTERN);

/** Formats a cursor that {@link readCursor} accepts. */
export function writeCursor({ order, stratum, date, id }: CursorPlace): string {
  return `${order === USUAL_ORDER ? "" : `${order}.${stratum}.`}${date}.${id}`;
}

/** @throws {InvalidCursor} when no answer can have given this cursor */
export function readCursor(cursor: string): CursorPlace {
  const [, , order = USUAL_ORDER, stratum = "0", date, id] = SHAPE.exec(cursor) ?? [];
  if (date === undefined || id === undefined) throw new InvalidCursor();
  return { order: order as SearchOrder, stratum: Number(stratum), date, id };
}
