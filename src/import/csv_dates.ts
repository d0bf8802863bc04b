/**
 * Dates of a CSV file: one way of writing them per file, found by looking at all of them, or told by the owner.
 *
 * 03/04/2024 is two different days in two countries; a whole column usually settles which, a single row never does.
 *
 * @module
 */
import { GoodwordError } from "../errors.ts";
import { type CalendarDate, calendarDateAt, isCalendarDate } from "../review/mod.ts";
import { readInstant } from "./instants.ts";
import { refuse, showValue } from "./problem.ts";

/** One way of writing a date; a time of day may follow. */
export interface DateFormat {
  /** As `--date-format` takes it. */
  readonly name: string;
  readonly shape: RegExp;
}

/** Formats that differ only in the order of day and month. */
type FormatFamily = readonly [DateFormat, ...DateFormat[]];

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const NAMED_MONTH = "(?<m>[A-Za-z]{3,9})\\.?";
const FIRST_YEAR = 1990;

/** Written alike but for the order of day and month, these two are told apart only by a day over 12. */
const SLASHED: FormatFamily = [
  dateFormat("DD/MM/YYYY", "(?<d>\\d{1,2})/(?<m>\\d{1,2})/(?<y>\\d{4})"),
  dateFormat("MM/DD/YYYY", "(?<m>\\d{1,2})/(?<d>\\d{1,2})/(?<y>\\d{4})"),
];
const DASHED: FormatFamily = [
  dateFormat("DD-MM-YYYY", "(?<d>\\d{1,2})-(?<m>\\d{1,2})-(?<y>\\d{4})"),
  dateFormat("MM-DD-YYYY", "(?<m>\\d{1,2})-(?<d>\\d{1,2})-(?<y>\\d{4})"),
];
const FAMILIES: readonly [FormatFamily, ...FormatFamily[]] = [
  [dateFormat("YYYY-MM-DD", "(?<y>\\d{4})-(?<m>\\d{2})-(?<d>\\d{2})")],
  SLASHED,
  DASHED,
  [dateFormat("DD.MM.YYYY", "(?<d>\\d{1,2})\\.(?<m>\\d{1,2})\\.(?<y>\\d{4})")],
  [dateFormat("YYYY/MM/DD", "(?<y>\\d{4})/(?<m>\\d{1,2})/(?<d>\\d{1,2})")],
  [dateFormat("D MMM YYYY", `(?<d>\\d{1,2})(?:st|nd|rd|th)? ${NAMED_MONTH},? (?<y>\\d{4})`)],
  [dateFormat("MMM D, YYYY", `${NAMED_MONTH} (?<d>\\d{1,2})(?:st|nd|rd|th)?,? (?<y>\\d{4})`)],
];

/** The formats there are, as `--date-format` takes them. */
export const DATE_FORMATS: readonly string[] = FAMILIES.flat().map(({ name }) => name);

/** The format the owner named. @throws {GoodwordError} usage */
export function namedDateFormat(name: string): DateFormat {
  const format = FAMILIES.flat().find((each) => each.name.toLowerCase() === name.trim().toLowerCase());
  if (format) return format;
  throw new GoodwordError(
    "usage",
    `Unknown date format ${showValue(name)}: expected one of ${DATE_FORMATS.join(" | ")}`,
  );
}

/** The one format in which a column of dates is written. @throws {GoodwordError} input_refused when it is not clear */
export function detectDateFormat(cells: readonly string[], column: string): DateFormat {
  const values = [...new Set(cells)];
  if (values.length === 0) return FAMILIES[0][0];
  const families = FAMILIES.map((formats) => ({ formats, fitting: fittingRows(formats, values) }));
  const best = families.reduce((one, other) => (other.fitting > one.fitting ? other : one));
  if (best.fitting === 0) refuseUnknown(values, column);
  const [first, second] = best.formats;
  if (!second) return first;
  const onlyFirst = values.find((value) => fits(first, value) && !fits(second, value));
  const onlySecond = values.find((value) => fits(second, value) && !fits(first, value));
  if (onlyFirst !== undefined && onlySecond === undefined) return first;
  if (onlySecond !== undefined && onlyFirst === undefined) return second;
  if (onlyFirst === undefined && values.every((value) => sameDay(value, first, second))) return first;
  const why =
    onlyFirst === undefined
      ? "every day is 12 or less"
      : `${showValue(onlyFirst)} and ${showValue(onlySecond)} do not share a format`;
  refuse(
    `Cannot tell day from month in the column ${showValue(column)}: ${why}; add --date-format ${first.name} or --date-format ${second.name}`,
  );
}

/** The calendar date a cell means; null when it is not written in the format or is no date. */
export function readDate(cell: string, { shape }: DateFormat, timeZone: string): CalendarDate | null {
  const parts = shape.exec(cell.trim())?.groups;
  if (parts?.m === undefined || parts.d === undefined) return null;
  const month = /^\d/.test(parts.m) ? Number(parts.m) : MONTHS.indexOf(parts.m.slice(0, 3).toLowerCase()) + 1;
  const date = `${parts.y}-${String(month).padStart(2, "0")}-${parts.d.padStart(2, "0")}`;
  if (!isCalendarDate(date) || Number(parts.y) < FIRST_YEAR) return null;
  if (parts.zone === undefined) return date;
  const instant = readInstant(`${date}T${parts.time}${parts.seconds ?? ":00"}${parts.zone.replace("GMT", "Z").trim()}`);
  return instant === null ? null : calendarDateAt(instant, timeZone);
}

/** Whether a cell says in which time zone its time is meant. */
export function namesTimeZone(cell: string): boolean {
  return cell.length < 64 && /:\d{2}.*(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})\s*$/.test(cell);
}

/** What to expect instead of a cell that is no date, as words for the owner. */
export function expectedDate(cell: string, { name }: DateFormat): string {
  if (/^\d{5}(?:\.\d+)?$/.test(cell.trim())) {
    return `expected ${name}; this is a spreadsheet's day number, so format the column as a date`;
  }
  if (/^\d{1,2}[./-]\d{1,2}[./-]\d{2}$/.test(cell.trim())) return `expected ${name}, with a four-digit year`;
  return `expected a date written ${name}, from ${FIRST_YEAR} on`;
}

function dateFormat(name: string, date: string): DateFormat {
  const time = "(?<time>\\d{2}:\\d{2})(?<seconds>:\\d{2}(?:\\.\\d{1,9})?)?(?<zone> ?(?:Z|UTC|GMT|[+-]\\d{2}:?\\d{2}))?";
  const looseTime = "\\d{1,2}:\\d{2}(?::\\d{2})?(?: ?[AaPp]\\.?[Mm]\\.?)?";
  return { name, shape: new RegExp(`^${date}(?:(?:[Tt]|,? +)(?:${time}|${looseTime}))?$`) };
}

function fits(format: DateFormat, value: string): boolean {
  return readDate(value, format, "UTC") !== null;
}

function fittingRows(formats: readonly DateFormat[], values: readonly string[]): number {
  let count = 0;
  for (const value of values) if (formats.some((format) => fits(format, value))) count++;
  return count;
}

function sameDay(value: string, one: DateFormat, other: DateFormat): boolean {
  return readDate(value, one, "UTC") === readDate(value, other, "UTC");
}

function refuseUnknown(values: readonly string[], column: string): never {
  const [first = ""] = values;
  refuse(
    `Cannot read the dates in the column ${showValue(column)}: the first is ${showValue(first)}; write them as YYYY-MM-DD or name the format with --date-format (${DATE_FORMATS.join(" | ")})`,
  );
}
