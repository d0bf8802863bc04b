import { type CalendarDate, nameWords } from "../../review/mod.ts";
import { type Cell, isFilled, type RecordTable } from "../reading.ts";
import type { Assignment } from "./assign.ts";
import { foldPath } from "./column_words.ts";
import { DateEvidence } from "./date_format.ts";
import { RatingEvidence, readRecommendation, readWrittenRating } from "./stars.ts";

export interface AssignedTable {
  readonly table: RecordTable;
  readonly assignment: Assignment;
  readonly sample: readonly (readonly Cell[])[];
}

const MAX_PLACES = 50;
const MAX_FIRMS = 1000;

export interface TableEvidence {
  readonly rows: number;
  readonly dates: DateEvidence;
  readonly ratings: RatingEvidence;
  readonly places: ReadonlyMap<number, ReadonlySet<string>>;
  readonly others: ReadonlyMap<number, ReadonlySet<string>>;
  readonly moderation: ReadonlyMap<number, ReadonlySet<string>>;
  /** Moderation columns with an empty cell. */
  readonly blank: ReadonlySet<number>;
  readonly addresses: ReadonlySet<string>;
  readonly zones: ReadonlySet<string>;
  readonly hasRecommendations: boolean;
  /** Rows that the tool itself marks as stars derived from a recommendation. */
  readonly flaggedRows: number;
  /** The index of a column of recommendations that agrees with the ratings, yes with 5 and no with 1; -1 without one. */
  readonly starsFrom: number;
}

export function gatherEvidence({ table, assignment }: AssignedTable, latest: CalendarDate): TableEvidence {
  const { roles, places, replyModeration, recommendations } = assignment;
  const moderation = [...assignment.moderation, ...[roles.shown, roles.hidden].flatMap((each) => each?.index ?? [])];
  const dates = new DateEvidence(latest);
  const ratings = new RatingEvidence();
  const date = roles.date?.index ?? -1;
  const rating = roles.rating?.index ?? -1;
  const url = roles.url?.index ?? -1;
  const placesSeen = setsFor(places);
  const moderationSeen = setsFor([...moderation, ...replyModeration]);
  const blank = new Set<number>();
  const others = setsFor([...assignment.unknown, ...(roles.source === undefined ? [] : [roles.source.index])]);
  const addresses = new Set<string>();
  const zones = new Set<string>();
  let rows = 0;
  let hasRecommendations = false;
  let flaggedRows = 0;
  const flag = recommendationFlag(table.columns);
  const deriving = new Map(recommendations.map((index) => [index, new Set<number>()]));
  for (const { cells } of table.rows()) {
    rows++;
    const day = cells[date];
    if (typeof day === "string" ? day.trim() !== "" : typeof day === "number") dates.add(String(day).trim());
    ratings.add(typeof cells[rating] === "string" ? (cells[rating] as string).trim() : cells[rating]);
    for (const [index, seen] of placesSeen) remember(seen, cells[index]);
    const isReplied = isFilled(cells[roles.reply?.index ?? -1]);
    for (const [index, seen] of moderationSeen) {
      if (isReplied || !replyModeration.includes(index)) remember(seen, cells[index]);
      if (!isFilled(cells[index]) && isFilled(day)) blank.add(index);
    }
    for (const [index, seen] of others) remember(seen, cells[index], MAX_FIRMS);
    remember(zones, cells[roles.timeZone?.index ?? -1]);
    hasRecommendations ||= recommendations.some((index) => isFilled(cells[index]));
    if (isFlagged(cells[flag])) flaggedRows++;
    for (const [index, stars] of deriving) {
      const star = starOf(cells[index], cells[rating]);
      if (star === null) deriving.delete(index);
      else stars.add(star);
    }
    const address = cells[url];
    if (typeof address === "string" && addresses.size < MAX_PLACES) addresses.add(hostOf(address));
  }
  addresses.delete("");
  return {
    rows,
    dates,
    ratings,
    places: placesSeen,
    others,
    moderation: moderationSeen,
    blank,
    addresses,
    zones,
    hasRecommendations,
    flaggedRows,
    starsFrom: [...deriving].find(([, stars]) => stars.size === 2)?.[0] ?? -1,
  };
}

/** The 5 of a yes or the 1 of a no; null for another rating. */
function starOf(recommendation: Cell, rating: Cell): number | null {
  const isRecommended = readRecommendation(recommendation);
  const written = readWrittenRating(rating);
  const star = isRecommended === null ? null : isRecommended ? 5 : 1;
  return written.kind === "value" && written.value === star ? star : null;
}

export function recommendationFlag(columns: readonly string[]): number {
  return columns.findIndex((column) => /^(?:isrecommendation|recommendationtype)$/.test(foldPath(column)));
}

export function isFlagged(cell: Cell): boolean {
  if (typeof cell === "string" && /^(?:positive|negative)$/i.test(cell.trim())) return true;
  return cell === true || cell === 1 || (typeof cell === "string" && /^(?:true|yes|1)$/i.test(cell.trim()));
}

function setsFor(indexes: readonly number[]): Map<number, Set<string>> {
  return new Map(indexes.map((index) => [index, new Set<string>()]));
}

function remember(seen: Set<string>, cell: Cell, max = MAX_PLACES): void {
  if (isFilled(cell) && seen.size <= max) seen.add(String(cell).trim());
}

function hostOf(address: string): string {
  return /^https?:\/\/[^/?#]+(?:\/maps)?/i.exec(address)?.[0] ?? "";
}

/** Whether the values of a column are firms: the business is among them, and there are not too many. */
export function holdsFirms(values: ReadonlySet<string>, businessName: string | undefined): boolean {
  if (businessName === undefined || values.size < 2 || values.size > MAX_FIRMS) return false;
  return [...values].some((value) => isFirm(value, businessName));
}

/** Ignored, so that "Tarn and Hollow" equals "Tarn & Hollow". */
const AND: ReadonlySet<string> = new Set(["and", "und", "y", "et"]);

function firmWords(name: string): string[] {
  return nameWords(name).filter((word) => !AND.has(word));
}

/** A test for authors that are the business, whose name must have several words. */
export function ownNameTest(businessName: string): (author: string) => boolean {
  const own = firmWords(businessName);
  return own.length > 1 ? (author) => firmWords(author).join(" ") === own.join(" ") : () => false;
}

/** Whether a value is the name of the business or the beginning of it, as "Brook & Daughter" of "Brook & Daughter Plumbing". */
export function isFirm(value: string, businessName: string): boolean {
  const one = firmWords(value);
  const other = firmWords(businessName);
  const least = Math.min(one.length, other.length);
  return (
    least > 0 &&
    (least > 1 || one.length === other.length) &&
    one.slice(0, least).every((word, at) => word === other[at])
  );
}
