/**
 * Rows of reviews as a driver gives them, for queries that no mapping of Drizzle's has seen.
 *
 * @module
 */
import { fieldsWhere } from "../review/field_lists.ts";
import type { FieldKind } from "../review/field_spec.ts";
import type { FieldValue, KeptField, Mentions, StoredReview } from "../review/field_types.ts";

/** Truth values may be numbers, instants texts, and mentions are JSON. */
export type RawRow<Row> = { -readonly [Field in keyof Row]: RawValue<Row[Field]> };
type RawValue<Value> = Value extends boolean
  ? boolean | number
  : Value extends number
    ? number | string
    : Value extends Mentions | FieldValue<"alsoAt">
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
  const lists = ofKind("also_at");
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

function listOf(json: string | null): FieldValue<"givenAlsoAt"> {
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
