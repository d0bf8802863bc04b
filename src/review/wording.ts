/** Numbers, lists and months in English sentences. */
import type { CalendarDate } from "./field_values.ts";

const MONTHS = "January February March April May June July August September October November December".split(" ");

/** "May 2026" of a calendar date. */
export function monthInWords(date: CalendarDate): string {
  return `${monthName(date)} ${date.slice(0, 4)}`;
}

/** "May". */
function monthName(date: CalendarDate): string {
  return MONTHS[Number(date.slice(5, 7)) - 1] ?? "";
}

/** 12345 as "12,345". */
export function groupedDigits(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** "1 review", "12,345 reviews", "2 near misses". */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `${groupedDigits(count)} ${count === 1 ? singular : plural}`;
}

/** "a", "a and b", "a, b and c". */
export function listed(items: readonly string[]): string {
  return items.length < 2 ? (items[0] ?? "") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}
