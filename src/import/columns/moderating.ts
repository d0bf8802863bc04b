/** Finds the moderation columns of a table, and asks about those of their values that are unknown. */
import { headerWords, isPlaceColumn, MODERATION_ANSWERS, type ModerationWords, readModeration } from "../moderation.ts";
import { type InputQuestion, NeedsInput, showValue } from "../problem.ts";
import type { AssignedTable, TableEvidence } from "./evidence.ts";

/** A moderation column: `name` is its name in the file, `header` the name that decides how its cells are read. */
export interface Moderating {
  readonly index: number;
  readonly name: string;
  readonly header: string;
  /** Whether reviews are ticked to be shown: the column has a yes or nothing, and the owner is asked about the latter. */
  readonly isTicked: boolean;
}

/** Stands for an empty cell among the words that the owner is asked about. */
export const EMPTY_CELL = "(empty)";

export function moderatingColumns(
  { table, assignment }: AssignedTable,
  evidence: TableEvidence,
  words: ModerationWords,
) {
  const isTicked = (index: number, header: string) => {
    const values = [...(evidence.moderation.get(index) ?? [])];
    const isShown = (value: string) => readModeration(header, value, words) === "shown";
    return evidence.blank.has(index) && values.length > 0 && isShown("yes") && values.every(isShown);
  };
  const moderating = (index: number, header?: string): Moderating => {
    const name = bareName(table.columns[index] ?? "");
    return { index, name, header: header ?? name, isTicked: isTicked(index, header ?? name) };
  };
  const named = assignment.moderation
    .map((index) => moderating(index))
    .filter(({ index, header }) => !isPlaceColumn(header, [...(evidence.moderation.get(index) ?? [])]));
  const answered = (["shown", "hidden"] as const).flatMap((role) => {
    const index = assignment.roles[role]?.index;
    return index === undefined ? [] : [moderating(index, role)];
  });
  const replies = assignment.replyModeration.map((index) => {
    const header = headerWords(table.columns[index] ?? "").slice(1);
    return { ...moderating(index, header.join(" ")), isTicked: false };
  });
  return { reviews: [...named, ...answered], replies };
}

const MAX_ASKED = 20;

/** Asks about each moderation value whose meaning is unknown. @throws {NeedsInput} */
export function requireModeration(source: AssignedTable, evidence: TableEvidence, answered: ModerationWords): void {
  const { reviews, replies } = moderatingColumns(source, evidence, answered);
  const { moderation } = evidence;
  const unknown = [...reviews, ...replies].flatMap(({ index, name: column, header, isTicked }) => {
    const values = [...(moderation.get(index) ?? []), ...(isTicked ? [EMPTY_CELL] : [])];
    return values
      .filter((value) => readModeration(header, value, answered) === "unknown")
      .map((value) => ({ column, value }));
  });
  const [first] = unknown;
  if (first === undefined) return;
  const named = unknown
    .slice(0, 5)
    .map(({ value }) => showValue(value))
    .join(", ");
  const message = `The column ${showValue(first.column)} has unknown values: ${named}; add --moderation ${shellWord(`${first.value}=hidden`)} if such reviews are hidden at their source, or =shown`;
  throw new NeedsInput(
    unknown.slice(0, MAX_ASKED).map(
      (about, at): InputQuestion => ({
        option: "moderation",
        about,
        choices: MODERATION_ANSWERS,
        message: at === 0 ? message : "",
        question: `Are reviews with ${showValue(about.value)} in the column ${showValue(about.column)} shown or hidden at their source?`,
      }),
    ),
  );
}

export function bareName(column: string): string {
  return column.slice(column.lastIndexOf(".") + 1);
}

export function shellWord(word: string): string {
  return /^[\w=.-]+$/.test(word) ? word : `"${word.replace(/["\\$`]/g, "\\$&")}"`;
}
