/** What is seen of a whole table before any of its rows is read: a sample alone could miss the one day above 12. */
import type { CalendarDate } from "../../review/mod.ts";
import type { Cell, RecordTable } from "../tables/table.ts";
import type { Assignment } from "./assign.ts";
import { foldPath } from "./column_words.ts";
import { DateEvidence } from "./date_format.ts";
import { RatingEvidence } from "./stars.ts";

const MOST_PLACES = 50;

/** The evidence of one table. */
export interface TableEvidence {
  readonly rows: number;
  readonly dates: DateEvidence;
  readonly ratings: RatingEvidence;
  /** By the index of a column that names places: their names. */
  readonly places: ReadonlyMap<number, ReadonlySet<string>>;
  /** By the index of a column of moderation: its values. */
  readonly moderation: ReadonlyMap<number, ReadonlySet<string>>;
  readonly addresses: ReadonlySet<string>;
  readonly hasRecommendations: boolean;
  /** Rows whose stars a tool made of a recommendation, by its own word. */
  readonly flaggedRows: number;
}

/** Goes through a whole table once. */
export function gatherEvidence(
  table: RecordTable,
  { roles, places, moderation, recommendations }: Assignment,
  latest: CalendarDate,
): TableEvidence {
  const [dates, ratings] = [new DateEvidence(latest), new RatingEvidence()];
  const [date, rating, url] = [roles.date?.index ?? -1, roles.rating?.index ?? -1, roles.url?.index ?? -1];
  const [placesSeen, moderationSeen] = [setsFor(places), setsFor(moderation)];
  const addresses = new Set<string>();
  let rows = 0;
  let hasRecommendations = false;
  let flaggedRows = 0;
  const flag = recommendationFlag(table.columns);
  for (const { cells } of table.rows()) {
    rows++;
    const day = cells[date];
    if (typeof day === "string" ? day.trim() !== "" : typeof day === "number") dates.add(String(day).trim());
    ratings.add(typeof cells[rating] === "string" ? (cells[rating] as string).trim() : cells[rating]);
    for (const [index, seen] of placesSeen) remember(seen, cells[index]);
    for (const [index, seen] of moderationSeen) remember(seen, cells[index]);
    if (
      !hasRecommendations &&
      recommendations.some((index) => cells[index] !== undefined && cells[index] !== null && cells[index] !== "")
    ) {
      hasRecommendations = true;
    }
    if (isFlagged(cells[flag])) flaggedRows++;
    const address = cells[url];
    if (typeof address === "string" && addresses.size < MOST_PLACES) addresses.add(hostOf(address));
  }
  addresses.delete("");
  return {
    rows,
    dates,
    ratings,
    places: placesSeen,
    moderation: moderationSeen,
    addresses,
    hasRecommendations,
    flaggedRows,
  };
}

/** The column that says of each review whether its stars were made of a recommendation; -1 without one. */
export function recommendationFlag(columns: readonly string[]): number {
  return columns.findIndex((column) => foldPath(column) === "isrecommendation");
}

/** Whether such a column says so. */
export function isFlagged(cell: Cell): boolean {
  return cell === true || cell === 1 || (typeof cell === "string" && /^(?:true|yes|1)$/i.test(cell.trim()));
}

function setsFor(indexes: readonly number[]): Map<number, Set<string>> {
  return new Map(indexes.map((index) => [index, new Set<string>()]));
}

function remember(seen: Set<string>, cell: Cell): void {
  if (cell !== undefined && cell !== null && cell !== "" && seen.size < MOST_PLACES) seen.add(String(cell).trim());
}

/** An address without what differs from review to review. */
function hostOf(address: string): string {
  return /^https?:\/\/[^/?#]+(?:\/maps)?/i.exec(address)?.[0] ?? "";
}
