/** Which columns of a table show whether reviews and replies are shown, and what has to be asked about their values. */
import { headerWords, isPlaceColumn, MODERATION_ANSWERS, type ModerationWords, readModeration } from "../moderation.ts";
import { HintWanted, showValue, type Wanted } from "../problem.ts";
import type { AssignedTable, TableEvidence } from "./evidence.ts";

/** A column that says whether something is shown: `header` is what its cells answer, `name` what the file calls it. */
export interface Moderating {
  readonly index: number;
  readonly name: string;
  readonly header: string;
}

/** The columns about reviews, and those about replies. */
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

/** More questions than this are not put at once. */
const MOST_ASKED = 20;

/** Asks for each value by which a review may be hidden, and that is not known. @throws {HintWanted} */
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
  const message = `The column ${showValue(first.column)} has values that are not known: ${named}; add --moderation ${shellWord(`${first.value}=hidden`)} if such reviews are hidden at their source, or =shown`;
  throw new HintWanted(
    unknown.slice(0, MOST_ASKED).map(
      (about, at): Wanted => ({
        ...{ option: "moderation", about, choices: MODERATION_ANSWERS },
        message: at === 0 ? message : "",
        question: `Are reviews with ${showValue(about.value)} in the column ${showValue(about.column)} shown or hidden at their source?`,
      }),
    ),
  );
}

/** A path without the objects around its last key. */
export function bareName(column: string): string {
  return column.slice(column.lastIndexOf(".") + 1);
}

/** A word as a shell takes it. */
export function shellWord(word: string): string {
  return /^[\w=.-]+$/.test(word) ? word : `"${word.replace(/["\\$`]/g, "\\$&")}"`;
}
