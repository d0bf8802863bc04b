/**
 * Counts votes by calendar period, and what was measured in the two windows that are compared.
 *
 * "Now" is the date of the newest review, never the clock.
 */
import { type CalendarPeriod, dayNumber, monthOrdinal, periodAt } from "../../review/calendar.ts";
import type { SampleSums } from "./figures.ts";
import { rounded } from "./figures.ts";

/** The periods of a trend, made once all reviews are counted: oldest first, at most 12. */
export type Calendar = readonly TrendPeriod[];

interface TrendPeriod extends CalendarPeriod {
  /** Its last month, counted back from the newest review's. */
  readonly monthsBack: number;
  readonly months: number;
}

const MAX_PERIODS = 12;

/** Quarters, or months when the last year holds 200 reviews. */
export function calendarOf(firstDate: string, lastDate: string, reviewsOfLastYear: number): Calendar {
  const byMonth = reviewsOfLastYear >= 200;
  const length = byMonth ? 1 : 3;
  const last = Math.floor(monthOrdinal(lastDate) / length);
  const first = Math.max(Math.floor(monthOrdinal(firstDate) / length), last - MAX_PERIODS + 1);
  return Array.from({ length: last - first + 1 }, (_, i): TrendPeriod => {
    const monthsBack = monthOrdinal(lastDate) - ((first + i) * length + length - 1);
    return { ...periodAt(first + i, length), monthsBack, months: length };
  });
}

/** Position of a date relative to that of the newest review. */
export interface ReviewMoment {
  readonly daysBack: number;
  /** Calendar months before that of the newest review. */
  readonly monthsBack: number;
  /** 0 in the last 180 days, 1 in the 365 before, -1 earlier. */
  readonly window: number;
}

/** The moment of `date` when `newest` is the date of the newest review. */
export function momentOf(newest: string, date: string): ReviewMoment {
  const daysBack = dayNumber(newest) - dayNumber(date);
  const window = daysBack < 180 ? 0 : daysBack < 545 ? 1 : -1;
  return { daysBack, monthsBack: monthOrdinal(newest) - monthOrdinal(date), window };
}

/** Number of months that the periods of a calendar can reach back. */
const MONTHS = MAX_PERIODS * 3;

type MutableSample = { -readonly [Key in keyof SampleSums]: SampleSums[Key] };

/** Sums by month and window; integers only, so that no order of reviews changes them. */
export class Timeline {
  readonly #reviews = new Int32Array(MONTHS);
  readonly #ratings = new Int32Array(MONTHS);
  readonly #values = new Int32Array(MONTHS);
  readonly #windows: readonly [MutableSample, MutableSample] = [
    { count: 0, sum: 0, squares: 0 },
    { count: 0, sum: 0, squares: 0 },
  ];

  /** Counts a review; `value` is what windows and periods compare. */
  add({ monthsBack, window }: ReviewMoment, rating: number, value: number): void {
    const sample = this.#windows[window];
    if (sample !== undefined) {
      sample.count++;
      sample.sum += value;
      sample.squares += value * value;
    }
    if (monthsBack >= MONTHS) return;
    addAt(this.#reviews, monthsBack, 1);
    addAt(this.#ratings, monthsBack, rating);
    addAt(this.#values, monthsBack, value);
  }

  /** The last 180 days and the 365 days before them. */
  get windows(): readonly [recent: SampleSums, before: SampleSums] {
    return this.#windows;
  }

  periods(calendar: Calendar): CountedPeriod[] {
    return calendar.map(({ period, from, to, monthsBack, months }) => {
      const total = (of: Int32Array) => {
        let sum = 0;
        for (let i = Math.max(monthsBack, 0); i < monthsBack + months; i++) sum += of[i] ?? 0;
        return sum;
      };
      const reviews = total(this.#reviews);
      return {
        period,
        from,
        to,
        review_count: reviews,
        average_rating: reviews === 0 ? null : rounded(total(this.#ratings) / reviews, 2),
        mean: reviews === 0 ? null : rounded(total(this.#values) / reviews, 3),
      };
    });
  }
}

function addAt(column: Int32Array, at: number, more: number): void {
  column[at] = (column[at] ?? 0) + more;
}

interface CountedPeriod {
  readonly period: string;
  readonly from: string;
  readonly to: string;
  readonly review_count: number;
  readonly average_rating: number | null;
  /** Mean of what was measured. */
  readonly mean: number | null;
}
