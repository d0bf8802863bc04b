/**
 * Queries written by hand, for what has to run before Drizzle is loaded or reads too many rows to be mapped by it: text and
 * values apart, so that each dialect puts its own placeholders between them.
 *
 * @module
 */

/** A value that can be bound in either database. */
export type QueryValue = string | number | null;

/** `texts` has one member more than `values`. */
export interface Query {
  readonly texts: readonly string[];
  readonly values: readonly QueryValue[];
}

/** Runs a query; its rows have the names that it gives to its columns. */
export type RunQuery = <Row extends object>(query: Query) => Promise<Row[]>;

/** A query of a template; what stands in it is bound as a value, unless it is a query itself, which is put in. */
export function query(texts: TemplateStringsArray, ...parts: readonly (QueryValue | Query)[]): Query {
  return parts.reduce<Query>((start, part, at) => append(append(start, part), literal(texts[at + 1] ?? "")), {
    texts: [texts[0] ?? ""],
    values: [],
  });
}

/** A piece of SQL as it stands, such as a list of columns. */
export function literal(text: string): Query {
  return { texts: [text], values: [] };
}

/** `SELECT` list of columns under the names of their fields, which are theirs in snake case. */
export function columnsAs(fields: readonly string[], of = ""): Query {
  return literal(fields.map((field) => `${of}${columnName(field)} AS "${field}"`).join(", "));
}

/** The column of a field: `source_url` for `sourceUrl`. */
export function columnName(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The text of a query with a placeholder for each value; the first has the number 1. */
export function textOf({ texts }: Query, placeholder: (number: number) => string): string {
  return texts.reduce((text, next, number) => text + placeholder(number) + next);
}

function append(start: Query, part: QueryValue | Query): Query {
  if (typeof part !== "object" || part === null) {
    return { texts: [...start.texts, ""], values: [...start.values, part] };
  }
  const [first = "", ...rest] = part.texts;
  const texts = [...start.texts.slice(0, -1), `${start.texts.at(-1)}${first}`, ...rest];
  return { texts, values: [...start.values, ...part.values] };
}
