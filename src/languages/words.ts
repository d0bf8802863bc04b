/** The words of one language: messages with their gaps filled, and numbers, dates and lists as it writes them. */
import type { AspectId } from "../review/aspects.ts";
import type { GroupOf } from "../review/field_sets.ts";
import { provesCustom, sourceName } from "../review/sources.ts";
import type { pagesEnglish } from "./en/pages.ts";
import type { CatalogueMessage, GapsOf, MessageSet, Translated } from "./translation.ts";

type Value = string | number;

export interface Words extends WordsOf<Messages> {}

export type WordsOf<Spoken extends MessageSet> = ReturnType<typeof compileCatalogue<Spoken>>;

/** The words of a catalogue as a country writes them, ready to be filled in. */
export function compileCatalogue<Spoken extends MessageSet>(
  { messages, countries, spellings, language, ...usual }: Catalogue<Spoken>,
  country = "",
) {
  const isKnown = countries.includes(country);
  const locale = isKnown ? `${language}-${country}` : usual.locale;
  const spelling = (isKnown && spellings?.[country]) || {};
  const intl = formatsOf(locale);
  const number = (value: number) => intl.number().format(value);
  const said = eachText(messages, (text) => {
    const spelled = Object.entries(spelling).reduce((so, [one, other]) => so.replaceAll(one, other), text);
    return language === "fr" ? spelled.replace(/ (?=[:;?!»])|(?<=«) /g, "\u00a0") : spelled;
  });
  const shown = <Piece>(value: Value | Piece) => (typeof value === "number" ? number(value) : value);
  const firstOfMonth = (date: string) => (language === "fr" ? date.replace(/^1(?!\d)/, "1er") : date);
  const beforeGap = (text: string, value: unknown) =>
    language === "fr" && typeof value === "string" && /^[aeiouàâéèêëîïôùûüœ]/i.test(value)
      ? text.replace(/(?<=^| )(d|qu)e $/i, "$1’")
      : text;

  /** A message in pieces, for gaps that are more than text; `counted` wraps the number that chose the plural. */
  function pieces<Piece, Key extends keyof Spoken>(
    key: Key,
    values: NonNullable<ValuesOf<Spoken[Key], Value | Piece>[0]>,
    counted?: (number: string) => Piece,
  ): (string | Piece)[] {
    const given = values as Readonly<Record<string, Value | Piece>>;
    const { count } = given;
    const text = formOf(said[key], typeof count === "number" ? count : null, intl.plurals);
    return text.split(GAP).map((part, at, parts) => {
      if (at % 2 === 0) return beforeGap(part, given[parts[at + 1] ?? ""]);
      const value = shown(given[part] ?? "");
      return part === "count" && counted ? counted(String(value)) : value;
    });
  }

  return {
    language,
    locale,
    number,
    pieces,
    say: <Key extends keyof Spoken>(key: Key, ...[values]: ValuesOf<Spoken[Key], Value>): string =>
      pieces<string, Key>(key, (values ?? {}) as never).join(""),
    /** A mean of stars where people read: one decimal. */
    rating: (value: number) => intl.rating().format(Number(value.toFixed(1))),
    /** A mean of stars in a column: always two decimals. */
    mean: (value: number) => intl.mean().format(Number(value.toFixed(2))),
    /** Whole per cent of a whole; never "0%" of something or "100%" of less than all. */
    share: (part: number, whole: number) => intl.percent().format(shareOf(part, whole)),
    date: (date: string) => firstOfMonth(intl.date().format(instantOf(date))),
    dates: (from: string, to: string) => firstOfMonth(intl.date().formatRange(instantOf(from), instantOf(to))),
    month: (date: string) => intl.month().format(instantOf(date)),
    shortMonth: (date: string) => intl.shortMonth().format(instantOf(date)),
    /** An instant with its time of day and the time zone that it is in. */
    moment: (instant: number, timeZone: string) => firstOfMonth(intl.moment(timeZone).format(instant)),
    /** Range of weekdays, abbreviated; 0 is Monday. */
    weekdays: (first: number, last: number) => intl.weekday().formatRange(minuteOf(first * DAY), minuteOf(last * DAY)),
    /** Range of times of day, in minutes after midnight. */
    times: (from: number, to: number) => intl.time().formatRange(minuteOf(from % DAY), minuteOf(to % DAY)),
    labelled: (label: string, text: string) => `${label}${language === "fr" ? "\u00a0" : ""}: ${text}`,
    list: (items: readonly string[]) => intl.list().format(items),
    /** A list with more than text between its commas. */
    listed<Piece>(items: readonly Piece[]): (string | Piece)[] {
      const places = items.map((_, at) => String(at));
      return intl
        .list()
        .formatToParts(places)
        .map(({ type, value }) => (type === "element" ? (items[Number(value)] ?? value) : value));
    },
  };
}

/** Splits a message into texts and, between two of them, the names of gaps. */
const GAP = /\{(\w+)\}/;

function formOf(message: CatalogueMessage, count: number | null, plurals: () => Intl.PluralRules): string {
  if (typeof message === "string") return message;
  if (count === 0 && message.zero !== undefined) return message.zero;
  return message[plurals().select(count ?? 0)] ?? message.other;
}

function eachText<Spoken extends MessageSet>(messages: Translated<Spoken>, change: (text: string) => string) {
  const changed = JSON.stringify(messages, (_, value) => (typeof value === "string" ? change(value) : value));
  return JSON.parse(changed) as typeof messages;
}

