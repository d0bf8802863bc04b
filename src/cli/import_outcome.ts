/** What an import reports, to people and as JSON: what it saved or refused, or how it understood the file. */
import { describeProblem, type ImportProblem, type ImportReading, type Understanding } from "../import/mod.ts";
import type { DoneImport } from "../owner/carry_out_import.ts";
import { importCounts, type NextStep, nextSteps, type ReadInNumbers } from "../owner/look_at_import.ts";
import { counted, groupedDigits } from "../review/mod.ts";
import type { ImportSummary } from "../store/planning/mod.ts";
import { type Outcome, table } from "./command.ts";

/** The first fault in one line; `reviews.json: reviews[7] (id "x"): rating is 6, expected 1 to 5 (and 2 more ...)`. */
export function refusedOutcome({ problems }: Pick<ImportReading, "problems">): Outcome {
  const [first] = problems;
  if (first === undefined) throw new Error("An import was refused without a problem");
  const more = problems.length - 1;
  const rest =
    more === 0 ? "" : ` (and ${counted(more, "more problem")}; --dry-run shows ${more === 1 ? "it" : "them"})`;
  const message = `${problemLine(first)}${rest}`;
  return {
    lines: [],
    faults: [message],
    data: { error: { code: "input_refused", message }, problems: problems.map(problemData) },
    exitCode: 1,
  };
}

/** A problem in one line that begins with its file. */
export function problemLine(problem: ImportProblem): string {
  return `${problem.at.file}: ${describeProblem(problem)}`;
}

/** A problem as --json has it. */
export function problemData({ at, field, value, message }: ImportProblem) {
  return { file: at.file, path: at.path, line: at.line, id: at.id, field, value, reason: message };
}

const MOST_SKIPPED_SHOWN = 20;

/** Tells what was done: counts and the new revision, what was left out, what to do next. */
export function doneOutcome(reading: ReadInNumbers, done: DoneImport, rejects: string | null): Outcome {
  const { summary, revision, isReanalyzed } = done;
  const skipped = reading.problems.slice(0, MOST_SKIPPED_SHOWN).map((problem) => `Skipped: ${problemLine(problem)}`);
  const more = reading.problems.length - skipped.length;
  return {
    lines: [
      `${summarise(summary, reading)}; revision ${revision}`,
      ...skipped,
      ...(more > 0 ? [`... and ${counted(more, "more problem")}`] : []),
      ...(rejects === null ? [] : [rejects]),
      ...reading.notes,
      ...(isReanalyzed ? [] : [UNANALYZED]),
      ...hintsAfter(summary),
    ],
    data: {
      revision,
      ...importCounts(summary, reading),
      business_changed: summary.businessChanged,
      replaced_sample: summary.replacesSample,
      analysed: isReanalyzed,
      notes: reading.notes,
      problems: reading.problems.map(problemData),
    },
  };
}

const UNANALYZED =
  "Existing reviews could not be re-analysed now; the server or the next import does it before they are published.";

/** `697 new, 0 changed, 0 unchanged`, and what else there was. */
export function summarise(summary: ImportSummary, reading: ReadInNumbers): string {
  const counts = importCounts(summary, reading);
  const always = [
    `${groupedDigits(counts.new)} new`,
    `${groupedDigits(counts.changed)} changed`,
    `${groupedDigits(counts.unchanged)} unchanged`,
  ];
  const sometimes: readonly [number, string][] = [
    [counts.removed, "removed"],
    [counts.duplicate, "duplicate"],
    [counts.withheld, "withheld"],
    [counts.joined, "joined"],
    [counts.suppressed, "kept out because they were removed"],
    [counts.refused, "refused"],
  ];
  const business = summary.businessChanged && summary.base.revision > 0 ? ["business changed"] : [];
  return [
    ...always,
    ...business,
    ...sometimes.flatMap(([number, word]) => (number > 0 ? [`${groupedDigits(number)} ${word}`] : [])),
  ].join(", ");
}

const NEXT: Readonly<Record<NextStep, readonly string[]>> = {
  sample_replaced: ["Your reviews replaced the sample data."],
  name_business: ["Your business has no name yet: run goodword init, then import the business.json it writes."],
  verify: [
    "To publish unverified reviews, match them with your job list (goodword verify JOBS.csv), or import again with",
    '--verified-by METHOD: operator_attested, if you vouch for all of them, which is shown as "Confirmed only by the business".',
  ],
};

/** What the owner may want to do next. */
export function hintsAfter(summary: ImportSummary): string[] {
  return nextSteps(summary).flatMap((step) => NEXT[step]);
}

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
