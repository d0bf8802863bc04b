/**
 * What one cell says of a day: an exact day, an instant, a month or a year, a day relative to an unnamed today, or day
 * and month in an order that only the whole column can settle.
 */
import { type CalendarDate, foldName, isCalendarDate } from "../../review/mod.ts";
import { plainDateNumber } from "../given_review.ts";
import { AGO_WORDS, FILLERS, MONTH_NUMBERS, NAMED_DAYS, ONE_WORDS, type RelativeUnit, UNITS } from "./date_words.ts";

/** How exactly a day is known. */
export type WrittenPrecision = "day" | "week" | "month" | "year";

/** A day as a cell writes it. */
export type WrittenDay =
  | { readonly kind: "day"; readonly date: CalendarDate; readonly precision: WrittenPrecision; readonly shape: string }
  | { readonly kind: "instant"; readonly ms: number; readonly shape: string }
  /** Two numbers that are day and month in one order or the other. */
  | NumericDay
  | { readonly kind: "relative"; readonly count: number; readonly unit: RelativeUnit }
  | { readonly kind: "none" };

/** A day whose order of day and month its cell leaves open. */
export interface NumericDay {
  readonly kind: "numeric";
  readonly first: number;
  readonly second: number;
  /** Two digits where `isShort`. */
  readonly year: number;
  readonly isShort: boolean;
  readonly mark: "/" | "-" | ".";
  readonly clock: Clock | null;
}

/** A time of day with the zone it is meant in, as minutes from UTC. */
interface Clock {
  readonly ms: number;
  readonly offsetMinutes: number;
}

/** Reviews on the web are younger. */
export const FIRST_YEAR = 1990;

const TIME =
  "(?:(?:T|,? +)(?:(?:at|um|à|a las|alle|às|om|o|в|kl\\.?) )?(?<hour>\\d{1,2})[:.h](?<minute>\\d{2})(?:[:.](?<second>\\d{2})(?:[.,](?<fraction>\\d{1,9}))?)?(?: ?(?<half>[ap])\\.?m\\.?)?(?<zone> ?(?:Z|(?:UTC|GMT)?[+-]\\d{2}:?\\d{2}|UTC|GMT)| [A-Z]{2,5}| Uhr)?(?: \\([^)]{1,60}\\))?)?";
const shape = (date: string) => new RegExp(`^${date}${TIME}$`, "iu");

const YEAR_FIRST = shape("(?<y>\\d{4})([-/.])(?<m>\\d{1,2})\\2(?<d>\\d{1,2})");
const NUMBERS = shape("(?<a>\\d{1,2})(?<mark>[-/.]) ?(?<b>\\d{1,2})\\k<mark> ?(?<y>\\d{4}|\\d{2})");
const DAY_MONTH = shape(
  "(?<d>\\d{1,2})(?:st|nd|rd|th|er|\\.|º|°)?(?: de| of)?[ -](?<m>\\p{L}{3,12})\\.?,?(?: de| del)?[ -](?<y>\\d{4})(?: г\\.?)?",
);
const MONTH_DAY = shape("(?<m>\\p{L}{3,12})\\.? (?<d>\\d{1,2})(?:st|nd|rd|th)?,? (?<y>\\d{4})");
const ASIAN = shape("(?<y>\\d{4})[年년] ?(?<m>\\d{1,2})[月월] ?(?<d>\\d{1,2})[日일]");
const MONTH_YEAR = /^(?<m>\p{L}{3,12})\.?,?(?: de| del)? (?<y>\d{4})$/iu;
const MONTH_NUMBER_YEAR = /^(?:(?<y>\d{4})[-/](?<m>\d{1,2})|(?<m2>\d{1,2})\/(?<y2>\d{4}))$/;
const COMPACT = /^(?<y>\d{4})(?<m>\d{2})(?<d>\d{2})$/;
/** What begins `Tue Jan 13 2026 10:00:00 GMT+0000`. */
const WEEKDAY = /^\p{L}{2,13}\.?,? +(?=\d|\p{L}{3,12}\.? \d)/u;
const EPOCH = /^(\d{10}|\d{13}|\d{16})(?:\.\d+)?$/;
const LONGEST = 80;

const FIRST_DAY = FIRST_YEAR * 10_000;
const NONE = { kind: "none" } as const;

/** Reads a cell. */
export function readWrittenDay(cell: string): WrittenDay {
  if (cell.length > LONGEST) return NONE;
  // The form of most files, at a tenth of the cost.
  if (cell.length === 10 && plainDateNumber(cell) > FIRST_DAY) {
    return { kind: "day", date: cell, precision: "day", shape: "YYYY-MM-DD" };
  }
  const text = cell
    .trim()
    .replace(/[\u00a0\u202f\u2009]/g, " ")
    .replace(/[\u200e\u200f]/g, "");
  return (
    readAbsolute(text) ??
    readRelative(text) ??
    (WEEKDAY.test(text) ? readAbsolute(text.replace(WEEKDAY, "")) : null) ??
    NONE
  );
}

