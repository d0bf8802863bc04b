/**
 * Calendar dates as `YYYY-MM-DD` strings, which sort and compare as text.
 *
 * @module
 */
import { type Static, Type } from "typebox";

/** Not the year 0000, said without looking ahead: clients in Go or Rust could not read such a pattern. */
const YEAR = "(\\d{3}[1-9]|\\d{2}[1-9]\\d|\\d[1-9]\\d{2}|[1-9]\\d{3})";

/** JSON Schema of {@link CalendarDate}. It checks the shape only; see `isCalendarDate()`. */
export const CalendarDate = Type.String({
  format: "date",
  pattern: `^${YEAR}-\\d{2}-\\d{2}$`,
  description: "Calendar date, YYYY-MM-DD",
});
/** A day without time or time zone, `YYYY-MM-DD`. */
export type CalendarDate = Static<typeof CalendarDate>;
