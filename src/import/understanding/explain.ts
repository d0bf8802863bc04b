/**
 * What was understood of a table, put into words: which column became what and why.
 *
 * @module
 */
import type { AssignedBy } from "./assign.ts";
import { foldName, UNREAD_NAMES } from "./column_words.ts";
import type { DateEvidence } from "./date_evidence.ts";
import type { ImportHints } from "./hints.ts";
import { exampleOf } from "./proposals.ts";
import type { TableReading } from "./understand.ts";
import type { ColumnVerdict, Understanding } from "./understanding.ts";

/** Puts it into words. */
export function explain(reading: TableReading, encoding: string | null): Understanding {
  const { table, profile, source, evidence } = reading;
  const sourceColumn = table.columns[reading.assignment.roles.source?.index ?? -1];
  return {
    file: table.file,
    kind: table.kind,
    encoding,
    tool: profile?.tool ?? null,
    source: source ?? { name: "", why: `as the column ${JSON.stringify(sourceColumn ?? "")} says` },
    rows: evidence.rows,
    columns: table.columns.map((column, index) => verdictOf(reading, column, index)),
    hints: saidOf(reading),
    dates: datesInWords(reading),
    ratings: ratingsInWords(reading),
  };
}

/** Hints without what is empty; null when nothing was said. */
function saidOf({ hints }: TableReading): ImportHints | null {
  const { columns = {}, ...others } = hints;
  const said = Object.entries(others).filter(([, value]) => value !== undefined);
  if (Object.keys(columns).length > 0) said.push(["columns", columns as never]);
  return said.length === 0 ? null : Object.fromEntries(said);
}

const REASONS: Readonly<Record<AssignedBy, (tool: string) => string>> = {
  told: () => "as you said",
  remembered: () => "as you said for this source before",
  profile: (tool) => `as ${tool} names it`,
  name: () => "by its name",
};
const UNREAD = new Set(UNREAD_NAMES.map(foldName));

function verdictOf({ assignment, profile, sample, table }: TableReading, column: string, index: number): ColumnVerdict {
  const example = exampleOf(sample, index);
  const verdict = (became: string | null, why: string): ColumnVerdict => ({ column, became, why, example });
  const role = Object.entries(assignment.roles).find(([, assigned]) => assigned.index === index);
  if (role !== undefined) return verdict(role[0], REASONS[role[1].by](profile?.tool ?? ""));
  if (assignment.moderation.includes(index)) return verdict("moderation", "says whether the source shows the review");
  const doubt = assignment.doubted.find((each) => each.index === index);
  if (doubt !== undefined) return verdict(null, doubt.why);
  if (assignment.places.includes(index)) return verdict("place", "names the place that is reviewed");
  if (assignment.recommendations.includes(index)) return verdict(null, "a recommendation is no number of stars");
  const rival = assignment.rivals.find((each) => each.index === index);
  if (rival !== undefined) {
    const taken = table.columns[assignment.roles[rival.role]?.index ?? -1] ?? "";
    return verdict(null, `${JSON.stringify(taken)} means the same and takes precedence`);
  }
  return verdict(null, UNREAD.has(foldName(column)) ? "personal, never read" : "means nothing here");
}

function datesInWords({ dateFormat, evidence: { dates }, hints }: TableReading): string {
  if (dates.count === 0) return "none";
  const how = hints.dateFormat === undefined ? evidenceInWords(dates) : "as you said";
  const relative = dates.relative === null ? "" : `; relative ones count from ${dateFormat.asOf}`;
  const imprecise = dates.impreciseCount > 0 ? "; some are months or years" : "";
  return `${dateFormat.name}, ${how}${relative}${imprecise}`;
}

function evidenceInWords({ numeric }: DateEvidence): string {
  for (const mark of ["/", "-"] as const) {
    const { count, dayFirst, monthFirst, differs } = numeric[mark];
    if (count === 0) continue;
    if (dayFirst !== null) return `day before month: ${dayFirst} can be nothing else`;
    if (monthFirst !== null) return `month before day: ${monthFirst} can be nothing else`;
    return differs ? "the other order would be in the future" : "day and month are the same in every row";
  }
  return "as it is written";
}

function ratingsInWords({ ratingRule: { best, isRounded } }: TableReading): string {
  const scale = best === 5 ? "1 to 5 stars" : `a scale of ${best}, converted to stars as you said`;
  return isRounded ? `${scale}; halves are rounded up as you said` : scale;
}
