/**
 * Writes a review as JSON: the fragment that /reviews.json, search, `since` and MCP are put together from.
 *
 * A list of writers, one for each field, is several times as fast as building an object and serialising it; a hundred thousand
 * reviews are written at every change. A test holds it to the schema.
 */

import type { FieldValue, GroupName, PublicField, PublishedReview } from "../review/field_sets.ts";
import { PUBLIC_FIELDS, placeOf } from "../review/field_sets.ts";
import type { FieldSpec, GroupSpec } from "../review/fields.ts";
import { FIELD_GROUPS, REVIEW_FIELDS } from "../review/fields.ts";
import type { Mentions } from "../review/review.ts";

/** A review with what was found in it. */
export interface Told {
  readonly review: PublishedReview;
  readonly mentions: Mentions;
  readonly aspects: Readonly<FieldValue<"aspects">>;
}

type WriteReview = (told: Told, baseUrl: string) => string;

const json = JSON.stringify;

/** Most of these are null, which needs no serialising. */
function orNull(text: string | null): string {
  return text === null ? "null" : json(text);
}

/** Many reviews mention nothing. */
const MENTION_KEYS = PUBLIC_FIELDS.map(placeOf).flatMap(({ group, key }) =>
  group === "mentions" ? [key as keyof Mentions] : [],
);
const NO_MENTIONS = `{${MENTION_KEYS.map((key) => `"${key}":[]`).join(",")}}`;

/** A member of an object: its key, and what writes its value. */
interface Member {
  readonly key: string;
  readonly write: WriteReview;
}

/** The JSON of a review; keys in the order of the schema. */
export const reviewJson: WriteReview = objectWriter(
  [...Map.groupBy(PUBLIC_FIELDS, (name) => placeOf(name).group ?? name)].map(([, [first, ...others]]): Member => {
    if (first === undefined) throw new TypeError("A group without fields");
    const { group, key } = placeOf(first);
    return group === null
      ? { key, write: writerOf(first) }
      : { key: group, write: groupWriter(group, [first, ...others]) };
  }),
);

function objectWriter(members: readonly Member[]): WriteReview {
  const parts = members.map(({ key, write }, at) => ({ before: `${at === 0 ? "{" : ","}"${key}":`, write }));
  return (found, baseUrl) => {
    let text = "";
    for (const { before, write } of parts) text += before + write(found, baseUrl);
    return `${text}}`;
  };
}

function groupWriter(group: GroupName, fields: readonly PublicField[]): WriteReview {
  if (group === "mentions") return writeMentions;
  const write = objectWriter(fields.map((name) => ({ key: placeOf(name).key, write: writerOf(name) })));
  const { nullWithout }: GroupSpec = FIELD_GROUPS[group];
  if (nullWithout === undefined) return write;
  const leading = nullWithout as keyof PublishedReview;
  return (found, baseUrl) => (found.review[leading] === null ? "null" : write(found, baseUrl));
}

function writeMentions({ mentions }: Told): string {
  if (MENTION_KEYS.every((key) => mentions[key].length === 0)) return NO_MENTIONS;
  return json(Object.fromEntries(MENTION_KEYS.map((key) => [key, mentions[key]])));
}

function writerOf(name: PublicField): WriteReview {
  const { kind, isNullable }: FieldSpec = REVIEW_FIELDS[name];
  const valueIn = ({ review }: Told) => (review as Readonly<Record<string, unknown>>)[name];
  const textIn = (found: Told) => valueIn(found) as string | null;
  switch (kind) {
    case "permalink":
      return ({ review }, baseUrl) => json(`${baseUrl}/reviews/${review.id}`);
    case "aspects":
      return ({ aspects }) => (aspects.length === 0 ? "[]" : json(aspects));
    case "also_at":
    case "aspect_ratings":
      return (found) => json(valueIn(found));
    case "instant":
      return (found) => `"${new Date(valueIn(found) as number).toISOString()}"`;
    case "stars":
    case "flag":
      return (found) => String(valueIn(found));
    case "text":
      return (found) => orNull(textIn(found));
    default:
      // Ids, dates and words of lists hold nothing that needs an escape.
      return isNullable ? (found) => orNull(textIn(found)) : (found) => `"${textIn(found)}"`;
  }
}
