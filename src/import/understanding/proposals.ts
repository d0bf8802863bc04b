/**
 * Columns that could have a role by what they hold: proposed to the owner, never taken.
 *
 * @module
 */
import { shortened } from "../../review/mod.ts";
import { showValue } from "../problem.ts";
import type { Cell } from "../tables/table.ts";
import type { Assignment } from "./assign.ts";
import { isDay, isRating } from "./column_values.ts";
import type { ColumnRole } from "./column_words.ts";
import { readWrittenRating } from "./stars.ts";

/** What proposals are made from. */
export interface ProposalSource {
  readonly columns: readonly string[];
  readonly assignment: Assignment;
  readonly sample: readonly (readonly Cell[])[];
}

/** The columns that could have a role, by their values. */
export function proposedColumns(role: ColumnRole, source: ProposalSource): string[] {
  const test = TESTS[role];
  if (test === undefined) return [];
  const taken = new Set(Object.values(source.assignment.roles).map(({ index }) => index));
  const found = source.columns.flatMap((column, index) => {
    if (taken.has(index) || column === "") return [];
    const values = source.sample
      .map((cells) => cells[index])
      .filter((cell) => cell !== undefined && cell !== null && cell !== "");
    const isFit = values.length > 0 && values.length * 2 >= source.sample.length && test(values);
    return isFit ? [{ column, length: values.reduce<number>((sum, value) => sum + String(value).length, 0) }] : [];
  });
  // A headline is prose, too, but shorter than the text below it.
  const sorted = role === "text" ? found.toSorted((one, other) => other.length - one.length) : found;
  return sorted.map(({ column }) => column);
}

/** Options that say what the file does not: `--column rating="How many stars?" --column date=NAME`. */
export function columnOptions(roles: readonly ColumnRole[], source: ProposalSource): string {
  const used = new Set<string>();
  return roles
    .map((role) => {
      const proposed = proposedColumns(role, source).filter((column) => !used.has(column));
      const [only, second] = proposed;
      if (only !== undefined) used.add(only);
      return `--column ${role}=${only === undefined || (second !== undefined && role !== "text") ? "NAME" : shellName(only)}`;
    })
    .join(" ");
}

function shellName(column: string): string {
  return /^[\w.:/-]+$/.test(column) ? column : showValue(column);
}

type Test = (values: readonly Cell[]) => boolean;

const TESTS: Readonly<Partial<Record<ColumnRole, Test>>> = {
  rating: (values) => values.every((value) => isRating(value) && isFiveStars(value)),
  date: (values) => values.filter((value) => isDay(value) && !isSmall(value)).length >= values.length * 0.9,
  text: isProse,
};

function isFiveStars(value: Cell): boolean {
  const written = readWrittenRating(value);
  return written.kind === "value" && written.value >= 1 && written.value <= 5;
}

/** A bare year is more often a year of construction than a date of reviews. */
function isSmall(value: Cell): boolean {
  return /^\d{1,4}$/.test(String(value));
}

/** Sentences, mostly different ones. */
export function isProse(values: readonly Cell[]): boolean {
  const texts = values.filter((value): value is string => typeof value === "string");
  if (texts.length === 0 || texts.length < values.length) return false;
  const sentences = texts.filter((text) => text.trim().split(/\s+/).length >= 4 && !/^https?:\/\//.test(text));
  const isVaried = new Set(texts).size * 2 > texts.length;
  return (
    isVaried && (sentences.length * 10 >= texts.length * 3 || texts.some((text) => text.length > 80 && / /.test(text)))
  );
}

const LONGEST_EXAMPLE = 40;

/** The first value of a column, shortened; null when it has none. */
export function exampleOf(sample: readonly (readonly Cell[])[], index: number): string | null {
  for (const cells of sample) {
    const cell = cells[index];
    if (cell !== undefined && cell !== null && String(cell).trim() !== "") {
      return shortened(String(cell).trim().replace(/\s+/g, " "), LONGEST_EXAMPLE);
    }
  }
  return null;
}
