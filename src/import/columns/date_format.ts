/** Detects how a column writes its dates. 03/04/2024 is two days in two countries: only the whole column shows the order, else the owner is asked. */

import { DAY_MS } from "../../durations.ts";
import { GoodwordError } from "../../errors.ts";
import { type CalendarDate, calendarDateAt } from "../../review/mod.ts";
import { askOwner, type InputQuestion, showValue } from "../problem.ts";
import {
  exactDay,
  FIRST_YEAR,
  instantIn,
  type NumericDay,
  readWrittenDay,
  type WrittenDay,
  type WrittenPrecision,
  zoneOfHeader,
} from "./dates.ts";

class NumericEvidence {
  count = 0;
  dayFirst: string | null = null;
  monthFirst: string | null = null;
  /** Whether the two orders give different days in some cell. */
  differs = false;
  ambiguous: string | null = null;
  /** Cells that one of the orders would put into the future. */
  futureDayFirst = false;
  futureMonthFirst = false;
}

/** Statistics of a column of dates. Add every cell, then call {@link dateFormatOf}. */
export class DateEvidence {
  readonly shapes = new Map<string, number>();
  readonly numeric: Readonly<Record<"/" | "-" | ".", NumericEvidence>> = {
    "/": new NumericEvidence(),
    "-": new NumericEvidence(),
    ".": new NumericEvidence(),
  };
  count = 0;
  first: string | null = null;
  relative: string | null = null;
  /** The number of distinct neighbouring cells that are dates of any kind. */
  readCount = 0;
  unreadCount = 0;
  impreciseCount = 0;
  localCount = 0;
  timedCount = 0;
  midnightCount = 0;
  #last = "";

  constructor(readonly latest: CalendarDate) {}

  add(cell: string): void {
    this.count++;
    this.first ??= cell;
    // Exports are sorted by date, so most cells equal the one before.
    const written = cell === this.#last && this.count > 1 ? null : readWrittenDay(cell);
    this.#last = cell;
    if (written === null) return;
    this.#time(written);
    switch (written.kind) {
      case "day":
        if (written.precision !== "day") this.impreciseCount++;
        if (written.localMs !== undefined) this.localCount++;
        this.#shape(written.shape);
        break;
      case "instant":
        this.#shape(written.shape);
        break;
      case "relative":
        this.readCount++;
        this.relative ??= cell;
        break;
      case "numeric":
        this.#numeric(written, cell);
        break;
      case "none":
        this.unreadCount++;
        break;
    }
  }

  #time(written: WrittenDay): void {
    const ms = written.kind === "instant" ? written.ms : written.kind === "day" ? written.localMs : undefined;
    if (ms === undefined) return;
    this.timedCount++;
    if (ms % DAY_MS === 0) this.midnightCount++;
  }

  /** Whether all times are midnight in UTC, as programs write a day without a time. */
  get areWholeDays(): boolean {
    return this.timedCount > 0 && this.midnightCount === this.timedCount;
  }

  #shape(name: string): void {
    this.readCount++;
    this.shapes.set(name, (this.shapes.get(name) ?? 0) + 1);
  }

  #numeric(day: NumericDay, cell: string): void {
    const dayFirst = dateIn(day, "day_first");
    const monthFirst = dateIn(day, "month_first");
    if (day.isShort || (dayFirst === null && monthFirst === null)) {
      this.unreadCount++;
      return;
    }
    const seen = this.numeric[day.mark];
    seen.count++;
    this.readCount++;
    if (day.clock?.zone === null) this.localCount++;
    if (monthFirst === null) seen.dayFirst ??= cell;
    else if (dayFirst === null) seen.monthFirst ??= cell;
    else if (dayFirst !== monthFirst) {
      seen.differs = true;
      seen.ambiguous ??= cell;
      if (dayFirst > this.latest) seen.futureDayFirst = true;
      if (monthFirst > this.latest) seen.futureMonthFirst = true;
    }
  }
}

interface DateContext {
  readonly column: string;
  readonly asOf?: CalendarDate | undefined;
  /** The day on which the file was written, according to the file: the proposal for `--as-of`. */
  readonly proposedAsOf?: CalendarDate | null | undefined;
  readonly columns?: readonly string[];
}

/** The format of a column. @throws {GoodwordError} input_refused with the one option that would decide it */
export function dateFormatOf(seen: DateEvidence, context: DateContext): DateFormat {
  const { asOf } = context;
  if (seen.count > 0 && seen.readCount === 0) refuseUnknown(seen.first ?? "", context);
  askForDay(seen, context);
  const orders = {
    "/": orderOf(seen.numeric["/"], "/", context),
    "-": orderOf(seen.numeric["-"], "-", context),
    ".": "day_first" as const,
  };
  const { areWholeDays } = seen;
  return { name: commonName(seen, orders), orders, isShort: false, asOf: asOf ?? null, areWholeDays };
}

