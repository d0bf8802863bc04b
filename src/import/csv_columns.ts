/**
 * Which column of an owner's own table means what, by a list of names.
 *
 * Names are compared without case, spaces, `_` and `-`. Where several columns could mean the same, the name that
 * stands first here wins, and the owner is told.
 *
 * @module
 */

import { refuse, showValue } from "./problem.ts";

/** The names that columns of each meaning go by; where a table has several of them, the one that stands first counts. */
export type ColumnNames<Role extends string> = Readonly<Record<Role, readonly string[]>>;

/** The columns of one table: where each meaning stands, and what else there is. */
export interface Columns<Role extends string> {
  readonly headers: readonly string[];
  /** Index of the column for a meaning. */
  readonly at: Readonly<Partial<Record<Role, number>>>;
  /** Columns that could have had a meaning, had another not been there. */
  readonly rivals: readonly { readonly role: Role; readonly index: number }[];
}

/** Finds the meaning of each header. */
export function findColumns<Role extends string>(headers: readonly string[], names: ColumnNames<Role>): Columns<Role> {
  const folded = headers.map(foldHeader);
  const at: Partial<Record<Role, number>> = {};
  const rivals: { role: Role; index: number }[] = [];
  for (const [role, aliases] of Object.entries(names) as [Role, readonly string[]][]) {
    const [first, ...others] = aliases.map(foldHeader).flatMap((name) => indexesOf(name, folded));
    if (first !== undefined) at[role] = first;
    rivals.push(...others.map((index) => ({ role, index })));
  }
  return { headers, at, rivals };
}

function indexesOf(name: string, folded: readonly string[]): number[] {
  return folded.flatMap((header, index) => (header === name ? [index] : []));
}

/**
 * Of two columns that could mean the same only one is read: which one, in a sentence each.
 *
 * @throws {GoodwordError} input_refused when they have the same name, so that nobody can tell which one is meant
 */
export function tellRivals<Role extends string>({ headers, at, rivals }: Columns<Role>): string[] {
  return rivals.map(({ role, index }) => {
    const [taken = "", other = ""] = [headers[at[role] ?? -1], headers[index]];
    if (foldHeader(taken) === foldHeader(other)) {
      refuse(`Two columns are named ${showValue(taken)}; rename or delete one of them`);
    }
    return `The column ${showValue(other)} was ignored because ${showValue(taken)} means the same and takes precedence`;
  });
}

function foldHeader(header: string): string {
  return header.toLowerCase().replace(/[\s_-]+/g, "");
}
