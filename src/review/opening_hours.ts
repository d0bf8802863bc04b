/** Opening hours of a week, stored as schema.org's `openingHours`, read as people type them: `8am to 5pm`, `24/7`, `closed`. */
import { toNormalForm } from "./text.ts";

const DAYS = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"] as const;

/** The names of days in each language of the pages, lower case and without accents. Unique prefixes are accepted, too. */
const DAY_NAMES = [
  "monday tuesday wednesday thursday friday saturday sunday",
  "montag dienstag mittwoch donnerstag freitag samstag sonntag",
  "lunes martes miercoles jueves viernes sabado domingo",
  "lundi mardi mercredi jeudi vendredi samedi dimanche",
].map((names) => names.split(" "));

const DAY = 24 * 60;

/** A span of time in minutes after midnight; `closes` exceeds a day if it is on the next morning. */
export interface OpenSpan {
  readonly opens: number;
  readonly closes: number;
}

interface OpenDays {
  readonly days: readonly number[];
  readonly spans: readonly OpenSpan[];
}

/** Why hours are refused: `found` is not a day, a prefix of several days, not a span, an empty span, or two that overlap. */
export interface HoursFault {
  readonly kind: "day" | "several_days" | "time" | "no_length" | "overlap";
  readonly found: string;
}

/** Reads hours into the form to store: a line for days with the same hours, without closed days. Idempotent. */
export function readOpeningHours(lines: readonly string[]): { hours: string[]; fault: HoursFault | null } {
  const faults: HoursFault[] = [];
  const week = weekOf(readLines(lines, faults));
  const fault = faults[0] ?? overlapOf(week);
  if (fault !== null) return { hours: [], fault };
  const open = DAYS.flatMap((_, day) => (spansOf(week, day).length > 0 ? [day] : []));
  const groups = Map.groupBy(open, (day) => JSON.stringify(spansOf(week, day)));
  return { hours: [...groups.values()].map((days) => lineOf(days, spansOf(week, days[0] ?? 0))), fault };
}

/** Parses stored hours, line by line. */
export function openDays(hours: readonly string[]): OpenDays[] {
  return readLines(hours, []);
}

/** The whole week of stored hours, including closed days. Consecutive days with the same hours are grouped. */
export function openWeek(hours: readonly string[]): OpenDays[] {
  const week = weekOf(openDays(hours));
  return DAYS.reduce<{ days: number[]; spans: readonly OpenSpan[] }[]>((runs, _, day) => {
    const spans = spansOf(week, day);
    const last = runs.at(-1);
    if (last !== undefined && JSON.stringify(last.spans) === JSON.stringify(spans)) last.days.push(day);
    else runs.push({ days: [day], spans });
    return runs;
  }, []);
}

/** 510 as "08:30", the end of a day as "24:00". */
export function timeOfDay(minutes: number): string {
  const shown = minutes > DAY ? minutes - DAY : minutes;
  const hours = Math.floor(shown / 60);
  const rest = shown % 60;
  return [hours, rest].map((part) => String(part).padStart(2, "0")).join(":");
}

function weekOf(rows: readonly OpenDays[]): readonly OpenDays["spans"][] {
  return DAYS.map((_, day) =>
    rows
      .flatMap(({ days, spans }) => (days.includes(day) ? spans : []))
      .toSorted((one, other) => one.opens - other.opens),
  );
}

function spansOf(week: readonly OpenDays["spans"][], day: number): OpenDays["spans"] {
  return week[day] ?? [];
}

const ALL_DAY: OpenSpan = { opens: 0, closes: DAY };

function readLines(lines: readonly string[], faults: HoursFault[]): OpenDays[] {
  const rows = lines
    .flatMap((line) => line.split(/[;\n]/))
    .filter((line) => line.trim() !== "")
    .map(partsOf);
  // All names must be of one language: "Do" is a Thursday next to "Mo", but a Sunday next to "Lu".
  const names = rows.flatMap(({ named }) => named.flat());
  const fitting = DAY_NAMES.filter((days) => names.every((name) => days.some((day) => day.startsWith(name))));
  const languages = fitting.length > 0 ? fitting : DAY_NAMES;
  return rows.map(({ line, named, timed }) => {
    const days = named.flatMap((ends) => daysBetween(ends, languages, faults));
    if (days.length === 0) faults.push({ kind: "day", found: line });
    if (timed === "") faults.push({ kind: "time", found: line });
    const isOpen = /^\d/.test(timed);
    return { days, spans: isOpen ? timed.split(/\s*,\s*/).map((text) => spanIn(text, faults)) : [] };
  });
}

