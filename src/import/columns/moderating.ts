/** Finds the moderation columns of a table, and asks about those of their values that are unknown. */
import { headerWords, isPlaceColumn, MODERATION_ANSWERS, type ModerationWords, readModeration } from "../moderation.ts";
import { type InputQuestion, NeedsInput, showValue } from "../problem.ts";
import type { AssignedTable, TableEvidence } from "./evidence.ts";

/** A moderation column: `name` is its name in the file, `header` the name that decides how its cells are read. */
export interface Moderating {
  readonly index: number;
  readonly name: string;
  readonly header: string;
}

export function moderatingColumns({ table, assignment }: AssignedTable, evidence: TableEvidence) {
  const moderating = (index: number, header?: string): Moderating => {
    const name = bareName(table.columns[index] ?? "");
    return { index, name, header: header ?? name };
  };
  const named = assignment.moderation
    .map((index) => moderating(index))
    .filter(({ index, header }) => !isPlaceColumn(header, [...(evidence.moderation.get(index) ?? [])]));
  const answered = (["shown", "hidden"] as const).flatMap((role) => {
    const index = assignment.roles[role]?.index;
    return index === undefined ? [] : [moderating(index, role)];
  });
  const replies = assignment.replyModeration.map((index) =>
    moderating(
      index,
      headerWords(table.columns[index] ?? "")
        .slice(1)
        .join(" "),
    ),
  );
  return { reviews: [...named, ...answered], replies };
}

const MAX_ASKED = 20;

/** Asks about each moderation value whose meaning is unknown. @throws {NeedsInput} */
export function requireModeration(source: AssignedTable, evidence: TableEvidence, answered: ModerationWords): void {
  const { reviews, replies } = moderatingColumns(source, evidence);
  const { moderation } = evidence;
  const unknown = [...reviews, ...replies].flatMap(({ index, name: column, header }) => {
    const values = [...(moderation.get(index) ?? [])];
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