function readAbsolute(text: string): WrittenDay | null {
  const isDigit = /^\d/.test(text);
  if (isDigit) {
    const iso = YEAR_FIRST.exec(text)?.groups;
    if (iso) return dayOf(iso, Number(iso.m), text.includes("/") ? "YYYY/MM/DD" : "YYYY-MM-DD");
    const numeric = NUMBERS.exec(text)?.groups;
    if (numeric) return numericOf(numeric);
    const compact = COMPACT.exec(text)?.groups;
    if (compact) return dayOf(compact, Number(compact.m), "YYYYMMDD");
    const epoch = EPOCH.exec(text)?.[1];
    if (epoch !== undefined) return instantOfEpoch(epoch);
    if (/^\d{4}$/.test(text)) return wholeYear(Number(text));
    const month = MONTH_NUMBER_YEAR.exec(text)?.groups;
    if (month) return wholeMonth(Number(month.y ?? month.y2), Number(month.m ?? month.m2));
    const asian = ASIAN.exec(text)?.groups;
    if (asian) return dayOf(asian, Number(asian.m), "YYYY年M月D日");
  }
  const written = DAY_MONTH.exec(text)?.groups;
  if (written) return namedMonth(written, "D MMM YYYY");
  const american = MONTH_DAY.exec(text)?.groups;
  if (american) return namedMonth(american, "MMM D, YYYY");
  const month = MONTH_YEAR.exec(text)?.groups;
  return month ? wholeMonth(Number(month.y), monthNumber(month.m)) : null;
}

type Groups = Readonly<Record<string, string | undefined>>;

function monthNumber(word: string | undefined): number {
  return MONTH_NUMBERS.get(foldName(word ?? "")) ?? 0;
}

function namedMonth(groups: Groups, name: string): WrittenDay {
  return dayOf(groups, monthNumber(groups.m), name);
}

function dayOf(groups: Groups, month: number, name: string): WrittenDay {
  return exactDay({ year: Number(groups.y), month, day: Number(groups.d) }, clockOf(groups), name);
}

/** A day with its time; the zone of the time decides about the day later. */
export function exactDay(
  { year, month, day }: { readonly year: number; readonly month: number; readonly day: number },
  clock: Clock | null,
  name: string,
): WrittenDay {
  const date = `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
  if (year < FIRST_YEAR || !isCalendarDate(date)) return NONE;
  if (clock === null) return { kind: "day", date, precision: "day", shape: name };
  const ms = Date.UTC(year, month - 1, day) + clock.ms - clock.offsetMinutes * 60_000;
  return { kind: "instant", ms, shape: name };
}

/** The time of a cell, where it also names its zone; abbreviations such as IST are several zones, and the day stays as written. */
function clockOf({ hour, minute, second, fraction, half, zone }: Groups): Clock | null {
  const offset = /^ ?(?:Z|UTC|GMT)?(?:([+-])(\d{2}):?(\d{2}))?$/i.exec(zone ?? "none");
  if (hour === undefined || offset === null || zone === undefined) return null;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === "p" ? 12 : 0);
  const ms =
    ((hours * 60 + Number(minute)) * 60 + Number(second ?? 0)) * 1000 +
    Number((fraction ?? "").slice(0, 3).padEnd(3, "0"));
  const minutes = offset[1] === undefined ? 0 : Number(offset[2]) * 60 + Number(offset[3]);
  return { ms, offsetMinutes: offset[1] === "-" ? -minutes : minutes };
}

function numericOf(groups: Groups): WrittenDay {
  const { a, b, y = "", mark } = groups;
  return {
    kind: "numeric",
    first: Number(a),
    second: Number(b),
    year: Number(y),
    isShort: y.length === 2,
    mark: mark === "/" ? "/" : mark === "-" ? "-" : ".",
    clock: clockOf(groups),
  };
}

function instantOfEpoch(digits: string): WrittenDay {
  const ms =
    digits.length === 10
      ? Number(digits) * 1000
      : digits.length === 13
        ? Number(digits)
        : Math.floor(Number(digits) / 1000);
  return ms >= Date.UTC(FIRST_YEAR) && ms < Date.UTC(2100) ? { kind: "instant", ms, shape: "epoch" } : NONE;
}

function wholeMonth(year: number, month: number): WrittenDay {
  if (year < FIRST_YEAR || year > 2100 || month < 1 || month > 12) return NONE;
  return { kind: "day", date: `${year}-${String(month).padStart(2, "0")}-01`, precision: "month", shape: "MMM YYYY" };
}

function wholeYear(year: number): WrittenDay {
  if (year < FIRST_YEAR || year > 2100) return NONE;
  return { kind: "day", date: `${year}-01-01`, precision: "year", shape: "YYYY" };
}

/** "2 weeks ago", "il y a un mois", "vor 3 Jahren": every word must be accounted for. */
function readRelative(text: string): WrittenDay | null {
  const named = NAMED_DAYS.get(foldName(text));
  if (named !== undefined) return { kind: "relative", count: named, unit: "day" };
  const words = text
    .split(/[\s,]+|(?<=\d)(?=\p{L})/u)
    .map(foldName)
    .filter((word) => word !== "");
  if (words.length < 2 || words.length > 8) return null;
  for (const marker of AGO_WORDS) {
    if (!marker.every((word) => words.includes(word))) continue;
    const rest = withoutOnce(words, marker).filter((word) => !FILLERS.has(word));
    const found = countOfUnits(rest);
    if (found !== null) return found;
  }
  return null;
}

function withoutOnce(words: readonly string[], taken: readonly string[]): string[] {
  const left = [...words];
  for (const word of taken) left.splice(left.indexOf(word), 1);
  return left;
}

function countOfUnits(words: readonly string[]): WrittenDay | null {
  const [first = "", second] = words;
  if (words.length === 1) {
    const unit = UNITS.get(first);
    return unit === undefined ? null : { kind: "relative", count: 1, unit };
  }
  const unit = UNITS.get(second ?? "");
  if (words.length !== 2 || unit === undefined) return null;
  if (ONE_WORDS.has(first)) return { kind: "relative", count: 1, unit };
  return /^\d{1,3}$/.test(first) ? { kind: "relative", count: Number(first), unit } : null;
}
