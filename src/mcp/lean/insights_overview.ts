/**
 * The first step of the insights' ladder: what customers speak of, how they judge it, and what is withheld, in at most
 * 1,200 tokens at any number of reviews.
 *
 * @module
 */
import { Type } from "typebox";
import type { InsightsDataset } from "../../insights/mod.ts";
import { Distribution } from "../../review/mod.ts";
import { defanged } from "./quoted.ts";
import { starsLine } from "./stars.ts";

/** Of people, services, areas and topics, those that most reviews speak of. */
const MOST = 8;

const Counted = Type.Array(Type.Object({ id: Type.String(), reviews: Type.Integer() }));

/** Schema of the overview. */
export const InsightsOverview = Type.Object({
  reviews: Type.Integer({ description: "Published reviews" }),
  rating: Type.Union([Type.Number(), Type.Null()], { description: "Mean stars" }),
  distribution: Distribution,
  from: Type.Union([Type.String(), Type.Null()], { description: "Date of the oldest review" }),
  to: Type.Union([Type.String(), Type.Null()], {
    description: "Date of the newest review: the figures stand as of it",
  }),
  direction: Type.String({ description: "Of the rating: up, down, no_clear_change or insufficient_data" }),
  texts_read: Type.Union([Type.Number(), Type.Null()], {
    description: "Share of texts that are in a language whose words are judged",
  }),
  aspects: Type.Array(
    Type.Object({
      id: Type.String(),
      reviews: Type.Integer(),
      praise: Type.Integer(),
      criticism: Type.Integer(),
      direction: Type.Optional(Type.String()),
    }),
    { description: "Most spoken of first; ask for one with `aspect`. The rest of `reviews` takes no clear side" },
  ),
  technicians: Counted,
  services: Counted,
  areas: Counted,
  topics: Counted,
  withheld: Type.Array(Type.Object({ reason: Type.String(), by_stars: Distribution }), {
    description: "Reviews that were imported and are not published",
  }),
});
type InsightsOverview = Type.Static<typeof InsightsOverview>;

/** The overview of a dataset. */
export function insightsOverview({ input, overall, aspects, entities, topics, transparency }: InsightsDataset) {
  const spoken = aspects.filter(({ review_count }) => review_count > 0);
  return {
    reviews: overall.review_count,
    rating: overall.average_rating,
    distribution: overall.rating_distribution,
    from: input.first_date,
    to: input.last_date,
    direction: overall.direction,
    texts_read: input.coverage,
    aspects: spoken.toSorted((a, b) => b.review_count - a.review_count).map(aspectLine),
    technicians: mostSpokenOf(
      entities.technicians.map(({ name, review_count }) => ({ id: defanged(name), review_count })),
    ),
    services: mostSpokenOf(entities.services),
    areas: mostSpokenOf(entities.service_areas),
    topics: mostSpokenOf(topics.map(({ name, review_count }) => ({ id: defanged(name), review_count }))),
    withheld: transparency.withheld
      .filter(({ count }) => count > 0)
      .map(({ reason, by_rating }) => ({ reason, by_stars: by_rating })),
  } satisfies InsightsOverview;
}

function aspectLine({
  id,
  review_count,
  positive_count,
  negative_count,
  direction,
}: InsightsDataset["aspects"][number]) {
  const isClear = direction === "up" || direction === "down";
  return {
    id,
    reviews: review_count,
    praise: positive_count,
    criticism: negative_count,
    ...(isClear && { direction }),
  };
}

function mostSpokenOf(all: readonly { readonly id: string; readonly review_count: number }[]) {
  return all
    .filter(({ review_count }) => review_count > 0)
    .toSorted((a, b) => b.review_count - a.review_count)
    .slice(0, MOST)
    .map(({ id, review_count }) => ({ id, reviews: review_count }));
}

/** The same as lines of text. */
export function overviewLines(overview: InsightsOverview): string[] {
  const { reviews, rating, distribution, from, to, direction, texts_read, aspects, withheld } = overview;
  const counted = (what: string, entries: InsightsOverview["services"]) =>
    entries.length === 0 ? [] : [`${what}: ${entries.map(({ id, reviews: count }) => `${id} ${count}`).join(", ")}`];
  return [
    `${reviews} reviews from ${from} to ${to}, mean ${rating}; stars ${starsLine(distribution)}; rating ${direction}.`,
    ...(texts_read === null
      ? []
      : [`Read: ${Math.round(texts_read * 100)} % of the texts; the others count by stars.`]),
    "aspect: reviews, praise, criticism",
    ...aspects.map((it) =>
      [`${it.id}: ${it.reviews}, ${it.praise}, ${it.criticism}`, it.direction].filter(Boolean).join(", "),
    ),
    ...counted("technicians", overview.technicians),
    ...counted("services", overview.services),
    ...counted("areas", overview.areas),
    ...counted("topics", overview.topics),
    ...withheld.map(({ reason, by_stars }) => `withheld as ${reason}: stars ${starsLine(by_stars)}`),
  ];
}
