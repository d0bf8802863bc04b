import type { Finding } from "../../owner/doctor/finding.ts";
import { counted } from "../../review/mod.ts";
import type { Command, Outcome } from "../command.ts";
import { table } from "../table.ts";

export const doctorCommand: Command = {
  name: "doctor",
  summary: "look for what is wrong, or could be better",
  details:
    "Looks at the settings, the database, the business, the reviews and the documents made of them. Changes nothing. " +
    "Exit code 1 when something is wrong, 0 when there is at most advice.",
  run: (call) =>
    call.withStore(async (store) => {
      const { checkDatabase, checkDocuments, checkReviews, checkSettings } = await import("../../owner/doctor/mod.ts");
      const settings = checkSettings(call.world.env);
      const database = await checkDatabase(store, call.databasePath);
      const isSound = [...settings, ...database].every(({ level }) => level !== "wrong");
      const content = isSound ? [...(await checkReviews(store)), ...(await checkDocuments(store, call.world))] : [];
      return doctorOutcome([...settings, ...database, ...content]);
    }),
};

const MARKS: Readonly<Record<Finding["level"], string>> = { fine: "ok", advice: "advice", wrong: "WRONG" };

function doctorOutcome(findings: readonly Finding[]): Outcome {
  const numberOf = (wanted: Finding["level"]) => findings.filter(({ level }) => level === wanted).length;
  const [wrong, advice] = [numberOf("wrong"), numberOf("advice")];
  const verdict =
    wrong > 0
      ? `${wrong} wrong, ${counted(advice, "piece")} of advice`
      : advice > 0
        ? `Sound; ${counted(advice, "piece")} of advice`
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
