/** Decides what each column means: by the owner's answer, the tool's profile, or its name, which its values must not contradict. */

import { foldName, sourceOfUrl, splitList } from "../../review/mod.ts";
import { headerWords, isModerationColumn } from "../moderation.ts";
import { refuse } from "../problem.ts";
import type { Profile } from "../profiles.ts";
import { type Cell, isFilled } from "../reading.ts";
import { wordSet } from "../words.ts";
import { areLater, collectedAtOnce, doubtOf, isDay, isExactDay, isRating, shareWhere } from "./column_checks.ts";
import { COLUMN_ROLES, type ColumnRole, foldPath, REVIEW_COLUMNS, withoutWrapper } from "./column_words.ts";
import { withoutZone } from "./dates.ts";
import { replyRoleOf } from "./reply_names.ts";

export type AssignedBy = "stated" | "remembered" | "profile" | "name";

interface Assigned {
  readonly index: number;
  readonly by: AssignedBy;
}

export interface NamedColumns<Role extends string> {
  readonly roles: Readonly<Partial<Record<Role, Assigned>>>;
  readonly rivals: readonly { readonly role: Role; readonly index: number }[];
  readonly doubted: readonly { readonly role: Role; readonly index: number; readonly why: string }[];
}

export interface Assignment extends NamedColumns<ColumnRole> {
  /** Roles for which the file has no column, by the owner's answer. */
  readonly without: ReadonlySet<ColumnRole>;
  readonly moderation: readonly number[];
  readonly replyModeration: readonly number[];
  readonly languages: readonly LanguageColumn[];
  readonly recommendations: readonly number[];
  /** Columns that identify the place that a review is about. */
  readonly places: readonly number[];
  readonly unknown: readonly number[];
}

export interface LanguageColumn {
  readonly role: ColumnRole;
  readonly index: number;
  readonly language: string;
}

/** Columns by role, as the owner stated them; "" for a role that no column of the file has. */
export type StatedColumns = Partial<Record<ColumnRole, { readonly column: string; readonly by: AssignedBy }>>;

interface AssignContext {
  readonly profile: Profile | null;
  readonly stated: Readonly<StatedColumns>;
  readonly sample: readonly (readonly Cell[])[];
}

const PLACES = wordSet("column", "place", foldPath);
const RECOMMENDATIONS = wordSet("column", "recommendation");
/** The folded names of columns that are ignored without a note. */
export const UNREAD = wordSet("column", "unread");

/** The folded names of each role of one kind of table, in order of precedence. */
export type NamesByRole<Role extends string> = ReadonlyMap<Role, readonly string[]>;

/** The vocabulary of a table of names, which may have several rows for a role. */
export function vocabularyOf<Role extends string>(
  rows: readonly { readonly role: string; readonly names: string }[],
): NamesByRole<Role> {
  const byRole = Map.groupBy(rows, ({ role }) => role as Role);
  return new Map(
    [...byRole].map(([role, each]) => [
      role,
      [...new Set(each.flatMap(({ names }) => splitList(names).map(foldName)))],
    ]),
  );
}

const REVIEWS = vocabularyOf<ColumnRole>(REVIEW_COLUMNS);
const ALL_NAMES: ReadonlySet<string> = new Set([...REVIEWS.values()].flat());

export function meaningCounter(vocabulary: NamesByRole<string>): (cells: readonly string[]) => number {
  return (cells) => {
    const folded = new Set(cells.filter((cell) => cell.length < 60).map((cell) => foldName(cell)));
    let count = 0;
    for (const names of vocabulary.values()) if (names.some((name) => folded.has(name))) count++;
    return count;
  };
}

export const countMeanings = meaningCounter(REVIEWS);

export function meaningOf(column: string): ColumnRole | null {
  const folded = foldPath(column);
  if (!ALL_NAMES.has(folded)) return null;
  for (const [role, names] of REVIEWS) if (names.includes(folded)) return role;
  return null;
}

/** Whether columns are those of reviews: they have ratings and dates. */
export function nameReviews(columns: readonly string[]): boolean {
  const roles = new Set(columns.map(meaningOf));
  return roles.has("rating") && roles.has("date");
}

const CONTENTS = /\.(?:message|text|body|content|comment|value|html|rendered|reply|response|original)$/i;
const CONTENT_DATES =
  /\.(?:date|time|timestamp|(?:created?|updated?|publish(?:ed)?|posted|replied|responded)_?(?:at|on|date|time)?)$/i;
