/** Reads a date from one cell; for some, only the whole column shows the order of day and month. */
import { type CalendarDate, foldName, isCalendarDate } from "../../review/mod.ts";
import { AGO_WORDS, FILLERS, monthNumber, namedDay, ONE_WORDS, type RelativeUnit, unitOf } from "./date_words.ts";

export type WrittenPrecision = "day" | "week" | "month" | "year";

export type WrittenDay =
  | {
      readonly kind: "day";
      readonly date: CalendarDate;
      readonly precision: WrittenPrecision;
      readonly shape: string;
      /** The time of day, where the cell gives one without its zone. */
      readonly localMs?: number;
    }
  | { readonly kind: "instant"; readonly ms: number; readonly shape: string }
  | NumericDay
  | { readonly kind: "relative"; readonly count: number; readonly unit: RelativeUnit }
  | { readonly kind: "none" };

export interface NumericDay {
  readonly kind: "numeric";
  readonly first: number;
  readonly second: number;
  readonly year: number;
  readonly isShort: boolean;
  readonly mark: "/" | "-" | ".";
  readonly clock: Clock | null;
}

/** A time of day and its time zone as Temporal names it; null if the cell does not name one. */
interface Clock {
  readonly ms: number;
  readonly zone: string | null;
}

export const FIRST_YEAR = 1990;

const TIME =
  "(?:(?:T|,? +)(?:(?:at|um|à|a las|alle|às|om|o|в|kl\\.?) )?(?<hour>\\d{1,2})[:.h](?<minute>\\d{2})(?:[:.](?<second>\\d{2})(?:[.,](?<fraction>\\d{1,9}))?)?(?: ?(?<half>[ap])\\.?m\\.?)?(?<zone> ?(?:Z|(?:UTC|GMT)?[+-]\\d{1,2}(?::?\\d{2})?(?: [A-Z]{2,5})?|UTC|GMT)| [A-Z]{2,5}| Uhr| ?\\[?[A-Za-z]{2,20}/[\\w/+-]{2,40}\\]?)?(?: ?\\[[^\\]]{1,60}\\]| \\([^)]{1,60}\\)| m=[+-][\\d.]+)?)?";
const shape = (date: string) => new RegExp(`^${date}${TIME}$`, "iu");

const YEAR_FIRST = shape("(?<y>\\d{4})([-/.])(?<m>\\d{1,2})\\2(?<d>\\d{1,2})");
const NUMBERS = shape("(?<a>\\d{1,2})(?<mark>[-/.]) ?(?<b>\\d{1,2})\\k<mark> ?(?<y>\\d{4}|\\d{2})");
const DAY_MONTH = shape(
  "(?<d>\\d{1,2})(?:st|nd|rd|th|er|\\.|º|°)?(?: de| of)?[ -](?<m>\\p{L}{3,12})\\.?,?(?: de| del)?[ -](?<y>\\d{4}|\\d{2})(?: г\\.?)?",
);
const MONTH_DAY = shape("(?<m>\\p{L}{3,12})\\.? (?<d>\\d{1,2})(?:st|nd|rd|th)?,? (?<y>\\d{4})");
const ASIAN = shape("(?<y>\\d{4})[年년] ?(?<m>\\d{1,2})[月월] ?(?<d>\\d{1,2})[日일]");
const MONTH_YEAR = /^(?<m>\p{L}{3,12})\.?,?(?: de| del)? (?<y>\d{4})$/iu;
const MONTH_NUMBER_YEAR = /^(?:(?<y>\d{4})[-/](?<m>\d{1,2})|(?<m2>\d{1,2})\/(?<y2>\d{4}))$/;
const COMPACT = /^(?<y>\d{4})(?<m>\d{2})(?<d>\d{2})$/;
/** Words before a date, such as `Tuesday,` or `Publié le`. */
const BEFORE_DATE = /^(?:\p{L}{2,13}\.?,? +){1,3}?(?=\d|\p{L}{3,12}\.? \d)/u;
const EPOCH = /^(\d{10}|\d{13}|\d{16}|\d{19})(?:\.\d+)?$/;
const MAX_CELL_LENGTH = 80;

const NONE = { kind: "none" } as const;

