/**
 * Which column is what: by the owner's word, by the tool that is known to have written the file, by its name, each
 * checked against the values below it. What values alone suggest is proposed and never taken: a column of small
 * numbers may be stars or the number of taps.
 */

import { sourceOfUrl } from "../../review/mod.ts";
import { isModerationColumn } from "../moderation.ts";
import { refuse } from "../problem.ts";
import type { Profile } from "../profiles.ts";
import type { Cell } from "../tables/table.ts";
import {
  COLUMN_ROLES,
  type ColumnNames,
  type ColumnRole,
  foldName,
  foldPath,
  RECOMMENDATION_NAMES,
  REVIEW_COLUMNS,
  TRANSLATED_COLUMNS,
  UNREAD_NAMES,
  withoutWrapper,
} from "./column_words.ts";
import { readWrittenDay } from "./dates.ts";
import { readWrittenRating } from "./stars.ts";

/** Why a column became what it is. */
export type AssignedBy = "told" | "remembered" | "profile" | "name";

/** What a column became. */
interface Assigned {
  readonly index: number;
  readonly by: AssignedBy;
}

/** What can be said of columns by their names and the values below. */
export interface NamedColumns<Role extends string> {
  readonly roles: Readonly<Partial<Record<Role, Assigned>>>;
  /** Columns that could have had a role, had another not been there. */
  readonly rivals: readonly { readonly role: Role; readonly index: number }[];
  /** Columns that were passed over although their name has a meaning, and why. */
  readonly doubted: readonly { readonly index: number; readonly why: string }[];
}

/** The columns of a table of reviews, and what else there is. */
export interface Assignment extends NamedColumns<ColumnRole> {
  /** Roles that the owner said the file has no column for. */
  readonly without: ReadonlySet<ColumnRole>;
  readonly moderation: readonly number[];
  readonly recommendations: readonly number[];
  /** Columns that say which place a review is about. */
  readonly places: readonly number[];
  /** Columns that mean nothing here. */
  readonly unknown: readonly number[];
}

/** What decides besides the names. */
interface AssignQuestion {
  readonly profile: Profile | null;
  /** Column by role, as the owner said; "" where the file has none. */
  readonly told: Readonly<Partial<Record<ColumnRole, { readonly column: string; readonly by: AssignedBy }>>>;
  /** The first rows. */
  readonly sample: readonly (readonly Cell[])[];
}

const PLACES: ReadonlySet<string> = new Set(
  [
    ...[
      "place id",
      "google id",
      "venue",
      "place name",
      "business name",
      "^.placeId",
      "^.place_id",
      "^.title",
      "^.name",
    ],
    ...["location name", "business unit name", "^.business_name", "^.companyName", "business id", "location id"],
  ].map(foldPath),
);
const RECOMMENDATIONS: ReadonlySet<string> = new Set(RECOMMENDATION_NAMES.map(foldName));
const UNREAD: ReadonlySet<string> = new Set(UNREAD_NAMES.map(foldName));

/** What the columns of one kind of table can mean: folded names in order of precedence, by role. */
export type Vocabulary<Role extends string> = ReadonlyMap<Role, readonly string[]>;

/** The vocabulary of names; where two lists have a role, the names of the first come first. */
export function vocabularyOf<Role extends string>(
  names: ColumnNames<Role>,
  ...others: readonly Partial<ColumnNames<Role>>[]
): Vocabulary<Role> {
  return new Map(
    (Object.keys(names) as Role[]).map((role) => {
      const all = [...names[role], ...others.flatMap((other) => other[role] ?? [])];
      return [role, [...new Set(all.map(foldName))]];
    }),
  );
}

const REVIEWS = vocabularyOf(REVIEW_COLUMNS, ...Object.values(TRANSLATED_COLUMNS));
const ALL_NAMES: ReadonlySet<string> = new Set([...REVIEWS.values()].flat());

