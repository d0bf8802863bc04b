/**
 * The second step of the insights' ladder: one aspect, technician, service or area, with its figures, its trend and the
 * best quote of each side, in at most 1,200 tokens.
 *
 * @module
 */
import { Type } from "typebox";
import type { InsightsDataset } from "../../insights/mod.ts";
import { defanged, quoted } from "./quoted.ts";

/** The newest of them: two years by quarters, or most of a year by months. */
const PERIODS = 8;
const ASPECTS = 6;

const Count = Type.Integer();
const Quote = Type.Object({ id: Type.String(), date: Type.String(), stars: Count, quote: Type.String() });
const Range = Type.Tuple([Type.Number(), Type.Number()]);

/** Schema of one step. */
export const InsightsStep = Type.Object({
  kind: Type.String(),
  id: Type.String(),
  name: Type.String(),
  reviews: Type.Integer({ description: "Reviews that speak of it" }),
  share: Type.Union([Type.Number(), Type.Null()], { description: "Of all published reviews" }),
  rating: Type.Union([Type.Number(), Type.Null()], { description: "Mean stars of these reviews" }),
  direction: Type.String(),
  praise: Type.Optional(Count),
  criticism: Type.Optional(Count),
  both: Type.Optional(Count),
  unclear: Type.Optional(Count),
  praise_share_95: Type.Optional(Range),
  last_mentioned: Type.Optional(Type.String()),
  trend: Type.Optional(Type.Array(Type.Object({ period: Type.String(), reviews: Count, rating: Type.Number() }))),
  often_said: Type.Optional(Type.Array(Type.String())),
  aspects: Type.Optional(
    Type.Array(Type.Object({ id: Type.String(), reviews: Count, praise: Count, criticism: Count })),
  ),
  best_praise: Type.Optional(Quote),
  best_criticism: Type.Optional(Quote),
  search: Type.String({ description: "Where these reviews are: search_reviews has the same parameters" }),
});
type InsightsStep = Type.Static<typeof InsightsStep>;
type Aspect = InsightsDataset["aspects"][number];
type Entity = InsightsDataset["entities"]["services"][number];
type Technician = InsightsDataset["entities"]["technicians"][number];
type Evidence = Aspect["evidence"]["positive"][number];

/** One aspect. */
export function aspectStep(aspect: Aspect): InsightsStep {
  const { positive_count, negative_count, mixed_count, unclear_count, positive_interval, phrases } = aspect;
  return {
    ...common("aspect", aspect),
    praise: positive_count,
    criticism: negative_count,
    both: mixed_count,
    unclear: unclear_count,
    ...(positive_interval && { praise_share_95: [positive_interval.low, positive_interval.high] }),
    trend: aspect.trend
      .flatMap(({ period, review_count, average_rating }) =>
        average_rating === null ? [] : [{ period, reviews: review_count, rating: average_rating }],
      )
      .slice(-PERIODS),
    ...(phrases.length > 0 && { often_said: phrases.map(({ text, count }) => `${defanged(text)} (${count})`) }),
    ...quotes(aspect.evidence),
  };
}

/** One technician, service or area. */
export function entityStep(kind: "technician" | "service" | "area", entity: Entity | Technician): InsightsStep {
  const aspects = "aspects" in entity ? entity.aspects.slice(0, ASPECTS) : [];
  return {
    ...common(kind, entity),
    ...(entity.last_mentioned !== null && { last_mentioned: entity.last_mentioned }),
    ...(aspects.length > 0 && {
      aspects: aspects.map(({ id, review_count, positive_count, negative_count }) => ({
        id,
        reviews: review_count,
        praise: positive_count,
        criticism: negative_count,
      })),
    }),
    ...quotes(entity.evidence),
  };
}

function common(
  kind: string,
  { id, name, review_count, share, average_rating, direction, href }: Aspect | Entity | Technician,
) {
  return {
    kind,
    id,
    name: defanged(name),
    reviews: review_count,
    share,
    rating: average_rating,
    direction,
    search: new URL(href).search.slice(1),
  };
}

function quotes({ positive, negative }: Aspect["evidence"]): Pick<InsightsStep, "best_praise" | "best_criticism"> {
  const [praise] = positive;
  const [criticism] = negative;
  return { ...(praise && { best_praise: quoteOf(praise) }), ...(criticism && { best_criticism: quoteOf(criticism) }) };
}

function quoteOf({ review_id, date, rating, quote }: Evidence) {
  return { id: review_id, date, stars: rating, quote: quoted(quote) };
}

/** The same as lines of text. */
export function stepLines(step: InsightsStep): string[] {
  const { kind, name, reviews, rating, direction, praise, criticism, both, unclear, trend, often_said, aspects } = step;
  const sides =
    praise === undefined ? "" : `; praise ${praise}, criticism ${criticism}, both ${both}, unclear ${unclear}`;
  return [
    `${kind} ${name}: ${reviews} reviews, mean ${rating}${sides}; direction ${direction}`,
    ...(step.last_mentioned === undefined ? [] : [`last mentioned ${step.last_mentioned}`]),
    ...(trend === undefined || trend.length === 0
      ? []
      : [`trend: ${trend.map((it) => `${it.period} ${it.reviews} at ${it.rating}`).join("; ")}`]),
    ...(often_said === undefined ? [] : [`often said: ${often_said.join(", ")}`]),
    ...(aspects === undefined
      ? []
      : [`aspects: ${aspects.map((it) => `${it.id} ${it.reviews} (+${it.praise} -${it.criticism})`).join(", ")}`]),
    ...quoteLine("praise", step.best_praise),
    ...quoteLine("criticism", step.best_criticism),
    `reviews: search_reviews ${step.search}`,
  ];
}

function quoteLine(side: string, quote: InsightsStep["best_praise"]): string[] {
  return quote === undefined ? [] : [`${side}, ${quote.id}, ${quote.date}, ${quote.stars}/5: ${quote.quote}`];
}
