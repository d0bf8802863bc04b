/**
 * Reviews by month, quarter or year: only periods that have any, newest first.
 *
 * @module
 */
import type { Publication } from "../../publication/mod.ts";
import { type CalendarDate, monthOrdinal, periodAt } from "../../review/mod.ts";
import type { GroupFilter, StatsFilters } from "./stats.ts";

/** How many months a period has. */
export const MONTHS_OF = { month: 1, quarter: 3, year: 12 } as const;
/** A way to divide time. */
export type PeriodGrouping = keyof typeof MONTHS_OF;

const FIRST_DAY = "0001-01-01";
const LAST_DAY = "9999-12-31";

/** A filter for each period that has matches: each is found by the newest match before the one found last. */
export function periodFilters(
  publication: Publication,
  filters: StatsFilters,
  grouping: PeriodGrouping,
): GroupFilter[] {
  const { since = FIRST_DAY, until = LAST_DAY } = filters;
  const months = MONTHS_OF[grouping];
  const found: GroupFilter[] = [];
  for (let end = until; ; ) {
    const [newest] = publication.search({ ...filters, until: end, limit: 1 }).ordinals;
    if (newest === undefined) return found;
    const ordinal = Math.floor(monthOrdinal(publication.reviewAt(newest).date) / months);
    const { period, from, to } = periodAt(ordinal, months);
    found.push({ key: period, name: period, filter: { since: laterOf(since, from), until: earlierOf(until, to) } });
    end = periodAt(ordinal - 1, months).to;
  }
}

function laterOf(a: CalendarDate, b: CalendarDate): CalendarDate {
  return a > b ? a : b;
}

function earlierOf(a: CalendarDate, b: CalendarDate): CalendarDate {
  return a < b ? a : b;
}
