import type { DoubtfulPair, Finding, Remedy } from "../../owner/mod.ts";
import { counted, groupedDigits } from "../../review/mod.ts";
import type { Command, Outcome } from "../command.ts";
import { askAboutCopies, pairData, pairLines } from "../doubtful_copies.ts";
import { table } from "../table.ts";

/** Prints the findings of the doctor, each with the command that would settle it. */
export const doctorCommand: Command = {
  name: "doctor",
  summary: "check the installation for problems",
  details:
    "Looks at the settings, the database, the business, the reviews and the documents made of them. On a terminal it asks " +
    "about reviews at different sources that may be one customer's, and keeps the answers; else it changes nothing. " +
    "Exit code 1 if there is a problem, 0 if there are at most suggestions.",
  run: (call) =>
    call.withStore(async (store) => {
      const { diagnose } = await import("../../owner/doctor/mod.ts");
      const { databasePath, isSilent, world } = call;
      const said = world.ask === null || isSilent ? [] : await askAboutCopies(store, world.ask);
      const findings = await diagnose(store, { environment: world.env, databasePath });
      return doctorOutcome(
        findings.map((finding) => worded(finding, databasePath)),
        said,
      );
    }),
};

/** How what was found is settled here. */
const REMEDIES: Readonly<Record<Remedy, string>> = {
  name_business: "run goodword init",
  suggest_technicians: "goodword insights suggest finds names",
  verify_reviews: "see goodword verify",
  recheck_job_records: "see goodword verify JOBS.csv --recheck",
  settle_copies: "goodword join says that they are, goodword split that they are not",
  remove_duplicates: "see goodword remove ID --reason duplicate",
  close_database_to_others: "run chmod 600",
};

function worded({ remedy, ...finding }: Finding, databasePath: string): Omit<Finding, "remedy"> {
  if (remedy === undefined) return finding;
  const path = remedy === "close_database_to_others" ? ` ${databasePath}` : "";
  return { ...finding, message: `${finding.message}; ${REMEDIES[remedy]}${path}` };
}

const MARKS: Readonly<Record<Finding["level"], string>> = { fine: "ok", advice: "advice", wrong: "WRONG" };

/** Pairs that are shown to people; --json holds all. */
const MOST_PAIRS = 20;

function doctorOutcome(findings: readonly Omit<Finding, "remedy">[], said: readonly string[]): Outcome {
  const numberOf = (wanted: Finding["level"]) => findings.filter(({ level }) => level === wanted).length;
  const [wrong, advice] = [numberOf("wrong"), numberOf("advice")];
  const verdict =
    wrong > 0
      ? `${counted(wrong, "problem")}, ${counted(advice, "suggestion")}`
      : advice > 0
        ? `No problems; ${counted(advice, "suggestion")}`
        : "All is well";
  return {
    lines: [
      ...said,
      ...table(
        findings.map(({ level, about, message }) => [MARKS[level], about, message]),
        Number.POSITIVE_INFINITY,
      ),
      ...linesOfPairs(findings.flatMap(({ pairs = [] }) => pairs)),
      verdict,
    ],
    data: { wrong, advice, findings: findings.map(findingData) },
    ...(wrong > 0 && { exitCode: 1 as const }),
  };
}

function linesOfPairs(pairs: readonly DoubtfulPair[]): string[] {
  if (pairs.length === 0) return [];
  const more = pairs.length - MOST_PAIRS;
  return [
    "May be one customer's review:",
    ...pairs.slice(0, MOST_PAIRS).flatMap(pairLines),
    ...(more > 0 ? [`  ... and ${groupedDigits(more)} more; --json lists all`] : []),
  ];
}

function findingData({ pairs, ...finding }: Omit<Finding, "remedy">): object {
  return pairs === undefined ? finding : { ...finding, pairs: pairs.map(pairData) };
}
