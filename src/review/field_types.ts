/**
 * The types that follow from the list of fields.
 *
 * @module
 */
import type { AlsoAt } from "./also_at.ts";
import type { ReviewAspect } from "./aspects.ts";
import type { FieldSpec } from "./field_spec.ts";
import type { FIELD_GROUPS, JOB_STRENGTHS, REVIEW_FIELDS, VERIFICATION_METHODS } from "./fields.ts";
import type { WithholdingReason } from "./withholding_reason.ts";

/** How a review was shown to come from a customer; `none` when it was not. */
export type VerificationMethod = (typeof VERIFICATION_METHODS)[number];
/** What matched a review to a finished job. */
export type JobStrength = (typeof JOB_STRENGTHS)[number];

type Fields = typeof REVIEW_FIELDS;
/** Any field declared in `REVIEW_FIELDS`. */
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
  readonly also_at: AlsoAt[];
  readonly mentions: Mentions;
  readonly withheld: WithholdingReason;
}

type BaseOf<Spec extends FieldSpec> = Spec extends { readonly values: infer Values extends readonly string[] }
  ? Values[number]
  : Spec["kind"] extends keyof ValueByKind
    ? ValueByKind[Spec["kind"]]
    : never;

/** What a field holds. */
export type FieldValue<Name extends FieldName> =
  | BaseOf<Fields[Name]>
  | (Fields[Name] extends { readonly isNullable: true } ? null : never);

/** Fields of which the spec is like `Part`. */
type FieldsLike<Part> = { [Name in FieldName]: Fields[Name] extends Part ? Name : never }[FieldName];

/** Fields that are never published. */
export type PrivateField = FieldsLike<{ readonly isPrivate: true }>;
/** Fields with a column of their own. */
export type KeptField = Exclude<FieldName, FieldsLike<{ readonly isKept: false }>>;
/** Fields that only an export of ours gives; a draft from elsewhere leaves them null. */
export type ExportField = FieldsLike<{ readonly origin: "export" }>;
/** Fields that an import may give. */
export type GivenField = Exclude<FieldName, FieldsLike<{ readonly origin: "computed" }>>;
/** Fields of a draft: what an import gives, under the names that they are kept by. */
export type DraftField = GivenField & KeptField;
/** Fields of a draft that any import may give. */
export type SaidField = Exclude<DraftField, ExportField>;
/** Stored fields that readers may see. */
export type PublishedField = Exclude<KeptField, PrivateField>;
/** Fields of the JSON. */
export type PublicField = Exclude<FieldName, PrivateField>;

/** A review as it is kept, published or withheld. */
export type StoredReview = { readonly [Name in FieldName as Name extends KeptField ? Name : never]: FieldValue<Name> };

/**
 * A review on its way from the store to readers: flat, as it is kept, and without the mentions, which are still to be put
 * into the catalog's words.
 */
export type PublishedReview = {
  readonly [Name in FieldName as Name extends PublishedField ? Name : never]: FieldValue<Name>;
};

type Groups = typeof FIELD_GROUPS;
type PlaceOf<Name extends PublicField> = Fields[Name]["json"];
/** What a field holds in JSON: of an instant its text, of a group's leading field never null. */
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
/** The shape of a group where it is not null. */
export type GroupOf<Group extends GroupName> = {
  [Name in PublicField as PlaceOf<Name> extends `${Group}.${infer Key}` ? Key : never]: JsonValue<Name>;
};

/** A review as it is published: the shape that REST, the feeds, MCP and the pages share. */
export type Review = Flat<
  {
    [Name in PublicField as PlaceOf<Name> extends `${string}.${string}` ? never : PlaceOf<Name>]: JsonValue<Name>;
  } & {
    [Group in keyof Groups]: GroupOf<Group> | (Groups[Group] extends { readonly nullWithout: string } ? null : never);
  }
>;
type Flat<Shape> = { [Key in keyof Shape]: Shape[Key] };
/** Names of the technicians, ids of the services and areas that a review mentions. */
export type Mentions = GroupOf<"mentions">;
/** The business's public answer to a review. */
export type Reply = GroupOf<"reply">;
