/**
 * Calendar dates as numbers yyyymmdd, in a column that descends as the reviews do.
 *
 * @module
 */
import type { CalendarDate } from "../review/mod.ts";

/** The calendar date YYYY-MM-DD as the number yyyymmdd. */
export function dateNumber(date: CalendarDate): number {
  let number = 0;
  for (const at of DIGITS) number = 10 * number + date.charCodeAt(at) - ZERO;
  return number;
}

/** Where a date has its digits. */
const DIGITS = [0, 1, 2, 3, 5, 6, 8, 9];
const ZERO = 48;

/** The number yyyymmdd as the calendar date YYYY-MM-DD. */
export function dateOfNumber(number: number): CalendarDate {
  const digits = String(number).padStart(8, "0");
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
}

/** How many of the descending `dates`, or of other numbers, are `date` or more. */
export function countAtLeast(dates: Int32Array | Uint32Array, date: number): number {
  let low = 0;
  let high = dates.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((dates[middle] ?? 0) >= date) low = middle + 1;
    else high = middle;
  }
  return low;
}
