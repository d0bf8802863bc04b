/**
 * The filters of a search: REST, exports, MCP, OpenAPI, the index, the reference and the pages derive from these rows.
 */
import { type Static, type TSchema, Type } from "typebox";
import { sourceLabel, type Words } from "../languages/words.ts";
import { ASPECT_IDS, ASPECT_SENTIMENTS, type AspectId } from "../review/aspects.ts";
import { startOfDay } from "../review/calendar.ts";
import type { Provenance, VerificationMethod } from "../review/field_sets.ts";
import { CalendarDate, type ReviewAspect } from "../review/field_values.ts";
import { PROVENANCES, VERIFICATION_METHODS } from "../review/fields.ts";
import { spellingKey } from "../review/mentions.ts";
import type { Business } from "../review/mod.ts";
import { recogniseSource } from "../review/sources.ts";
import { foldText } from "../review/text.ts";
import { dateNumber } from "./columns.ts";
import { catalogFinder, type Spelled, spellingsOf, technicianFinder, termFinder } from "./mention_terms.ts";
import type { AnalyzedReview } from "./public_review.ts";
import type { SearchRequest } from "./search/mod.ts";

/** A plain enumeration: some clients do not understand a union of constants. */
export function oneOf<Word extends string>(words: readonly Word[]) {
  return Type.Unsafe<Word>({ type: "string", enum: [...words] });
}

interface FilterSource {
  readonly business: Business;
  readonly searchNames: { readonly sources: readonly string[]; readonly languages: readonly string[] };
}

type OtherFilters = { readonly sentiment?: ReviewAspect["sentiment"] };

interface Labels<Value, Column> {
  /** Column of the index. */
  readonly column: Column;
  of(analyzed: AnalyzedReview): readonly string[];
  /** Equal for all spellings of a label. */
  key?(label: string): string;
  /** `finder(names)` finds a value's place among the names; null when no review has it. */
  finder(names: readonly string[], business: Business): (value: Value, others: OtherFilters) => number | null;
}

/** Goes by labels, by a condition of the index, or is part of another filter. */
interface Filter<Schema extends TSchema = TSchema, Column = string> {
  readonly description: string;
  readonly schema: Schema;
  readonly labels?: Labels<Static<Schema>, Column>;
  condition?(value: Static<Schema>, business: Business): Partial<SearchRequest>;
  readonly partOf?: string;
  describe(value: Static<Schema>, words: Words, business: Business): string;
  /** Values in order, each with its name. */
  choices?(source: FilterSource): readonly (readonly [value: Static<Schema>, name: string])[];
  /** A search for an unknown name is answered with the nearest. */
  readonly names?: {
    readonly of: string;
    known(source: FilterSource): readonly string[];
    /** Normalises a name for comparison. */
    fold?(name: string): string;
    /** Values with all that a text may call them. */
    spelled?(business: Business): readonly Spelled[];
  };
}

function filter<Schema extends TSchema, const Column extends string = never>(row: Filter<Schema, Column>) {
  return row;
}

const nameOf = (catalog: readonly { readonly id: string; readonly name: string }[], id: string) =>
  catalog.find((entry) => entry.id === id)?.name ?? id;

const aspectLabel = (aspect: string, sentiment: string) => `${aspect} ${sentiment}`;