function shareOf(part: number, whole: number): number {
  if (whole === 0 || part === 0) return 0;
  if (part === whole) return 1;
  return Math.min(99, Math.max(1, Math.round((part / whole) * 100))) / 100;
}

/** Noon is the same day everywhere it is written. */
function instantOf(date: string): Date {
  return new Date(`${date}T12:00:00Z`);
}

/** Minutes of a day. */
const DAY = 24 * 60;

function minuteOf(minutes: number): Date {
  return new Date(Date.UTC(2024, 0, 1, 0, minutes));
}

/** The formats of a locale, each made when it is first needed: most take longer to make than to use. */
function formatsOf(locale: string) {
  const day = { year: "numeric", timeZone: "UTC" } as const;
  return {
    plurals: lazy(() => new Intl.PluralRules(locale)),
    number: lazy(() => new Intl.NumberFormat(locale)),
    rating: lazy(() => new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })),
    mean: lazy(() => new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })),
    percent: lazy(() => new Intl.NumberFormat(locale, { style: "percent" })),
    date: lazy(() => new Intl.DateTimeFormat(locale, { ...day, month: "long", day: "numeric" })),
    month: lazy(() => new Intl.DateTimeFormat(locale, { ...day, month: "long" })),
    moment: (timeZone: string) =>
      new Intl.DateTimeFormat(locale, {
        year: "numeric",
        month: "long",
        day: "numeric",
        hour: "numeric",
        minute: "2-digit",
        timeZone,
        timeZoneName: "short",
      }),
    shortMonth: lazy(() => new Intl.DateTimeFormat(locale, { month: "short", timeZone: "UTC" })),
    weekday: lazy(() => new Intl.DateTimeFormat(locale, { weekday: "short", timeZone: "UTC" })),
    time: lazy(() => new Intl.DateTimeFormat(locale, { timeStyle: "short", timeZone: "UTC" })),
    list: lazy(() => new Intl.ListFormat(locale, { type: "conjunction" })),
  };
}

function lazy<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

type Messages = typeof pagesEnglish;

/** All fixed words of one language, or a set of them. */
export interface Catalogue<Spoken extends MessageSet = Messages> {
  /** BCP 47: the language, and the first segment of the addresses of its pages. */
  readonly language: string;
  /** BCP 47: how Intl writes numbers, dates and lists; may name a region. */
  readonly locale: string;
  /** ISO 3166-1: where Intl writes the language in its own way. */
  readonly countries: readonly string[];
  /** Parts of words that a country spells differently from these messages. */
  readonly spellings?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly messages: Translated<Spoken>;
}

type ValuesOf<CatalogueMessage, Value> = [GapsOf<CatalogueMessage>] extends [never]
  ? []
  : [values: { readonly [Gap in GapsOf<CatalogueMessage>]: Gap extends "count" ? number : Value }];

/** Facts of a verification that its words depend on. */
type VerificationFacts = Pick<GroupOf<"verification">, "method" | "strength">;

export function sourceLabel(words: Words, name: string): string {
  return name === "direct" ? words.say("source.short") : sourceName(name);
}

/** "Verified customer: completed job, by invoice"; "Confirmed only by the business; Google does not check". */
export function describeVerification(
  words: Words,
  { method: by, strength }: VerificationFacts,
  source: string,
): string {
  const method = isUnchecked(by, source)
    ? words.say("method.attestedOn", { source: sourceName(source) })
    : words.say(`method.${by}`);
  if (strength === null) return method;
  return words.say("method.strength", { method, strength: words.say(`strength.${strength}`) });
}

export function verificationMeaning(words: Words, method: VerificationFacts["method"], source: string): string {
  if (isUnchecked(method, source)) return words.say("method.means.attestedOn", { source: sourceName(source) });
  return words.say(`method.means.${method}`);
}

/** The name of an aspect within a sentence: only German writes it with a capital. */
export function describeAspect(words: Words, id: AspectId): string {
  const name = words.say(`aspect.${id}`);
  return words.language === "de" ? name : name.charAt(0).toLocaleLowerCase(words.locale) + name.slice(1);
}

/** An aspect with how many of the reviews that mention it take a side. */
interface SidedAspect {
  readonly id: AspectId;
  readonly part: number;
  readonly whole: number;
}

/** "Most praised: workmanship (59 of 75); most criticised: scheduling (9 of 22)", without a side that is null; empty without both. */
export function formatHeadline(
  words: Words,
  { praised, criticised }: { readonly praised: SidedAspect | null; readonly criticised: SidedAspect | null },
): string {
  const counted = ({ id, part, whole }: SidedAspect) =>
    words.say("say.aspect", { aspect: describeAspect(words, id), part, whole });
  const sides = [
    praised && words.say("say.mostPraised", { aspect: counted(praised) }),
    criticised && words.say("say.mostCriticised", { aspect: counted(criticised) }),
  ];
  const said = sides.filter(Boolean).join(words.say("say.sides"));
  return said.charAt(0).toLocaleUpperCase(words.locale) + said.slice(1);
}

/** Whether only the business vouches for a review's author, and the source is known not to check. */
function isUnchecked(method: VerificationFacts["method"], source: string): boolean {
  return method === "operator_attested" && provesCustom(source) === false;
}