/** No week is written in a longer line. */
const MAX_LINE_LENGTH = 300;

function partsOf(line: string) {
  if (line.length > MAX_LINE_LENGTH) return { line: line.slice(0, MAX_LINE_LENGTH), named: [], timed: "" };
  const plain = line
    .trim()
    .toLowerCase()
    .replace(/^24\s*\/\s*7$/, "mo-su 24h")
    .replace(/\b(?:off|geschlossen|cerrado|fermé)$/, "closed")
    .replaceAll(/\s*[–—-]\s*|\s+(?:to|bis|a|à|al)\s+/g, "-")
    .replaceAll(/\s+(?:and|und|y|et)\s+|\s*&\s*/g, ",");
  const [, days = "", timed = ""] = /^([^\d]*?)[\s:]*(\d.*|closed|)$/.exec(plain) ?? [];
  const ranges = days.split(/[\s,]+/).filter((each) => each !== "");
  const letters = (name: string) => toNormalForm(name, "NFKD").replaceAll(/[\p{M}.]/gu, "");
  return { line: line.trim(), named: ranges.map((range) => range.split("-").map(letters)), timed };
}

/** The days of a range: 0, 1 and 2 for "mo" to "we". A range may cross the end of the week. */
function daysBetween(
  ends: readonly string[],
  languages: readonly (readonly string[])[],
  faults: HoursFault[],
): number[] {
  const [first = 0, last = first, ...more] = ends.map((name) => {
    const matches = languages.map((days) => days.findIndex((day) => day.startsWith(name))).filter((day) => day >= 0);
    if (name.length < 2 || matches.length === 0) faults.push({ kind: "day", found: name });
    else if (new Set(matches).size > 1) faults.push({ kind: "several_days", found: name });
    return matches[0] ?? 0;
  });
  if (more.length > 0) faults.push({ kind: "day", found: ends.join("-") });
  return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, at) => (first + at) % 7);
}

function spanIn(text: string, faults: HoursFault[]): OpenSpan {
  if (/^24\s*(?:h|hours)$/.test(text)) return ALL_DAY;
  const [opens = null, closes = null, ...more] = text.split("-").map(minutesOf);
  const isSpan = opens !== null && closes !== null && opens < DAY && more.length === 0;
  if (!isSpan) faults.push({ kind: "time", found: text });
  else if (opens === closes && opens > 0) faults.push({ kind: "no_length", found: text });
  // Google writes a whole day as midnight to midnight.
  else return { opens, closes: closes > opens ? closes : closes + DAY };
  return ALL_DAY;
}

/** "8", "8:30", "8.30", "8h30", "8:30 pm"; "24:00" ends a day. */
function minutesOf(text: string): number | null {
  const read = /^(\d{1,2})(?:[:.h](\d\d)(?::00)?|h)?\s*(?:([ap])\.?m\.?)?(?:\s*uhr)?$/.exec(text);
  const [, hour = "", minute = "0", half] = read ?? [];
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === "p" ? 12 : 0);
  const minutes = hours * 60 + Number(minute);
  const isTime = read !== null && Number(minute) < 60 && minutes <= DAY && (half === undefined || Number(hour) <= 12);
  return isTime ? minutes : null;
}

/** The first two overlapping spans, also across midnight and the end of the week; null without any. */
function overlapOf(week: readonly OpenDays["spans"][]): HoursFault | null {
  const spans = week.flatMap((each, day) => each.map((span) => ({ ...span, day })));
  const clash = spans.find(({ day, closes }, at) => {
    const next = spans[at + 1];
    const begins =
      next === undefined ? 7 * DAY + (spans[0]?.opens ?? 0) + (spans[0]?.day ?? 0) * DAY : next.day * DAY + next.opens;
    return day * DAY + closes > begins;
  });
  if (clash === undefined) return null;
  const pair = [clash, spans[(spans.indexOf(clash) + 1) % spans.length] ?? clash];
  return { kind: "overlap", found: pair.map(({ day, ...span }) => lineOf([day], [span])).join(", ") };
}

function lineOf(days: readonly number[], spans: OpenDays["spans"]): string {
  const named = days
    .filter((day, at) => days[at - 1] !== day - 1 || days[at + 1] !== day + 1)
    .map((day, at) => `${at === 0 ? "" : days.includes(day - 1) ? "-" : ","}${DAYS[day]}`);
  return `${named.join("")} ${spans.map(({ opens, closes }) => `${timeOfDay(opens)}-${timeOfDay(closes)}`).join(",")}`;
}
