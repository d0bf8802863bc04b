/**
 * What a table must have to be one of reviews; else it is refused with the option that would help, or by what it seems to
 * be.
 *
 * @module
 */
import { refuse, showValue } from "../problem.ts";
import type { Cell, RecordTable } from "../tables/table.ts";
import type { Assignment } from "./assign.ts";
import type { ColumnRole } from "./column_words.ts";
import { recommendationFlag, type TableEvidence } from "./evidence.ts";
import { columnOptions, exampleOf, isProse, type ProposalSource, proposedColumns } from "./proposals.ts";
import { seemingTable } from "./seems.ts";
import { HintWanted, type Wanted, want } from "./wanted.ts";

/** Names for a message. */
export function shownNames(columns: readonly string[]): string {
  const shown = columns
    .filter((column) => column !== "")
    .slice(0, 30)
    .map(showValue)
    .join(", ");
  return columns.length > 30 ? `${shown} and ${columns.length - 30} more` : shown;
}

/** There must be ratings and dates. @throws {GoodwordError} */
export function requireColumns(table: RecordTable, assignment: Assignment, sample: readonly (readonly Cell[])[]): void {
  const { columns } = table;
  const source = { columns, assignment, sample };
  const missing = (["rating", "date"] as const).filter((role) => assignment.roles[role] === undefined);
  const [first] = missing;
  if (first === undefined) return;
  const wanted = (role: ColumnRole): Wanted => wantedColumn(role, source);
  if (!table.hasHeader) {
    const isTextWanted = assignment.roles.text === undefined && !assignment.without.has("text");
    const asked: readonly ColumnRole[] = isTextWanted ? [...missing, "text"] : missing;
    const message = `The first row names no columns; say which they are: ${columnOptions(asked, source)}`;
    throw new HintWanted([
      { ...wanted(first), message },
      ...asked.slice(1).map((role) => ({ ...wanted(role), message: "" })),
    ]);
  }
  if (first === "rating" && assignment.recommendations.length > 0) {
    refuseRecommendations(columns[assignment.recommendations[0] ?? -1] ?? "");
  }
  const seems = assignment.roles.text === undefined ? seemingTable(columns) : null;
  if (seems !== null)
    refuse(`This seems to be ${seems}: among its columns ${shownNames(columns)} is none for the ${first} of a review`);
  const message = `No column for the ${first} among ${shownNames(columns)}; name it one of ${USUAL_NAMES[first]}, or say which it is with ${columnOptions(missing, source)}`;
  throw new HintWanted([
    { ...wanted(first), message },
    ...missing.slice(1).map((role) => ({ ...wanted(role), message: "" })),
  ]);
}

function wantedColumn(role: ColumnRole, source: ProposalSource): Wanted {
  const { columns, sample } = source;
  const [only, second] = proposedColumns(role, source);
  return {
    option: "column",
    role,
    message: "",
    question: `Which column is the ${role} of a review?`,
    choices: columns.filter((column) => column !== ""),
    proposed: second === undefined || role === "text" ? (only ?? null) : null,
    examples: columns.map((column, index) => `${column}: ${exampleOf(sample, index) ?? ""}`),
  };
}

/** Names that people would give to a column. */
const USUAL_NAMES = {
  rating: "rating, stars, star rating, service rating, review rating",
  date: "date, review date, created at, published at, timestamp",
} as const;

function refuseRecommendations(column: string): never {
  refuse(
    `The column ${showValue(column)} holds recommendations, which are no number of stars and are never turned into one; if the file has stars, name their column with --column rating=NAME`,
  );
}

/** A file whose ratings are all empty, or all something else, holds nothing that could be published. */
export function requireRatings(
  table: RecordTable,
  assignment: Assignment,
  { rows, ratings, hasRecommendations, flaggedRows }: TableEvidence,
): void {
  const column = table.columns[assignment.roles.rating?.index ?? -1] ?? "rating";
  const flag = table.columns[recommendationFlag(table.columns)];
  if (flag !== undefined && flaggedRows === rows && rows > 0) refuseRecommendations(flag);
  if (rows < 2) return;
  const recommendation = table.columns[assignment.recommendations[0] ?? -1];
  if (ratings.count === 0) {
    if (hasRecommendations && recommendation !== undefined) refuseRecommendations(recommendation);
    refuse(
      `No review has a rating: the column ${showValue(column)} is empty in all ${rows} rows; only reviews with stars can be published`,
    );
  }
  if (ratings.recommendations > 0 && ratings.readCount === 0) refuseRecommendations(column);
  if (ratings.readCount === 0) {
    refuse(
      `Cannot read the ratings in the column ${showValue(column)}: none is 1 to 5, 4/5 or ★★★★☆; if another column holds the stars, name it with --column rating=NAME`,
    );
  }
}

/** Some review must have a date. */
export function requireDates(column: string, { rows, dates }: TableEvidence): void {
  if (rows < 2 || dates.count > 0) return;
  refuse(
    `No review has a date: the column ${showValue(column)} is empty in all ${rows} rows; export them with their days, or name another column with --column date=NAME`,
  );
}

/** Sentences under a name that means nothing here are likely what customers wrote: without them only stars would come out. */
export function requireText(source: ProposalSource): void {
  const { roles, without, unknown } = source.assignment;
  if (roles.text !== undefined || without.has("text")) return;
  const prose = unknown.filter((index) =>
    isProse(
      source.sample.map((cells) => cells[index]).filter((cell) => cell !== undefined && cell !== null && cell !== ""),
    ),
  );
  if (prose.length === 0) return;
  const names = prose.map((index) => showValue(source.columns[index])).join(", ");
  const [only, second] = prose;
  const name = second === undefined ? showValue(source.columns[only ?? 0]) : "NAME";
  want({
    ...wantedColumn("text", source),
    question: "Which column is the text of a review? (- if there is none)",
    message: `No column is named as the text of the reviews, but ${names} ${prose.length === 1 ? "holds" : "hold"} sentences; add --column text=${name}, or --column text= to import ratings alone`,
  });
}
