/**
 * Derives sets of fields from the list of fields, as lists and as types, and the shapes of stored and published reviews.
 */

import type { AlsoAt, AspectRatings, ReviewAspect } from "./field_values.ts";
import {
  type FIELD_GROUPS,
  type FieldSpec,
  type JOB_STRENGTHS,
  type PROVENANCES,
  REVIEW_FIELDS,
  type VERIFICATION_METHODS,
  type WithholdingReason,
} from "./fields.ts";

/** The published fields in the order of the JSON. */
export const PUBLIC_FIELDS: readonly PublicField[] = fieldsWhere(
  ({ isPrivate, json }) => !isPrivate && json !== undefined,
);

/** The fields with a column of their own in the store. */
export const KEPT_FIELDS: readonly KeptField[] = fieldsWhere(({ isKept = true }) => isKept);

/** The stored fields that are published. */
export const PUBLISHED_FIELDS: readonly PublishedField[] = fieldsWhere(
  ({ isKept = true, isPrivate = false }) => isKept && !isPrivate,
);

/** The fields that an import may give. */
export const GIVEN_FIELDS: readonly GivenField[] = fieldsWhere(({ origin }) => origin !== "computed");

/** The fields of a draft. */
export const DRAFT_FIELDS: readonly DraftField[] = fieldsWhere(
  ({ origin, isKept = true }) => origin !== "computed" && isKept,
);

/** The fields that the files of any tool may give, not only our own exports. */
export const FOREIGN_FIELDS: readonly ForeignField[] = fieldsWhere(
  ({ origin = "given", isKept = true }) => origin === "given" && isKept,
);

/** The names of the fields whose spec passes a test, in their order. */
export function fieldsWhere<Name extends FieldName>(test: (spec: FieldSpec) => boolean): Name[] {
  const names = Object.keys(REVIEW_FIELDS) as FieldName[];
  return names.filter((name): name is Name => test(REVIEW_FIELDS[name]));
}

/** The place of a field in the JSON of a review: a key, either at the top or in a group. */
interface JsonPlace {
  readonly group: GroupName | null;
  readonly key: string;
}

export function placeOf(name: FieldName): JsonPlace {
  const { json = name }: FieldSpec = REVIEW_FIELDS[name];
  const [first = "", second] = json.split(".");
  return second === undefined ? { group: null, key: first } : { group: first as GroupName, key: second };
}

/** How a review was verified to come from a customer; `none` if it was not. */
export type VerificationMethod = (typeof VERIFICATION_METHODS)[number];
/** How a review was obtained. */
export type Provenance = (typeof PROVENANCES)[number];
/** The evidence that matched a review to a finished job. */
export type JobStrength = (typeof JOB_STRENGTHS)[number];

type Fields = typeof REVIEW_FIELDS;
export type FieldName = keyof Fields;

interface ValueByKind {
  readonly id: string;
  readonly permalink: string;
  readonly text: string;
  readonly date: string;
  readonly instant: number;
  readonly stars: number;
  readonly flag: boolean;
  readonly names: string[];
  readonly aspects: ReviewAspect[];
  readonly aspect_ratings: AspectRatings;
  readonly also_at: AlsoAt[];
  readonly mentions: GroupOf<"mentions">;
  readonly withheld: WithholdingReason;
}

type BaseOf<Spec extends FieldSpec> = Spec extends { readonly values: infer Values extends readonly string[] }
  ? Values[number]
  : Spec["kind"] extends keyof ValueByKind
    ? ValueByKind[Spec["kind"]]
    : never;

/** The type of a field's value. */
export type FieldValue<Name extends FieldName> =
  | BaseOf<Fields[Name]>
  | (Fields[Name] extends { readonly isNullable: true } ? null : never);

/** Fields whose spec extends `Part`. */
type FieldsLike<Part> = { [Name in FieldName]: Fields[Name] extends Part ? Name : never }[FieldName];

/** Fields that are never published. */
type PrivateField = FieldsLike<{ readonly isPrivate: true }>;
/** Fields with a column of their own. */
export type KeptField = Exclude<FieldName, FieldsLike<{ readonly isKept: false }>>;
/** Fields that only our own exports give; null in a draft from other files. */
export type ExportField = FieldsLike<{ readonly origin: "export" }>;
/** Fields that an import may give. */
export type GivenField = Exclude<FieldName, FieldsLike<{ readonly origin: "computed" }>>;
/** Stored fields that an import may give. */
export type DraftField = GivenField & KeptField;
/** Fields of a draft that the files of any tool may give. */
export type ForeignField = Exclude<DraftField, ExportField>;
/** Stored fields that readers may see. */
type PublishedField = Exclude<KeptField, PrivateField>;
/** Fields of the JSON. */
export type PublicField = Exclude<FieldName, PrivateField>;

/** A review as it is stored, published or withheld. */
export type StoredReview = { readonly [Name in FieldName as Name extends KeptField ? Name : never]: FieldValue<Name> };

/**
 * A published review as the store returns it: flat, and without the mentions, which still have to be resolved against the
 * catalog.
 */
export type PublishedReview = {
  readonly [Name in FieldName as Name extends PublishedField ? Name : never]: FieldValue<Name>;
};

type Groups = typeof FIELD_GROUPS;
type PlaceOf<Name extends PublicField> = Fields[Name]["json"];
/** The type of a field in JSON: a text for an instant, never null for the leading field of a group. */
type JsonValue<Name extends PublicField> = Fields[Name]["kind"] extends "instant"
  ? string
  : Name extends LeadingField
    ? NonNullable<FieldValue<Name>>
    : FieldValue<Name>;
type LeadingField = {
  [Group in keyof Groups]: Groups[Group] extends { readonly nullWithout: infer Name } ? Name : never;
}[keyof Groups];

/** A nested object in the JSON of a review, such as `author`. */
export type GroupName = keyof Groups;
/** The shape of a group that is not null. */
export type GroupOf<Group extends GroupName> = {
  [Name in PublicField as PlaceOf<Name> extends `${Group}.${infer Key}` ? Key : never]: JsonValue<Name>;
};

/** A review as it is published: the shape that REST, the feeds, MCP and the pages share. */
export type ReviewShape = Flat<
  {
    [Name in PublicField as PlaceOf<Name> extends `${string}.${string}` ? never : PlaceOf<Name>]: JsonValue<Name>;
  } & {
    [Group in keyof Groups]: GroupOf<Group> | (Groups[Group] extends { readonly nullWithout: string } ? null : never);
  }
>;
type Flat<Shape> = { [Key in keyof Shape]: Shape[Key] };
