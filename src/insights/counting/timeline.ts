/**
 * Counts votes by calendar period, and says whether things got better or worse.
 *
 * "Now" is the date of the newest review, never the clock.
 *
 * @module
 */
import { daysInMonth } from "../../review/calendar.ts";
import type { Period } from "./dataset.ts";
import { rounded } from "./figures.ts";

/** The periods of a trend, made once all reviews are counted. */
export interface Calendar {
  /** Periods oldest first, at most 12. */
  readonly periods: readonly CalendarPeriod[];
}

interface CalendarPeriod {
  readonly period: string;
  readonly from: string;
  readonly to: string;
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
  const periods = Array.from({ length: last - first + 1 }, (_, i): CalendarPeriod => {
    const monthsBack = monthOrdinal(lastDate) - ((first + i) * length + length - 1);
    return { ...periodAt(first + i, byMonth), monthsBack, months: length };
  });
  return { periods };
}

function monthOrdinal(date: string): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
}

function periodAt(ordinal: number, byMonth: boolean) {
  const months = byMonth ? 1 : 3;
  const year = Math.floor((ordinal * months) / 12);
  const first = ((ordinal * months) % 12) + 1;
  const last = first + months - 1;
  const name = byMonth ? `${pad(year, 4)}-${pad(first, 2)}` : `${pad(year, 4)}-Q${(last / 3).toFixed(0)}`;
  const to = `${pad(year, 4)}-${pad(last, 2)}-${pad(daysInMonth(year, last), 2)}`;
  return { period: name, from: `${pad(year, 4)}-${pad(first, 2)}-01`, to };
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, "0");
}

/** Days since the year 0 of a calendar date. */
function dayNumber(date: string): number {
  const year = Number(date.slice(0, 4));
  const month = Number(date.slice(5, 7));
  const shifted = month <= 2 ? year - 1 : year;
  const fromMarch = (month + 9) % 12;
  const leaps = Math.floor(shifted / 4) - Math.floor(shifted / 100) + Math.floor(shifted / 400);
  return shifted * 365 + leaps + Math.floor((153 * fromMarch + 2) / 5) + Number(date.slice(8, 10));
}

/** Where a date stands, seen from the newest review's. */
export interface Moment {
  readonly daysBack: number;
  /** Calendar months before that of the newest review. */
  readonly monthsBack: number;
  /** 0 in the last 180 days, 1 in the 365 before, -1 earlier. */
  readonly window: number;
}

/** The moment of `date` when `newest` is the date of the newest review. */
export function momentOf(newest: string, date: string): Moment {
  const daysBack = dayNumber(newest) - dayNumber(date);
  const window = daysBack < 180 ? 0 : daysBack < 545 ? 1 : -1;
  return { daysBack, monthsBack: monthOrdinal(newest) - monthOrdinal(date), window };
}

/** As many months as the periods of a calendar can reach back. */
const MONTHS = MAX_PERIODS * 3;

/** Sums by month and window; integers only, so that no order of reviews changes them. */
export class Timeline {
  readonly #reviews = new Int32Array(MONTHS);
  readonly #ratings = new Int32Array(MONTHS);
  readonly #votes = new Int32Array(MONTHS);
  readonly #sums = new Float64Array(MONTHS);
  readonly #mentions = new Int32Array(MONTHS);
  readonly #windowVotes = [0, 0];
  readonly #windowSums = [0, 0];

  /** Counts a review; `vote` in thousandths, null when it cast none. */
  add({ monthsBack, window }: Moment, rating: number, vote: number | null, mentions: number): void {
    if (vote !== null && window >= 0) {
      this.#windowVotes[window]!++;
      this.#windowSums[window]! += vote;
    }
    if (monthsBack >= MONTHS) return;
    this.#reviews[monthsBack]!++;
    this.#ratings[monthsBack]! += rating;
    this.#mentions[monthsBack]! += mentions;
    if (vote === null) return;
    this.#votes[monthsBack]!++;
    this.#sums[monthsBack]! += vote;
  }

  /** Up or down from a difference of 0.1 on, with ten votes in both windows. */
  direction(): "up" | "down" | "steady" | "insufficient_data" {
    const [recent, before] = this.#windowVotes as [number, number];
    if (recent < 10 || before < 10) return "insufficient_data";
    const change = this.#windowSums[0]! / recent - this.#windowSums[1]! / before;
    return change >= 100 ? "up" : change <= -100 ? "down" : "steady";
  }

  periods({ periods }: Calendar): (Period & { readonly mention_count: number })[] {
    return periods.map(({ period, from, to, monthsBack, months }) => {
      const total = (of: Int32Array | Float64Array) => {
        let sum = 0;
        for (let i = Math.max(monthsBack, 0); i < monthsBack + months; i++) sum += of[i]!;
        return sum;
      };
      const reviews = total(this.#reviews);
      const votes = total(this.#votes);
      return {
        period,
        from,
        to,
        review_count: reviews,
        average_rating: reviews === 0 ? null : rounded(total(this.#ratings) / reviews, 2),
        sentiment: votes === 0 ? null : rounded(total(this.#sums) / votes / 1000, 3),
        mention_count: total(this.#mentions),
      };
    });
  }
}
