/** A review as the interface shows it: what /reviews.json, search, `since`, feeds and MCP are put together from. */

import type { FieldValue, PublicField, PublishedReview } from "../review/field_sets.ts";
import { PUBLIC_FIELDS, placeOf } from "../review/field_sets.ts";
import type { FieldSpec, GroupSpec } from "../review/fields.ts";
import { FIELD_GROUPS, REVIEW_FIELDS } from "../review/fields.ts";
import type { Mentions, Review } from "../review/review.ts";

/** A review with what was found in it. */
export interface AnalyzedReview {
  readonly review: PublishedReview;
  readonly mentions: Mentions;
  readonly aspects: Readonly<FieldValue<"aspects">>;
}

type ValueFor = (analyzed: AnalyzedReview, baseUrl: string) => unknown;
type Members = readonly (readonly [key: string, valueFor: ValueFor])[];

/** In the order of the schema. */
const MEMBERS = [...Map.groupBy(PUBLIC_FIELDS, (name) => placeOf(name).group ?? name).values()].flatMap(membersOf);

function membersOf(names: readonly PublicField[]): Members {
  const members: Members = names.map((name) => [placeOf(name).key, valueFor(name)]);
  const [group] = names.map((name) => placeOf(name).group);
  if (group === undefined || group === null) return members;
  const { nullWithout }: GroupSpec = FIELD_GROUPS[group];
  const leading = nullWithout as keyof PublishedReview | undefined;
  const isNull = ({ review }: AnalyzedReview) => leading !== undefined && review[leading] === null;
  return [[group, (analyzed, baseUrl) => (isNull(analyzed) ? null : pick(members, analyzed, baseUrl))]];
}

/** A review with its public fields. */
export function publicReview(analyzed: AnalyzedReview, baseUrl: string): Review {
  return pick(MEMBERS, analyzed, baseUrl) as Review;
}

function pick(members: Members, analyzed: AnalyzedReview, baseUrl: string): object {
  const picked: Record<string, unknown> = {};
  for (const [key, valueFor] of members) picked[key] = valueFor(analyzed, baseUrl);
  return picked;
}

function valueFor(name: PublicField): ValueFor {
  const { kind }: FieldSpec = REVIEW_FIELDS[name];
  const { group, key } = placeOf(name);
  if (group === "mentions") return ({ mentions }) => mentions[key as keyof Mentions];
  if (kind === "permalink") return ({ review }, baseUrl) => `${baseUrl}/reviews/${review.id}`;
  if (kind === "aspects") return ({ aspects }) => aspects;
  const own = (review: PublishedReview) => (review as Readonly<Record<string, unknown>>)[name];
  return kind === "instant"
    ? ({ review }) => new Date(own(review) as number).toISOString()
    : ({ review }) => own(review);
}