export function statedDateFormat(seen: DateEvidence, name: string, context: DateContext): DateFormat {
  askForDay(seen, context);
  return { ...namedDateFormat(name, context.asOf ?? null), areWholeDays: seen.areWholeDays };
}

function askForDay({ relative }: DateEvidence, { column, columns, asOf, proposedAsOf }: DateContext): void {
  if (relative === null || asOf !== undefined) return;
  askOwner({
    option: "as-of",
    message: `The dates in the column ${showValue(column)} are relative, such as ${showValue(relative)}; give the day from which they are counted, usually the day of the export, with --as-of ${proposedAsOf ?? "YYYY-MM-DD"}`,
    question: `Dates are written like ${showValue(relative)}. On which day was the file exported (YYYY-MM-DD)?`,
    proposed: proposedAsOf ?? null,
    ...otherDates(columns),
  });
}

/** Another column may have the dates. */
function otherDates(columns: readonly string[] = []): Partial<InputQuestion> {
  return columns.length === 0 ? {} : { role: "date", columns };
}

function orderOf(seen: NumericEvidence, mark: "/" | "-", { column, columns }: DateContext): Order | null {
  if (seen.count === 0) return null;
  const { dayFirst, monthFirst } = seen;
  if (dayFirst !== null && monthFirst === null) return "day_first";
  if (monthFirst !== null && dayFirst === null) return "month_first";
  if (dayFirst === null && !seen.differs) return "day_first";
  if (dayFirst === null && seen.futureDayFirst !== seen.futureMonthFirst) {
    return seen.futureDayFirst ? "month_first" : "day_first";
  }
  const why =
    dayFirst === null
      ? "every day is 12 or less"
      : `${showValue(dayFirst)} and ${showValue(monthFirst)} do not share a format`;
  const one = `DD${mark}MM${mark}YYYY`;
  const other = `MM${mark}DD${mark}YYYY`;
  return askOwner({
    option: "date-format",
    message: `The order of day and month is ambiguous in the column ${showValue(column)}: ${why}; add --date-format ${one} or --date-format ${other}`,
    question: `How are dates written in the column ${showValue(column)}?`,
    choices: [one, other],
    examples: seen.ambiguous === null ? [] : [seen.ambiguous],
    ...otherDates(columns),
  });
}

function commonName({ shapes, numeric }: DateEvidence, orders: DateFormat["orders"]): string {
  const names = new Map(shapes);
  for (const mark of ["/", "-", "."] as const) {
    const name = `${orders[mark] === "month_first" ? `MM${mark}DD` : `DD${mark}MM`}${mark}YYYY`;
    if (numeric[mark].count > 0) names.set(name, numeric[mark].count);
  }
  return [...names].reduce((best, other) => (other[1] > best[1] ? other : best), ["YYYY-MM-DD", 0] as const)[0];
}

/** The format of a column of dates. @throws {GoodwordError} input_refused when it is ambiguous */
export function detectDateFormat(cells: readonly string[], column: string): DateFormat {
  const evidence = new DateEvidence("9999-12-31");
  for (const cell of cells) evidence.add(cell);
  return dateFormatOf(evidence, { column });
}

function refuseUnknown(first: string, { column, columns }: DateContext): never {
  const unread = `Cannot read the dates in the column ${showValue(column)}: the first is ${showValue(first)}`;
  // A value without digits has no format to name, and a day number none that helps.
  if (SERIAL.test(first) || !/\d\W{1,2}\d|\d{4}/.test(first)) {
    askOwner({
      option: "column",
      role: "date",
      question: "Which column is the date of a review?",
      ...(columns && { choices: columns }),
      message: `${unread}; ${SERIAL.test(first) ? AS_SERIAL : "export them with full dates"}, or name another column with --column date=NAME`,
    });
  }
  askOwner({
    option: "date-format",
    question: `How are dates such as ${showValue(first)} written?`,
    choices: DATE_FORMATS,
    ...otherDates(columns),
    message: `${unread}; write them as YYYY-MM-DD or name the format with --date-format (${DATE_FORMATS.join(" | ")})`,
  });
}

type Order = "day_first" | "month_first" | "year_first";

