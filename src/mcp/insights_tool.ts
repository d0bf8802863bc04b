import { Type } from "typebox";
import type { InsightsDataset } from "../insights/mod.ts";
import { memo } from "../memo.ts";
import { nearestName } from "../nearest_name.ts";
import { isSet, type Publication, spellingsOf } from "../publication/mod.ts";
import { ASPECT_IDS, type AspectId, type Distribution, foldText, knownDate } from "../review/mod.ts";
import { defanged, fencedQuote, named, THIRD_PARTY } from "./escape_untrusted.ts";
import { HEAD_BYTES, namesKnownTo } from "./review_tools.ts";
import { answered, defineTool, failed, type McpContext, reviewUrl, shorten, type ToolAnswer } from "./tool.ts";

const SECTIONS = ["summary", "aspects", "entities", "topics", "faq", "transparency", "all"] as const;
type Section = (typeof SECTIONS)[number];

const Name = (what: string) => Type.Optional(Type.String({ maxLength: 120, description: `${what}; ignored if empty` }));

export const getInsights = defineTool({
  name: "get_insights",
  title: "What customers say",
  description: `What customers praise and criticise, computed from the reviews. Without arguments: every aspect (punctuality, price, workmanship ...) with its praise and criticism, who and what is mentioned most, and how many reviews are withheld and why. With aspect, technician, service or area: its figures, trend and the best quote of each side. Then search_reviews has the reviews. ${THIRD_PARTY}`,
  input: Type.Object(
    {
      aspect: Type.Optional(
        Type.Unsafe<AspectId>({ type: "string", enum: [...ASPECT_IDS], description: "One aspect" }),
      ),
      technician: Name("One technician, by name"),
      service: Name("One service, by id or name"),
      area: Name("One service area, by id or name"),
      section: Type.Optional(
        Type.Unsafe<Section>({
          type: "string",
          enum: [...SECTIONS],
          description: "A section of /insights.json with all its fields; all is abridged the most",
        }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object(
    { revision: Type.String() },
    { description: "An overview, one step of it, or the section asked for" },
  ),
  example: { aspect: "price_value" },
  answer({ section, aspect, ...names }, context) {
    const asked = Object.entries({ aspect, ...names, section }).filter(([, name]) => isSet(name));
    if (asked.length > 1) return failed(`ask for one of ${asked.map(([kind]) => kind).join(" and ")} at a time`);
    if (section !== undefined) return memo(context, `insights ${section}`, () => sectionAnswer(context, section));
    const [[kind, name] = []] = asked;
    if (kind === undefined || name === undefined) return memo(context, "insights", () => overviewAnswer(context));
    return stepAnswer(context, kind as Kind, name);
  },
});

type Kind = "aspect" | "technician" | "service" | "area";

function overviewAnswer(context: McpContext): ToolAnswer {
  const { insights, contentDigest: revision } = context.publication;
  const value = insightsOverview(insights, namesKnownTo(context));
  return { kind: "lean", value: { ...value, revision }, lines: overviewLines(value) };
}

function stepAnswer(context: McpContext, kind: Kind, name: string): ToolAnswer {
  const { insights, business, contentDigest: revision } = context.publication;
  const stepOf = (step: ReturnType<typeof aspectDetail>): ToolAnswer => {
    const isQuoting = step.best_praise !== undefined || step.best_criticism !== undefined;
    const value = { ...step, ...(isQuoting && { review_url: reviewUrl(context) }), revision };
    return { kind: "lean", value, lines: detailLines(step) };
  };
  const { technicians, services, service_areas } = insights.entities;
  if (kind === "aspect") {
    const aspect = insights.aspects.find(({ id }) => id === name);
    return aspect ? stepOf(aspectDetail(aspect)) : failed(`aspect ${name} is hidden by the owner`);
  }
  const { found, known } = {
    technician: { found: technicians, known: business.technicians },
    service: { found: services, known: business.services },
    area: { found: service_areas, known: business.service_areas },
  }[kind];
  const wanted = foldText(name.trim());
  const entry = known.find((it) => spellingsOf(it).some((spelling) => foldText(spelling) === wanted));
  if (!entry) return failed(unknownName(kind, name, known.flatMap(spellingsOf)));
  const insight = found.find((it) => it.id === entry.id);
  if (!insight || insight.review_count === 0) return failed(`no review mentions the ${kind} ${entry.name}`);
  return stepOf(entityDetail(kind, insight));
}

function unknownName(kind: Kind, name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  const advice = nearest === null ? "get_business lists the known ones" : `did you mean ${JSON.stringify(nearest)}?`;
  return `no ${kind} is called ${JSON.stringify(name)}; ${advice}`;
}

function sectionAnswer({ publication, limits }: McpContext, section: Section): ToolAnswer {
  const { value, omitted } = shorten(sectionOf(publication, section), limits.maxAnswerBytes - HEAD_BYTES);
  const hint = omitted.length > 0 ? WHOLE_DATASET : undefined;
  const answer = answered({ section, omitted, revision: publication.contentDigest, insights: value }, hint);
  return { ...answer, isQuoting: true };
}

const WHOLE_DATASET = "The whole dataset is at /insights.json and the resource goodword://insights.";

function sectionOf({ insights }: Publication, section: Section): object {
  if (section === "all") return insights;
  return { [section]: insights[section] };
}

// Answers take at most 1,200 tokens at any number of reviews.

const MAX_ASPECTS = 8;

type InsightsOverview = ReturnType<typeof insightsOverview>;

function insightsOverview(
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
    /** The share of texts in a supported language. */
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
    /** Imported, but not published. */
    withheld: transparency.withheld
      .filter(({ count }) => count > 0)
      .map(({ reason, by_rating }) => ({ reason, by_stars: by_rating })),
  };
}

/** The rest takes no clear side. */
function sidesOf({ id, review_count, positive_count, negative_count }: Sides) {
  return { id, reviews: review_count, praise: positive_count, criticism: negative_count };
}

function aspectLine(aspect: Aspect) {
  const { direction } = aspect;
  return { ...sidesOf(aspect), ...((direction === "up" || direction === "down") && { direction }) };
}

function mostSpokenOf(all: readonly { readonly id: string; readonly review_count: number }[]) {
  return all
    .filter(({ review_count }) => review_count > 0)
    .toSorted((a, b) => b.review_count - a.review_count)
    .slice(0, MAX_ASPECTS)
    .map(({ id, review_count }) => ({ id, reviews: review_count }));
}

function overviewLines(overview: InsightsOverview): string[] {
  const { reviews, rating, distribution, from, to, direction, texts_read, aspects, withheld } = overview;
  const counted = (what: string, entries: InsightsOverview["services"]) =>
    entries.length === 0 ? [] : [`${what}: ${entries.map(({ id, reviews: count }) => `${id} ${count}`).join(", ")}`];
  const figures = `mean ${rating}; stars ${starsLine(distribution)}; rating ${direction}`;
  return [
    reviews === 0 ? "No reviews." : `${reviews} reviews from ${from} to ${to}, ${figures}.`,
    ...(texts_read === null
      ? []
      : [`Read: ${Math.round(texts_read * 100)} % of the texts; the others count by stars.`]),
    ...(aspects.length === 0 ? [] : ["aspect: reviews, praise, criticism"]),
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

/** The newest: two years by quarters, or most of a year by months. */
const PERIODS = 8;
const ASPECTS = 6;

type Aspect = InsightsDataset["aspects"][number];
type Entity = InsightsDataset["entities"]["services"][number];
type Technician = InsightsDataset["entities"]["technicians"][number];
type Evidence = Aspect["evidence"]["positive"][number];
type Sides = Pick<Aspect, "id" | "review_count" | "positive_count" | "negative_count">;

interface InsightsStep extends ReturnType<typeof common> {
  readonly praise?: number;
  readonly criticism?: number;
  readonly both?: number;
  readonly unclear?: number;
  readonly praise_share_95?: readonly [low: number, high: number];
  readonly last_mentioned?: string;
  readonly trend?: readonly { readonly period: string; readonly reviews: number; readonly rating: number }[];
  readonly often_said?: readonly string[];
  readonly aspects?: readonly ReturnType<typeof sidesOf>[];
  readonly best_praise?: ReturnType<typeof quoteOf>;
  readonly best_criticism?: ReturnType<typeof quoteOf>;
}

function aspectDetail(aspect: Aspect): InsightsStep {
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

function entityDetail(kind: "technician" | "service" | "area", entity: Entity | Technician): InsightsStep {
  const aspects = "aspects" in entity ? entity.aspects.slice(0, ASPECTS) : [];
  return {
    ...common(kind, entity),
    ...(entity.last_mentioned !== null && {
      last_mentioned: knownDate({ date: entity.last_mentioned, date_precision: entity.last_mentioned_precision }),
    }),
    ...(aspects.length > 0 && { aspects: aspects.map(sidesOf) }),
    ...quotes(entity.evidence),
  };
}

/** `share` is of all reviews, `rating` of the mentioning ones, `search` has the arguments of search_reviews. */
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

function detailLines(step: InsightsStep): string[] {
  const { kind, name, reviews, rating, direction, praise, criticism, both, unclear, trend, often_said, aspects } = step;
  const sides =
    praise === undefined ? "" : `; praise ${praise}, criticism ${criticism}, both ${both}, unclear ${unclear}`;
  const mean = rating === null ? "" : `, mean ${rating}`;
  return [
    `${kind} ${name}: ${reviews} reviews${mean}${sides}; direction ${direction}`,
    ...(step.last_mentioned === undefined ? [] : [`last mentioned ${step.last_mentioned}`]),
    ...(trend === undefined || trend.length === 0
      ? []
      : [`trend: ${trend.map((it) => `${it.period} ${it.reviews} at ${it.rating}`).join("; ")}`]),
    ...(often_said === undefined ? [] : [`common phrases: ${often_said.join(", ")}`]),
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

/** `5: 181, 4: 45, 3: 23, 2: 17, 1: 17`, without zeros. */
export function starsLine(distribution: Distribution): string {
  const stars = (["5", "4", "3", "2", "1"] as const).filter((star) => distribution[star] > 0);
  return stars.map((star) => `${star}: ${distribution[star]}`).join(", ");
}
