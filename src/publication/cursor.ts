/**
 * Cursors: where a page of a search ended, as text that readers hand back.
 *
 * A cursor names the last review by date and id rather than by place, so that walking on stays right when reviews come
 * or go between two pages.
 *
 * @module
 */
import { isCalendarDate } from "../review/mod.ts";
import { InvalidCursor } from "./publication.ts";

export interface CursorPlace {
  readonly date: string;
  readonly id: string;
}

const SHAPE = /^(\d{4}-\d{2}-\d{2})\.([A-Za-z0-9_-]{1,64})$/;

export function writeCursor({ date, id }: CursorPlace): string {
  return `${date}.${id}`;
}

/** @throws {InvalidCursor} when no answer can have given this cursor */
export function readCursor(cursor: string): CursorPlace {
  const [, date, id] = SHAPE.exec(cursor) ?? [];
  if (date === undefined || id === undefined || !isCalendarDate(date)) {
    throw invalidCursor();
  }
  return { date, id };
}

/** For a cursor that no answer can have given. */
export function invalidCursor(): InvalidCursor {
  return new InvalidCursor("cursor must be the next_cursor of an earlier answer");
}
