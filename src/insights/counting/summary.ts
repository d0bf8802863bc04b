/**
 * The summary: three to six sentences from figures, each with its receipts. What is often criticised is always said.
 *
 * @module
 */
import type { Business } from "../../review/mod.ts";
import { ASPECT_NAMES, type AspectId } from "../reading/aspects.ts";
import type { AspectTallies } from "./aspect_insights.ts";
import type { AspectInsight, EntityInsight, InsightsDataset, Statement, Summary } from "./dataset.ts";
import type { EntityTallies } from "./entity_insights.ts";
import { wilson } from "./figures.ts";
import type { InsightsOverrides } from "./overrides.ts";
import type { Tally } from "./tally.ts";
import { counted, listed, monthOf, reviewsIn, variant } from "./wording.ts";

export interface SummaryInput {
  readonly business: Business;
  readonly figures: InsightsDataset["input"];
  readonly overall: InsightsDataset["overall"];
  readonly aspects: readonly AspectInsight[];
  readonly aspectTallies: AspectTallies;
  readonly entities: EntityTallies;
  readonly found: InsightsDataset["entities"];
  readonly all: Tally;
  readonly overrides: InsightsOverrides;
}

/** Computed from the figures; the owner's text takes its place when there is one, and says so. */
export function buildSummary(input: SummaryInput): Summary {
  const strengths = strengthsOf(input.aspects);
  const improvements = improvementsOf(input.aspects);
  const statements = [
    ...base(input),
    ...strengths.slice(0, 2).map((aspect) => strength(input, aspect)),
    ...praised(input),
    ...improvements.slice(0, 2).map((aspect) => improvement(input, aspect)),
    ...change(input),
    ...limits(input),
  ];
  const generated = { headline: headline(input, strengths), text: statements.map(({ text }) => text).join(" ") };
  const own = input.overrides.summary ?? null;
  return {
    source: own ? "owner" : "reviews",
    ...(own ?? generated),
    generated: own ? generated : null,
    statements,
    strengths: strengths.map(({ id }) => id),
    improvements: improvements.map(({ id }) => id),
  };
}

function sided({ positive_count, negative_count, mixed_count }: AspectInsight): number {
  return positive_count + negative_count + mixed_count;
}

/** Aspects that are surely praised more often than not, by the lower Wilson bound. */
function strengthsOf(aspects: readonly AspectInsight[]): AspectInsight[] {
  const bound = (aspect: AspectInsight) => wilson(aspect.positive_count, sided(aspect)).lower;
  return aspects
    .filter((aspect) => sided(aspect) >= 3 && bound(aspect) >= 0.5)
    .sort((a, b) => bound(b) - bound(a) || (a.id < b.id ? -1 : 1))
    .slice(0, 3);
}

/** Criticised by five reviews, or by a fifth of at least five: these are never left out. */
function improvementsOf(aspects: readonly AspectInsight[]): AspectInsight[] {
  const share = (aspect: AspectInsight) => wilson(aspect.negative_count, sided(aspect)).lower;
  return aspects
    .filter((aspect) => {
      const isFrequent = sided(aspect) >= 5 && aspect.negative_count >= sided(aspect) * 0.2;
      return (aspect.negative_count >= 5 && aspect.negative_count >= sided(aspect) * 0.05) || isFrequent;
    })
    .sort((a, b) => share(b) - share(a) || (a.id < b.id ? -1 : 1))
    .slice(0, 3);
}

function headline({ figures, overall }: SummaryInput, strengths: readonly AspectInsight[]): string {
  if (overall.average_rating === null) return "No reviews yet.";
  const base = `${overall.average_rating.toFixed(2)} of 5 stars from ${reviewsIn(figures.review_count)}`;
  const praised = strengths.slice(0, 2).map(({ id }) => ASPECT_NAMES[id as AspectId].topic);
  return praised.length === 0 ? base : `${base}; praised for ${listed(praised)}`;
}

