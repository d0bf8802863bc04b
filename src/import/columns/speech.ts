/**
 * What speaks and what hides in columns that nothing reads: sentences, and names that smell of moderation. Nothing of it
 * is passed over before the owner has said so.
 */
import { smellsOfHiding } from "../moderation.ts";
import { showValue, want } from "../problem.ts";
import type { Cell } from "../reading.ts";
import { type Assignment, isFilled } from "./assign.ts";
import { isProse, isSpeech } from "./doubts.ts";

/** The columns of a table with their meanings, and its first rows. */
export interface ColumnSource {
  readonly columns: readonly string[];
  readonly assignment: Assignment;
  readonly sample: readonly (readonly Cell[])[];
}

/** Unread columns that hold what somebody said, and no more of what is read. */
export function speakingColumns({ columns, assignment, sample }: ColumnSource): string[] {
  const roles = (["text", "title", "reply", "translation"] as const).flatMap(
    (role) => assignment.roles[role]?.index ?? [],
  );
  const read = [...roles, ...assignment.languages.map(({ index }) => index)];
  return assignment.unknown.flatMap((index) => {
    const rows = sample.filter((cells) => isFilled(cells[index]));
    const said = rows.filter((cells) => !read.some((other) => repeats(cells[other], cells[index])));
    return isSpeech(said.map((cells) => cells[index])) ? [columns[index] ?? ""] : [];
  });
}

/** Whether a cell says nothing that another does not; tools keep a text raw, too, or its beginning. */
function repeats(cell: Cell, other: Cell): boolean {
  return typeof cell === "string" && cell !== "" && (cell.includes(String(other)) || String(other).includes(cell));
}

/** Replies without texts are likely the customers' texts, and sentences that nothing reads somebody's. @throws {HintWanted} */
export function requireSpeakers(source: ColumnSource): void {
  const { roles, without } = source.assignment;
  const speaking = speakingColumns(source);
  if (roles.text === undefined && !without.has("text")) requireText(source, speaking);
  else if (speaking.length > 0 && roles.reply === undefined && !without.has("reply")) {
    const { names, name, verb } = wordsFor(speaking);
    want({
      ...{ option: "column", role: "reply", choices: namesOf(source), proposed: null },
      question: "Which column is your reply to a review? (- if there is none)",
      message: `${names} ${verb} sentences that nothing would read; add --column reply=${name} if it is your reply, --column text=${name} if it is the review, or --column reply= to leave it out`,
    });
  }
}

/** Where nothing is named like a text, short sentences are enough to ask. */
function requireText(source: ColumnSource, speaking: readonly string[]): void {
  const { columns, assignment, sample } = source;
  const valuesOf = (index: number) => sample.map((cells) => cells[index]).filter(isFilled);
  const prose = assignment.unknown.filter((index) => isProse(valuesOf(index))).map((index) => columns[index] ?? "");
  const found = speaking.length > 0 ? speaking : prose;
  const reply = assignment.roles.reply?.by === "name" ? [columns[assignment.roles.reply.index] ?? ""] : [];
  if (found.length + reply.length === 0) return;
  const { names, name, verb } = wordsFor(found.length > 0 ? found : reply);
  want({
    ...{ option: "column", role: "text", choices: namesOf(source), proposed: found[0] ?? null },
    question: "Which column is the text of a review? (- if there is none)",
    message:
      found.length > 0
        ? `No column name suggests the text of the reviews, but ${names} ${verb} sentences; add --column text=${name}, or --column text= to import ratings alone`
        : `No column has the text of the reviews, and ${names} would be your reply; add --column text=${name} if customers wrote it, or --column text= if it is yours`,
  });
}

/** A line that scrapers leave between a review and the business's answer, in the languages of the platforms. */
const ANSWER_LINE =
  /^[ \t]*(?:(?:response|reply) (?:from|by) (?:the )?owner|owner['’]?s? (?:response|reply)|antwort (?:vom|des) inhabers?|respuesta del propietario|réponse du propriétaire)\b[^\n:]{0,40}(?::|\n|$)/imu;

/** A review's text without the business's answer, where it was scraped into the same column. */
export function partAnswer(text: string): { readonly text: string; readonly answer: string } {
  const line = ANSWER_LINE.exec(text);
  const answer = line === null ? "" : text.slice(line.index + line[0].length).trim();
  return line === null || answer === "" ? { text, answer: "" } : { text: text.slice(0, line.index).trim(), answer };
}

/** How a message speaks of columns. */
function wordsFor(found: readonly string[]) {
  const names = found.map(showValue).join(", ");
  return { names, name: found.length === 1 ? names : "NAME", verb: found.length === 1 ? "contains" : "contain" };
}

function namesOf({ columns }: Pick<ColumnSource, "columns">): readonly string[] {
  return columns.filter((column) => column !== "");
}

/** What may hide or delete reviews, and is in no words that are known. @throws {HintWanted} */
export function requireShown({ columns, assignment, sample }: ColumnSource): void {
  const { roles, without, unknown } = assignment;
  if (roles.hidden ?? roles.shown ?? (without.has("hidden") || without.has("shown"))) return;
  const found = unknown.flatMap((index) => {
    const values = [...new Set(sample.map((cells) => cells[index]).filter(isFilled))];
    const isMeant = smellsOfHiding(columns[index] ?? "") && values.some((value) => !/^https?:/.test(String(value)));
    return isMeant ? [{ name: showValue(columns[index]), values: values.slice(0, 5).map(showValue) }] : [];
  });
  const [first] = found;
  if (first === undefined) return;
  const named = found.map(({ name, values }) => `${name} (${values.join(", ")})`).join(" and ");
  want({
    ...{ option: "column", role: "hidden", choices: namesOf({ columns }), proposed: null },
    question: "Which column says by a yes that a review is hidden? (- if there is none)",
    message: `${named} may say which reviews are hidden or deleted; add --column hidden=${first.name} if a yes hides, --column shown=${first.name} if a yes shows, or --column hidden= if it is about something else`,
  });
}
