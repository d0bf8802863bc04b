/**
 * What files were understood as, column by column.
 *
 * @module
 */
import type { ImportReading, Understanding } from "../import/mod.ts";
import { groupedDigits } from "../review/mod.ts";
import type { Outcome } from "./command.ts";
import { table } from "./table.ts";

/** A table for each file of another tool; formats with rules of their own are only named. */
export function explainOutcome({ understood, format, notes }: ImportReading): Outcome {
  const lines = understood.flatMap((each, index) => (index === 0 ? linesOf(each) : ["", ...linesOf(each)]));
  return {
    lines: lines.length > 0 ? lines : [`Read as ${format}, which has no columns to explain`],
    data: { explain: true, format, files: understood.map(dataOf), notes },
  };
}

function linesOf(understanding: Understanding): string[] {
  const { file, kind, encoding, tool, source, rows, columns, dates, ratings } = understanding;
  const facts = [kind, encoding, tool === null ? null : `as ${tool} writes it`, `${groupedDigits(rows)} records`];
  const shown = columns.map(({ column, became, why, example }) => [`  ${column}`, became ?? "-", why, example ?? ""]);
  return [
    `${file}: ${facts.filter((fact) => fact !== null).join(", ")}`,
    ...table([["  column", "became", "why", "first value"], ...shown], 44),
    `  source: ${[source.name, source.why].filter((word) => word !== "").join(", ")}`,
    `  dates: ${dates}`,
    `  ratings: ${ratings}`,
  ];
}

function dataOf({ hints, source, ...understanding }: Understanding) {
  return { ...understanding, source: { ...source, name: source.name === "" ? null : source.name }, said: hints };
}