/** Counts how many of the names in a row mean something: rating and date, text and author, and so on. */
export function meaningCounter(vocabulary: Vocabulary<string>): (cells: readonly string[]) => number {
  return (cells) => {
    const folded = new Set(cells.filter((cell) => cell.length < 60).map((cell) => foldName(cell)));
    let count = 0;
    for (const names of vocabulary.values()) if (names.some((name) => folded.has(name))) count++;
    return count;
  };
}

/** As {@link meaningCounter} of reviews. */
export const countMeanings = meaningCounter(REVIEWS);

/** The first role that a name can have; null when it has none. */
export function meaningOf(column: string): ColumnRole | null {
  const folded = foldPath(column);
  if (!ALL_NAMES.has(folded)) return null;
  for (const [role, names] of REVIEWS) if (names.includes(folded)) return role;
  return null;
}

/** The roles of the columns of a table of reviews. */
export function assignColumns(columns: readonly string[], question: AssignQuestion): Assignment {
  const folded = columns.map(foldPath);
  const known: Partial<Record<ColumnRole, Assigned>> = {};
  const without = new Set<ColumnRole>();
  const isTaken = (index: number) => Object.values(known).some((each) => each.index === index);
  for (const role of COLUMN_ROLES) {
    const told = question.told[role];
    if (told === undefined) continue;
    if (told.column === "") without.add(role);
    else {
      const index = indexOfColumn(columns, told.column);
      if (index >= 0) known[role] = { index, by: told.by };
    }
  }
  for (const role of COLUMN_ROLES) {
    if (known[role] !== undefined || without.has(role)) continue;
    const names = (question.profile?.columns?.[role] ?? []).map(foldPath);
    const index = names.flatMap((name) => indexesOf(name, folded)).find((each) => !isTaken(each));
    if (index !== undefined) known[role] = { index, by: "profile" };
  }
  const unread = new Set((question.profile?.unread ?? []).map(foldPath));
  const named = assignByName(columns, REVIEWS, { sample: question.sample, known, without, unread });
  const taken = takenBy(named.roles);
  const used = new Set([...taken.keys(), ...named.rivals.map(({ index }) => index)]);
  const moderation = columns.flatMap((column, index) =>
    !taken.has(index) && isModerationColumn(withoutWrapper(column)) ? [index] : [],
  );
  for (const index of moderation) used.add(index);
  const recommendations = columns.flatMap((_, index) =>
    !used.has(index) && RECOMMENDATIONS.has(folded[index] ?? "") ? [index] : [],
  );
  const places = columns.flatMap((_, index) => (!taken.has(index) && PLACES.has(folded[index] ?? "") ? [index] : []));
  const passedOver = new Set([...recommendations, ...places, ...named.doubted.map(({ index }) => index)]);
  const unknown = columns.flatMap((column, index) =>
    !used.has(index) &&
    !passedOver.has(index) &&
    column !== "" &&
    !UNREAD.has(folded[index] ?? "") &&
    !unread.has(folded[index] ?? "")
      ? [index]
      : [],
  );
  const rivals = named.rivals.filter(({ index }) => !moderation.includes(index));
  return { ...named, rivals, without, moderation, recommendations, places, unknown };
}

/** What is known besides the names. */
interface NameQuestion<Role extends string> {
  /** The first rows. */
  readonly sample: readonly (readonly Cell[])[];
  /** Roles that are settled already. */
  readonly known?: Readonly<Partial<Record<Role, Assigned>>>;
  /** Roles that no column has. */
  readonly without?: ReadonlySet<Role>;
  /** Folded names of columns that are not looked at. */
  readonly unread?: ReadonlySet<string>;
}