/** Filters in the order of the documentation. */
export const FILTERS = {
  rating: filter({
    description: "Exact star rating",
    schema: Type.Integer({ minimum: 1, maximum: 5 }),
    condition: (rating) => ({ rating }),
    describe: (count, words) => words.say("count.stars", { count }),
    choices: () => [5, 4, 3, 2, 1].map((rating) => [rating, `${rating} stars`]),
  }),
  min_rating: filter({
    description: "Lowest star rating, inclusive",
    schema: Type.Number({ minimum: 1, maximum: 5 }),
    condition: (minRating) => ({ minRating }),
    describe: (stars, words) => words.say("filter.minRating", { stars }),
  }),
  max_rating: filter({
    description: "Highest star rating, inclusive",
    schema: Type.Number({ minimum: 1, maximum: 5 }),
    condition: (maxRating) => ({ maxRating }),
    describe: (stars, words) => words.say("filter.maxRating", { stars }),
  }),
  since: filter({
    description: "Reviews on or after this date, YYYY-MM-DD",
    schema: CalendarDate,
    condition: (date) => ({ since: dateNumber(date) }),
    describe: (date, words) => words.say("filter.since", { date: words.date(date) }),
  }),
  until: filter({
    description: "Reviews on or before this date, YYYY-MM-DD",
    schema: CalendarDate,
    condition: (date) => ({ until: dateNumber(date) }),
    describe: (date, words) => words.say("filter.until", { date: words.date(date) }),
  }),
  updated_since: filter({
    description: "Reviews added, edited or replied to on or after this date, by `updated_at`",
    schema: CalendarDate,
    condition: (date, { time_zone }) => ({ updatedSince: startOfDay(date, time_zone) / 1000 }),
    describe: (date, words) => words.say("filter.updated", { date: words.date(date) }),
  }),
  query: filter({
    description:
      "Exact substring of the review's text or title, case-insensitive (after NFC); prefer `words`; empty for any",
    schema: Type.String({ maxLength: 200 }),
    condition: (needle) => ({ needle }),
    describe: (text, words) => words.say("filter.query", { text }),
  }),
  words: filter({
    description:
      "Words as a person means them, in any order: all forms of each, with or without accents, a letter or two wrong, and " +
      "names of technicians, services and areas; empty for any",
    schema: Type.String({ maxLength: 200 }),
    condition: (words) => ({ words }),
    describe: (given, words) => words.say("filter.query", { text: given }),
  }),
  mentions_technician: filter({
    description:
      "Only reviews mentioning this technician: a name, alias or id of the catalog, case-insensitive; empty for any",
    schema: Type.String({ maxLength: 120 }),
    labels: {
      column: "technicians",
      of: ({ mentions }) => mentions.technicians,
      key: spellingKey,
      finder: (names, business) => technicianFinder(business, names),
    },
    describe: (name) => name,
    choices: ({ business }) => business.technicians.map(({ name }) => [name, name]),
    names: {
      of: "technician",
      known: ({ business }) => business.technicians.flatMap(spellingsOf),
      // A surname alone, too.
      spelled: ({ technicians }) =>
        technicians.map((it) => ({ value: it.name, spellings: [...spellingsOf(it), ...it.name.split(" ")] })),
    },
  }),
  mentions_service: filter({
    description: "Reviews mentioning this service: an id or name of the catalog; empty for any",
    schema: Type.String({ maxLength: 64 }),
    labels: {
      column: "services",
      of: ({ mentions }) => mentions.services,
      finder: (names, { services }) => catalogFinder(services, names),
    },
    describe: (id, _words, { services }) => nameOf(services, id),
    choices: ({ business }) => business.services.map(({ id, name }) => [id, name]),
    names: {
      of: "service",
      known: ({ business }) => business.services.flatMap(spellingsOf),
      spelled: ({ services }) =>
        services.map((it) => ({ value: it.id, spellings: [...spellingsOf(it), ...it.keywords] })),
    },
  }),
  mentions_area: filter({
    description: "Reviews mentioning this service area: an id, name or alias of the catalog; empty for any",
    schema: Type.String({ maxLength: 64 }),
    labels: {
      column: "areas",
      of: ({ mentions }) => mentions.service_areas,
      finder: (names, { service_areas }) => catalogFinder(service_areas, names),
    },
    describe: (id, _words, { service_areas }) => nameOf(service_areas, id),
    choices: ({ business }) => business.service_areas.map(({ id, name }) => [id, name]),
    names: {
      of: "service area",
      known: ({ business }) => business.service_areas.flatMap(spellingsOf),
      spelled: ({ service_areas }) => service_areas.map((it) => ({ value: it.id, spellings: spellingsOf(it) })),
    },
  }),
  mentions_aspect: filter({
    description: "Reviews that mention this aspect: an id, as in a review's `aspects`",
    schema: oneOf<AspectId>(ASPECT_IDS),
    labels: {
      column: "aspects",
      of: ({ aspects }) => aspects.flatMap(({ aspect, sentiment }) => [aspect, aspectLabel(aspect, sentiment)]),
      finder: (names) => {
        const find = termFinder(names);
        return (aspect, { sentiment }) => find(sentiment === undefined ? aspect : aspectLabel(aspect, sentiment));
      },
    },
    describe: (aspect, words) => words.say(`aspect.${aspect}`),
    choices: () => ASPECT_IDS.map((aspect) => [aspect, aspect]),
  }),
  sentiment: filter({
    description: "Reviews with this judgement of `mentions_aspect`; requires that parameter",
    schema: oneOf<ReviewAspect["sentiment"]>(ASPECT_SENTIMENTS),
    partOf: "mentions_aspect",
    describe: (sentiment, words) => words.say(`filter.sentiment.${sentiment}`),
  }),
  language: filter({
    description: "Reviews in this language, BCP 47, as in `language`; empty for any",
    schema: Type.String({ maxLength: 35 }),
    labels: {
      column: "languages",
      of: ({ review }) => (review.language === null ? [] : [foldText(review.language)]),
      finder: (names) => {
        const find = termFinder(names);
        return (language) => find(foldText(language.trim()));
      },
    },
    describe: (language) => language,
    names: { of: "language", known: ({ searchNames }) => searchNames.languages },
  }),
  source: filter({
    description: "Reviews from this source, as in `source.name`, however spelled; empty for any",
    schema: Type.String({ maxLength: 64 }),
    labels: {
      column: "sources",
      of: ({ review }) => [review.source],
      finder: (names) => {
        const find = termFinder(names);
        return (source) => find(recogniseSource(source));
      },
    },
    describe: (source, words) => sourceLabel(words, recogniseSource(source)),
    choices: ({ searchNames }) => searchNames.sources.map((source) => [source, source]),
    names: { of: "source", known: ({ searchNames }) => searchNames.sources, fold: recogniseSource },
  }),
  verification: filter({
    description: "Reviews verified by this method; none of `none` are published",
    schema: oneOf<VerificationMethod>(VERIFICATION_METHODS),
    labels: {
      column: "verifications",
      of: ({ review }) => [review.verificationMethod],
      finder: (names) => termFinder(names),
    },
    describe: (method, words) => words.say(`method.${method}`),
    choices: () => VERIFICATION_METHODS.map((method) => [method, method]),
  }),
  provenance: filter({
    description: "Reviews with this `provenance`",
    schema: oneOf<Provenance>(PROVENANCES),
    labels: {
      column: "provenances",
      of: ({ review }) => [review.provenance],
      finder: (names) => termFinder(names),
    },
    describe: (provenance, words) => words.say(`provenance.${provenance}`),
  }),
  has_reply: filter({
    description: "Reviews with (true) or without (false) a reply by the business",
    schema: Type.Boolean(),
    labels: {
      column: "replies",
      of: ({ review }) => [String(review.replyText !== null)],
      finder: (names) => {
        const find = termFinder(names);
        return (hasReply) => find(String(hasReply));
      },
    },
    describe: (hasReply, words) => words.say(hasReply ? "filter.replied" : "filter.unreplied"),
  }),
};

