/**
 * Queries written by hand, for what has to run before Drizzle is loaded or reads too many rows to be mapped by it:
 * text and values apart, so that each dialect puts its own placeholders between them; and rows as a driver gives
 * them.
 */
import { type FieldValue, fieldsWhere, type KeptField, type StoredReview } from "../../review/field_sets.ts";
import type { FieldKind } from "../../review/fields.ts";
import type { Mentions } from "../../review/review.ts";

/** A value that can be bound in either database. */
type QueryValue = string | number | null;

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
export function statementText({ texts }: Query, placeholder: (number: number) => string): string {
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

/** Truth values may be numbers, instants texts, and mentions are JSON. */
export type RawRow<Row> = { -readonly [Field in keyof Row]: RawValue<Row[Field]> };
type RawValue<Value> = Value extends boolean
  ? boolean | number
  : Value extends number
    ? number | string
    : Value extends Mentions | FieldValue<"alsoAt" | "aspectRatings">
      ? string
      : Value;

/** Mentions read so far, by their JSON: few reviews mention what no other does, and equal ones become one value. */
export type ParsedMentions = Map<string, Mentions>;

/** A reader of rows with some of the fields. It changes a row in place: a copy of so many fields takes longer than reading them. */
export function rowReader<Field extends KeptField>(
  fields: readonly Field[],
): (row: RawRow<Pick<StoredReview, Field>>, parsed: ParsedMentions) => Pick<StoredReview, Field> {
  const ofKind = (...kinds: readonly FieldKind[]) =>
    fieldsWhere(({ kind }) => kinds.includes(kind)).filter(isIn(fields));
  const [flags, numbers, mentions] = [ofKind("flag"), ofKind("instant", "stars"), ofKind("mentions")];
  const lists = ofKind("also_at", "aspect_ratings");
  return (row, parsed) => {
    const values = row as Record<string, unknown>;
    for (const field of flags) values[field] = Boolean(values[field]);
    for (const field of numbers) values[field] = Number(values[field]);
    for (const field of mentions) values[field] = mentionsOf(values[field] as string | null, parsed);
    for (const field of lists) values[field] = listOf(values[field] as string | null);
    return row as Pick<StoredReview, Field>;
  };
}

function isIn(fields: readonly string[]): (field: string) => boolean {
  return (field) => fields.includes(field);
}

/** Almost all of these are empty. */
const NONE: FieldValue<"alsoAt"> = [];

function listOf(json: string | null): FieldValue<"givenAlsoAt" | "aspectRatings"> {
  if (json === null) return null;
  return json === "[]" ? NONE : JSON.parse(json);
}

function mentionsOf(json: string | null, parsed: ParsedMentions): Mentions | null {
  if (json === null) return null;
  const known = parsed.get(json);
  if (known !== undefined) return known;
  const mentions = JSON.parse(json) as Mentions;
  parsed.set(json, mentions);
  return mentions;
}
