/** Why an act was refused, by a message of the catalogue: the terminal prints it in English, the console in the reader's language. */
import type { MessageKey } from "../languages/mod.ts";

export interface ActRefusal {
  readonly kind: "refused";
  /** `usage`: the command line is wrong; exit code 2. */
  readonly because: "unknown" | "changed" | "invalid" | "usage";
  readonly code: MessageKey;
  readonly values?: Readonly<Record<string, string | number>>;
  readonly field?: string;
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

export function refusedFor([first, ...others]: readonly ActRefusal[]): ActRefusal | null {
  return first === undefined ? null : others.length === 0 ? first : { ...first, others };
}
