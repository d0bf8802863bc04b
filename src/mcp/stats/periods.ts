/**
 * Reviews by month, quarter or year: only periods that have any, newest first.
 *
 * @module
 */
import type { Publication } from "../../publication/mod.ts";
import { type CalendarDate, daysInMonth } from "../../review/mod.ts";
import type { GroupFilter, StatsFilters } from "./stats.ts";

/** How many months a period has. */
export const MONTHS_OF = { month: 1, quarter: 3, year: 12 } as const;
/** A way to divide time. */
export type PeriodGrouping = keyof typeof MONTHS_OF;

const FIRST_DAY = "0001-01-01";
const LAST_DAY = "9999-12-31";

interface Period {
  /** `2026-05`, `2026-Q2` or `2026`. */
  readonly key: string;
  readonly first: CalendarDate;
  readonly last: CalendarDate;
  /** The day before the first. */
  readonly before: CalendarDate;
}

/** A filter for each period that has matches: each is found by the newest match before the one found last. */
export function periodFilters(
  publication: Publication,
  filters: StatsFilters,
  grouping: PeriodGrouping,
): GroupFilter[] {
  const { since = FIRST_DAY, until = LAST_DAY } = filters;
  const found: GroupFilter[] = [];
  for (let end = until; ; ) {
    const [newest] = publication.search({ ...filters, until: end, limit: 1 }).ordinals;
    if (newest === undefined) return found;
    const { key, first, last, before } = periodOf(publication.reviewAt(newest).date, grouping);
    const filter = { since: laterOf(since, first), until: earlierOf(until, last) };
    found.push({ key, name: key, filter });
    end = before;
  }
}

/** The period that a date is in. */
function periodOf(date: CalendarDate, grouping: PeriodGrouping): Period {
  const months = MONTHS_OF[grouping];
  const [year = 0, month = 0] = date.split("-").map(Number);
  const first = Math.floor((month - 1) / months) * months + 1;
  return {
    key: keyOf(year, first, grouping),
    first: dateOf(year, first, 1),
    last: dateOf(year, first + months - 1, daysInMonth(year, first + months - 1)),
    before: first === 1 ? dateOf(year - 1, 12, 31) : dateOf(year, first - 1, daysInMonth(year, first - 1)),
  };
}

function keyOf(year: number, month: number, grouping: PeriodGrouping): string {
  if (grouping === "month") return dateOf(year, month, 1).slice(0, 7);
  const name = String(year).padStart(4, "0");
  return grouping === "year" ? name : `${name}-Q${Math.ceil(month / 3)}`;
}

function dateOf(year: number, month: number, day: number): CalendarDate {
  return `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

function laterOf(a: CalendarDate, b: CalendarDate): CalendarDate {
  return a > b ? a : b;
}

function earlierOf(a: CalendarDate, b: CalendarDate): CalendarDate {
  return a < b ? a : b;
}
