/**
 * The twelve aspects of home services, and what a review says of one. Their ids are part of the contract.
 *
 * @module
 */
import { type Static, Type } from "typebox";
import { ASPECT_IDS } from "./aspect_ids.ts";

/** JSON Schema of an aspect id. */
export const AspectIdSchema = Type.Enum([...ASPECT_IDS], { description: "Id of the aspect" });

/** Which way a judgement goes; `unclear` when nothing is certain enough to be said. */
export const ASPECT_SENTIMENTS = ["positive", "negative", "mixed", "unclear"] as const;

/** JSON Schema of {@link ReviewAspect}. */
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
        "Probability that a careful reader agrees, given the words and the stars; of the likelier side where it is unclear, 1 for the owner's correction",
    }),
    quote: Type.String({
      description: 'The words judged, verbatim from the text; "" when the owner set the judgement',
    }),
  },
  { additionalProperties: false, description: "What the review says about one aspect of the service" },
);
/** What a review says about one aspect: sentiment, certainty and the words it was judged by. */
export type ReviewAspect = Static<typeof ReviewAspect>;
