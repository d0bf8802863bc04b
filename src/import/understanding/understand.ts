/**
 * Understands a table: columns, source, dates, ratings, all decided before the first row is read. What is not clear is
 * refused with the one option that would make it clear; nothing is guessed.
 *
 * @module
 */
import { recogniseSource } from "../../review/mod.ts";
import { refuse, showValue } from "../problem.ts";
import { profileOf } from "../profiles/mod.ts";
import type { Profile } from "../profiles/profile.ts";
import type { ReadingBuilder } from "../reading_builder.ts";
import type { Cell, RecordTable } from "../tables/table.ts";
import { type AssignedBy, type Assignment, assignColumns, indexOfColumn } from "./assign.ts";
import { type ColumnRole, foldPath } from "./column_words.ts";
import { dateFormatOf, toldDateFormat } from "./date_evidence.ts";
import type { DateFormat } from "./date_format.ts";
import { gatherEvidence, type TableEvidence } from "./evidence.ts";
import { type ImportHints, mergeHints } from "./hints.ts";
import { requireColumns, requireDates, requireRatings, requireText, shownNames } from "./required.ts";
import { type RatingRule, SCALES } from "./stars.ts";
import { contextSource, sourceOf, type TableSource, writtenOn } from "./table_source.ts";
import { want, wantTogether } from "./wanted.ts";

/** How the rows of a table are read. */
export interface TableReading {
  readonly table: RecordTable;
  readonly assignment: Assignment;
  readonly profile: Profile | null;
  readonly evidence: TableEvidence;
  readonly dateFormat: DateFormat;
  readonly ratingRule: RatingRule;
  /** Where rows were written that do not say it; null where a column does. */
  readonly source: TableSource | null;
  /** Which rows count, where the table has several places. */
  readonly place: { readonly index: number; readonly value: string } | null;
  readonly sample: readonly (readonly Cell[])[];
  readonly hints: ImportHints;
}

const SAMPLE_ROWS = 500;

/** How a table is to be read. @throws {GoodwordError} input_refused with the option that would help */
export function understandTable(table: RecordTable, builder: ReadingBuilder): TableReading {
  const { options } = builder;
  const sample = firstRows(table);
  const profile = profileOf(table.columns);
  const likelySource = recogniseSource(options.source ?? profile?.source ?? contextSource(table) ?? "");
  const remembered = options.remembered?.[likelySource];
  const hints = mergeHints(remembered, {
    columns: options.columns,
    encoding: options.encoding,
    dateFormat: options.dateFormat,
    scale: options.scale,
    round: options.round,
  });
  const told = toldColumns(table, hints, options.columns ?? {});
  const assignment = assignColumns(table.columns, { profile, told, sample });
  requireColumns(table, assignment, sample);
  const evidence = gatherEvidence(table, assignment, builder.latest);
  requireRatings(table, assignment, evidence);
  const dateColumn = table.columns[assignment.roles.date?.index ?? -1] ?? "date";
  requireDates(dateColumn, evidence);
  const question = { column: dateColumn, asOf: options.asOf, proposedAsOf: writtenOn(table) };
  const [, place, source, dateFormat, ratingRule] = wantTogether(
    () => requireText({ columns: table.columns, assignment, sample }),
    () => placeOf(assignment, { evidence, asked: options.location }),
    () => (assignment.roles.source === undefined ? sourceOf(table, { profile, evidence, assignment }, builder) : null),
    () =>
      hints.dateFormat === undefined
        ? dateFormatOf(evidence.dates, question)
        : toldDateFormat(evidence.dates, hints.dateFormat, question),
    () => ratingRuleOf(table, { assignment, evidence, hints }),
  );
  return { table, assignment, profile, evidence, dateFormat, ratingRule, source, place, sample, hints };
}

function firstRows(table: RecordTable): (readonly Cell[])[] {
  const rows: (readonly Cell[])[] = [];
  for (const { cells } of table.rows()) if (rows.push(cells) >= SAMPLE_ROWS) break;
  return rows;
}

type Told = Partial<Record<ColumnRole, { readonly column: string; readonly by: AssignedBy }>>;

/** The owner's words must fit the file; what is remembered is used where it does. */
function toldColumns(table: RecordTable, { columns = {} }: ImportHints, said: ImportHints["columns"] & object): Told {
  const told: Told = {};
  for (const [role, column] of Object.entries(columns) as [ColumnRole, string][]) {
    const isSaid = said[role] !== undefined;
    const isThere = column === "" || indexOfColumn(table.columns, column) >= 0;
    if (isSaid && !isThere) {
      refuse(`There is no column ${showValue(column)} for the ${role}; the columns are ${shownNames(table.columns)}`);
    }
    if (isThere) told[role] = { column, by: isSaid ? "told" : "remembered" };
  }
  return told;
}

interface PlaceQuestion {
  readonly evidence: TableEvidence;
  readonly asked: string | undefined;
}

/** Reviews of several places are not to be mixed. */
function placeOf({ places }: Assignment, { evidence, asked }: PlaceQuestion): TableReading["place"] {
  const several = places.filter((index) => (evidence.places.get(index)?.size ?? 0) > 1);
  const named = several.map((index) => ({ index, values: [...(evidence.places.get(index) ?? [])] }));
  if (named.length === 0) return null;
  if (asked !== undefined) {
    for (const { index, values } of named) {
      const value = values.find((each) => foldPath(each) === foldPath(asked));
      if (value !== undefined) return { index, value };
    }
  }
  // Names say more than ids.
  const best = named.find(({ values }) => values.some((value) => /\s/.test(value))) ?? named[0];
  const list = best?.values.slice(0, 10).map(showValue).join(", ");
  const what =
    asked === undefined ? "The file has reviews of several places" : `No place is called ${showValue(asked)}`;
  return want({
    option: "location",
    message: `${what}; choose one with --location: ${list}`,
    question: "Which place is yours?",
    choices: best?.values ?? [],
  });
}

interface RatingQuestion {
  readonly assignment: Assignment;
  readonly evidence: TableEvidence;
  readonly hints: ImportHints;
}

function ratingRuleOf(table: RecordTable, { assignment, evidence: { ratings }, hints }: RatingQuestion): RatingRule {
  const column = table.columns[assignment.roles.rating?.index ?? -1] ?? "";
  const scale = hints.scale ?? null;
  const likely = ratings.otherScale ?? scaleOfName(column);
  if (scale === null && likely !== null) {
    const example = ratings.over === null ? "" : `, such as ${ratings.over}`;
    want({
      option: "scale",
      message: `The ratings in the column ${showValue(column)} seem to be on a scale of ${likely}${example}; add --scale ${likely} to convert them to stars, or --scale 5 to take them as they are`,
      question: `What is the best rating in the column ${showValue(column)}?`,
      choices: SCALES,
      proposed: String(likely),
    });
  }
  return {
    best: scale === null ? 5 : Number(scale),
    isRounded: hints.round === "half-up",
    isScaleTold: scale !== null,
  };
}

/** A header that says the scale: `Score (1-10)`, `Rating /10`, `Bewertung 0–100`. */
function scaleOfName(column: string): 10 | 100 | null {
  const best = /(?:[01] ?(?:-|–|to|bis|à|a) ?|\/ ?|out of |von |sur )(10|100)\b/i.exec(column)?.[1];
  return best === undefined ? null : best === "10" ? 10 : 100;
}
