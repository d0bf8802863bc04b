/**
 * What an import tells when it is done, or refused.
 *
 * @module
 */

import { describeProblem, type ImportProblem, type ImportReading, UNNAMED_BUSINESS } from "../import/mod.ts";
import type { DoneImport } from "../owner/mod.ts";
import { counted, groupedDigits } from "../review/mod.ts";
import type { ImportPlan } from "../store/mod.ts";
import type { Outcome } from "./command.ts";

/** The first fault in one line; `reviews.json: reviews[7] (id "x"): rating is 6, expected 1 to 5 (and 2 more ...)`. */
export function refusedOutcome({ problems }: ImportReading): Outcome {
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
export function doneOutcome(reading: ImportReading, done: DoneImport, rejects: string | null): Outcome {
  const { plan, revision, isReanalyzed, isAnalyzedLater } = done;
  const skipped = reading.problems.slice(0, MOST_SKIPPED_SHOWN).map((problem) => `Skipped: ${problemLine(problem)}`);
  const more = reading.problems.length - skipped.length;
  return {
    lines: [
      `${summarise(plan, reading)}; revision ${revision}`,
      ...skipped,
      ...(more > 0 ? [`... and ${counted(more, "more problem")}`] : []),
      ...(rejects === null ? [] : [rejects]),
      ...reading.notes,
      ...(isReanalyzed ? [] : ["Existing reviews could not be analysed again just now; the next import will do it."]),
      ...(isAnalyzedLater ? ["The server analyses the reviews before it publishes them."] : []),
      ...hintsAfter(plan),
    ],
    data: {
      revision,
      ...countsOf(plan, reading),
      business_changed: plan.businessChanged,
      replaced_sample: plan.replacesSample,
      notes: reading.notes,
      problems: reading.problems.map(problemData),
    },
  };
}

/** `697 new, 0 changed, 0 unchanged`, and what else there was. */
export function summarise(plan: ImportPlan, reading: ImportReading): string {
  const counts = countsOf(plan, reading);
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
  const business = plan.businessChanged && plan.base.revision > 0 ? ["business changed"] : [];
  return [
    ...always,
    ...business,
    ...sometimes.flatMap(([number, word]) => (number > 0 ? [`${groupedDigits(number)} ${word}`] : [])),
  ].join(", ");
}

/** How many records ended in which way; the members of --json. */
export function countsOf(plan: ImportPlan, reading: ImportReading) {
  return {
    new: plan.added.length,
    changed: plan.changed.length,
    unchanged: plan.unchanged,
    removed: plan.removed.length,
    duplicate: reading.duplicates.length,
    withheld: writtenBy(plan).filter(({ withheld }) => withheld !== null).length,
    joined: plan.joins.filter(({ before, copyOf }) => copyOf !== null && copyOf !== before.copyOf).length,
    suppressed: plan.suppressed.length,
    refused: refusedRecords(reading).size,
  };
}

/** A record may have several faults. */
function refusedRecords({ problems }: ImportReading): ReadonlySet<string> {
  return new Set(problems.map(({ at }) => `${at.file}\0${at.path}`));
}

/** The reviews that a plan adds or changes, as they would be kept. */
export function writtenBy(plan: ImportPlan) {
  return [...plan.added, ...plan.changed.map(({ after }) => after)];
}

/** What the owner may want to do next. */
export function hintsAfter(plan: ImportPlan): string[] {
  const hints: string[] = [];
  if (plan.replacesSample) hints.push("Your reviews replaced the sample data.");
  if (plan.business.profile.name === UNNAMED_BUSINESS) {
    hints.push("Your business has no name yet: run goodword init, then import the business.json it writes.");
  }
  if (writtenBy(plan).some(({ withheld }) => withheld === "unverified")) {
    hints.push(
      "To publish unverified reviews, match them with your job list (goodword verify JOBS.csv), or import again with",
      '--verified-by METHOD: operator_attested, if you vouch for all of them, which is shown as "The business says so".',
    );
  }
  return hints;
}