const FIRST_NAME = /\.(?:first|given)_?(?:name)?$/i;
const LAST = /\.(?:last|family|sur)_?(?:name)?$/i;
const LANGUAGE = /\.([a-z]{2}(?:[-_][A-Z]{2})?)$/;
const LISTS: ReadonlySet<string | null> = new Set<ColumnRole>(["technicians", "services", "serviceAreas"]);
const TEXT_ROLES: ReadonlySet<string | null> = new Set<ColumnRole>(["text", "title", "reply"]);

/** The scale behind a name: `Rating (1-5)`, `Stars out of 5`, `Note /10`. */
const SCALE =
  /(?<![\s([])[\s([]*(?:(?:de |von |from )?[01] ?(?:-|–|to|bis|à|a) ?|out of |of |von |sur |sobre |\/ ?)(?:5|10|100)(?: \p{L}+)?[\])]*\s*$/iu;

/** The key to look a column up by: `Name / Nickname` is a name, `reply.message` a reply, `review_text.hi` a text. */
function nameOf(column: string): string {
  const folded = foldPath(column);
  if (ALL_NAMES.has(folded)) return folded;
  const part = column.includes("://")
    ? undefined
    : column
        .split("/")
        .map(foldPath)
        .find((each) => ALL_NAMES.has(each));
  if (part !== undefined) return part;
  const bare = foldPath(withoutZone(column).replace(SCALE, ""));
  if (bare !== folded && ALL_NAMES.has(bare)) return bare;
  const parent = column.slice(0, Math.max(0, column.lastIndexOf(".")));
  const role = meaningOf(parent);
  if (role === "author" && FIRST_NAME.test(column)) return "firstname";
  if (role === "author" && LAST.test(column)) return "lastname";
  if (role === "reply" && CONTENT_DATES.test(column)) return "replydate";
  if (LISTS.has(role) && /\.(?:name|title)$/i.test(column)) return foldPath(parent);
  const isText =
    TEXT_ROLES.has(role) && (CONTENTS.test(column) || (LANGUAGE.test(column) && !/\.(?:id|no|to)$/.test(column)));
  if (isText) return foldPath(parent);
  const own = foldPath(column.replace(REVIEW_PREFIX, ""));
  const meaning = own === "name" ? null : meaningOf(own);
  if (meaning !== null && !LISTS.has(meaning)) return meaning === "date" ? "reviewdate" : own;
  const reply = replyRoleOf(column);
  if (reply === null) return folded;
  // A name in the list takes precedence, unless it is that of a translation.
  const names = REVIEWS.get(reply) ?? [];
  return names.at(/original/i.test(column) ? 0 : -1) ?? folded;
}

/** `reviewAuthorName` is the author's name, as `review.authorName` is. */
const REVIEW_PREFIX = /^[Rr]eview(?:[ _-]+|(?=\p{Lu}))/u;

/** The roles of the columns of a table of reviews. */
export function assignColumns(columns: readonly string[], { profile, stated, sample }: AssignContext): Assignment {
  const profiled = new Set([...Object.values(profile?.columns ?? {}).flat(), ...(profile?.unread ?? [])].map(foldPath));
  const folded = columns.map((column) => (profiled.has(foldPath(column)) ? foldPath(column) : nameOf(column)));
  const known: Partial<Record<ColumnRole, Assigned>> = {};
  const without = new Set<ColumnRole>();
  const isTaken = (index: number) => Object.values(known).some((each) => each.index === index);
  for (const role of COLUMN_ROLES) {
    const column = stated[role];
    if (column === undefined) continue;
    if (column.column === "") without.add(role);
    else {
      const index = indexOfColumn(columns, column.column);
      if (index >= 0) known[role] = { index, by: column.by };
    }
  }
  for (const role of COLUMN_ROLES) {
    if (known[role] !== undefined || without.has(role)) continue;
    const names = (profile?.columns[role] ?? []).map(foldPath);
    const index = indexesOf(names, folded).find((each) => !isTaken(each));
    if (index !== undefined) known[role] = { index, by: "profile" };
  }
  const unread = new Set((profile?.unread ?? []).map(foldPath));
  const byName = withTranslation(columns, assignByName(columns, REVIEWS, { folded, sample, known, without, unread }));
  const named = without.has("replyDate") ? byName : withReplyDate(columns, byName);
  const taken = takenBy(named.roles);
  const languages = languageColumns(columns, named.roles);
  const used = new Set([...taken.keys(), ...[...named.rivals, ...languages].map(({ index }) => index)]);
  const isFree = (index: number) => !taken.has(index) && !unread.has(folded[index] ?? "");
  const indexes = [...columns.keys()];
  const reply = columns[named.roles.reply?.index ?? -1];
  const replyModeration = indexes.filter((index) => isFree(index) && isReplyModeration(columns[index] ?? "", reply));
  const moderation = indexes.filter(
    (index) =>
      isFree(index) && !replyModeration.includes(index) && isModerationColumn(withoutWrapper(columns[index] ?? "")),
  );
  for (const index of [...moderation, ...replyModeration]) used.add(index);
  const recommendations = indexes.filter((index) => !used.has(index) && RECOMMENDATIONS.has(folded[index] ?? ""));
  const places = indexes.filter((index) => !taken.has(index) && PLACES.has(folded[index] ?? ""));
  const passedOver = new Set([...recommendations, ...places, ...named.doubted.map(({ index }) => index)]);
  const isUnread = (name: string) => UNREAD.has(name) || unread.has(name);
  const unknown = indexes.filter(
    (index) => !used.has(index) && !passedOver.has(index) && columns[index] !== "" && !isUnread(folded[index] ?? ""),
  );
  const assigned = new Set([...moderation, ...replyModeration, ...languages.map(({ index }) => index)]);
  const rivals = named.rivals.filter(({ index }) => !assigned.has(index));
  return { ...named, rivals, without, moderation, replyModeration, languages, recommendations, places, unknown };
}

/** Next to a column of original texts, the other column of texts has the site's translations. */
function withTranslation(columns: readonly string[], named: NamedColumns<ColumnRole>): NamedColumns<ColumnRole> {
  const { roles, rivals } = named;
  const isOriginal = (index: number | undefined) => /original/i.test(columns[index ?? -1] ?? "");
  const other = rivals.find(
    ({ role, index }) => role === "text" && !isOriginal(index) && !/snippet|excerpt/i.test(columns[index] ?? ""),
  );
  if (other === undefined || roles.text?.by !== "name" || !isOriginal(roles.text.index) || roles.translation)
    return named;
  return {
    ...named,
    roles: { ...roles, translation: { index: other.index, by: "name" } },
    rivals: rivals.filter((each) => each !== other),
  };
}

/** The day of a reply stands next to it in its object, whatever this is called: `comment.created_at` next to `comment.content`. */
function withReplyDate(columns: readonly string[], named: NamedColumns<ColumnRole>): NamedColumns<ColumnRole> {
  const { roles } = named;
  const reply = columns[roles.reply?.index ?? -1] ?? "";
  const parent = reply.slice(0, reply.lastIndexOf(".") + 1);
  const taken = takenBy(roles);
  const index = columns.findIndex(
    (column, at) => !taken.has(at) && column.startsWith(parent) && CONTENT_DATES.test(column.slice(parent.length - 1)),
  );
  if (parent === "" || roles.replyDate !== undefined || index < 0) return named;
  return {
    ...named,
    roles: { ...roles, replyDate: { index, by: "name" } },
    rivals: named.rivals.filter((each) => each.index !== index),
    doubted: named.doubted.filter((each) => each.index !== index),
  };
}

/** The columns of a role that differ in language only, including the one that has the role. */
function languageColumns(columns: readonly string[], roles: NamedColumns<ColumnRole>["roles"]): LanguageColumn[] {
  return (Object.entries(roles) as [ColumnRole, Assigned][]).flatMap(([role, assigned]) => {
    const own = columns[assigned.index] ?? "";
    if (!TEXT_ROLES.has(role) || !LANGUAGE.test(own)) return [];
    const parent = own.replace(LANGUAGE, ".");
    return columns.flatMap((column, index) => {
      const language = column.startsWith(parent) ? LANGUAGE.exec(column)?.[1] : undefined;
      return language === undefined || column.length !== parent.length + language.length
        ? []
        : [{ role, index, language }];
    });
  });
}

/** Whether a moderation column is about the reply rather than the review, as `Comment Public` next to `Comment Content`. */
function isReplyModeration(column: string, reply: string | undefined): boolean {
  const [first = "", ...rest] = headerWords(column);
  const isItsOwn =
    reply !== undefined && headerWords(reply).length > 1 && headerWords(reply)[0] === first && first !== "review";
  return (isItsOwn || /^(?:reply|response|answer)$/.test(first)) && isModerationColumn(rest.join(" "));
}

interface NameContext<Role extends string> {
  readonly folded?: readonly string[];
  readonly sample: readonly (readonly Cell[])[];
  readonly known?: Readonly<Partial<Record<Role, Assigned>>>;
  readonly without?: ReadonlySet<Role>;
  readonly unread?: ReadonlySet<string>;
}

export function assignByName<Role extends string>(
  columns: readonly string[],
  vocabulary: NamesByRole<Role>,
  { sample, known, without, unread, folded: names = columns.map(foldPath) }: NameContext<Role>,
): NamedColumns<Role> {
  // "Ad" is a first name in Turkish, and an advertisement in English.
  const folded = names.includes("soyad") ? names : names.map((name) => (name === "ad" ? "" : name));
  const valuesOf = (index: number) => sample.map((cells) => cells[index]).filter(isFilled);
  const roles: Partial<Record<Role, Assigned>> = { ...known };
  const taken = takenBy(roles);
  const doubted: { role: Role; index: number; why: string }[] = [];
  const rivals: { role: Role; index: number }[] = [];
  for (const [role, words] of vocabulary) {
    if (without?.has(role)) continue;
    const isCandidate = (index: number) => !taken.has(index) && !unread?.has(folded[index] ?? "");
    const candidates = indexesOf(words, folded).filter(isCandidate);
    const sound = candidates.filter((index) => {
      const why =
        doubtOf(role, valuesOf(index), sample.length) ??
        (role === "date" ? collectedAtOnce(valuesOf(index), candidates.flatMap(valuesOf)) : null);
      if (why !== null) doubted.push({ role, index, why });
      return why === null;
    });
    const likely = bestOf(role, sound, valuesOf);
    const exact = exactAlternative(likely, sound, { role, folded, valuesOf }) ?? likely;
    const best = (role === "date" ? earlierAlternative(exact, sound, { folded, sample }) : undefined) ?? exact;
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

/** A sentence about each column that another one with its meaning replaces. @throws {GoodwordError} if two have one name */
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

/** The index of a column by its exact name, or else by its folded name; -1 if there is no such column. */
export function indexOfColumn(columns: readonly string[], name: string): number {
  const exact = columns.indexOf(name.trim());
  return exact >= 0 ? exact : columns.findIndex((column) => foldName(column) === foldName(name));
}

/** The indexes of the columns with one of the names, in the order of the names. */
function indexesOf(names: readonly string[], folded: readonly string[]): number[] {
  return names.flatMap((name) => folded.flatMap((each, index) => (each === name ? [index] : [])));
}

/** Prefers a column with the right kind of values to a filled one, and a filled one to an empty one. */
function bestOf(
  role: string,
  candidates: readonly number[],
  valuesOf: (index: number) => readonly Cell[],
): number | undefined {
  const test = role === "rating" ? isRating : role === "date" || role === "replyDate" ? isDay : null;
  const likely = test && candidates.find((index) => shareWhere(valuesOf(index), test) >= 0.5);
  return likely ?? candidates.find((index) => valuesOf(index).length > 0) ?? candidates[0];
}

const RECORD_TIMES = wordSet("column", "record time");
const INSTANTS = wordSet("column", "instant");

interface RoleValues {
  readonly role: string;
  readonly folded: readonly string[];
  readonly valuesOf: (index: number) => readonly Cell[];
}

/** The exact day next to a relative one, such as Google's `time` next to `relative_time_description`. */
function exactAlternative(
  best: number | undefined,
  candidates: readonly number[],
  { role, folded, valuesOf }: RoleValues,
): number | undefined {
  if (best === undefined || (role !== "date" && role !== "replyDate")) return undefined;
  const isExact = (index: number) => shareWhere(valuesOf(index), isExactDay) >= 0.5;
  if (isExact(best)) return best;
  return candidates.find((index) => isExact(index) && INSTANTS.has(folded[index] ?? ""));
}

/** The day of a review next to the later time at which a copy of it was made, such as `published_at` next to `created_at`. */
function earlierAlternative(
  best: number | undefined,
  candidates: readonly number[],
  { folded, sample }: { readonly folded: readonly string[]; readonly sample: readonly (readonly Cell[])[] },
): number | undefined {
  const isRecordTime = (index: number | undefined) => RECORD_TIMES.has(folded[index ?? -1] ?? "");
  const columnOf = (index: number | undefined) => sample.map((cells) => cells[index ?? -1]);
  if (!isRecordTime(best)) return undefined;
  return candidates.find((index) => !isRecordTime(index) && areLater(columnOf(best), columnOf(index)));
}

/** The source that the addresses of all reviews belong to; null if they differ. */
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
