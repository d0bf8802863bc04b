/** A review as readers see it, in /reviews.json, search, `since`, feeds and MCP. */

import type { Catalog } from "../review/business.ts";
import type { FieldValue, PublicField, PublishedReview } from "../review/field_sets.ts";
import { PUBLIC_FIELDS, placeOf } from "../review/field_sets.ts";
import type { FieldSpec, GroupSpec } from "../review/fields.ts";
import { FIELD_GROUPS, REVIEW_FIELDS } from "../review/fields.ts";
import { mentionLister } from "../review/mentions.ts";
import type { MentionedEntity, Mentions, Review } from "../review/review.ts";

export interface AnalyzedReview {
  readonly review: PublishedReview;
  readonly mentions: Mentions;
  readonly aspects: Readonly<FieldValue<"aspects">>;
}

interface Place {
  readonly baseUrl: string;
  readonly entitiesOf: (mentions: Mentions) => MentionedEntity[];
}

type ValueFor = (analyzed: AnalyzedReview, place: Place) => unknown;
type Members = readonly (readonly [key: string, valueFor: ValueFor])[];

/** Members in the order of the schema. */
const MEMBERS = [...Map.groupBy(PUBLIC_FIELDS, (name) => placeOf(name).group ?? name).values()].flatMap(membersOf);

function membersOf(names: readonly PublicField[]): Members {
  const members = names.map((name): Members[number] => [placeOf(name).key, valueFor(name)]);
  const [group] = names.map((name) => placeOf(name).group);
  if (group === undefined || group === null) return members;
  if (group === "mentions") members.unshift(["entities", ({ mentions }, { entitiesOf }) => entitiesOf(mentions)]);
  const { nullWithout }: GroupSpec = FIELD_GROUPS[group];
  const leading = nullWithout as keyof PublishedReview | undefined;
  const isNull = ({ review }: AnalyzedReview) => leading !== undefined && review[leading] === null;
  return [[group, (analyzed, place) => (isNull(analyzed) ? null : pick(members, analyzed, place))]];
}

export function publicReviews(baseUrl: string, catalog: Catalog): (analyzed: AnalyzedReview) => Review {
  const place = { baseUrl, entitiesOf: mentionLister(catalog) };
  return (analyzed) => pick(MEMBERS, analyzed, place) as Review;
}

function pick(members: Members, analyzed: AnalyzedReview, place: Place): object {
  const picked: Record<string, unknown> = {};
  for (const [key, valueFor] of members) picked[key] = valueFor(analyzed, place);
  return picked;
}

function valueFor(name: PublicField): ValueFor {
  const { kind }: FieldSpec = REVIEW_FIELDS[name];
  const { group, key } = placeOf(name);
  if (group === "mentions") return ({ mentions }) => mentions[key as keyof Mentions];
  if (kind === "permalink") return ({ review }, { baseUrl }) => `${baseUrl}/reviews/${review.id}`;
  if (kind === "aspects") return ({ aspects }) => aspects;
  const own = (review: PublishedReview) => (review as Readonly<Record<string, unknown>>)[name];
  return kind === "instant"
    ? ({ review }) => new Date(own(review) as number).toISOString()
    : ({ review }) => own(review);
}
