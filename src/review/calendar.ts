/** Dates in the proleptic Gregorian calendar. Never checked by `Date`, which turns 2024-02-30 into 1 March. */
import { DAY_MS } from "../durations.ts";
import type { FieldValue } from "./field_sets.ts";
import type { CalendarDate } from "./field_values.ts";

const SHAPE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether `text` is a real day, written YYYY-MM-DD. */
export function isCalendarDate(text: string): boolean {
  const match = SHAPE.exec(text);
  if (!match) return false;
  const year = Number(match[1]);
  const month = Number(match[2]);
  const day = Number(match[3]);
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

function daysInMonth(year: number, month: number): number {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return month === 2 && leap ? 29 : (DAYS[month - 1] ?? 0);
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return !/^[+-]/.test(name);
  } catch {
    return false;
  }
}

/** The calendar date of an instant (epoch milliseconds) in an IANA time zone. */
export function calendarDateAt(instantMs: number, timeZone: string): CalendarDate {
  return Temporal.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(timeZone).toPlainDate().toString();
}

/** The instant at which a calendar date begins in an IANA time zone, epoch milliseconds. */
export function startOfDay(date: CalendarDate, timeZone: string): number {
  return Temporal.PlainDate.from(date).toZonedDateTime(timeZone).epochMilliseconds;
}

export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return dayNumber(to) - dayNumber(from);
}

interface DatedReply {
  readonly date: CalendarDate;
  /** Null when the date of the review is known to the day. */
  readonly precision: string | null;
  readonly replyDate: CalendarDate | null;
}

/** Days until the reply; null unless both dates are known, and for a review edited after it: most sites then give it a new date. */
export function daysToReply({ date, precision, replyDate }: DatedReply): number | null {
  if (replyDate === null || precision !== null) return null;
  const days = daysBetween(date, replyDate);
  return days < 0 ? null : days;
}

/** Days from 1970-01-01 to a calendar date. */
export function dayNumber(date: CalendarDate): number {
  return Math.round(Date.parse(date) / DAY_MS);
}

/** The calendar date of a day that is counted from 1970-01-01. */
export function dateOfDay(day: number): CalendarDate {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** The calendar date that is so many days later, or earlier if they are negative. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return dateOfDay(dayNumber(date) + days);
}

type PeriodMonths = 1 | 3 | 12;

export interface CalendarPeriod {
  readonly period: string;
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

export function monthOrdinal(date: CalendarDate): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
}

/** The period of a given length with the number `ordinal`, counted from the beginning of year 0. */
export function periodAt(ordinal: number, months: PeriodMonths): CalendarPeriod {
  const year = Math.floor((ordinal * months) / 12);
  const first = ((ordinal * months) % 12) + 1;
  const last = first + months - 1;
  const to = `${pad(year, 4)}-${pad(last, 2)}-${pad(daysInMonth(year, last), 2)}`;
  return { period: nameOf(year, first, months), from: `${pad(year, 4)}-${pad(first, 2)}-01`, to };
}

function nameOf(year: number, first: number, months: PeriodMonths): string {
  if (months === 12) return pad(year, 4);
  return `${pad(year, 4)}-${months === 1 ? pad(first, 2) : `Q${Math.ceil(first / 3)}`}`;
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, "0");
}

export interface DatedReview {
  readonly date: string;
  readonly date_precision: FieldValue<"datePrecision">;
}

/** The known part of a date in ISO 8601: `2025-03-04`, `2025-03` or `2025`. */
export function knownDate({ date, date_precision }: DatedReview): string {
  if (date_precision === null) return date;
  return date.slice(0, date_precision === "year" ? 4 : 7);
}

// Numbers and lists in English sentences.

/** 12345 as "12,345". */
export function groupedDigits(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** "1 review", "12,345 reviews", "2 near misses". */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `${groupedDigits(count)} ${count === 1 ? singular : plural}`;
}

export function listed(items: readonly string[]): string {
  return items.length < 2 ? (items[0] ?? "") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}
