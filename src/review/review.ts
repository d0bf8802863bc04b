/** Schemas of published data: a review, derived from the list of fields, its tombstone, the aggregate rating, the history. */
import { type Static, type TObject, type TSchema, type TUnsafe, Type } from "typebox";
import {
  type FieldValue,
  type GroupName,
  type GroupOf,
  PUBLIC_FIELDS,
  type PublicField,
  placeOf,
  type ReviewShape,
} from "./field_sets.ts";
import { AlsoAt, AspectRatings, CalendarDate, orNull, ReviewAspect } from "./field_values.ts";
import { FIELD_GROUPS, type FieldSpec, type GroupSpec, REVIEW_FIELDS } from "./fields.ts";

export const ReviewId = fieldSchema("id");
export const Rating = fieldSchema("rating");
export const DatePrecision = fieldSchema("datePrecision");
export const Verification = groupSchema("verification");
export type Mentions = GroupOf<"mentions">;

const MentionedEntity = Type.Object(
  {
    kind: Type.Enum(["technician", "service", "service_area"], { description: "What is mentioned" }),
    id: Type.Union([Type.String(), Type.Null()], { description: "As in the catalog; null for what is not in it" }),
    name: Type.String({ description: "Name in the catalog, or as it was given" }),
  },
  { additionalProperties: false, description: "A catalog entry that a review mentions" },
);
export type MentionedEntity = Static<typeof MentionedEntity>;

export const PublishedMentions = publishedMentions();
export type PublishedMentions = Mentions & { entities: MentionedEntity[] };
export const Reply = groupSchema("reply");
export type Reply = GroupOf<"reply">;

export const Review = reviewSchema() as TObject as ObjectSchema<Review>;
export type Review = Omit<ReviewShape, "mentions"> & { mentions: PublishedMentions };

export const Removal = Type.Object(
  {
    id: ReviewId,
    removed_at: Type.String({ format: "date-time", description: "When it was taken down, RFC 3339, UTC" }),
    by: Type.Optional(Type.Literal("author", { description: "There where its author withdrew it" })),
  },
  { additionalProperties: false, description: "A review that was taken down" },
);
export type Removal = Static<typeof Removal>;

export interface JoinedCopy {
  readonly id: string;
  readonly countedId: string;
}

export interface ChangeNotes {
  readonly changedIn: number;
  readonly publishedIn: number;
}

export interface LogNotes {
  /** The index of its last entry; null if it is not in the log, as for the sample business. */
  readonly logIndex: number | null;
  /** The salt of that entry's commitment, base64url; null unless the review is published. */
  readonly logSalt: string | null;
  readonly logSince: number | null;
  readonly logChanges: number;
}

interface Withdrawal {
  readonly id: string;
  readonly revision: number;
}

export interface History {
  readonly revisions: readonly { readonly revision: number; readonly at: number }[];
  /** Withdrawals by revision, then id. */
  readonly withdrawals: readonly Withdrawal[];
}

export const ContentRevision = Type.String({
  description: "Digest of all that is published, as in Goodword-Revision",
});

type ObjectSchema<Shape> = TObject<{ [Key in keyof Shape]: TUnsafe<Shape[Key]> }>;

function reviewSchema(): TObject {
  const properties: Record<string, TSchema> = {};
  for (const name of PUBLIC_FIELDS) {
    const { group, key } = placeOf(name);
    if (group === null) properties[key] = schemaOf(name);
    else properties[group] ??= group === "mentions" ? PublishedMentions : groupOrNull(group);
  }
  return Type.Object(properties, { additionalProperties: false, description: "A verified customer review" });
}

function fieldSchema<Name extends PublicField>(name: Name): TUnsafe<FieldValue<Name>> {
  return schemaOf(name) as TUnsafe<FieldValue<Name>>;
}

function groupSchema<Group extends GroupName>(group: Group): ObjectSchema<GroupOf<Group>> {
  const { description }: GroupSpec = FIELD_GROUPS[group];
  const fields = PUBLIC_FIELDS.filter((name) => placeOf(name).group === group);
  const properties = Object.fromEntries(fields.map((name) => [placeOf(name).key, schemaOf(name)]));
  return Type.Object(properties, { additionalProperties: false, description }) as TObject as ObjectSchema<
    GroupOf<Group>
  >;
}

/** Deprecates the three lists, some of which contain names and others ids, in favour of `entities`. */
function publishedMentions(): ObjectSchema<PublishedMentions> {
  const { properties } = groupSchema("mentions");
  const lists = Object.entries(properties as unknown as Record<string, { description: string }>).map(([key, list]) => [
    key,
    { ...list, deprecated: true, description: `${list.description}. Use \`entities\`; gone in 3.0` },
  ]);
  const entities = Type.Array(MentionedEntity, { description: "What is mentioned, technicians first" });
  return Type.Object(
    { entities, ...Object.fromEntries(lists) },
    { additionalProperties: false, ...FIELD_GROUPS.mentions },
  ) as TObject as ObjectSchema<PublishedMentions>;
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
    case "aspect_ratings":
      return AspectRatings;
    case "also_at":
      return Type.Array(AlsoAt, described);
    default:
      throw new TypeError(`A published field cannot hold ${kind}`);
  }
}

const Count = Type.Integer({ minimum: 0 });
const Share = Type.Object(
  {
    review_count: Type.Integer({ minimum: 0, description: "Number of these reviews" }),
    rating_value: orNull(
      Type.Number({ minimum: 1, maximum: 5 }),
      "Mean of their stars, two decimals; null when there are none",
    ),
  },
  { additionalProperties: false, description: "Count and mean rating of a part of the reviews" },
);

export const Distribution = Type.Object(
  { "1": Count, "2": Count, "3": Count, "4": Count, "5": Count },
  { additionalProperties: false, description: "Number of reviews by star rating" },
);
export type Distribution = Static<typeof Distribution>;

export const AggregateRating = Type.Object(
  {
    rating_value: orNull(
      Type.Number({ minimum: 1, maximum: 5 }),
      "Mean rating, two decimals, rounded half up; null when there are no reviews",
    ),
    review_count: Type.Integer({ minimum: 0, description: "Number of published reviews" }),
    best_rating: Type.Literal(5, { description: "Highest possible rating" }),
    worst_rating: Type.Literal(1, { description: "Lowest possible rating" }),
    distribution: Distribution,
    by_source: Type.Record(Type.String(), Share, { description: "Count and mean by source name" }),
    by_verification: Type.Record(Type.String(), Share, { description: "Count and mean by verification method" }),
  },
  { additionalProperties: false, description: "Aggregate of all published reviews" },
);
export type AggregateRating = Static<typeof AggregateRating>;
