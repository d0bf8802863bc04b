/**
 * Pairs of reviews that may be one customer's: shown with the commands that settle them, and asked about on a terminal.
 *
 * @module
 */
import { printable } from "../import/mod.ts";
import { type DoubtfulPair, readDoubtfulCopies, sayOfCopies } from "../owner/mod.ts";
import { counted, shortened, sourceName } from "../review/mod.ts";
import type { Store } from "../store/mod.ts";

/** Asks a person. */
type Ask = (question: string) => Promise<string>;

const LONGEST_TEXT = 200;
const CHOICES =
  "One customer's review? [y]es, count it once; [n]o, two customers; Enter to decide later; [q]uit asking: ";

/**
 * Asks about each pair until the owner has had enough, and keeps every answer at once: a pair that was answered is never
 * asked about again. Returns a line for each answer.
 */
export async function askAboutCopies(store: Store, ask: Ask): Promise<string[]> {
  const said: string[] = [];
  const later = new Set<string>();
  for (;;) {
    // Read again each time, since a join may settle other pairs.
    const open = (await readDoubtfulCopies(store)).pairs.filter((pair) => !later.has(keyOf(pair)));
    const [pair] = open;
    if (pair === undefined) return said;
    const answer = await answerTo(
      `${[`${counted(open.length, "pair")} to decide:`, ...sides(pair)].join("\n")}\n`,
      ask,
    );
    if (answer === "quit") return said;
    if (answer === "later") later.add(keyOf(pair));
    else said.push(await keep(store, pair, answer));
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
  const outcome = await sayOfCopies(store, { kind: answer === "yes" ? "join" : "part", ids: [one, other] });
  if (outcome.kind !== "done") return `${one} and ${other} were changed meanwhile; nothing was kept of the answer`;
  const what = answer === "yes" ? "count once" : "are two customers' reviews";
  return `${one} and ${other} ${what}; revision ${outcome.revision}`;
}

/** Both sides, and the command for either answer. */
export function pairLines(pair: DoubtfulPair): string[] {
  const { join, split } = pairData(pair);
  return [...sides(pair), `  ${join}, or ${split}`];
}

/** A pair for --json. */
export function pairData(pair: DoubtfulPair) {
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
