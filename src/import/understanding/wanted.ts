/**
 * What an owner would have to say so that a file can be understood: thrown as one refusal, which a terminal may turn
 * into questions.
 *
 * @module
 */
import { GoodwordError } from "../../errors.ts";
import { printable } from "../problem.ts";
import type { ColumnRole } from "./column_words.ts";

/** One thing to be said, with what the file itself shows of it. */
export interface Wanted {
  /** The option that says it, without its dashes. */
  readonly option: "column" | "source" | "as-of" | "date-format" | "scale" | "location";
  /** With `column`: which one. */
  readonly role?: ColumnRole;
  /** As a refusal: what is not clear, and the option. */
  readonly message: string;
  /** As a question. */
  readonly question: string;
  /** Answers, where they are few; else any word is one. */
  readonly choices?: readonly string[];
  /** The answer that the file suggests. */
  readonly proposed?: string | null;
  /** Values from the file, so that the question can be answered. */
  readonly examples?: readonly string[];
}

/** A file that cannot be understood without more words of its owner. */
export class HintWanted extends GoodwordError {
  constructor(
    readonly wants: readonly Wanted[],
    file: string | null = null,
  ) {
    const message = wants.flatMap(({ message }) => message || []).join("; also: ");
    super("input_refused", printable(file === null ? message : `${file}: ${message}`));
  }

  /** The same, said of a file. */
  inFile(name: string): HintWanted {
    return new HintWanted(this.wants, name);
  }
}

/** Refuses until one thing is said. */
export function want(wanted: Wanted): never {
  throw new HintWanted([wanted]);
}

/** Runs checks that do not depend on each other; what several of them want is asked for at once. */
export function wantTogether<T extends readonly unknown[]>(...checks: { readonly [K in keyof T]: () => T[K] }): T {
  const wants: Wanted[] = [];
  const results = checks.map((check) => {
    try {
      return check();
    } catch (error) {
      if (!(error instanceof HintWanted)) throw error;
      wants.push(...error.wants);
      return undefined;
    }
  });
  if (wants.length > 0) throw new HintWanted(wants);
  // Every check has a result by now.
  return results as unknown as T;
}
