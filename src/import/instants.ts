/**
 * Instants as outside formats write them, and the calendar dates they fall on.
 *
 * @module
 */

import { type CalendarDate, calendarDateAt, isCalendarDate } from "../review/mod.ts";
import { Unreadable } from "./unreadable.ts";

const INSTANT =
  /^(\d{4}-\d{2}-\d{2})[Tt ]([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.(\d{1,9}))?(?:([Zz]| ?UTC)|([+-])([01]\d|2[0-3]):?([0-5]\d))$/;

/** Epoch milliseconds of an RFC 3339 date-time with 0 to 9 fractional digits; null for anything else. */
export function readInstant(text: unknown): number | null {
  if (typeof text !== "string") return null;
  const match = INSTANT.exec(text);
  if (!match || !isCalendarDate(match[1]!)) return null;
  const [, date, hour, minute, second, fraction = "", , sign, offsetHours, offsetMinutes] = match;
  const local = Date.parse(`${date}T${hour}:${minute}:00Z`) + Number(second) * 1000;
  const offset = sign === undefined ? 0 : (Number(offsetHours) * 60 + Number(offsetMinutes)) * 60_000;
  return local + Number(fraction.slice(0, 3).padEnd(3, "0")) - (sign === "-" ? -offset : offset);
}

/** The calendar date of an RFC 3339 date-time in a time zone; nothing for nothing. */
export function dateOfInstant(value: unknown, timeZone: string): CalendarDate | Unreadable | undefined {
  if (value === undefined || value === null) return undefined;
  const instant = readInstant(value);
  if (instant !== null) return calendarDateAt(instant, timeZone);
  return new Unreadable(value, "expected a date-time such as 2024-05-31T09:00:00Z");
}

/** Whether the runtime knows an IANA time zone of this name. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return !/^[+-]/.test(name);
  } catch {
    return false;
  }
}

/** The day after a calendar date. */
export function dayAfter(date: CalendarDate): CalendarDate {
  return Temporal.PlainDate.from(date).add({ days: 1 }).toString();
}
