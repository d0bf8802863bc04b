/** The output of format readers: records with our field names, not yet checked; and the instants in them. */
import { type CalendarDate, calendarDateAt, type GivenField, isCalendarDate } from "../review/mod.ts";

export type GivenReview = { readonly [Name in GivenField]?: unknown } & {
  /** Whether the source hides the review from its readers. */
  readonly hiddenAtSource?: unknown;
  /** Contact data of the author; never published. */
  readonly email?: unknown;
  readonly telephone?: unknown;
  readonly invoice?: unknown;
};

export type FieldNames = Readonly<Partial<Record<keyof GivenReview, string>>>;

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
  return typeof text === "string" ? (readOwnInstant(text) ?? readAnyInstant(text)) : null;
}

/** A fast path for the form in our own exports, `2024-05-31T09:00:00.000Z`, at a tenth of the cost. */
function readOwnInstant(text: string): number | null {
  if (text.length !== 24 || text[10] !== "T" || text[13] !== ":" || text[16] !== ":") return null;
  if (text[19] !== "." || text[23] !== "Z") return null;
  const date = plainDateNumber(text);
  const [hour, minute, second, ms] = [
    digits(text, 11, 2),
    digits(text, 14, 2),
    digits(text, 17, 2),
    digits(text, 20, 3),
  ];
  if (date < 0 || hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59 || ms < 0)
    return null;
  return Date.UTC(Math.floor(date / 10_000), (Math.floor(date / 100) % 100) - 1, date % 100, hour, minute, second, ms);
}

/** The calendar date at the beginning of a text as 20240531. -1 if it is none, or if the length of the month would have to be checked. */
export function plainDateNumber(text: string): number {
  if (text.charCodeAt(4) !== HYPHEN || text.charCodeAt(7) !== HYPHEN) return -1;
  const [year, month, day] = [digits(text, 0, 4), digits(text, 5, 2), digits(text, 8, 2)];
  const isPlain = year >= 1000 && month >= 1 && month <= 12 && day >= 1 && day <= 28;
  return isPlain ? year * 10_000 + month * 100 + day : -1;
}

const HYPHEN = 45;

function digits(text: string, from: number, count: number): number {
  let number = 0;
  for (let at = from; at < from + count; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (!(digit >= 0 && digit <= 9)) return -1;
    number = number * 10 + digit;
  }
  return number;
}

function readAnyInstant(text: string): number | null {
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
