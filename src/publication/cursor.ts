/**
 * Cursors: where a page of a search ended, as text that readers hand back.
 *
 * A cursor names the last review by date and id rather than by place, so that walking on stays right when reviews come
 * or go between two pages.
 *
 * @module
 */

/** Raised for a cursor that no answer ever gave. */
export class InvalidCursor extends Error {
  constructor() {
    super("cursor must be the next_cursor of an earlier response");
  }
}

/** The last review of a page; `date` is YYYY-MM-DD. */
export interface CursorPlace {
  readonly date: string;
  readonly id: string;
}

/** As a pattern of JSON Schema. */
export const CURSOR_PATTERN = "^([0-9]{4}-[0-9]{2}-[0-9]{2})[.]([A-Za-z0-9_-]{1,64})$";
const SHAPE = new RegExp(CURSOR_PATTERN);

/** Formats a cursor that {@link readCursor} accepts. */
export function writeCursor({ date, id }: CursorPlace): string {
  return `${date}.${id}`;
}

/** @throws {InvalidCursor} when no answer can have given this cursor */
export function readCursor(cursor: string): CursorPlace {
  const [, date, id] = SHAPE.exec(cursor) ?? [];
  if (date === undefined || id === undefined) throw new InvalidCursor();
  return { date, id };
}