export function readWrittenDay(cell: string): WrittenDay {
  if (cell.length > MAX_CELL_LENGTH) return NONE;
  if (cell.length === 10 && isCalendarDate(cell) && Number(cell.slice(0, 4)) >= FIRST_YEAR) {
    return { kind: "day", date: cell, precision: "day", shape: "YYYY-MM-DD" };
  }
  const text = cell
    .trim()
    .replace(/[\u00a0\u202f\u2009]/g, " ")
    .replace(/[\u200e\u200f]/g, "");
  return (
    readAbsolute(text) ??
    readRelative(text) ??
    (BEFORE_DATE.test(text) ? readAbsolute(text.replace(BEFORE_DATE, "")) : null) ??
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
  return month ? wholeMonth(Number(month.y), monthNumber(month.m ?? "")) : null;
}

type Groups = Readonly<Record<string, string | undefined>>;

/** A year of two digits stands behind the month, as in Excel's `10-Nov-26`. */
function namedMonth({ y = "", ...groups }: Groups, name: string): WrittenDay {
  return dayOf({ ...groups, y: y.length === 2 ? `20${y}` : y }, monthNumber(groups.m ?? ""), name);
}

function dayOf(groups: Groups, month: number, name: string): WrittenDay {
  const clock = clockOf(groups);
  return clock === "invalid" ? NONE : exactDay({ year: Number(groups.y), month, day: Number(groups.d) }, clock, name);
}

/** A day with its time of day, or an instant if the time zone is known; `none` if there is no such day. */
export function exactDay(
  { year, month, day }: { readonly year: number; readonly month: number; readonly day: number },
  clock: Clock | null,
  name: string,
): WrittenDay {
  const date = `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
  if (year < FIRST_YEAR || !isCalendarDate(date)) return NONE;
  if (clock === null) return { kind: "day", date, precision: "day", shape: name };
  if (clock.zone === null) return { kind: "day", date, precision: "day", shape: name, localMs: clock.ms };
  return { kind: "instant", ms: instantIn(clock.zone, date, clock.ms), shape: name };
}

export function instantIn(zone: string, date: CalendarDate, localMs: number): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(zone) ?? [];
  const offset = sign === undefined ? 0 : (Number(hours) * 60 + Number(minutes)) * 60_000;
  if (zone === "UTC" || sign !== undefined) return Date.parse(date) + localMs - (sign === "-" ? -offset : offset);
  const local = Temporal.PlainDate.from(date).toPlainDateTime().add({ milliseconds: localMs });
  return local.toZonedDateTime(zone).epochMilliseconds;
}

/** The time of day of a cell; null without one, and `invalid` for one like 25:00. */
function clockOf({ hour, minute, second = "0", fraction = "", half, zone }: Groups): Clock | null | "invalid" {
  if (hour === undefined) return null;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === "p" ? 12 : 0);
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return "invalid";
  const ms = ((hours * 60 + Number(minute)) * 60 + Number(second)) * 1000 + Number(fraction.slice(0, 3).padEnd(3, "0"));
  if (zone === undefined || /uhr/i.test(zone)) return { ms, zone: null };
  const named = zoneNamed(zone);
  // An abbreviation such as IST stands for several zones, so the day is taken as written.
  return named === null ? null : { ms, zone: named };
}

const OFFSET = /^(?:UTC|GMT)?([+-])(\d{1,2})(?::?([0-5]\d))?(?: [A-Z]{2,5})?$/i;
const KNOWN_ZONES = new Map<string, string | null>();

/** A time zone as Temporal names it, from `Z`, `GMT+0530`, `-05` or `America/New_York`; null for anything else. */
export function zoneNamed(name: string): string | null {
  const known = KNOWN_ZONES.get(name);
  if (known !== undefined) return known;
  const zone = findZone(name.trim().replace(/^\[|\]$/g, ""));
  if (KNOWN_ZONES.size < 1000) KNOWN_ZONES.set(name, zone);
  return zone;
}

function findZone(name: string): string | null {
  if (/^(?:Z|UTC|GMT|UCT|Zulu|Etc\/UTC)$/i.test(name)) return "UTC";
  const [, sign, hours, minutes = "00"] = OFFSET.exec(name) ?? [];
  if (hours !== undefined) return Number(hours) > 14 ? null : `${sign}${hours.padStart(2, "0")}:${minutes}`;
  if (!/^[a-z]{2,20}\/[\w/+-]{2,40}$/i.test(name)) return null;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

const ZONE_IN_HEADER = /\b(?:(?:utc|gmt)(?: ?[+-] ?\d{1,2}(?::?\d{2})?)?|[A-Z][a-z]{2,}\/[A-Z]\w+)(?=\W*$)/i;

/** The zone that a column's name gives for its times, such as `Review Created (UTC)`, `created_at_gmt`, `Created (GMT+2)`. */
export function zoneOfHeader(header: string): string | null {
  const named = ZONE_IN_HEADER.exec(wordsOf(header))?.[0];
  return named === undefined ? null : zoneNamed(named.replaceAll(" ", ""));
}

export function withoutZone(header: string): string {
  return zoneOfHeader(header) === null ? header : wordsOf(header).replace(ZONE_IN_HEADER, "");
}

/** `createdAtUtc` and `created_at_utc` as words; a zone such as America/New_York keeps its underscore. */
function wordsOf(header: string): string {
  const words = header.replace(/([a-z])(?=[A-Z])/g, "$1 ");
  return header.includes("/") ? words : words.replaceAll("_", " ");
}

function numericOf(groups: Groups): WrittenDay {
  const { a, b, y = "", mark } = groups;
  const clock = clockOf(groups);
  if (clock === "invalid") return NONE;
  return {
    kind: "numeric",
    first: Number(a),
    second: Number(b),
    year: Number(y),
    isShort: y.length === 2,
    mark: mark === "/" ? "/" : mark === "-" ? "-" : ".",
    clock,
  };
}

function instantOfEpoch(digits: string): WrittenDay {
  const ms = Math.floor(Number(digits) * 10 ** (13 - digits.length));
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

/** Reads "2 weeks ago", "il y a un mois", "vor 3 Jahren"; null if any word is unknown. */
function readRelative(text: string): WrittenDay | null {
  const named = namedDay(text);
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
    const unit = unitOf(first);
    return unit === undefined ? null : { kind: "relative", count: 1, unit };
  }
  const unit = unitOf(second ?? "");
  if (words.length !== 2 || unit === undefined) return null;
  if (ONE_WORDS.has(first)) return { kind: "relative", count: 1, unit };
  return /^\d{1,3}$/.test(first) ? { kind: "relative", count: Number(first), unit } : null;
}
