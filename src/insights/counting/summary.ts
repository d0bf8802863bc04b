/**
 * The summary: three to eight sentences, each with the searches of its figures. What is often criticised is always said.
 *
 * @module
 */
import type { Business } from "../../review/mod.ts";
import { ASPECT_NAMES, type AspectId } from "../reading/aspects.ts";
import { improvementsOf, strengthsOf } from "./chosen.ts";
import type { AspectInsight, Figure, InsightsDataset, Statement, Summary } from "./dataset.ts";
import { LANGUAGE_NAMES } from "./language_names.ts";
import type { InsightsOverrides } from "./overrides.ts";
import { figureOf, type SearchOf } from "./receipts.ts";
import type { Transparency } from "./transparency.ts";
import { inOneList, listed, monthOf, reviews, type Said, said } from "./wording.ts";

export interface Told {
  readonly business: Business;
  readonly overrides: InsightsOverrides;
  readonly search: SearchOf;
  readonly figures: InsightsDataset["input"];
  readonly overall: InsightsDataset["overall"];
  readonly aspects: readonly AspectInsight[];
  readonly found: InsightsDataset["entities"];
  readonly transparency: Transparency;
}

/** Computed from the figures; the owner's text takes its place when there is one, and says so. */
export function buildSummary(input: Told): Summary {
  const strengths = strengthsOf(input.aspects, input.overall);
  const improvements = improvementsOf(input.aspects);
  const title = headline(input, strengths);
  const statements = [
    ...base(input, title),
    ...withheldEffect(input),
    ...otherLanguages(input),
    ...praise(input, strengths),
    ...mostNamed(input),
    ...criticism(input, improvements),
    ...change(input),
  ];
  const generated = { headline: title, text: statements.map(({ text }) => text).join(" ") };
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

function statement({ text, figures }: Said, kind: Statement["kind"], ref: string): Statement {
  return { text, kind, ref, figures: [...figures] };
}

function topicOf({ id }: AspectInsight): string {
  return ASPECT_NAMES[id as AspectId].topic;
}

/** Where less of the texts was read, the headline praises nothing, and sentences say that they speak of those alone. */
export const MIN_COVERAGE = 0.8;

function isCovered({ figures: { coverage } }: Told): boolean {
  return (coverage ?? 0) >= MIN_COVERAGE;
}

/** The beginning of a sentence about what texts say. */
function amongTexts(input: Told, opening: string): string {
  return isCovered(input) ? opening : `Among the texts that were read, ${opening.toLowerCase()}`;
}

/** Without the number of reviews, which every review changes. */
function headline(input: Told, strengths: readonly AspectInsight[]): string {
  const { overall } = input;
  if (overall.average_rating === null) return "No reviews yet.";
  if (strengths.length > 0 && isCovered(input)) return `Praised for ${listed(strengths.map(topicOf))}`;
  return `${overall.average_rating.toFixed(1)} of 5 stars`;
}

/** How many reviews from when, and their stars, unless the headline gives them. */
function base({ figures, overall, search }: Told, title: string): Statement[] {
  const { review_count, first_date, last_date } = figures;
  if (first_date === null || last_date === null || overall.average_rating === null) {
    return [{ text: "No reviews yet.", kind: "base", ref: "overall", figures: [] }];
  }
  const [from, to] = [monthOf(first_date), monthOf(last_date)];
  const period = from === to ? `of ${from}` : `from ${from} to ${to}`;
  const all = figureOf(review_count, search, {});
  const high = figureOf(overall.rating_distribution["4"] + overall.rating_distribution["5"], search, { min_rating: 4 });
  const stars = overall.average_rating.toFixed(2);
  if (review_count === 1)
    return [statement(said`${all} review ${period} gives ${stars} of 5 stars.`, "base", "overall")];
  const average = title.includes("stars") ? "" : `; the average is ${stars}`;
  return [
    statement(
      said`${highInWords(all, high, `reviews ${period}`, overall.average_rating)}${average}.`,
      "base",
      "overall",
    ),
  ];
}

function highInWords(all: Figure, high: Figure, what: string, average: number): Said {
  if (average === 5) return said`All ${all} ${what} give 5 stars`;
  if (high.value === 0) return said`None of the ${all} ${what} gives 4 or 5 stars`;
  if (high.value === all.value) return said`All ${all} ${what} give 4 or 5 stars`;
  return said`${high} of the ${all} ${what} ${high.value === 1 ? "gives" : "give"} 4 or 5 stars`;
}

/** From here on the withheld reviews are said beside the mean that they would change. */
const TOLD_SHIFT = 0.1;

function withheldEffect({ overall, figures, transparency }: Told): Statement[] {
  const withheld = ([1, 2, 3, 4, 5] as const).map((stars) => ({
    stars,
    count: transparency.withheld.reduce((sum, { by_rating }) => sum + by_rating[`${stars}`], 0),
  }));
  const count = withheld.reduce((sum, own) => sum + own.count, 0);
  if (count === 0 || overall.average_rating === null) return [];
  const sum = ([1, 2, 3, 4, 5] as const).reduce(
    (sum, stars) => sum + stars * overall.rating_distribution[`${stars}`],
    0,
  );
  const whole = (sum + withheld.reduce((sum, own) => sum + own.stars * own.count, 0)) / (figures.review_count + count);
  if (Math.abs(whole - sum / figures.review_count) < TOLD_SHIFT) return [];
  const unpublished = (value: number) => ({ value, href: null });
  const parts = withheld
    .filter((own) => own.count > 0)
    .map((own) => said`${unpublished(own.count)} with ${own.stars === 1 ? "1 star" : `${own.stars} stars`}`);
  const byStars = inOneList(parts);
  const verb = count === 1 ? "is" : "are";
  const text = said`${unpublished(count)} more ${reviews(count)} ${verb} withheld (${byStars}); with them the average would be ${whole.toFixed(2)}.`;
  return [statement(text, "limit", "transparency")];
}

const MOST_LANGUAGES = 4;
/** From here on what was not read is a handful. */
const NEARLY_ALL = 0.98;

function otherLanguages({ figures }: Told): Statement[] {
  const { languages, coverage, text_count, analyzed_count, translated_count } = figures;
  const isWhole = text_count === analyzed_count;
  if (coverage === null || (isWhole && translated_count === 0)) return [];
  const others = languages.filter(({ language }) => !/^(en|und)(-|$)/.test(language)).slice(0, MOST_LANGUAGES);
  const parts = others.map(({ language, review_count, href }, i) => {
    const verb = i > 0 ? "" : review_count === 1 ? " is" : " are";
    return said`${{ value: review_count, href }}${verb} in ${LANGUAGE_NAMES[language] ?? `“${language}”`}`;
  });
  const read = isWhole ? "All" : coverage >= NEARLY_ALL ? "Nearly all" : `${Math.floor(coverage * 100)} % of the`;
  const translated = { value: translated_count, href: null };
  const how = translated_count === 0 ? said`` : said`, ${translated} of them in ${inTranslations(translated_count)}`;
  const limit = said`${read} texts were read${how}${isWhole ? "" : "; the others count by their stars alone"}.`;
  return [
    statement(parts.length === 0 ? limit : said`${limit} Of the reviews, ${inOneList(parts)}.`, "limit", "input"),
  ];
}

function inTranslations(count: number): string {
  return count === 1 ? "a translation made by its source" : "translations made by their sources";
}

/** All that surely stands out, in one sentence. */
function praise(input: Told, strengths: readonly AspectInsight[]): Statement[] {
  const [first] = strengths;
  if (!first) return [];
  const parts = strengths.map((aspect, i) => {
    const positive = { value: aspect.positive_count, href: aspect.positive_href };
    return said`${topicOf(aspect)} (${partOfReviews(positive, aspect, i)})`;
  });
  return [
    statement(said`${amongTexts(input, "Customers")} praise ${inOneList(parts)}.`, "strength", `aspects/${first.id}`),
  ];
}

function criticism(input: Told, improvements: readonly AspectInsight[]): Statement[] {
  const [first] = improvements;
  if (!first) return [];
  const parts = improvements.map((aspect, i) => {
    const negative = { value: aspect.negative_count, href: aspect.negative_href };
    return said`${topicOf(aspect)} (${partOfReviews(negative, aspect, i)})`;
  });
  const text = said`${amongTexts(input, "Criticism")} most often concerns ${inOneList(parts)}.`;
  return [statement(text, "improvement", `aspects/${first.id}`)];
}

/** "46 of the 88 reviews that mention it", and then "12 of 20". */
function partOfReviews(part: Figure, { review_count, href }: AspectInsight, place: number): Said {
  const all = { value: review_count, href };
  if (part.value === review_count) return place === 0 ? said`all ${all} reviews that mention it` : said`all ${all}`;
  return place === 0 ? said`${part} of the ${all} reviews that mention it` : said`${part} of ${all}`;
}

/** Named in so many more reviews than the next that one review changes no name. */
const CLEARLY_MORE = 1.2;
const NAMED_OFTEN = 10;

/** Whom, or else which service, clearly most reviews name. */
function mostNamed({ found }: Told): Statement[] {
  for (const [kind, items] of [
    ["technicians", found.technicians],
    ["services", found.services],
  ] as const) {
    const [first, second] = items;
    if (!first || first.review_count < NAMED_OFTEN) continue;
    if (first.review_count < CLEARLY_MORE * (second?.review_count ?? 0)) continue;
    const named = { value: first.review_count, href: first.href };
    const stars = first.average_rating === null ? "" : `, which average ${first.average_rating.toFixed(2)} stars`;
    const what = kind === "technicians" ? "named" : "mentioned";
    return [
      statement(
        said`${first.name} is ${what} most often: in ${named} reviews${stars}.`,
        "entity",
        `entities/${kind}/${first.id}`,
      ),
    ];
  }
  return [];
}

function change({ overall }: Told): Statement[] {
  if (overall.direction !== "up" && overall.direction !== "down") return [];
  const word = overall.direction === "up" ? "more" : "fewer";
  return [
    statement(
      said`Reviews of the last 180 days give ${word} stars than those of the year before.`,
      "trend",
      "overall/trend",
    ),
  ];
}
