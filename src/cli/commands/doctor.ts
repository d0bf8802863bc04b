import { GoodwordError } from "../../errors.ts";
import { diagnose } from "../../owner/doctor.ts";
import { type Finding, type Remedy, wrong } from "../../owner/finding.ts";
import type { DoubtfulPair } from "../../owner/join_copies.ts";
import { counted, groupedDigits, printable, shortened, sourceName } from "../../review/mod.ts";
import { type CommandCall, type Outcome, table } from "../command.ts";

/** Prints the findings of the doctor, each with the command that would fix it. */
export async function doctor({ withStore, databasePath, databaseAddress, context }: CommandCall): Promise<Outcome> {
  try {
    return await withStore(async (store) => {
      const isPublicationSound = async () => (await context.isPublicationSound?.(databaseAddress, context.env)) ?? null;
      const findings = await diagnose(store, { environment: context.env, databasePath, isPublicationSound });
      return doctorOutcome(findings.map((finding) => worded(finding, databasePath)));
    });
  } catch (error) {
    // The failure of one business must not hide the findings of the others.
    if (context.listed === undefined) throw error;
    const message = error instanceof GoodwordError ? error.message : `internal error, please report it: ${error}`;
    return doctorOutcome([wrong("database", message)]);
  }
}

const REMEDIES: Readonly<Record<Remedy, string>> = {
  name_business: "run goodword init",
  suggest_technicians: "goodword insights suggest finds names",
  verify_reviews: "see goodword verify",
  settle_copies: "confirm with goodword join, or reject with goodword split",
  renew_log_key: "put the key back in its place or, if it is lost, run goodword log-key new",
  remove_duplicates: "see goodword remove ID --reason duplicate",
  close_database_to_others: "run chmod 600",
};

function worded({ remedy, ...finding }: Finding, databasePath: string): Omit<Finding, "remedy"> {
  if (remedy === undefined) return finding;
  const path = remedy === "close_database_to_others" ? ` ${databasePath}` : "";
  return { ...finding, message: `${finding.message}; ${REMEDIES[remedy]}${path}` };
}

const MARKS: Readonly<Record<Finding["level"], string>> = { fine: "ok", advice: "advice", wrong: "WRONG" };

const MAX_PAIRS = 20;

function doctorOutcome(findings: readonly Omit<Finding, "remedy">[]): Outcome {
  const rows = findings.map(({ level, about, message }) => [MARKS[level], about, message]);
  const numberOf = (wanted: Finding["level"]) => findings.filter(({ level }) => level === wanted).length;
  const wrong = numberOf("wrong");
  const advice = numberOf("advice");
  const verdict =
    wrong > 0
      ? `${counted(wrong, "problem")}, ${counted(advice, "suggestion")}`
      : advice > 0
        ? `No problems; ${counted(advice, "suggestion")}`
        : "All is well";
  return {
    lines: [
      ...table(rows, Number.POSITIVE_INFINITY),
      ...linesOfPairs(findings.flatMap(({ pairs = [] }) => pairs)),
      verdict,
    ],
    data: { wrong, advice, findings: findings.map(findingData) },
    ...(wrong > 0 && { exitCode: 1 as const }),
  };
}

function linesOfPairs(pairs: readonly DoubtfulPair[]): string[] {
  if (pairs.length === 0) return [];
  const more = pairs.length - MAX_PAIRS;
  return [
    "May be from one customer:",
    ...pairs.slice(0, MAX_PAIRS).flatMap(pairLines),
    ...(more > 0 ? [`  ... and ${groupedDigits(more)} more; --json lists all`] : []),
  ];
}

function findingData({ pairs, ...finding }: Omit<Finding, "remedy">): object {
  return pairs === undefined ? finding : { ...finding, pairs: pairs.map(pairData) };
}

const MAX_TEXT_LENGTH = 200;

function pairLines(pair: DoubtfulPair): string[] {
  const { join, split } = pairData(pair);
  return [...sides(pair), `  ${join}, or ${split}`];
}

function pairData(pair: DoubtfulPair) {
  const ids = pair.map(({ id }) => id);
  return {
    ids,
    reviews: pair.map(({ id, source, date, rating, authorName: author, text }) => {
      return { id, source, date, rating, author, text };
    }),
    join: `goodword join ${ids.join(" ")}`,
    split: `goodword split ${ids.join(" ")}`,
  };
}

function sides(pair: DoubtfulPair): string[] {
  return pair.map(({ id, source, date, rating, authorName, text }) => {
    const words = shortened(text.replace(/\s+/g, " "), MAX_TEXT_LENGTH);
    return printable(`  ${id}: ${authorName} on ${sourceName(source)}, ${date}, ${counted(rating, "star")}: ${words}`);
  });
}
