/** Why an act was refused, by a message of the catalogue: the terminal prints it in English, the console in the reader's language. */
import { type ConsoleWords, type MessageKey, messageText } from "../languages/mod.ts";

/** What fills a gap of a message: a value, or a message itself, such as the label of a field. */
type GapValue = string | number | { readonly message: MessageKey };

export interface ActRefusal {
  readonly kind: "refused";
  /** `usage`: the command line is wrong; exit code 2. */
  readonly because: "unknown" | "changed" | "invalid" | "usage";
  readonly code: MessageKey;
  readonly values?: Readonly<Record<string, GapValue>>;
  readonly field?: string;
  /** In a terminal instead of the message, where its reader needs the names and values that a form shows anyway. */
  readonly sentence?: string;
  /** Inputs of which one is needed, or that exclude each other. */
  readonly among?: Contradiction;
  readonly others?: readonly ActRefusal[];
}

/** Inputs that exclude each other. `isNeeded`: exactly one is required. */
export interface Contradiction {
  readonly fields: readonly string[];
  readonly isNeeded?: boolean;
  readonly code: MessageKey;
}

export function refused(
  because: ActRefusal["because"],
  code: MessageKey,
  values: ActRefusal["values"] = {},
  field?: string,
): ActRefusal {
  return { kind: "refused", because, code, values, ...(field !== undefined && { field }) };
}

/** A refusal and the others that it brings. */
export function faultsOf({ others = [], ...first }: ActRefusal): readonly ActRefusal[] {
  return [first, ...others];
}

export function refusalText(words: ConsoleWords, { code, values = {} }: Pick<ActRefusal, "code" | "values">): string {
  const filled = Object.entries(values).map(([name, value]) => {
    return [name, typeof value === "object" ? messageText(words, value.message) : value] as const;
  });
  return messageText(words, code, Object.fromEntries(filled));
}

export function refusedFor([first, ...others]: readonly ActRefusal[]): ActRefusal | null {
  return first === undefined ? null : others.length === 0 ? first : { ...first, others };
}
