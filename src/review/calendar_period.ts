/**
 * Months, quarters and years of the calendar, counted through.
 *
 * @module
 */
import { daysInMonth } from "./calendar.ts";
import type { CalendarDate } from "./calendar_date.ts";

/** How many months a period has. */
export type PeriodMonths = 1 | 3 | 12;

/** A month, a quarter or a year. */
export interface CalendarPeriod {
  /** `2026-05`, `2026-Q2` or `2026`. */
  readonly period: string;
  /** Its first day. */
  readonly from: CalendarDate;
  /** Its last day. */
  readonly to: CalendarDate;
}

/** The months from the beginning of year 0 to that of a date. */
export function monthOrdinal(date: CalendarDate): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
}

/** The period with the number `ordinal`, of those with so many months, from the beginning of year 0. */
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