/** The roles of columns by their names, each checked against the values below it. */
export function assignByName<Role extends string>(
  columns: readonly string[],
  vocabulary: Vocabulary<Role>,
  { sample, known, without, unread }: NameQuestion<Role>,
): NamedColumns<Role> {
  const folded = columns.map(foldPath);
  const valuesOf = (index: number) => sample.map((cells) => cells[index]).filter(isFilled);
  const roles: Partial<Record<Role, Assigned>> = { ...known };
  const taken = takenBy(roles);
  const doubted: { index: number; why: string }[] = [];
  const rivals: { role: Role; index: number }[] = [];
  for (const [role, names] of vocabulary) {
    if (without?.has(role)) continue;
    const candidates = names
      .flatMap((name) => indexesOf(name, folded))
      .filter((index) => !taken.has(index) && !unread?.has(folded[index] ?? ""));
    const sound = candidates.filter((index) => {
      const why = doubtOf(role, valuesOf(index), sample.length);
      if (why !== null) doubted.push({ index, why });
      return why === null;
    });
    const likely = bestOf(role, sound, valuesOf);
    const best = exactBeside(likely, sound, { role, folded, valuesOf }) ?? likely;
    if (roles[role] === undefined && best !== undefined) {
      roles[role] = { index: best, by: "name" };
      taken.set(best, role);
    }
    rivals.push(...sound.filter((index) => index !== best).map((index) => ({ role, index })));
  }
  const isFree = ({ index }: { readonly index: number }) => !taken.has(index);
  return { roles, rivals: rivals.filter(isFree), doubted: doubted.filter(isFree) };
}

function takenBy<Role extends string>(roles: NamedColumns<Role>["roles"]): Map<number, Role> {
  const entries = Object.entries(roles) as [Role, Assigned][];
  return new Map(entries.map(([role, { index }]) => [index, role]));
}

/**
 * Of two columns that could mean the same only one is read: which one, in a sentence each.
 *
 * @throws {GoodwordError} input_refused when they have the same name, so that nobody can tell which one is meant
 */
export function describeRivals<Role extends string>(
  columns: readonly string[],
  { roles, rivals }: NamedColumns<Role>,
): string[] {
  return rivals.map(({ role, index }) => {
    const [taken = "", other = ""] = [columns[roles[role]?.index ?? -1], columns[index]];
    if (taken.toLowerCase().replace(/[\s_-]+/g, "") === other.toLowerCase().replace(/[\s_-]+/g, "")) {
      refuse(`Two columns are named ${JSON.stringify(taken)}; rename or delete one of them`);
    }
    return `The column ${JSON.stringify(other)} was ignored because ${JSON.stringify(taken)} means the same and takes precedence`;
  });
}

/** A column by the owner's words: exactly, else as names are compared. */
export function indexOfColumn(columns: readonly string[], name: string): number {
  const exact = columns.indexOf(name.trim());
  return exact >= 0 ? exact : columns.findIndex((column) => foldName(column) === foldName(name));
}

function indexesOf(name: string, folded: readonly string[]): number[] {
  return folded.flatMap((each, index) => (each === name ? [index] : []));
}

/** Ratings and dates must be what their name says; of several, one that is comes before one that is not. */
function bestOf(
  role: string,
  candidates: readonly number[],
  valuesOf: (index: number) => readonly Cell[],
): number | undefined {
  const test = role === "rating" ? isRating : role === "date" || role === "replyDate" ? isDay : null;
  if (test === null) return candidates.find((index) => valuesOf(index).length > 0) ?? candidates[0];
  const share = (index: number) => {
    const values = valuesOf(index);
    return values.length === 0 ? 0 : values.filter(test).length / values.length;
  };
  return (
    candidates.find((index) => share(index) >= 0.5) ??
    candidates.find((index) => valuesOf(index).length > 0) ??
    candidates[0]
  );
}

/** Names of instants that tools write beside a relative date; when a record was made or read is another matter. */
const INSTANTS: ReadonlySet<string> = new Set(
  [
    ...["time", "timestamp", "iso date", "publish time", "published at", "published at date", "review datetime utc"],
    ...["review timestamp", "review time", "datetime", "review date", "date", "publish date", "date published"],
  ].map(foldName),
);

interface Beside {
  readonly role: string;
  readonly folded: readonly string[];
  readonly valuesOf: (index: number) => readonly Cell[];
}

