/** Sets of fields, as lists and as types, and the shapes of stored and published reviews. */

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

export const PUBLIC_FIELDS: readonly PublicField[] = fieldsWhere(
  ({ isPrivate, json }) => !isPrivate && json !== undefined,
);

export const KEPT_FIELDS: readonly KeptField[] = fieldsWhere(({ isKept = true }) => isKept);

export const PUBLISHED_FIELDS: readonly PublishedField[] = fieldsWhere(
  ({ isKept = true, isPrivate = false }) => isKept && !isPrivate,
);

export const GIVEN_FIELDS: readonly GivenField[] = fieldsWhere(({ origin }) => origin !== "computed");

export const DRAFT_FIELDS: readonly DraftField[] = fieldsWhere(
  ({ origin, isKept = true }) => origin !== "computed" && isKept,
);

export const FOREIGN_FIELDS: readonly ForeignField[] = fieldsWhere(
  ({ origin = "given", isKept = true }) => origin === "given" && isKept,
);

export function fieldsWhere<Name extends FieldName>(test: (spec: FieldSpec) => boolean): Name[] {
  const names = Object.keys(REVIEW_FIELDS) as FieldName[];
  return names.filter((name): name is Name => test(REVIEW_FIELDS[name]));
}

interface JsonPlace {
  readonly group: GroupName | null;
  readonly key: string;
}

export function placeOf(name: FieldName): JsonPlace {
  const { json = name }: FieldSpec = REVIEW_FIELDS[name];
  const [first = "", second] = json.split(".");
  return second === undefined ? { group: null, key: first } : { group: first as GroupName, key: second };
}

export type VerificationMethod = (typeof VERIFICATION_METHODS)[number];
export type Provenance = (typeof PROVENANCES)[number];
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

export type FieldValue<Name extends FieldName> =
  | BaseOf<Fields[Name]>
  | (Fields[Name] extends { readonly isNullable: true } ? null : never);

type FieldsLike<Part> = { [Name in FieldName]: Fields[Name] extends Part ? Name : never }[FieldName];

type PrivateField = FieldsLike<{ readonly isPrivate: true }>;
export type KeptField = Exclude<FieldName, FieldsLike<{ readonly isKept: false }>>;
export type ExportField = FieldsLike<{ readonly origin: "export" }>;
export type GivenField = Exclude<FieldName, FieldsLike<{ readonly origin: "computed" }>>;
export type DraftField = GivenField & KeptField;
export type ForeignField = Exclude<DraftField, ExportField>;
type PublishedField = Exclude<KeptField, PrivateField>;
export type PublicField = Exclude<FieldName, PrivateField>;

export type StoredReview = { readonly [Name in FieldName as Name extends KeptField ? Name : never]: FieldValue<Name> };

/** A published review as the store returns it, without the mentions, which still have to be resolved against the catalog. */
export type PublishedReview = {
  readonly [Name in FieldName as Name extends PublishedField ? Name : never]: FieldValue<Name>;
};

type Groups = typeof FIELD_GROUPS;
type PlaceOf<Name extends PublicField> = Fields[Name]["json"];
type JsonValue<Name extends PublicField> = Fields[Name]["kind"] extends "instant"
  ? string
  : Name extends LeadingField
    ? NonNullable<FieldValue<Name>>
    : FieldValue<Name>;
type LeadingField = {
  [Group in keyof Groups]: Groups[Group] extends { readonly nullWithout: infer Name } ? Name : never;
}[keyof Groups];

export type GroupName = keyof Groups;
export type GroupOf<Group extends GroupName> = {
  [Name in PublicField as PlaceOf<Name> extends `${Group}.${infer Key}` ? Key : never]: JsonValue<Name>;
};

export type ReviewShape = Flat<
  {
    [Name in PublicField as PlaceOf<Name> extends `${string}.${string}` ? never : PlaceOf<Name>]: JsonValue<Name>;
  } & {
    [Group in keyof Groups]: GroupOf<Group> | (Groups[Group] extends { readonly nullWithout: string } ? null : never);
  }
>;
type Flat<Shape> = { [Key in keyof Shape]: Shape[Key] };
