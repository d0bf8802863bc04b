import { foldName } from "../../review/mod.ts";
import { showValue } from "../problem.ts";
import type { Cell } from "../reading.ts";
import type { ColumnRole } from "./column_words.ts";
import { bareName } from "./moderating.ts";

const KIND_NAMES: ReadonlySet<string> = new Set(
  ["type", "kind", "record type", "row type", "entry type", "comment type", "typ", "art", "tipo"].map(foldName),
);
const REPLY_KIND =
  /^(?:(?:owner|business|company|merchant|review)?[\s_-]*(?:reply|response|answer)|antwort|réponse|respuesta)$/iu;

export function kindColumn(columns: readonly string[]): number {
  return columns.findIndex((column) => KIND_NAMES.has(foldName(bareName(column))));
}

export function isReplyKind(cell: Cell): boolean {
  return typeof cell === "string" && REPLY_KIND.test(cell.trim());
}

interface LostReply {
  readonly columns: readonly string[];
  readonly cells: readonly Cell[];
  readonly kind: number;
  readonly at: Readonly<Partial<Record<ColumnRole, number>>>;
}

/** Why a reply cannot be joined to a review, and what to do; follows the word "record". */
export function whyLost({ columns, cells, kind, at }: LostReply): string {
  const ids = at.id === undefined ? ' and the column "review id" with the id of each review' : "";
  const parent = showValue(columns[at.parent ?? -1]);
  const why =
    at.parent === undefined
      ? `no column has the id of the review that it answers; add the column "parent id" with that id${ids}`
      : `its ${parent} ${cells[at.parent] ? "is not the id of a review in the file" : "is empty"}; correct it`;
  return `is a reply (${showValue(columns[kind])} is ${showValue(cells[kind])}), but ${why}, or put its text into the column "reply" of its review and delete the row`;
}
