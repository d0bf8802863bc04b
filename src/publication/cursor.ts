/** A cursor names the last review of a page by date and id, so that paging stays right when reviews come or go. */
import { SEARCH_ORDERS, type SearchOrder } from "./search/mod.ts";

export class InvalidCursor extends Error {
  constructor() {
    super("cursor must be the next_cursor of an earlier response");
  }
}

interface CursorPlace {
  readonly order: SearchOrder;
  /** 0 in orders by date alone. */
  readonly stratum: number;
  readonly date: string;
  readonly id: string;
}

const [USUAL_ORDER, ...OTHER_ORDERS] = SEARCH_ORDERS;

export const CURSOR_PATTERN = `^((${OTHER_ORDERS.join("|")})[.]([0-4])[.])?([0-9]{4}-[0-9]{2}-[0-9]{2})[.]([A-Za-z0-9_-]{1,64})$`;
const CURSOR_SHAPE = new RegExp(CURSOR_PATTERN);

export function writeCursor({ order, stratum, date, id }: CursorPlace): string {
  return `${order === USUAL_ORDER ? "" : `${order}.${stratum}.`}${date}.${id}`;
}

/** @throws {InvalidCursor} for a cursor that no answer gave */
export function readCursor(cursor: string): CursorPlace {
  const [, , order = USUAL_ORDER, stratum = "0", date, id] = CURSOR_SHAPE.exec(cursor) ?? [];
  if (date === undefined || id === undefined) throw new InvalidCursor();
  return { order: order as SearchOrder, stratum: Number(stratum), date, id };
}

/**
 * Cursors of changes name a revision, its instant and the last change of it that was sent. They are valid as long as
 * the store: another one has no such revision of that instant.
 */

/** Behind a change of a revision, or behind all of them. */
export interface ChangePlace {
  /** See `ChangeHistory.form`. */
  readonly form: string;
  readonly revision: number;
  /** Epoch milliseconds. */
  readonly at: number;
  /** The last change that was sent; null if all were. Its date is null for a removal. */
  readonly last: { readonly date: string | null; readonly id: string } | null;
}

export const CHANGE_CURSOR_PATTERN =
  "^([0-9a-f]{8})-([0-9]{1,10})-([0-9a-z]{1,10})([.]([0-9]{4}-[0-9]{2}-[0-9]{2})?[.]([A-Za-z0-9_-]{1,64}))?$";
const CHANGE_CURSOR_SHAPE = new RegExp(CHANGE_CURSOR_PATTERN);

export function writeChangeCursor({ form, revision, at, last }: ChangePlace): string {
  const within = last === null ? "" : `.${last.date ?? ""}.${last.id}`;
  return `${form}-${revision}-${at.toString(36)}${within}`;
}

/** Null for a cursor that no answer gave. */
export function readChangeCursor(cursor: string): ChangePlace | null {
  const [, form, revision, at, , date, id] = CHANGE_CURSOR_SHAPE.exec(cursor) ?? [];
  if (form === undefined || revision === undefined || at === undefined) return null;
  const last = id === undefined ? null : { date: date ?? null, id };
  return { form, revision: Number(revision), at: Number.parseInt(at, 36), last };
}
