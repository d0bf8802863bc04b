/**
 * The summary: three to eight sentences, each with the searches of its figures. Aspects for the first sentences are chosen by the
 * ends of intervals, and lists are cut at the largest gap, so that one review more or less rarely changes the summary.
 * Frequent criticism is always included.
 */

import { formatHeadline, type Words } from "../../languages/words.ts";
import type { AspectId } from "../../review/aspects.ts";
import type { Business } from "../../review/mod.ts";
import type { AspectInsight, Figure, InsightsDataset, Statement, Summary } from "./dataset.ts";
import { MIN_AGREEING_REVIEWS } from "./figures.ts";
import type { InsightsOverrides } from "./overrides.ts";
import { figureOf, type SearchOf } from "./search_links.ts";
import type { Transparency } from "./transparency.ts";
import { inQuotes, numbered, type SentenceWithFigures, sentence } from "./wording.ts";

export interface SummaryInput {
  readonly business: Business;
  /** Words of the business's language. */
  readonly words: Words;
  readonly overrides: InsightsOverrides;
  readonly search: SearchOf;
  readonly figures: InsightsDataset["input"];
  readonly overall: InsightsDataset["overall"];
  readonly aspects: readonly AspectInsight[];
  readonly found: InsightsDataset["entities"];
  readonly transparency: Transparency;
}