export type FilterName = keyof typeof FILTERS;
export type FilterValues = {
  readonly [Name in FilterName]?: Static<(typeof FILTERS)[Name]["schema"]>;
};

export type LabelColumn = ColumnOf<(typeof FILTERS)[FilterName]>;
type ColumnOf<Row> = Row extends Filter<infer _Schema, infer Column> ? Column : never;

const ROWS = FILTERS as unknown as Readonly<Record<FilterName, Filter<TSchema, LabelColumn>>>;

export const FILTER_ROWS = Object.entries(ROWS) as [FilterName, Filter<TSchema, LabelColumn>][];

/** Labels in the order of their columns in the index; `name` is the filter's. */
export const LABELS = FILTER_ROWS.flatMap(([name, { labels }]) => (labels ? [{ ...labels, name }] : []));

export function mapLabels<Value>(of: (labels: (typeof LABELS)[number]) => Value): Record<LabelColumn, Value> {
  return Object.fromEntries(LABELS.map((labels) => [labels.column, of(labels)])) as Record<LabelColumn, Value>;
}

/** Filters that mean nothing without the one they are part of. */
export const PARTS: ReadonlyMap<string, FilterName> = new Map(
  FILTER_ROWS.flatMap(([name, { partOf }]) => (partOf === undefined ? [] : [[name, partOf as FilterName] as const])),
);

/** Values without a filter and its parts. */
export function withoutFilter<Values extends FilterValues>(values: Values, name: FilterName): Values {
  const left: Partial<Values> = {};
  for (const each in values) if (each !== name && PARTS.get(each) !== name) left[each] = values[each];
  return left as Values;
}

/** One filter, with the one it is part of. */
export function onlyFilter(values: FilterValues, name: FilterName): FilterValues {
  const whole = PARTS.get(name) ?? name;
  return { [whole]: values[whole], [name]: values[name] };
}

export function describeFilter(name: FilterName, values: FilterValues, words: Words, business: Business): string {
  return ROWS[name].describe(values[name], words, business);
}
