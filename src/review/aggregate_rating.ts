/**
 * The aggregate rating: what the stars of the published reviews add up to.
 *
 * @module
 */
import { type Static, Type } from "typebox";

const Count = Type.Integer({ minimum: 0 });
const Share = Type.Object(
  {
    review_count: Type.Integer({ minimum: 0, description: "Number of these reviews" }),
    rating_value: Type.Union([Type.Number({ minimum: 1, maximum: 5 }), Type.Null()], {
      description: "Mean of their stars, two decimals; null when there are none",
    }),
  },
  { additionalProperties: false, description: "Count and mean rating of a part of the reviews" },
);

/** JSON Schema of {@link Distribution}. */
export const Distribution = Type.Object(
  { "1": Count, "2": Count, "3": Count, "4": Count, "5": Count },
  { additionalProperties: false, description: "Number of reviews by star rating" },
);
/** Number of reviews for each star rating; every rating is present, even at 0. */
export type Distribution = Static<typeof Distribution>;

/** JSON Schema of {@link AggregateRating}. */
export const AggregateRating = Type.Object(
  {
    rating_value: Type.Union([Type.Number({ minimum: 1, maximum: 5 }), Type.Null()], {
      description: "Mean rating, two decimals, rounded half up; null when there are no reviews",
    }),
    review_count: Type.Integer({ minimum: 0, description: "Number of published reviews" }),
    best_rating: Type.Literal(5, { description: "Highest possible rating" }),
    worst_rating: Type.Literal(1, { description: "Lowest possible rating" }),
    distribution: Distribution,
    by_source: Type.Record(Type.String(), Share, { description: "Count and mean by source name" }),
    by_verification: Type.Record(Type.String(), Share, { description: "Count and mean by verification method" }),
  },
  { additionalProperties: false, description: "Aggregate of all published reviews" },
);
/** Count, mean and distribution of all published reviews, also broken down by source and by verification method. */
export type AggregateRating = Static<typeof AggregateRating>;
