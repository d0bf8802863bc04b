/** What files do not say and their owner is asked for: questions as values, and what an answer adds to how files are read. */
import { HintWanted, type ImportHints, type ImportOptions, type Scale, type Wanted } from "../import/mod.ts";
import { isCalendarDate } from "../review/mod.ts";

/** Work that is done, or what has to be answered first. Nothing was changed then. */
type Asked<T> =
  | { readonly kind: "done"; readonly value: T }
  /** `error` refuses the files to whoever is not there to answer. */
  | { readonly kind: "asked"; readonly questions: readonly Wanted[]; readonly error: HintWanted };

/** Does what may need more words of the owner. */
export async function orAsked<T>(work: () => T | Promise<T>): Promise<Asked<T>> {
  try {
    return { kind: "done", value: await work() };
  } catch (error) {
    if (!(error instanceof HintWanted)) throw error;
    return { kind: "asked", questions: error.wants, error };
  }
}

/** What owners answer of reviews, and of jobs: how the files are to be read. */
export interface Answers {
  /** Column by role; "" where the file has none. */
  readonly columns?: Readonly<Record<string, string>>;
  readonly source?: string;
  readonly asOf?: ImportOptions["asOf"];
  readonly dateFormat?: string;
  readonly scale?: Scale;
  readonly location?: string;
}

/** What is meant by what was said; "" for a column that the file does not have, null for what is no answer. */
export function answerIn({ option, choices }: Wanted, said: string): string | null {
  const answer = said.trim();
  if (answer === "") return null;
  if (answer === NO_COLUMN && option === "column") return "";
  if (option === "as-of" && !isCalendarDate(answer)) return null;
  if (choices === undefined) return answer;
  return choices.find((choice) => choice.toLowerCase() === answer.toLowerCase()) ?? null;
}

/** Said of a column that the file does not have. */
export const NO_COLUMN = "-";

/** What was answered before, with one answer more. */
export function withAnswer<Before extends Answers | { readonly columns?: ImportHints["columns"] }>(
  before: Before,
  { option, role }: Wanted,
  answer: string,
): Before & Answers {
  return { ...before, ...added(before.columns as Answers["columns"], { option, role }, answer) };
}

function added(
  columns: Answers["columns"],
  { option, role }: Pick<Wanted, "option" | "role">,
  answer: string,
): Answers {
  switch (option) {
    case "column":
      return role === undefined ? {} : { columns: { ...columns, [role]: answer } };
    case "source":
      return { source: answer };
    case "as-of":
      return { asOf: answer };
    case "date-format":
      return { dateFormat: answer };
    case "scale":
      return { scale: answer as Scale };
    case "location":
      return { location: answer };
  }
}
