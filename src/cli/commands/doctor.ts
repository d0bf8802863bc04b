import type { Finding, Remedy } from "../../owner/mod.ts";
import { counted } from "../../review/mod.ts";
import type { Command, Outcome } from "../command.ts";
import { table } from "../table.ts";

/** Prints the findings of the doctor, each with the command that would settle it. */
export const doctorCommand: Command = {
  name: "doctor",
  summary: "check the installation for problems",
  details:
    "Looks at the settings, the database, the business, the reviews and the documents made of them. Changes nothing. " +
    "Exit code 1 if there is a problem, 0 if there are at most suggestions.",
  run: (call) =>
    call.withStore(async (store) => {
      const { diagnose } = await import("../../owner/doctor/mod.ts");
      const { databasePath } = call;
      const findings = await diagnose(store, { environment: call.world.env, databasePath });
      return doctorOutcome(findings.map((finding) => worded(finding, databasePath)));
    }),
};

/** How what was found is settled here. */
const REMEDIES: Readonly<Record<Remedy, string>> = {
  name_business: "run goodword init",
  suggest_technicians: "goodword insights suggest finds names",
  verify_reviews: "see goodword verify",
  recheck_job_records: "see goodword verify JOBS.csv --recheck",
  remove_duplicates: "see goodword remove ID --reason duplicate",
  close_database_to_others: "run chmod 600",
};

function worded({ remedy, ...finding }: Finding, databasePath: string): Omit<Finding, "remedy"> {
  if (remedy === undefined) return finding;
  const path = remedy === "close_database_to_others" ? ` ${databasePath}` : "";
  return { ...finding, message: `${finding.message}; ${REMEDIES[remedy]}${path}` };
}

const MARKS: Readonly<Record<Finding["level"], string>> = { fine: "ok", advice: "advice", wrong: "WRONG" };

function doctorOutcome(findings: readonly Omit<Finding, "remedy">[]): Outcome {
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
      ...table(
        findings.map(({ level, about, message }) => [MARKS[level], about, message]),
        Number.POSITIVE_INFINITY,
      ),
      verdict,
    ],
    data: { wrong, advice, findings },
    ...(wrong > 0 && { exitCode: 1 as const }),
  };
}
