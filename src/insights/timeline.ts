/**
 * Counts votes by calendar period, and says whether things got better or worse.
 *
 * "Now" is the date of the newest review, never the clock.
 *
 * @module
 */
import { daysInMonth } from "../review/mod.ts";
import type { Period } from "./dataset.ts";
import { rounded } from "./figures.ts";

/** What the newest review's date makes of the calendar. */
export interface Calendar {
  readonly byMonth: boolean;
  /** Periods oldest first, at most 12. */
  readonly periods: readonly { readonly period: string; readonly from: string; readonly to: string }[];
  /** Ordinal of the first period's month or quarter. */
  readonly firstOrdinal: number;
  readonly today: number;
}

const MAX_PERIODS = 12;

/** Quarters, or months when the last year holds 200 reviews. */
export function calendarOf(firstDate: string, lastDate: string, reviewsOfLastYear: number): Calendar {
  const byMonth = reviewsOfLastYear >= 200;
  const last = ordinalOf(lastDate, byMonth);
  const firstOrdinal = Math.max(ordinalOf(firstDate, byMonth), last - MAX_PERIODS + 1);
  const periods = Array.from({ length: last - firstOrdinal + 1 }, (_, i) => periodAt(firstOrdinal + i, byMonth));
  return { byMonth, periods, firstOrdinal, today: dayNumber(lastDate) };
}

function ordinalOf(date: string, byMonth: boolean): number {
  const months = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
  return byMonth ? months : Math.floor(months / 3);
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
export function dayNumber(date: string): number {
  const year = Number(date.slice(0, 4));
  const month = Number(date.slice(5, 7));
  const shifted = month <= 2 ? year - 1 : year;
  const fromMarch = (month + 9) % 12;
  const leaps = Math.floor(shifted / 4) - Math.floor(shifted / 100) + Math.floor(shifted / 400);
  return shifted * 365 + leaps + Math.floor((153 * fromMarch + 2) / 5) + Number(date.slice(8, 10));
}

/** Where a date stands in a calendar; made once a date, since many reviews share one. */
export interface Moment {
  /** Days since the year 0, to compare dates by. */
  readonly day: number;
  /** Index of the period; negative before the first. */
  readonly period: number;
  /** 0 in the last 180 days, 1 in the 365 before, -1 earlier. */
  readonly window: number;
}

export function momentOf(calendar: Calendar, date: string): Moment {
  const day = dayNumber(date);
  const age = calendar.today - day;
  const period = ordinalOf(date, calendar.byMonth) - calendar.firstOrdinal;
  return { day, period, window: age < 180 ? 0 : age < 545 ? 1 : -1 };
}

/** Sums by period and window; integers only, so that no order of reviews changes them. */
export class Timeline {
  readonly #reviews: Int32Array;
  readonly #ratings: Int32Array;
  readonly #votes: Int32Array;
  readonly #sums: Float64Array;
  readonly #mentions: Int32Array;
  readonly #windowVotes = [0, 0];
  readonly #windowSums = [0, 0];

  constructor(periods: number) {
    this.#reviews = new Int32Array(periods);
    this.#ratings = new Int32Array(periods);
    this.#votes = new Int32Array(periods);
    this.#sums = new Float64Array(periods);
    this.#mentions = new Int32Array(periods);
  }

  /** Counts a review; `vote` in thousandths, null when it cast none. */
  add({ period, window }: Moment, rating: number, vote: number | null, mentions: number): void {
    if (vote !== null && window >= 0) {
      this.#windowVotes[window]!++;
      this.#windowSums[window]! += vote;
    }
    if (period < 0) return;
    this.#reviews[period]!++;
    this.#ratings[period]! += rating;
    this.#mentions[period]! += mentions;
    if (vote === null) return;
    this.#votes[period]!++;
    this.#sums[period]! += vote;
  }

  /** Up or down from a difference of 0.1 on, with ten votes in both windows. */
  direction(): "up" | "down" | "steady" | "insufficient_data" {
    const [recent, before] = this.#windowVotes as [number, number];
    if (recent < 10 || before < 10) return "insufficient_data";
    const change = this.#windowSums[0]! / recent - this.#windowSums[1]! / before;
    return change >= 100 ? "up" : change <= -100 ? "down" : "steady";
  }

  periods(calendar: Calendar): Period[] {
    return calendar.periods.map((period, i) => {
      const reviews = this.#reviews[i]!;
      const votes = this.#votes[i]!;
      return {
        ...period,
        review_count: reviews,
        average_rating: reviews === 0 ? null : rounded(this.#ratings[i]! / reviews, 2),
        sentiment: votes === 0 ? null : rounded(this.#sums[i]! / votes / 1000, 3),
      };
    });
  }

  mentionsIn(period: number): number {
    return this.#mentions[period]!;
  }
}
