/**
 * The summary: three to eight sentences, each with the searches of its figures. What is said first is chosen by the
 * ends of intervals and cut where the distance to the next is largest, so that one review more or less hardly ever
 * changes it; what is often criticised is always said.
 */

import { ASPECT_NAMES, type AspectId } from "../../review/aspects.ts";
import type { Business } from "../../review/mod.ts";
import type { AspectInsight, Figure, InsightsDataset, Statement, Summary } from "./dataset.ts";
import { FEWEST_AGREED } from "./figures.ts";
import type { InsightsOverrides } from "./overrides.ts";
import { figureOf, type SearchOf } from "./search_links.ts";
import type { Transparency } from "./transparency.ts";
import { joinParts, listed, monthOf, reviewWord, type SentenceWithFigures, sentence } from "./wording.ts";

export interface SummaryInput {
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
export function buildSummary(input: SummaryInput): Summary {
  const strengths = strengthsOf(input);
  const improvements = improvementsOf(input, strengths);
  const title = headline(input, strengths, improvements);
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

function statement({ text, figures }: SentenceWithFigures, kind: Statement["kind"], ref: string): Statement {
  return { text, kind, ref, figures: [...figures] };
}

function topicOf({ id }: AspectInsight): string {
  return ASPECT_NAMES[id as AspectId].topic;
}

/** Where less of the texts was read, the headline praises nothing, and sentences say that they speak of those alone. */
export const MIN_COVERAGE = 0.8;

function isCovered({ figures: { coverage } }: SummaryInput): boolean {
  return (coverage ?? 0) >= MIN_COVERAGE;
}

/** The beginning of a sentence about what texts say. */
function amongTexts(input: SummaryInput, opening: string): string {
  return isCovered(input) ? opening : `Among the texts that were read, ${opening.toLowerCase()}`;
}

/** Both sides where both have evidence, the weightier first; without the number of reviews, which every review changes. */
function headline(
  input: SummaryInput,
  strengths: readonly AspectInsight[],
  improvements: readonly AspectInsight[],
): string {
  const { average_rating, judgements } = input.overall;
  if (average_rating === null) return "No reviews yet.";
  const sides = [
    { verb: "praised", aspects: strengths, weight: judgements.positive_count },
    {
      verb: "criticised",
      aspects: improvements.filter((aspect) => !strengths.includes(aspect)),
      weight: judgements.negative_count,
    },
  ] as const;
  const told = sides.filter(({ aspects }) => aspects.length > 0);
  if (told.length === 0 || !isCovered(input)) return `${average_rating.toFixed(1)} of 5 stars`;
  const said = told
    .sort((a, b) => b.weight - a.weight)
    .map(({ verb, aspects }) => `${verb} for ${listed(aspects.map(({ id }) => ASPECT_NAMES[id as AspectId][verb]))}`)
    .join("; ");
  return `${said[0]?.toUpperCase()}${said.slice(1)}`;
}

/** How many reviews from when, and their stars, unless the headline gives them. */
function base({ figures, overall, search }: SummaryInput, title: string): Statement[] {
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
    return [statement(sentence`${all} review ${period} gives ${stars} of 5 stars.`, "base", "overall")];
  const average = title.includes("stars") ? "" : `; the average is ${stars}`;
  return [
    statement(
      sentence`${highInWords(all, high, `reviews ${period}`, overall.average_rating)}${average}.`,
      "base",
      "overall",
    ),
  ];
}

function highInWords(all: Figure, high: Figure, what: string, average: number): SentenceWithFigures {
  if (average === 5) return sentence`All ${all} ${what} give 5 stars`;
  if (high.value === 0) return sentence`None of the ${all} ${what} gives 4 or 5 stars`;
  if (high.value === all.value) return sentence`All ${all} ${what} give 4 or 5 stars`;
  return sentence`${high} of the ${all} ${what} ${high.value === 1 ? "gives" : "give"} 4 or 5 stars`;
}

/** From here on the withheld reviews are said beside the mean that they would change. */
const TOLD_SHIFT = 0.1;

function withheldEffect({ overall, figures, transparency }: SummaryInput): Statement[] {
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
    .map((own) => sentence`${unpublished(own.count)} with ${own.stars === 1 ? "1 star" : `${own.stars} stars`}`);
  const byStars = joinParts(parts);
  const verb = count === 1 ? "is" : "are";
  const text = sentence`${unpublished(count)} more ${reviewWord(count)} ${verb} withheld (${byStars}); with them the average would be ${whole.toFixed(2)}.`;
  return [statement(text, "limit", "transparency")];
}

const MOST_LANGUAGES = 4;
/** From here on what was not read is a handful. */
const NEARLY_ALL = 0.98;

function otherLanguages({ figures }: SummaryInput): Statement[] {
  const { languages, coverage, text_count, analyzed_count, translated_count } = figures;
  const isWhole = text_count === analyzed_count;
  if (coverage === null || (isWhole && translated_count === 0)) return [];
  const others = languages.filter(({ language, read }) => !read && language !== "und").slice(0, MOST_LANGUAGES);
  const parts = others.map(({ language, review_count, href }, i) => {
    const verb = i > 0 ? "" : review_count === 1 ? " is" : " are";
    return sentence`${{ value: review_count, href }}${verb} in ${ENGLISH_LANGUAGE_NAMES[language] ?? `“${language}”`}`;
  });
  const read = isWhole ? "All" : coverage >= NEARLY_ALL ? "Nearly all" : `${Math.floor(coverage * 100)} % of the`;
  const translated = { value: translated_count, href: null };
  const how =
    translated_count === 0 ? sentence`` : sentence`, ${translated} of them in ${inTranslations(translated_count)}`;
  const limit = sentence`${read} texts were read${how}${isWhole ? "" : "; the others count by their stars alone"}.`;
  return [
    statement(parts.length === 0 ? limit : sentence`${limit} Of the reviews, ${joinParts(parts)}.`, "limit", "input"),
  ];
}

function inTranslations(count: number): string {
  return count === 1 ? "a translation made by its source" : "translations made by their sources";
}

/** All that surely stands out, in one sentence. */
function praise(input: SummaryInput, strengths: readonly AspectInsight[]): Statement[] {
  const [first] = strengths;
  if (!first) return [];
  const parts = strengths.map((aspect, i) => {
    const positive = { value: aspect.positive_count, href: aspect.positive_href };
    return sentence`${topicOf(aspect)} (${partOfReviews(positive, aspect, i)})`;
  });
  return [
    statement(
      sentence`${amongTexts(input, "Customers")} praise ${joinParts(parts)}.`,
      "strength",
      `aspects/${first.id}`,
    ),
  ];
}

function criticism(input: SummaryInput, improvements: readonly AspectInsight[]): Statement[] {
  const [first] = improvements;
  if (!first) return [];
  const parts = improvements.map((aspect, i) => {
    const negative = { value: aspect.negative_count, href: aspect.negative_href };
    return sentence`${topicOf(aspect)} (${partOfReviews(negative, aspect, i)})`;
  });
  const text = sentence`${amongTexts(input, "Criticism")} most often concerns ${joinParts(parts)}.`;
  return [statement(text, "improvement", `aspects/${first.id}`)];
}

/** "46 of the 88 reviews that mention it", and then "12 of 20". */
function partOfReviews(part: Figure, { review_count, href }: AspectInsight, place: number): SentenceWithFigures {
  const all = { value: review_count, href };
  if (part.value === review_count)
    return place === 0 ? sentence`all ${all} reviews that mention it` : sentence`all ${all}`;
  return place === 0 ? sentence`${part} of the ${all} reviews that mention it` : sentence`${part} of ${all}`;
}

/** Named in so many more reviews than the next that one review changes no name. */
const CLEARLY_MORE = 1.2;
const NAMED_OFTEN = 10;

/** Whom, or else which service, clearly most reviews name; not "most often", since the catalog may lack others. */
function mostNamed({ found }: SummaryInput): Statement[] {
  for (const [kind, items] of [
    ["technicians", found.technicians],
    ["services", found.services],
  ] as const) {
    const [first, second] = items;
    if (!first || first.review_count < NAMED_OFTEN) continue;
    if (first.review_count < CLEARLY_MORE * (second?.review_count ?? 0)) continue;
    const named = { value: first.review_count, href: first.href };
    const stars = first.average_rating === null ? "" : `, which average ${first.average_rating.toFixed(2)} stars`;
    return [
      statement(
        sentence`${first.name} is ${kind === "technicians" ? "named" : "mentioned"} in ${named} reviews${stars}.`,
        "entity",
        `entities/${kind}/${first.id}`,
      ),
    ];
  }
  return [];
}

function change({ overall }: SummaryInput): Statement[] {
  if (overall.direction !== "up" && overall.direction !== "down") return [];
  const word = overall.direction === "up" ? "more" : "fewer";
  return [
    statement(
      sentence`Reviews of the last 180 days give ${word} stars than those of the year before.`,
      "trend",
      "overall/trend",
    ),
  ];
}

const MOST = 4;
/** So many reviews at least, as roots: differences of counts are as sure at every size. */
const LEAST = Math.sqrt(FEWEST_AGREED - 1);
/** Of the reviews that take a side of an aspect, the most that may not praise what the business is praised for. */
const DISSENT = 1 / 3;
/** Of all reviews, the fewest that make praise or criticism one of the whole. */
const WEIGHTY = 0.03;

/** Aspects that most reviews praise and few who take a side do not. */
function strengthsOf({ aspects, figures }: SummaryInput): readonly AspectInsight[] {
  const isAgreed = ({ positive_count, review_count, unclear_count }: AspectInsight) =>
    positive_count >= (1 - DISSENT) * (review_count - unclear_count);
  return clearlyFirst(aspects.filter(isAgreed), ({ positive_count }) => positive_count, figures.review_count);
}

/** Aspects that most reviews criticise, those that are praised as well last. */
function improvementsOf(
  { aspects, figures }: SummaryInput,
  strengths: readonly AspectInsight[],
): readonly AspectInsight[] {
  const first = clearlyFirst(aspects, ({ negative_count }) => negative_count, figures.review_count);
  const isPraised = (aspect: AspectInsight) => strengths.includes(aspect);
  return [...first.filter((aspect) => !isPraised(aspect)), ...first.filter(isPraised)];
}

/** The first by a count, in the order of the twelve, cut where the root of the next (at last {@link LEAST}) is farthest below. */
function clearlyFirst(
  aspects: readonly AspectInsight[],
  count: (aspect: AspectInsight) => number,
  reviewCount: number,
): readonly AspectInsight[] {
  const root = (aspect: AspectInsight) => Math.sqrt(count(aspect));
  const able = aspects.filter((own) => count(own) >= Math.max(FEWEST_AGREED, WEIGHTY * reviewCount));
  const ordered = able.toSorted((a, b) => root(b) - root(a) || (a.id < b.id ? -1 : 1));
  const values = [...ordered.map(root), LEAST];
  const gaps = ordered.slice(0, MOST).map((_, i) => (values[i] ?? LEAST) - (values[i + 1] ?? LEAST));
  const first = ordered.slice(0, gaps.lastIndexOf(Math.max(...gaps)) + 1);
  return able.filter((aspect) => first.includes(aspect));
}

/** Names of the languages that most reviews that are not read are in; others keep their code. */
const ENGLISH_LANGUAGE_NAMES: Readonly<Record<string, string>> = {
  cs: "Czech",
  it: "Italian",
  nl: "Dutch",
  nb: "Norwegian",
  sv: "Swedish",
  da: "Danish",
  el: "Greek",
  fi: "Finnish",
  he: "Hebrew",
  hi: "Hindi",
  hu: "Hungarian",
  no: "Norwegian",
  pl: "Polish",
  pt: "Portuguese",
  ro: "Romanian",
  ru: "Russian",
  tr: "Turkish",
  uk: "Ukrainian",
  zh: "Chinese",
  ja: "Japanese",
  ko: "Korean",
  ar: "Arabic",
  vi: "Vietnamese",
};