export interface DateFormat {
  readonly name: string;
  /** The order of dates such as 3/4/2024 by their separator; null if it is unknown. */
  readonly orders: Readonly<Record<"/" | "-" | ".", Order | null>>;
  readonly isShort: boolean;
  readonly asOf: CalendarDate | null;
  /** Whether midnight in UTC stands for its day, whatever the time zone of the business. */
  readonly areWholeDays: boolean;
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

export const DATE_FORMATS: readonly string[] = SHAPES.map(([name]) => name);

const UNSPECIFIED_ORDER: DateFormat["orders"] = { "/": null, "-": null, ".": "day_first" };

/** The format of a `--date-format` value. @throws {GoodwordError} usage */
export function namedDateFormat(name: string, asOf: CalendarDate | null = null): DateFormat {
  const found = SHAPES.find(([each]) => each.toLowerCase() === name.trim().toLowerCase());
  if (found === undefined) {
    const known = DATE_FORMATS.join(" | ");
    throw new GoodwordError("usage", `Unknown date format ${showValue(name)}: expected one of ${known}`);
  }
  const [known, mark, order] = found;
  const orders = mark === null ? UNSPECIFIED_ORDER : { ...UNSPECIFIED_ORDER, [mark]: order };
  return { name: known, orders, isShort: /(?<!YY)YY(?!YY)/.test(known), asOf, areWholeDays: false };
}

export interface KnownDay {
  readonly date: CalendarDate;
  readonly precision: WrittenPrecision;
}

interface DayZones {
  /** The time zone of the business, called only for instants. */
  readonly business: () => string;
  /** The time zone of times without one; null to take their day as written. */
  readonly local: string | null;
}

interface DayPlace {
  /** The time zone of the business. */
  readonly timeZone: string;
  /** The name of the column, which may have a zone for times without one. */
  readonly column: string;
}

/** Reads the day of a cell; null if it is not a date in this format. */
export function readDay(cell: string, format: DateFormat, zones: DayZones): KnownDay | null {
  const written = readWrittenDay(cell);
  return written.kind === "none" ? null : knownDay(written, format, zones);
}

/** Reads the calendar date of a cell in a column; null if it is not a date or only a month, week or year. */
export function readDate(cell: string, format: DateFormat, { timeZone, column }: DayPlace): CalendarDate | null {
  const day = readDay(cell, format, { business: () => timeZone, local: zoneOfHeader(column) });
  return day?.precision === "day" ? day.date : null;
}

/** The instant that a cell with a time and its offset means; null for a day alone, which some programs write as its midnight. */
export function writtenInstant(cell: string): number | null {
  const written = readWrittenDay(cell);
  return written.kind === "instant" && !/[T ]00:00(?::00(?:\.0+)?)?(?!\d)/.test(cell) ? written.ms : null;
}

function knownDay(written: WrittenDay, format: DateFormat, zones: DayZones): KnownDay | null {
  switch (written.kind) {
    case "none":
      return null;
    case "day": {
      const { date, precision, localMs } = written;
      if (localMs === undefined || zones.local === null || (format.areWholeDays && localMs === 0)) {
        return { date, precision };
      }
      return { date: calendarDateAt(instantIn(zones.local, date, localMs), zones.business()), precision };
    }
    case "instant":
      return {
        date: calendarDateAt(written.ms, format.areWholeDays && written.ms % DAY_MS === 0 ? "UTC" : zones.business()),
        precision: "day",
      };
    case "relative":
      return format.asOf === null ? null : before(format.asOf, written);
    case "numeric": {
      const order = format.orders[written.mark];
      if (order === null || written.isShort !== (written.isShort && format.isShort)) return null;
      const day = numericDay(written, order);
      return day.kind === "day" || day.kind === "instant" ? knownDay(day, format, zones) : null;
    }
  }
}

function numericDay({ first, second, year, isShort, clock }: NumericDay, order: Order): WrittenDay {
  if (isShort && order === "year_first") return exactDay({ year: 2000 + first, month: second, day: year }, clock, "");
  const [day, month] = order === "day_first" ? [first, second] : [second, first];
  return exactDay({ year: isShort ? 2000 + year : year, month, day }, clock, "");
}

function dateIn(day: NumericDay, order: Order): CalendarDate | null {
  const read = numericDay({ ...day, clock: null }, order);
  return read.kind === "day" ? read.date : null;
}

function before(asOf: CalendarDate, { count, unit }: Extract<WrittenDay, { kind: "relative" }>): KnownDay {
  const today = Temporal.PlainDate.from(asOf);
  const back = unit === "minute" || unit === "hour" ? { days: 0 } : { [`${unit}s`]: count };
  const precision = unit === "minute" || unit === "hour" ? "day" : unit;
  return { date: today.subtract(back).toString(), precision };
}

const SERIAL = /^\d{5}(?:\.\d+)?$/;
const AS_SERIAL = "this is a spreadsheet's day number, so format the column as a date";

export function expectedDate(cell: string, { name }: DateFormat): string {
  if (SERIAL.test(cell.trim())) return `expected ${name}; ${AS_SERIAL}`;
  if (/^\d{1,2}[./-]\d{1,2}[./-]\d{2}$/.test(cell.trim())) return `expected ${name}, with a four-digit year`;
  return `expected a date written ${name}, from ${FIRST_YEAR} on`;
}
