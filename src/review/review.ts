/**
 * A review as it is published, as schemas: they derive from the list of fields.
 *
 * @module
 */
import { type Static, type TObject, type TSchema, type TUnsafe, Type } from "typebox";
import { AlsoAt } from "./also_at.ts";
import { ReviewAspect } from "./aspects.ts";
import { CalendarDate } from "./calendar_date.ts";
import { PUBLIC_FIELDS, placeOf } from "./field_lists.ts";
import type { FieldSpec, GroupSpec } from "./field_spec.ts";
import type { FieldValue, GroupName, GroupOf, PublicField, Review as ReviewShape } from "./field_types.ts";
import { FIELD_GROUPS, REVIEW_FIELDS } from "./fields.ts";

/** JSON Schema of a review id. */
export const ReviewId = fieldSchema("id");
/** JSON Schema of a star rating. */
export const Rating = fieldSchema("rating");
/** JSON Schema of how and when a review was verified. */
export const Verification = groupSchema("verification");
/** JSON Schema of {@link Mentions}. */
export const Mentions = groupSchema("mentions");
/** The technicians, services and areas a review mentions. */
export type Mentions = GroupOf<"mentions">;
/** JSON Schema of {@link Reply}, where it is not null. */
export const Reply = groupSchema("reply");
/** The business's public answer to a review. */
export type Reply = GroupOf<"reply">;

/** JSON Schema of {@link Review}, derived from the field table. */
export const Review = reviewSchema() as TObject as ObjectSchema<ReviewShape>;
/** A review as published by REST, the feeds, MCP and the pages. */
export type Review = ReviewShape;

/** What is left of a review that was taken down. */
export const Removal = Type.Object(
  {
    id: ReviewId,
    removed_at: Type.String({ format: "date-time", description: "When it was taken down, RFC 3339, UTC" }),
  },
  { additionalProperties: false, description: "A review that was taken down" },
);
/** Tombstone of a review that was taken down: its id and when it was removed. */
export type Removal = Static<typeof Removal>;

/** A copy of a review: readers are shown the review that counts for it. */
export interface JoinedCopy {
  readonly id: string;
  /** Id of the review that counts. */
  readonly countedId: string;
}

type ObjectSchema<Shape> = TObject<{ [Key in keyof Shape]: TUnsafe<Shape[Key]> }>;

function reviewSchema(): TObject {
  const properties: Record<string, TSchema> = {};
  for (const name of PUBLIC_FIELDS) {
    const { group, key } = placeOf(name);
    if (group === null) properties[key] = schemaOf(name);
    else properties[group] ??= groupOrNull(group);
  }
  return Type.Object(properties, { additionalProperties: false, description: "A verified customer review" });
}

/** The schema of a published field. */
function fieldSchema<Name extends PublicField>(name: Name): TUnsafe<FieldValue<Name>> {
  return schemaOf(name) as TUnsafe<FieldValue<Name>>;
}

/** The schema of an object inside of a review, where it is not null. */
function groupSchema<Group extends GroupName>(group: Group): ObjectSchema<GroupOf<Group>> {
  const { description }: GroupSpec = FIELD_GROUPS[group];
  const fields = PUBLIC_FIELDS.filter((name) => placeOf(name).group === group);
  const properties = Object.fromEntries(fields.map((name) => [placeOf(name).key, schemaOf(name)]));
  return Type.Object(properties, { additionalProperties: false, description }) as TObject as ObjectSchema<
    GroupOf<Group>
  >;
}

function groupOrNull(group: GroupName): TSchema {
  const { nullWithout, nullDescription }: GroupSpec = FIELD_GROUPS[group];
  return nullWithout === undefined ? groupSchema(group) : orNull(groupSchema(group), nullDescription);
}

function schemaOf(name: PublicField): TSchema {
  const { isNullable = false, description = "" }: FieldSpec = REVIEW_FIELDS[name];
  const { group } = placeOf(name);
  const leads = group !== null && (FIELD_GROUPS[group] as GroupSpec).nullWithout === name;
  return isNullable && !leads ? orNull(valueSchema(name, {}), description) : valueSchema(name, { description });
}

function orNull(schema: TSchema, description = ""): TSchema {
  return Type.Union([schema, Type.Null()], { description });
}

function valueSchema(name: PublicField, described: { readonly description?: string }): TSchema {
  const { kind, limits, values = [] }: FieldSpec = REVIEW_FIELDS[name];
  switch (kind) {
    case "id":
      return Type.String({ pattern: "^[A-Za-z0-9_-]{1,64}$", ...described });
    case "permalink":
      return Type.String({ format: "uri", ...described });
    case "text":
      return Type.String({ ...limits, ...described });
    case "date":
      return CalendarDate;
    case "instant":
      return Type.String({ format: "date-time", ...described });
    case "stars":
      return Type.Integer({ minimum: 1, maximum: 5, description: "Star rating, 1 (worst) to 5 (best)" });
    case "flag":
      return Type.Boolean(described);
    case "one_of":
      return Type.Enum([...values], described);
    case "names":
      return Type.Array(Type.String(), described);
    case "aspects":
      return Type.Array(ReviewAspect, described);
    case "also_at":
      return Type.Array(AlsoAt, described);
    default:
      throw new TypeError(`A published field cannot hold ${kind}`);
  }
}