function base({ figures, overall, all }: SummaryInput): Statement[] {
  const { review_count, first_date, last_date } = figures;
  if (first_date === null || last_date === null || overall.average_rating === null) {
    return [{ text: "No reviews yet.", kind: "base", ref: "overall", review_count: 0, review_ids: [] }];
  }
  const high = overall.rating_distribution["4"] + overall.rating_distribution["5"];
  const [from, to] = [monthOf(first_date), monthOf(last_date)];
  const period = from === to ? `from ${from}` : `from ${from} to ${to}`;
  const text =
    `${reviewsIn(review_count)} ${period} ${review_count === 1 ? "gives" : "give"} ` +
    `${overall.average_rating.toFixed(2)} of 5 stars on average; ${counted(high)} of ${counted(review_count)} gave 4 or 5 stars.`;
  return [{ text, kind: "base", ref: "overall", review_count, review_ids: all.reviewIds() }];
}

function strength({ business, aspectTallies }: SummaryInput, aspect: AspectInsight): Statement {
  const topic = ASPECT_NAMES[aspect.id as AspectId].topic;
  const counts = `${counted(aspect.positive_count)} of ${counted(sided(aspect))}`;
  const text = variant(`${business.name} ${aspect.id}`, [
    `On ${topic}, ${counts} reviews that judge it are positive.`,
    `${counts} reviews that judge ${topic} are positive.`,
    `Customers praise ${topic}: ${counts} reviews that judge it are positive.`,
  ]);
  return statement(text, "strength", `aspects/${aspect.id}`, aspect.review_count, aspectTallies.of(aspect.id));
}

/** Public technicians, else services, that at least three reviews mention and nearly all of them praise. */
function praised({ found, entities }: SummaryInput): Statement[] {
  const isPraised = ({ review_count, positive_count, negative_count }: EntityInsight) =>
    review_count >= 3 && positive_count >= 3 && wilson(positive_count, positive_count + negative_count).lower >= 0.4;
  const best = (items: readonly EntityInsight[]) =>
    [...items].filter(isPraised).sort((a, b) => b.positive_count - a.positive_count || (a.id < b.id ? -1 : 1))[0];
  const technician = best(found.technicians);
  const item = technician ?? best(found.services);
  if (!item) return [];
  const [kind, tallies] = technician
    ? (["technicians", entities.technicians] as const)
    : (["services", entities.services] as const);
  const text = `${reviewsIn(item.review_count)} mention ${item.name}, ${counted(item.positive_count)} of them positively.`;
  return [statement(text, "entity", `entities/${kind}/${item.id}`, item.review_count, tallies.get(item.id)!.tally)];
}

function improvement({ business, aspectTallies }: SummaryInput, aspect: AspectInsight): Statement {
  const topic = ASPECT_NAMES[aspect.id as AspectId].topic;
  const counts = `${counted(aspect.negative_count)} of ${counted(sided(aspect))}`;
  const text = variant(`${business.name} ${aspect.id} improvement`, [
    `Criticism most often concerns ${topic}: ${counts} reviews that judge it are negative.`,
    `There is room to improve on ${topic}: ${counts} reviews that judge it are negative.`,
  ]);
  return statement(text, "improvement", `aspects/${aspect.id}`, aspect.review_count, aspectTallies.of(aspect.id));
}

function change({ overall, all }: SummaryInput): Statement[] {
  if (overall.direction !== "up" && overall.direction !== "down") return [];
  const word = overall.direction === "up" ? "more favourable" : "less favourable";
  const text = `Reviews of the last 180 days are ${word} than those of the year before.`;
  return [statement(text, "trend", "overall/trend", all.reviews, all)];
}

function limits({ figures }: SummaryInput): Statement[] {
  const { non_english_count: count } = figures;
  if (count === 0) return [];
  const text = `${reviewsIn(count)} ${count === 1 ? "was" : "were"} not in English and not analysed beyond the stars.`;
  return [{ text, kind: "limit", ref: "input", review_count: count, review_ids: [] }];
}

function statement(text: string, kind: Statement["kind"], ref: string, count: number, tally: Tally): Statement {
  return { text, kind, ref, review_count: count, review_ids: tally.reviewIds() };
}
