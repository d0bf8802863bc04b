import { GoodwordError } from "../../errors.ts";
import { diagnose } from "../../owner/doctor.ts";
import { type Finding, type Remedy, wrong } from "../../owner/finding.ts";
import { applyManualJoin, type DoubtfulPair, readDoubtfulCopies } from "../../owner/join_copies.ts";
import { counted, groupedDigits, printable, shortened, sourceName } from "../../review/mod.ts";
import type { Store } from "../../store/mod.ts";
import { type CommandCall, type Outcome, table } from "../command.ts";

/** Prints the findings of the doctor, each with the command that would fix it. */
export async function doctor({
  withStore,
  databasePath,
  databaseAddress,
  isSilent,
  context,
}: CommandCall): Promise<Outcome> {
  try {
    return await withStore(async (store) => {
      const answers = context.ask === null || isSilent ? [] : await askAboutCopies(store, context.ask);
      const isPublicationSound = async () => (await context.isPublicationSound?.(databaseAddress, context.env)) ?? null;
      const findings = await diagnose(store, { environment: context.env, databasePath, isPublicationSound });
      const shown = findings.map((finding) => worded(finding, databasePath));
      return doctorOutcome(shown, answers);
    });
  } catch (error) {
    // With many businesses, a failure of one must not hide the findings of the others.
    if (context.listed === undefined) throw error;
    const message = error instanceof GoodwordError ? error.message : `internal error, please report it: ${error}`;
    return doctorOutcome([wrong("database", message)], []);
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

const MOST_PAIRS = 20;

function doctorOutcome(findings: readonly Omit<Finding, "remedy">[], answers: readonly string[]): Outcome {
  const rows = findings.map(({ level, about, message }) => [MARKS[level], about, message]);
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
      ...answers,
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

type Ask = (question: string) => Promise<string>;

const LONGEST_TEXT = 200;
const CHOICES =
  "One customer's review? [y]es, count it once; [n]o, two customers; Enter to decide later; [q]uit asking: ";

/** Saves every answer at once, so that a decided pair is never asked about again. */
async function askAboutCopies(store: Store, ask: Ask): Promise<string[]> {
  const lines: string[] = [];
  const later = new Set<string>();
  for (;;) {
    // Read again each time, since a join may decide other pairs.
    const open = (await readDoubtfulCopies(store)).pairs.filter((pair) => !later.has(keyOf(pair)));
    const [pair] = open;
    if (pair === undefined) return lines;
    const answer = await answerTo(
      `${[`${counted(open.length, "pair")} to decide:`, ...sides(pair)].join("\n")}\n`,
      ask,
    );
    if (answer === "quit") return lines;
    if (answer === "later") later.add(keyOf(pair));
    else lines.push(await keep(store, pair, answer));
  }
}

type Answer = "yes" | "no" | "later" | "quit";
const ANSWERS: Readonly<Record<string, Answer>> = {
  ...{ y: "yes", yes: "yes", n: "no", no: "no" },
  ...{ "": "later", q: "quit", quit: "quit" },
};

async function answerTo(shown: string, ask: Ask): Promise<Answer> {
  for (let question = `${shown}${CHOICES}`; ; question = CHOICES) {
    const answer = ANSWERS[(await ask(question)).trim().toLowerCase()];
    if (answer !== undefined) return answer;
  }
}

async function keep(store: Store, [{ id: one }, { id: other }]: DoubtfulPair, answer: "yes" | "no"): Promise<string> {
  const outcome = await applyManualJoin(store, { kind: answer === "yes" ? "join" : "part", ids: [one, other] });
  if (outcome.kind !== "done") return `${one} and ${other} have changed; the answer was not saved`;
  const what = answer === "yes" ? "count once" : "are two customers' reviews";
  return `${one} and ${other} ${what}; revision ${outcome.revision}`;
}

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
    const words = shortened(text.replace(/\s+/g, " "), LONGEST_TEXT);
    return printable(`  ${id}: ${authorName} on ${sourceName(source)}, ${date}, ${counted(rating, "star")}: ${words}`);
  });
}

function keyOf([one, other]: DoubtfulPair): string {
  return `${one.id} ${other.id}`;
}
