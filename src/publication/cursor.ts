/**
 * Cursors: where a page of a search ended, as text that readers hand back.
 *
 * A cursor names the last review by date and id rather than by place, and what the order puts before the date, so that
 * walking on stays right when reviews come or go between two pages.
 */
import { SEARCH_ORDERS, type SearchOrder } from "./search/mod.ts";

/** Raised for a cursor that no answer ever gave. */
export class InvalidCursor extends Error {
  constructor() {
    super("cursor must be the next_cursor of an earlier response");
  }
}

/** The last review of a page in an order; `date` is YYYY-MM-DD. */
interface CursorPlace {
  readonly order: SearchOrder;
  /** Which part of the order the review is in; 0 in orders by date alone. */
  readonly stratum: number;
  readonly date: string;
  readonly id: string;
}

const [USUAL_ORDER, ...OTHER_ORDERS] = SEARCH_ORDERS;

/** As a pattern of JSON Schema. */
export const CURSOR_PATTERN = `^((${OTHER_ORDERS.join("|")})[.]([0-4])[.])?([0-9]{4}-[0-9]{2}-[0-9]{2})[.]([A-Za-z0-9_-]{1,64})$`;
const CURSOR_SHAPE = new RegExp(CURSOR_PATTERN);

/** Formats a cursor that {@link readCursor} accepts. */
export function writeCursor({ order, stratum, date, id }: CursorPlace): string {
  return `${order === USUAL_ORDER ? "" : `${order}.${stratum}.`}${date}.${id}`;
}

/** @throws {InvalidCursor} when no answer can have given this cursor */
export function readCursor(cursor: string): CursorPlace {
  const [, , order = USUAL_ORDER, stratum = "0", date, id] = CURSOR_SHAPE.exec(cursor) ?? [];
  if (date === undefined || id === undefined) throw new InvalidCursor();
  return { order: order as SearchOrder, stratum: Number(stratum), date, id };
}

/*
 * Cursors of the changes: how far a reader's copy is, as text that readers hand back and that no server has to remember.
 *
 * A cursor names a revision, when that was made, and the last change of it that was sent. It stays valid as long as the
 * store does: another store has no such revision of that instant.
 */

/** Where a reader stands: behind a change of a revision, or behind all of them. */
export interface ChangePlace {
  /** See `ChangeHistory.form`. */
  readonly form: string;
  readonly revision: number;
  /** When the revision was made, epoch milliseconds. */
  readonly at: number;
  /** The last change of the revision that was sent; null if all of them were. Its date is null for a removal. */
  readonly last: { readonly date: string | null; readonly id: string } | null;
}

/** As a pattern of JSON Schema. */
export const CHANGE_CURSOR_PATTERN =
  "^([0-9a-f]{8})-([0-9]{1,10})-([0-9a-z]{1,10})([.]([0-9]{4}-[0-9]{2}-[0-9]{2})?[.]([A-Za-z0-9_-]{1,64}))?$";
const CHANGE_CURSOR_SHAPE = new RegExp(CHANGE_CURSOR_PATTERN);

/** Formats a cursor that {@link readChangeCursor} accepts. */
export function writeChangeCursor({ form, revision, at, last }: ChangePlace): string {
  const within = last === null ? "" : `.${last.date ?? ""}.${last.id}`;
  return `${form}-${revision}-${at.toString(36)}${within}`;
}

/** The place a cursor names; null when no answer can have given it. */
export function readChangeCursor(cursor: string): ChangePlace | null {
  const [, form, revision, at, , date, id] = CHANGE_CURSOR_SHAPE.exec(cursor) ?? [];
  if (form === undefined || revision === undefined || at === undefined) return null;
  const last = id === undefined ? null : { date: date ?? null, id };
  return { form, revision: Number(revision), at: Number.parseInt(at, 36), last };
}
