/**
 * A review as it is published: the shape that REST, the feeds, MCP and the pages share.
 *
 * @module
 */
import { type Static, Type } from "typebox";
import { ReviewAspect } from "./aspects.ts";
import { CalendarDate } from "./calendar_date.ts";

/** Longest review text, in characters. */
export const MAX_TEXT_LENGTH = 10_000;

export const ReviewId = Type.String({
  pattern: "^[A-Za-z0-9_-]{1,64}$",
  description: "Identifier, never changed and never reused",
});

/** How it was checked that the author was a customer. Reviews with `none` are kept and counted but not published. */
export const VERIFICATION_METHODS = ["job_record", "invitation", "platform", "operator_attested", "none"] as const;
export type VerificationMethod = (typeof VERIFICATION_METHODS)[number];

/** What a finished job was matched by, the strongest first. */
export const JOB_STRENGTHS = ["invoice", "contact", "name_and_date"] as const;
export type JobStrength = (typeof JOB_STRENGTHS)[number];

export const Rating = Type.Integer({ minimum: 1, maximum: 5, description: "Star rating, 1 (worst) to 5 (best)" });

export const Author = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 80, description: "Name as shown, shortened by the owner's policy" }),
    is_anonymous: Type.Boolean({ description: "True when the author chose not to be named" }),
  },
  { additionalProperties: false, description: "Who wrote the review" },
);

export const Source = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 64, description: "Where the review was written, lower case" }),
    url: Type.Union([Type.String({ format: "uri", maxLength: 2048 }), Type.Null()], {
      description: "The review at its source; null when the source gives no address",
    }),
  },
  { additionalProperties: false, description: "Where the review was written" },
);

export const Verification = Type.Object(
  {
    method: Type.Enum([...VERIFICATION_METHODS], { description: "How the author was checked to be a customer" }),
    date: Type.Union([CalendarDate, Type.Null()], { description: "When it was checked; null when not recorded" }),
  },
  { additionalProperties: false, description: "How the review was verified" },
);

export const Mentions = Type.Object(
  {
    technicians: Type.Array(Type.String(), { description: "Names of the technicians mentioned, as in the catalog" }),
    services: Type.Array(Type.String(), { description: "Ids of the services mentioned" }),
    service_areas: Type.Array(Type.String(), { description: "Ids of the service areas mentioned" }),
  },
  { additionalProperties: false, description: "What the review mentions of the catalog" },
);
export type Mentions = Static<typeof Mentions>;

export const Reply = Type.Object(
  {
    text: Type.String({ minLength: 1, maxLength: MAX_TEXT_LENGTH, description: "The business's answer" }),
    date: Type.Union([CalendarDate, Type.Null()], { description: "When it was given; null when not recorded" }),
  },
  { additionalProperties: false, description: "The business's answer to the review" },
);
export type Reply = Static<typeof Reply>;

export const Review = Type.Object(
  {
    id: ReviewId,
    url: Type.String({ format: "uri", description: "Permalink of the review" }),
    date: CalendarDate,
    rating: Rating,
    title: Type.Union([Type.String({ maxLength: 200 }), Type.Null()], { description: "Headline given by the author" }),
    text: Type.String({
      maxLength: MAX_TEXT_LENGTH,
      description: 'The customer\'s own words; "" when only stars were given',
    }),
    language: Type.Union([Type.String({ maxLength: 35 }), Type.Null()], { description: "BCP 47 language of the text" }),
    author: Author,
    source: Source,
    verification: Verification,
    mentions: Mentions,
    aspects: Type.Array(ReviewAspect, {
      description:
        "What the review says of aspects of the service, computed from its words and stars; not in the feeds",
    }),
    reply: Type.Union([Reply, Type.Null()], { description: "The business's answer; null when there is none" }),
    updated_at: Type.String({
      format: "date-time",
      description: "When the published form last changed, RFC 3339 with milliseconds, UTC",
    }),
    edited: Type.Boolean({ description: "True when text or rating changed after the first publication" }),
  },
  { additionalProperties: false, description: "A verified customer review" },
);
export type Review = Static<typeof Review>;

/** What is left of a review that was taken down. */
export const Removal = Type.Object(
  {
    id: ReviewId,
    removed_at: Type.String({ format: "date-time", description: "When it was taken down, RFC 3339, UTC" }),
  },
  { additionalProperties: false, description: "A review that was taken down" },
);
export type Removal = Static<typeof Removal>;
