/** Schemas of field values of a review: calendar dates, other sources of the same review, judged aspects. */
import { type Static, type TNull, type TSchema, type TUnion, Type } from "typebox";
import { ASPECT_IDS, ASPECT_SENTIMENTS, RATED_ASPECTS, type RatedAspect } from "./aspects.ts";

export function orNull<Schema extends TSchema>(schema: Schema, description = ""): TUnion<[Schema, TNull]> {
  return Type.Union([schema, Type.Null()], { description });
}

export function nullableUrl(description: string) {
  return orNull(Type.String({ format: "uri", maxLength: 2048 }), description);
}

/** A year other than 0000, without lookahead, which regular expressions of Go and Rust do not support. */
const YEAR = "(\\d{3}[1-9]|\\d{2}[1-9]\\d|\\d[1-9]\\d{2}|[1-9]\\d{3})";

/** JSON Schema of {@link CalendarDate}. It checks the shape only; see `isCalendarDate()`. */
export const CalendarDate = Type.String({
  format: "date",
  pattern: `^${YEAR}-\\d{2}-\\d{2}$`,
  description: "Calendar date, YYYY-MM-DD",
});
export type CalendarDate = Static<typeof CalendarDate>;

export const AlsoAt = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 64, description: "Id of the source, lower case" }),
    url: nullableUrl("The copy at its source; null when the source gives no address"),
  },
  { additionalProperties: false, description: "Another source that shows the same review" },
);
export type AlsoAt = Static<typeof AlsoAt>;

export const AspectRatings = Type.Object(
  Object.fromEntries(
    Object.keys(RATED_ASPECTS).map((aspect) => [
      aspect,
      orNull(
        Type.Integer({ minimum: 1, maximum: 5 }),
        `Stars for ${aspect}, 1 (worst) to 5 (best); null when the author gave none`,
      ),
    ]),
  ),
  { additionalProperties: false, description: "Stars that the author gave to single aspects" },
);
export type AspectRatings = Readonly<Record<RatedAspect, number | null>>;

const AspectIdSchema = Type.Enum([...ASPECT_IDS], { description: "Id of the aspect" });

export const ReviewAspect = Type.Object(
  {
    aspect: AspectIdSchema,
    sentiment: Type.Enum([...ASPECT_SENTIMENTS], {
      description:
        "positive from a certainty of 0.8, negative from 0.9, mixed when both; unclear when neither is certain enough",
    }),
    certainty: Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        "Probability that a careful reader agrees, given the words and the stars; of the likelier side where it is unclear, 1 for the author's own stars and the owner's correction",
    }),
    quote: Type.String({
      description:
        'The words judged, verbatim from the text; "" when the author gave stars to the aspect or the owner set the judgement',
    }),
  },
  { additionalProperties: false, description: "The review's judgement of one aspect of the service" },
);
export type ReviewAspect = Static<typeof ReviewAspect>;
