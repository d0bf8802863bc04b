/**
 * Which column is what: by the owner's word, by the tool that is known to have written the file, by its name, each held
 * against the values under it.
 *
 * What values alone suggest is proposed and never taken: a column of small numbers may be stars or the number of taps.
 *
 * @module
 */
import { isModerationColumn } from "../moderation.ts";
import type { Profile } from "../profiles/profile.ts";
import type { Cell } from "../tables/table.ts";
import { isDay, isExactDay, isFilled, isRating, shareOf } from "./column_values.ts";
import {
  COLUMN_ROLES,
  type ColumnRole,
  foldName,
  foldPath,
  RECOMMENDATION_NAMES,
  REVIEW_COLUMNS,
  TRANSLATED_COLUMNS,
  UNREAD_NAMES,
  withoutWrapper,
} from "./column_words.ts";
import { doubtOf } from "./doubts.ts";

/** Why a column became what it is. */
export type AssignedBy = "told" | "remembered" | "profile" | "name";

/** What a column became. */
export interface Assigned {
  readonly index: number;
  readonly by: AssignedBy;
}

/** The columns of a table, and what else there is. */
export interface Assignment {
  readonly roles: Readonly<Partial<Record<ColumnRole, Assigned>>>;
  /** Roles that the owner said the file has no column for. */
  readonly without: ReadonlySet<ColumnRole>;
  /** Columns that could have had a role, had another not been there. */
  readonly rivals: readonly { readonly role: ColumnRole; readonly index: number }[];
  readonly moderation: readonly number[];
  readonly recommendations: readonly number[];
  /** Columns that say which place a review is about. */
  readonly places: readonly number[];
  /** Columns that were passed over although their name has a meaning, and why. */
  readonly doubted: readonly { readonly index: number; readonly why: string }[];
  /** Columns that mean nothing here. */
  readonly unknown: readonly number[];
}

/** What decides besides the names. */
export interface AssignQuestion {
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

/** Names in order of precedence, by what they fold to. */
const NAMES: ReadonlyMap<ColumnRole, readonly string[]> = new Map(
  COLUMN_ROLES.map((role) => {
    const translated = Object.values(TRANSLATED_COLUMNS).flatMap((names) => names[role] ?? []);
    return [role, [...new Set([...REVIEW_COLUMNS[role], ...translated].map(foldName))]] as const;
  }),
);
const ALL_NAMES: ReadonlySet<string> = new Set([...NAMES.values()].flat());

/** How many of the names in a row mean something: rating and date, text and author, and so on. */
export function countMeanings(cells: readonly string[]): number {
  const folded = new Set(cells.filter((cell) => cell.length < 60).map((cell) => foldName(cell)));
  let count = 0;
  for (const names of NAMES.values()) if (names.some((name) => folded.has(name))) count++;
  return count;
}

/** The first role that a name can have; null when it has none. */
export function meaningOf(column: string): ColumnRole | null {
  const folded = foldPath(column);
  if (!ALL_NAMES.has(folded)) return null;
  for (const [role, names] of NAMES) if (names.includes(folded)) return role;
  return null;
}

/** The roles of the columns. */
export function assignColumns(columns: readonly string[], question: AssignQuestion): Assignment {
  const folded = columns.map(foldPath);
  const valuesOf = (index: number) => question.sample.map((cells) => cells[index]).filter(isFilled);
  const taken = new Map<number, ColumnRole>();
  const roles: Partial<Record<ColumnRole, Assigned>> = {};
  const without = new Set<ColumnRole>();
  const doubted: { index: number; why: string }[] = [];
  const rivals: { role: ColumnRole; index: number }[] = [];
  const unread = new Set((question.profile?.unread ?? []).map(foldPath));
  const take = (role: ColumnRole, index: number, by: AssignedBy) => {
    roles[role] = { index, by };
    taken.set(index, role);
  };
  for (const role of COLUMN_ROLES) {
    const told = question.told[role];
    if (told === undefined) continue;
    if (told.column === "") without.add(role);
    else {
      const index = indexOfColumn(columns, told.column);
      if (index >= 0) take(role, index, told.by);
    }
  }
  for (const role of COLUMN_ROLES) {
    if (roles[role] !== undefined || without.has(role)) continue;
    const known = (question.profile?.columns?.[role] ?? []).map(foldPath);
    const index = known.flatMap((name) => indexesOf(name, folded)).find((each) => !taken.has(each));
    if (index !== undefined) take(role, index, "profile");
  }
  for (const role of COLUMN_ROLES) {
    if (without.has(role)) continue;
    const candidates = (NAMES.get(role) ?? [])
      .flatMap((name) => indexesOf(name, folded))
      .filter((index) => !taken.has(index) && !unread.has(folded[index] ?? ""));
    const sound = candidates.filter((index) => {
      const why = doubtOf(role, valuesOf(index), question.sample.length);
      if (why !== null) doubted.push({ index, why });
      return why === null;
    });
    const best =
      exactBeside(bestOf(role, sound, valuesOf), sound, { role, folded, valuesOf }) ?? bestOf(role, sound, valuesOf);
    if (roles[role] === undefined && best !== undefined) take(role, best, "name");
    rivals.push(
      ...sound.filter((index) => index !== best && !isOtherRole(index, role, taken)).map((index) => ({ role, index })),
    );
  }
  const used = new Set([...taken.keys(), ...rivals.map(({ index }) => index)]);
  const moderation = columns.flatMap((column, index) =>
    !taken.has(index) && isModerationColumn(withoutWrapper(column)) ? [index] : [],
  );
  for (const index of moderation) used.add(index);
  const recommendations = columns.flatMap((_, index) =>
    !used.has(index) && RECOMMENDATIONS.has(folded[index] ?? "") ? [index] : [],
  );
  const places = columns.flatMap((_, index) => (!taken.has(index) && PLACES.has(folded[index] ?? "") ? [index] : []));
  const passedOver = new Set([...recommendations, ...places, ...doubted.map(({ index }) => index)]);
  const unknown = columns.flatMap((column, index) =>
    !used.has(index) &&
    !passedOver.has(index) &&
    column !== "" &&
    !UNREAD.has(folded[index] ?? "") &&
    !unread.has(folded[index] ?? "")
      ? [index]
      : [],
  );
  return {
    roles,
    without,
    rivals: rivals.filter(({ index }) => !taken.has(index) && !moderation.includes(index)),
    moderation,
    recommendations,
    places,
    doubted: doubted.filter(({ index }) => !taken.has(index)),
    unknown,
  };
}

/** A column by the owner's words: exactly, else as names are compared. */
export function indexOfColumn(columns: readonly string[], name: string): number {
  const exact = columns.indexOf(name.trim());
  return exact >= 0 ? exact : columns.findIndex((column) => foldName(column) === foldName(name));
}

function isOtherRole(index: number, role: ColumnRole, taken: ReadonlyMap<number, ColumnRole>): boolean {
  const other = taken.get(index);
  return other !== undefined && other !== role;
}

function indexesOf(name: string, folded: readonly string[]): number[] {
  return folded.flatMap((each, index) => (each === name ? [index] : []));
}

/** Ratings and dates must be what their name says; of several, one that is comes before one that is not. */
function bestOf(
  role: ColumnRole,
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
  readonly role: ColumnRole;
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
  const isExact = (index: number) => shareOf(valuesOf(index), isExactDay) >= 0.5;
  if (isExact(best)) return best;
  return candidates.find((index) => isExact(index) && INSTANTS.has(folded[index] ?? ""));
}