/** The exact day that stands beside a relative one, such as Google's `time` beside `relative_time_description`. */
function exactBeside(
  best: number | undefined,
  candidates: readonly number[],
  { role, folded, valuesOf }: Beside,
): number | undefined {
  if (best === undefined || (role !== "date" && role !== "replyDate")) return undefined;
  const isExact = (index: number) => shareWhere(valuesOf(index), isExactDay) >= 0.5;
  if (isExact(best)) return best;
  return candidates.find((index) => isExact(index) && INSTANTS.has(folded[index] ?? ""));
}

/** How a review was collected, which is no place where it was written. */
const CHANNELS = new Set(
  [
    ...["web", "email", "e-mail", "mail", "import", "imported", "csv", "admin", "api", "manual", "widget", "mobile"],
    ...["app", "ios", "android", "desktop", "sms", "text", "form", "shopify", "qr", "link", "automatic", "organic"],
    ...["invitation", "invited", "csvimport"],
  ].map(foldName),
);

/** Why a column's values speak against what its name says; null when they do not. */
function doubtOf(role: string, values: readonly Cell[], rows: number): string | null {
  if (values.length === 0) return null;
  const texts = values.map((value) => String(value).trim());
  const distinct = new Set(texts);
  const isConstant = distinct.size === 1 && texts.length >= 3 && texts.length === rows;
  if (role === "title" && isConstant) return "it is the same for every review";
  if (role === "author" && isConstant && !isAnonymousName(texts[0] ?? "")) return "it is the same for every review";
  if (role === "url" && isConstant) return "it is the same for every review";
  if (role === "url" && !texts.some((text) => /^https?:\/\//i.test(text))) return "it holds no web addresses";
  if (role === "source" && texts.every((text) => CHANNELS.has(foldName(text))))
    return "it says how reviews were collected";
  if (role === "verification" && typeof values[0] === "boolean") return "a tick of the tool proves nothing here";
  const isTag = role === "language" || role === "translationLanguage";
  if (isTag && texts.some((text) => !/^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{1,8})*$/.test(text))) {
    return "it holds no language tags";
  }
  if (
    (role === "date" || role === "replyDate") &&
    rows >= 3 &&
    shareWhere(values, isDay) === 0 &&
    texts.every((text) => /^(?:true|false|yes|no|0|1)$/i.test(text))
  ) {
    return "it holds no dates";
  }
  return null;
}

function isAnonymousName(name: string): boolean {
  return /anonym|google user|a customer|guest/i.test(name);
}

/** Where all reviews were written, by their addresses; null when these do not agree. */
export function sourceOfAddresses(values: readonly Cell[]): string | null {
  let found: string | null = null;
  for (const value of values) {
    if (typeof value !== "string" || value === "") continue;
    const source = sourceOfUrl(value);
    if (source === null || (found !== null && found !== source)) return null;
    found = source;
  }
  return found;
}

/** Whether a cell holds anything. */
function isFilled(cell: Cell): boolean {
  return cell !== undefined && cell !== null && cell !== "";
}

/** The share of values that pass a test; 0 of none. */
function shareWhere(values: readonly Cell[], test: (cell: Cell) => boolean): number {
  return values.length === 0 ? 0 : values.filter(test).length / values.length;
}

/** Whether a value is a rating of any kind. */
export function isRating(cell: Cell): boolean {
  return readWrittenRating(cell).kind === "value";
}

/** Whether a value is a day of any kind. */
export function isDay(cell: Cell): boolean {
  return (typeof cell === "string" || typeof cell === "number") && readWrittenDay(String(cell)).kind !== "none";
}

/** Whether a value is a day in every particular. */
function isExactDay(cell: Cell): boolean {
  if (typeof cell !== "string" && typeof cell !== "number") return false;
  const { kind, ...rest } = readWrittenDay(String(cell));
  return (
    kind === "instant" || kind === "numeric" || (kind === "day" && "precision" in rest && rest.precision === "day")
  );
}
