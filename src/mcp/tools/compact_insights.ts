/**
 * The insights in at most 1,200 tokens at any number of reviews: an overview, then one aspect, technician, service
 * or area with its trend and the best quote of each side.
 */
import { Type } from "typebox";
import type { InsightsDataset } from "../../insights/mod.ts";
import { Distribution, knownDate } from "../../review/mod.ts";
import { defanged, fencedQuote, named } from "../escape_untrusted.ts";

/** Of people, services, areas and topics, those that most reviews speak of. */
const MOST = 8;

const Counted = Type.Array(Type.Object({ id: Type.String(), reviews: Type.Integer() }));

/** Schema of the overview. */
const InsightsOverview = Type.Object({
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
export function insightsOverview(
  { input, overall, aspects, entities, topics, transparency }: InsightsDataset,
  known: ReadonlySet<string>,
) {
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
      entities.technicians
        .filter(({ confidence }) => confidence !== "none")
        .map(({ name, review_count }) => ({ id: named(name, known), review_count })),
    ),
    services: mostSpokenOf(entities.services),
    areas: mostSpokenOf(entities.service_areas),
    topics: mostSpokenOf(topics.map(({ name, review_count }) => ({ id: named(name), review_count }))),
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

/** The newest of them: two years by quarters, or most of a year by months. */
const PERIODS = 8;
const ASPECTS = 6;

const Count = Type.Integer();
const Quote = Type.Object({ id: Type.String(), date: Type.String(), stars: Count, quote: Type.String() });
const Range = Type.Tuple([Type.Number(), Type.Number()]);

/** Schema of one step. */
const InsightsDetail = Type.Object({
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
type InsightsStep = Type.Static<typeof InsightsDetail>;
type Aspect = InsightsDataset["aspects"][number];
type Entity = InsightsDataset["entities"]["services"][number];
type Technician = InsightsDataset["entities"]["technicians"][number];
type Evidence = Aspect["evidence"]["positive"][number];

/** One aspect. */
export function aspectDetail(aspect: Aspect): InsightsStep {
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
    ...(phrases.length > 0 && { often_said: phrases.map(({ text, count }) => `${named(text)} (${count})`) }),
    ...quotes(aspect.evidence),
  };
}

/** One technician, service or area. */
export function entityDetail(kind: "technician" | "service" | "area", entity: Entity | Technician): InsightsStep {
  const aspects = "aspects" in entity ? entity.aspects.slice(0, ASPECTS) : [];
  return {
    ...common(kind, entity),
    ...(entity.last_mentioned !== null && {
      last_mentioned: knownDate({ date: entity.last_mentioned, date_precision: entity.last_mentioned_precision }),
    }),
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

function quoteOf({ review_id, rating, quote, ...dated }: Evidence) {
  return { id: review_id, date: knownDate(dated), stars: rating, quote: fencedQuote(quote) };
}

/** The same as lines of text. */
export function detailLines(step: InsightsStep): string[] {
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

/** `5: 181, 4: 45, 3: 23, 2: 17, 1: 17`, without those that nobody gave. */
export function starsLine(distribution: Distribution): string {
  const stars = (["5", "4", "3", "2", "1"] as const).filter((star) => distribution[star] > 0);
  return stars.map((star) => `${star}: ${distribution[star]}`).join(", ");
}
