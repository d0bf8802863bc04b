/** The output of format readers: records with our field names, not yet checked; and the instants in them. */
import { type CalendarDate, calendarDateAt, type GivenField, isCalendarDate } from "../review/mod.ts";

export type RawReview = { readonly [Name in GivenField]?: unknown } & {
  /** Whether the source hides the review from its readers. */
  readonly hiddenAtSource?: unknown;
  /** Contact data of the author; never published. */
  readonly email?: unknown;
  readonly telephone?: unknown;
  readonly invoice?: unknown;
};

export type FieldNames = Readonly<Partial<Record<keyof RawReview, string>>>;

/** A field that its format could not read, with the words for its refusal. */
export class Unreadable {
  constructor(
    readonly value: unknown,
    readonly expected: string,
    /** The field's name in the file, if it is not the usual one. */
    readonly field?: string,
  ) {}
}

const INSTANT =
  /^(\d{4}-\d{2}-\d{2})[Tt ]([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.(\d{1,9}))?(?:([Zz]| ?UTC)|([+-])([01]\d|2[0-3]):?([0-5]\d))$/;

/** Epoch milliseconds of an RFC 3339 date-time with 0 to 9 fractional digits; null for anything else. */
export function readInstant(text: unknown): number | null {
  if (typeof text !== "string") return null;
  const [, date, hour, minute, second, fraction = "", , sign, offsetHours, offsetMinutes] = INSTANT.exec(text) ?? [];
  if (date === undefined || !isCalendarDate(date)) return null;
  const local = Date.parse(`${date}T${hour}:${minute}:00Z`) + Number(second) * 1000;
  const offset = sign === undefined ? 0 : (Number(offsetHours) * 60 + Number(offsetMinutes)) * 60_000;
  return local + Number(fraction.slice(0, 3).padEnd(3, "0")) - (sign === "-" ? -offset : offset);
}

/** The calendar date of an RFC 3339 date-time in a time zone; undefined if absent. */
export function dateOfInstant(value: unknown, timeZone: string): CalendarDate | Unreadable | undefined {
  if (value === undefined || value === null) return undefined;
  const instant = readInstant(value);
  if (instant !== null) return calendarDateAt(instant, timeZone);
  return new Unreadable(value, "expected a date-time such as 2024-05-31T09:00:00Z");
}
