/** Months, units of time and named days in the languages below, from Unicode CLDR and `words.tsv`. */
import { foldName } from "../../review/mod.ts";
import { listedWords, meaningsOf, wordSet } from "../words.ts";

const LANGUAGES = ["en", "de", "de-AT", "fr", "es", "it", "pt", "nl", "pl", "ru", "sv", "id"];

/** CLDR has other endings for months next to a day, and short forms. */
const MONTH_FORMS: readonly Intl.DateTimeFormatOptions[] = [
  { month: "long" },
  { month: "long", day: "numeric" },
  { month: "short" },
  { month: "short", day: "numeric" },
];

/** Additions to CLDR. A word that means different months in two languages must not be added. */
const MONTH_ALIASES: Readonly<Record<string, number>> = { фев: 2, mrz: 3, aou: 8, сен: 9, ноя: 11 };

export function monthNumber(word: string): number {
  months ??= new Map([...LANGUAGES.flatMap(monthsOf), ...Object.entries(MONTH_ALIASES).map(folded)]);
  return months.get(foldName(word)) ?? 0;
}

let months: ReadonlyMap<string, number> | undefined;

function monthsOf(language: string): (readonly [string, number])[] {
  return MONTH_FORMS.flatMap((form) => {
    const format = new Intl.DateTimeFormat(language, { ...form, timeZone: "UTC" });
    return Array.from({ length: 12 }, (_, month) => {
      const parts = format.formatToParts(Date.UTC(2024, month, 5));
      return folded([parts.find(({ type }) => type === "month")?.value ?? "", month + 1]);
    });
  });
}

function folded<Value>([word, value]: readonly [string, Value]): readonly [string, Value] {
  return [foldName(word), value];
}

export type RelativeUnit = "minute" | "hour" | "day" | "week" | "month" | "year";

export function unitOf(word: string): RelativeUnit | undefined {
  units ??= new Map([...LANGUAGES.flatMap(unitsOf), ...meaningsOf<RelativeUnit>("unit")]);
  return units.get(word);
}

let units: ReadonlyMap<string, RelativeUnit> | undefined;

const UNITS: readonly RelativeUnit[] = ["minute", "hour", "day", "week", "month", "year"];
const COUNTS = [1, 2, 5];

function unitsOf(language: string): (readonly [string, RelativeUnit])[] {
  const format = new Intl.RelativeTimeFormat(language);
  const wordsFor = (unit: RelativeUnit | "second", count: number) =>
    format
      .format(-count, unit)
      .split(/[\s\d]+/)
      .map(foldName)
      .filter((word) => word !== "" && !BESIDE_UNITS.has(word));
  return COUNTS.flatMap((count) => [
    ...wordsFor("second", count).map((word) => [word, "minute"] as const),
    ...UNITS.flatMap((unit) => wordsFor(unit, count).map((word) => [word, unit] as const)),
  ]);
}

export const ONE_WORDS = wordSet("relative", "one");

export const AGO_WORDS: readonly (readonly string[])[] = listedWords("relative", "ago").map((words) =>
  words.split(" ").map(foldName),
);

export function namedDay(text: string): number | undefined {
  namedDays ??= new Map([
    ...LANGUAGES.flatMap((language) => {
      const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
      return [0, 1].map((days) => folded([format.format(-days, "day"), days]));
    }),
    ...["just now", "now", "gerade eben", "dziś"].map((word) => folded([word, 0])),
  ]);
  return namedDays.get(foldName(text));
}

let namedDays: ReadonlyMap<string, number> | undefined;

export const FILLERS = wordSet("relative", "ignored");

const BESIDE_UNITS: ReadonlySet<string> = new Set([...AGO_WORDS.flat(), ...FILLERS]);
