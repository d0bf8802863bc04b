/**
 * The ways of writing a date, and the day that a cell means in one of them.
 *
 * @module
 */
import { GoodwordError } from "../../errors.ts";
import { type CalendarDate, calendarDateAt } from "../../review/mod.ts";
import { showValue } from "../problem.ts";
import { type DatePrecision, exactDay, FIRST_YEAR, type NumericDay, readWrittenDay, type WrittenDay } from "./dates.ts";

/** The order of the numbers in a date. */
export type Order = "day_first" | "month_first" | "year_first";

/** How a column of dates is read. */
export interface DateFormat {
  /** As `--date-format` takes it, for messages. */
  readonly name: string;
  /** The order of days such as 3/4/2024 by the mark between them; null where nothing says it. */
  readonly orders: Readonly<Record<"/" | "-" | ".", Order | null>>;
  /** Whether years of two digits are this century's; only by the owner's word. */
  readonly isShort: boolean;
  /** The day that "2 weeks ago" counts from. */
  readonly asOf: CalendarDate | null;
}

const SHAPES: readonly (readonly [name: string, mark: "/" | "-" | "." | null, order: Order | null])[] = [
  ["YYYY-MM-DD", null, null],
  ["DD/MM/YYYY", "/", "day_first"],
  ["MM/DD/YYYY", "/", "month_first"],
  ["DD-MM-YYYY", "-", "day_first"],
  ["MM-DD-YYYY", "-", "month_first"],
  ["DD.MM.YYYY", ".", "day_first"],
  ["YYYY/MM/DD", null, null],
  ["D MMM YYYY", null, null],
  ["MMM D, YYYY", null, null],
  ["DD/MM/YY", "/", "day_first"],
  ["MM/DD/YY", "/", "month_first"],
  ["YY/MM/DD", "/", "year_first"],
  ["DD-MM-YY", "-", "day_first"],
  ["MM-DD-YY", "-", "month_first"],
  ["YY-MM-DD", "-", "year_first"],
  ["DD.MM.YY", ".", "day_first"],
];

/** The formats there are, as `--date-format` takes them. */
export const DATE_FORMATS: readonly string[] = SHAPES.map(([name]) => name);

const UNTOLD: DateFormat["orders"] = { "/": null, "-": null, ".": "day_first" };

/** The format the owner named. @throws {GoodwordError} usage */
export function namedDateFormat(name: string, asOf: CalendarDate | null = null): DateFormat {
  const found = SHAPES.find(([each]) => each.toLowerCase() === name.trim().toLowerCase());
  if (found === undefined) {
    const known = DATE_FORMATS.join(" | ");
    throw new GoodwordError("usage", `Unknown date format ${showValue(name)}: expected one of ${known}`);
  }
  const [known, mark, order] = found;
  const orders = mark === null ? UNTOLD : { ...UNTOLD, [mark]: order };
  return { name: known, orders, isShort: /(?<!YY)YY(?!YY)/.test(known), asOf };
}

/** A day and how exactly it is known. */
export interface KnownDay {
  readonly date: CalendarDate;
  readonly precision: DatePrecision;
}

/** The day a cell means; null when it is not written in the format or is no date. */
export function readDay(cell: string, format: DateFormat, timeZone: string): KnownDay | null {
  const written = readWrittenDay(cell);
  return written.kind === "none" ? null : knownDay(written, format, timeZone);
}

/** The calendar date a cell means; null when it means none, or a month, or a week. */
export function readDate(cell: string, format: DateFormat, timeZone: string): CalendarDate | null {
  const day = readDay(cell, format, timeZone);
  return day?.precision === "day" ? day.date : null;
}

function knownDay(written: WrittenDay, format: DateFormat, timeZone: string): KnownDay | null {
  switch (written.kind) {
    case "none":
      return null;
    case "day":
      return { date: written.date, precision: written.precision };
    case "instant":
      return { date: calendarDateAt(written.ms, timeZone), precision: "day" };
    case "relative":
      return format.asOf === null ? null : before(format.asOf, written);
    case "numeric": {
      const order = format.orders[written.mark];
      if (order === null || written.isShort !== (written.isShort && format.isShort)) return null;
      const day = numericDay(written, order);
      return day.kind === "day" || day.kind === "instant" ? knownDay(day, format, timeZone) : null;
    }
  }
}

function numericDay({ first, second, year, isShort, clock }: NumericDay, order: Order): WrittenDay {
  if (isShort && order === "year_first") return exactDay({ year: 2000 + first, month: second, day: year }, clock, "");
  const [day, month] = order === "day_first" ? [first, second] : [second, first];
  return exactDay({ year: isShort ? 2000 + year : year, month, day }, clock, "");
}

/** The day that two numbers are in one order, without regard to its time. */
export function dateIn(day: NumericDay, order: Order): CalendarDate | null {
  const read = numericDay({ ...day, clock: null }, order);
  return read.kind === "day" ? read.date : null;
}

function before(asOf: CalendarDate, { count, unit }: Extract<WrittenDay, { kind: "relative" }>): KnownDay {
  const today = Temporal.PlainDate.from(asOf);
  const back = unit === "minute" || unit === "hour" ? { days: 0 } : { [`${unit}s`]: count };
  const precision = unit === "minute" || unit === "hour" ? "day" : unit;
  return { date: today.subtract(back).toString(), precision };
}

/** Whether a cell says in which time zone its time is meant. */
export function namesTimeZone(cell: string): boolean {
  return cell.length < 64 && (/:\d{2}.*(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})\s*$/.test(cell) || /^\d{10,16}$/.test(cell));
}

/** What to expect instead of a cell that is no date, as words for the owner. */
export function expectedDate(cell: string, { name }: DateFormat): string {
  if (/^\d{5}(?:\.\d+)?$/.test(cell.trim())) {
    return `expected ${name}; this is a spreadsheet's day number, so format the column as a date`;
  }
  if (/^\d{1,2}[./-]\d{1,2}[./-]\d{2}$/.test(cell.trim())) return `expected ${name}, with a four-digit year`;
  return `expected a date written ${name}, from ${FIRST_YEAR} on`;
}