/** Computed from the figures. The owner's text replaces it, with `source` set to "owner". */
export function buildSummary(input: SummaryInput): Summary {
  const strengths = strengthsOf(input);
  const improvements = improvementsOf(input, strengths);
  const title = headline(input);
  const statements = [
    ...base(input, title),
    ...withheldEffect(input),
    ...otherLanguages(input),
    ...outstanding(input, "strength", strengths),
    ...mostNamed(input),
    ...outstanding(input, "improvement", improvements),
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

/** Below this share of texts read, the headline has no praise, and sentences name the reviews that were read as their basis. */
export const MIN_COVERAGE = 0.8;

function isCovered({ figures: { coverage } }: SummaryInput): boolean {
  return (coverage ?? 0) >= MIN_COVERAGE;
}

/** What stands out on either side, with its counts; else the mean rating. */
function headline(input: SummaryInput): string {
  const { words, overall, aspects } = input;
  if (overall.average_rating === null) return words.say("say.none");
  const inWords = isCovered(input) ? formatHeadline(words, headlineAspects(aspects)) : "";
  return inWords === "" ? words.say("say.stars", { rating: words.rating(overall.average_rating) }) : inWords;
}

type Sided = Pick<
  AspectInsight,
  `${"positive" | "negative"}_${"count" | "share" | "interval"}` | "id" | "review_count"
>;

/**
 * The aspect whose share of praise is highest by the lower bound of its interval, and among the others the one whose share of
 * criticism is. Its bound must exceed the share that criticises the aspect; for criticism, the share of criticism in all judgements.
 */
export function headlineAspects(aspects: readonly Sided[]) {
  const sum = (count: (aspect: Sided) => number) => aspects.reduce((all, aspect) => all + count(aspect), 0);
  const usual = sum(({ negative_count }) => negative_count) / sum(({ review_count }) => review_count);
  const praised = surelyFirst(aspects, "positive", ({ negative_share }) => negative_share ?? 0);
  const others = aspects.filter(({ id }) => id !== praised?.id);
  return { praised, criticised: surelyFirst(others, "negative", () => usual) };
}

function surelyFirst(aspects: readonly Sided[], side: "positive" | "negative", floor: (aspect: Sided) => number) {
  const low = (aspect: Sided) => aspect[`${side}_interval`]?.low ?? 0;
  const clear = aspects.filter((own) => own[`${side}_count`] >= MIN_AGREEING_REVIEWS && low(own) > floor(own));
  const [most] = clear.toSorted((a, b) => low(b) - low(a));
  return most ? { id: most.id as AspectId, part: most[`${side}_count`], whole: most.review_count } : null;
}

/** How many reviews from when, and their stars, unless the headline gives them. */
function base({ words, figures, overall, search }: SummaryInput, title: string): Statement[] {
  const { review_count, first_date, last_date } = figures;
  const { average_rating: average } = overall;
  if (first_date === null || last_date === null || average === null) {
    return [{ text: words.say("say.none"), kind: "base", ref: "overall", figures: [] }];
  }
  const from = words.month(first_date);
  const to = words.month(last_date);
  const period = from === to ? words.say("say.in", { month: to }) : words.say("say.between", { from, to });
  const all = figureOf(review_count, search, {});
  const high = figureOf(overall.rating_distribution["4"] + overall.rating_distribution["5"], search, { min_rating: 4 });
  const number = numbered(words, all.value, all.href);
  const baseStatement = (pieces: readonly (string | SentenceWithFigures)[]) =>
    statement(sentence([...pieces, "."]), "base", "overall");
  if (review_count === 1)
    return [baseStatement(words.pieces("say.one", { number, period, stars: words.mean(average) }))];
  const highShare = describeHighs();
  const isGiven = title === words.say("say.stars", { rating: words.rating(average) });
  return [
    baseStatement(
      isGiven ? highShare : words.pieces("say.average", { base: sentence(highShare), stars: words.mean(average) }),
    ),
  ];

  function describeHighs(): readonly (string | SentenceWithFigures)[] {
    if (average === 5) return words.pieces("say.allFive", { number, period });
    if (high.value === 0) return words.pieces("say.noneHigh", { number, period });
    if (high.value === all.value) return words.pieces("say.allHigh", { number, period });
    const satisfied = () => numbered(words, high.value, high.href);
    return words.pieces("say.high", { count: high.value, whole: number, period }, satisfied);
  }
}

/** The summary reports the mean with withheld reviews if it differs by at least this, in stars. */
const REPORTED_SHIFT = 0.1;

function withheldEffect({ words, overall, figures, transparency }: SummaryInput): Statement[] {
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
  if (Math.abs(whole - sum / figures.review_count) < REPORTED_SHIFT) return [];
  const unpublished = (value: number) => numbered(words, value, null);
  const parts = withheld
    .filter((own) => own.count > 0)
    .map((own) => sentence(words.pieces("say.withStars", { number: unpublished(own.count), count: own.stars })));
  const text = sentence(
    words.pieces("say.withheldMean", { count, parts: sentence(words.listed(parts)), stars: words.mean(whole) }, () =>
      unpublished(count),
    ),
  );
  return [statement(text, "limit", "transparency")];
}

const MAX_LANGUAGES = 4;
/** Share from which only a handful of texts was not read. */
const NEARLY_ALL = 0.98;

function otherLanguages({ words, figures }: SummaryInput): Statement[] {
  const { languages, coverage, text_count, analyzed_count, translated_count } = figures;
  const isWhole = text_count === analyzed_count;
  if (coverage === null || (isWhole && translated_count === 0)) return [];
  const others = languages.filter(({ language, read }) => !read && language !== "und").slice(0, MAX_LANGUAGES);
  const names = new Intl.DisplayNames([words.locale], { type: "language" });
  const nameOf = (code: string) =>
    NAMED_LANGUAGES.has(code) ? names.of(code === "nb" ? "no" : code) : inQuotes(words, code);
  const parts = others.map(({ language: code, review_count: count, href }, i) => {
    const number = numbered(words, count, href);
    const language = nameOf(code) ?? code;
    if (i > 0) return sentence(words.pieces("say.alsoIn", { number, language }));
    return sentence(words.pieces("say.inLanguage", { count, language }, () => number));
  });
  const share = String(Math.floor(coverage * 100));
  const nearly = coverage >= NEARLY_ALL ? words.say("say.readNearly") : words.say("say.readShare", { share });
  const translated = () => numbered(words, translated_count, null);
  const limit = sentence([
    isWhole ? words.say("say.readAll") : nearly,
    ...(translated_count === 0 ? [] : words.pieces("say.readIn", { count: translated_count }, translated)),
    ...(isWhole ? [] : [words.say("say.readRest")]),
    ".",
  ]);
  const rest =
    parts.length === 0 ? [] : [" ", sentence(words.pieces("say.languages", { parts: sentence(words.listed(parts)) }))];
  return [statement(sentence([limit, ...rest]), "limit", "input")];
}

/** All that surely stands out on one side, in one sentence. */
function outstanding(
  input: SummaryInput,
  kind: keyof typeof OUTSTANDING,
  aspects: readonly AspectInsight[],
): Statement[] {
  const { words } = input;
  const { side, key } = OUTSTANDING[kind];
  const [first] = aspects;
  if (!first) return [];
  const parts = aspects.map((aspect, i) =>
    partOfReviews(words, aspect, { value: aspect[`${side}_count`], href: aspect[`${side}_href`] }, i),
  );
  const listed = { aspects: sentence(words.listed(parts)) };
  const text = sentence(words.pieces(isCovered(input) ? key : `${key}Read`, listed));
  return [statement(text, kind, `aspects/${first.id}`)];
}

const OUTSTANDING = {
  strength: { side: "positive", key: "say.praise" },
  improvement: { side: "negative", key: "say.blame" },
} as const;

/** "honesty (46 of the 88 reviews that mention it)", and then "speed (12 of 20)". */
function partOfReviews(words: Words, aspect: AspectInsight, named: Figure, place: number): SentenceWithFigures {
  const topic = words.say(`topic.${aspect.id as AspectId}`);
  const whole = numbered(words, aspect.review_count, aspect.href);
  if (named.value === aspect.review_count)
    return sentence(words.pieces(place === 0 ? "say.wholly" : "say.alsoWholly", { topic, number: whole }));
  const part = numbered(words, named.value, named.href);
  if (place === 0) return sentence(words.pieces("say.part", { topic, part, whole }));
  return sentence(words.pieces("say.aspect", { aspect: topic, part, whole }));
}

/** Named in so many more reviews than the next that one review changes no name. */
const CLEARLY_MORE = 1.2;
const NAMED_OFTEN = 10;

/** Whom, or else which service, clearly most reviews name; not "most often", since the catalog may lack others. */
function mostNamed({ words, found }: SummaryInput): Statement[] {
  for (const [kind, items] of [
    ["technicians", found.technicians],
    ["services", found.services],
  ] as const) {
    const [first, second] = items;
    if (!first || first.review_count < NAMED_OFTEN) continue;
    if (first.review_count < CLEARLY_MORE * (second?.review_count ?? 0)) continue;
    const number = numbered(words, first.review_count, first.href);
    const stars = first.average_rating;
    const average = stars === null ? "" : words.say("say.ofStars", { stars: words.mean(stars) });
    const key = kind === "technicians" ? "say.person" : "say.service";
    const text = sentence(words.pieces(key, { name: first.name, number, average }));
    return [statement(text, "entity", `entities/${kind}/${first.id}`)];
  }
  return [];
}

function change({ words, overall: { direction } }: SummaryInput): Statement[] {
  if (direction !== "up" && direction !== "down") return [];
  return [{ text: words.say(`say.${direction}`), kind: "trend", ref: "overall/trend", figures: [] }];
}

const MAX_LEADERS = 4;
/** Root of a number of reviews that is just too small: differences of roots are equally significant at every size. */
const MIN_ROOT = Math.sqrt(MIN_AGREEING_REVIEWS - 1);
/** Largest share of the reviews with an opinion on an aspect that may not praise it if it counts as praised. */
const DISSENT = 1 / 3;
/** Smallest share of all reviews from which praise or criticism counts for the whole. */
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

/** The first by a count, in the order of the twelve, cut where the root of the next (at last {@link MIN_ROOT}) is farthest below. */
function clearlyFirst(
  aspects: readonly AspectInsight[],
  count: (aspect: AspectInsight) => number,
  reviewCount: number,
): readonly AspectInsight[] {
  const root = (aspect: AspectInsight) => Math.sqrt(count(aspect));
  const able = aspects.filter((own) => count(own) >= Math.max(MIN_AGREEING_REVIEWS, WEIGHTY * reviewCount));
  const ordered = able.toSorted((a, b) => root(b) - root(a) || (a.id < b.id ? -1 : 1));
  const values = [...ordered.map(root), MIN_ROOT];
  const gaps = ordered.slice(0, MAX_LEADERS).map((_, i) => (values[i] ?? MIN_ROOT) - (values[i + 1] ?? MIN_ROOT));
  const first = ordered.slice(0, gaps.lastIndexOf(Math.max(...gaps)) + 1);
  return able.filter((aspect) => first.includes(aspect));
}

/** Common languages of unread reviews, which sentences name; others appear by their code. */
const NAMED_LANGUAGES = new Set("ar cs da el fi he hi hu it ja ko nb nl no pl pt ro ru sv tr uk vi zh".split(" "));
