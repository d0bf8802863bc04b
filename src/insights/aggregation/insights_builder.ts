/**
 * Builds the insights dataset while reviews pass by, each seen once: pure aggregation, quick enough to run at every
 * change. Of a review only its figures are kept, and a few that may be quoted.
 */
import type { Words } from "../../languages/words.ts";
import { type Business, type DatedReview, type Distribution, type Mentions, toNormalForm } from "../../review/mod.ts";
import { ENGINE_VERSION, type ReviewAnalysis } from "../analysis/analysis.ts";
import type { Judgement } from "../analysis/judgements.ts";
import { AspectTallies, addedUp, aspectInsight, shownAspects } from "./aspect_insights.ts";
import type { InsightsDataset } from "./dataset.ts";
import { EntityTallies, entityInsights } from "./entity_insights.ts";
import { buildFaq } from "./faq.ts";
import {
  FALSE_DISCOVERIES,
  FAQ_MIN_REVIEWS,
  intervalOf,
  MIN_AGREEING_REVIEWS,
  MIN_REVIEWS,
  reportedUpTo,
  roundedShare,
} from "./figures.ts";
import { judgeWith } from "./judged_aspects.ts";
import { type Context, InputCounts, overallFigures } from "./overall_insights.ts";
import type { InsightsOverrides } from "./overrides.ts";
import { searchesAt } from "./search_links.ts";
import { buildSummary, MIN_COVERAGE } from "./summary.ts";
import { type TalliedReview, Tally } from "./tally.ts";
import { type JudgedText, TextCounts } from "./text_counts.ts";
import { calendarOf, momentOf, type ReviewMoment } from "./timeline.ts";
import { chosenTopics, TopicCounts, TopicTally, topicCandidates, topicInsights } from "./topics.ts";
import type { Transparency, TransparencyCounts } from "./transparency.ts";

/** A published review with its analysis; `mentions` are the published ones, from the import or the analysis. */
export interface AnalysedReview {
  readonly id: string;
  readonly date: string;
  readonly date_precision?: DatedReview["date_precision"];
  readonly rating: number;
  readonly text: string;
  readonly title?: string | null;
  readonly author_name?: string | null;
  /** Language as stated by the review, BCP 47. */
  readonly language?: string | null;
  readonly mentions: Mentions;
  /** Null when the review has not been analysed yet: it counts by its stars only. */
  readonly analysis: ReviewAnalysis | null;
  /** Its judgements of aspects, if they were computed before; see `judgeWith()`. */
  readonly judgements?: readonly Judgement[];
}

interface InsightsBasis {
  /** Business with its public technicians only; others are never named. */
  readonly business: Business;
  /** The catalogue of its language, for headline, summary and answers. */
  readonly words: Words;
  readonly overrides: InsightsOverrides;
  /** Address of the search interface, which the figures' searches begin with. */
  readonly searchUrl: string;
}

/** Topics and expressions are chosen among so many of the newest reviews, and counted in all. */
const CHOSEN_AMONG = 20_000;

/** Takes reviews newest first, each once, and then answers with their dataset. */
export class InsightsBuilder {
  readonly #basis: InsightsBasis;
  readonly #judge: ReturnType<typeof judgeWith>;
  readonly #corrections: ReadonlyMap<string, NonNullable<InsightsOverrides["corrections"]>>;
  readonly #input = new InputCounts();
  readonly #all = new Tally();
  readonly #aspects: AspectTallies;
  readonly #entities: EntityTallies;
  readonly #topics = new TopicCounts();
  /** Those that topics and expressions are chosen among, until they are. */
  #texts: JudgedText[] = [];
  #counted: { readonly topics: readonly TopicTally[]; readonly texts: TextCounts } | null = null;
  #newest: string | null = null;
  #date = "";
  #moment: ReviewMoment = { daysBack: 0, monthsBack: 0, window: 0 };
  #lastYear = 0;

  constructor(basis: InsightsBasis) {
    this.#basis = basis;
    this.#judge = judgeWith(basis.overrides);
    this.#aspects = new AspectTallies(basis.words.language);
    this.#entities = new EntityTallies(basis.business);
    this.#corrections = Map.groupBy(basis.overrides.corrections ?? [], ({ review_id }) => review_id);
  }

  /** Counts a review; those with the latest dates come first. */
  add(source: AnalysedReview): void {
    const { id, date, date_precision = null, rating, text, title = null, mentions } = source;
    const corrections = this.#corrections.get(id);
    const analysis = source.analysis ?? UNREAD;
    const judgements = source.judgements ?? this.#judge({ id, rating, analysis });
    const moment = this.#momentOf(date);
    const author = source.author_name ?? null;
    const review: TalliedReview = {
      id,
      date,
      date_precision,
      rating,
      text,
      title,
      author,
      language: analysis.language,
      moment,
      disagrees: disagrees(rating, analysis),
    };
    const counted = { review, analysis, judgements };
    this.#input.add(counted, source.language ?? null, corrections?.length ?? 0);
    this.#all.add(review, null);
    this.#aspects.add(counted);
    this.#entities.add(counted, mentions);
    if (this.#all.reviews <= CHOSEN_AMONG) {
      this.#aspects.addPhrases(counted);
      this.#topics.add(analysis.digest, analysis.topics);
      this.#texts.push({ review, judgements });
    } else {
      this.#countTexts().texts.add({ review, judgements });
    }
  }

  /** The dataset of all that was added. Called once, at the end. `revision` names all that is published with it. */
  finish(withheld: TransparencyCounts, revision = ""): InsightsDataset {
    const { business, words, overrides, searchUrl } = this.#basis;
    const search = searchesAt(searchUrl);
    const figures = this.#input.figures(search);
    const hidden = this.#hiddenAspects();
    const shown = shownAspects(hidden).map((id) => ({ id, tally: this.#aspects.of(id) }));
    const { topics: mentioned, texts } = this.#countTexts();
    const topics = chosenTopics(mentioned, this.#all);
    const tallies = [...shown, ...topics].map(({ tally }) => tally).concat([...this.#entities.tallies()]);
    const context: Context = {
      calendar: calendarOf(figures.first_date ?? "2000-01-01", figures.last_date ?? "2000-01-01", this.#lastYear),
      all: this.#all,
      judged: addedUp(shown.map(({ tally }) => tally)),
      search,
      reportedUpTo: reportedUpTo([
        this.#all.chanceOfDirection(),
        ...tallies.flatMap((tally) => [tally.chanceOfDirection(), tally.chanceOfImpact(this.#all)]),
      ]),
    };
    const aspects = shown.map(({ id, tally }) => aspectInsight(context, id, { tally, texts }));
    const found = entityInsights(context, this.#entities, business);
    const overall = overallFigures(context);
    const transparency = withShares(withheld, this.#all.distribution);
    const summaryInput = { business, words, overrides, search, figures, overall, aspects, found, transparency };
    return trimmed({
      schema_version: 2,
      business: { id: slug(business.name), name: business.name },
      language: words.language,
      as_of: figures.last_date === null ? null : `${figures.last_date}T12:00:00Z`,
      revision,
      engine: { name: "goodword-insights", version: ENGINE_VERSION, lexicon: "vader+goodword", language: "en" },
      input: figures,
      overall,
      aspects,
      entities: found,
      topics: topicInsights(context, topics),
      faq: buildFaq(summaryInput),
      summary: buildSummary(summaryInput),
      transparency,
      methodology: {
        thresholds: {
          min_reviews: MIN_REVIEWS,
          faq_min_reviews: FAQ_MIN_REVIEWS,
          praised_min_reviews: MIN_AGREEING_REVIEWS,
          min_coverage: MIN_COVERAGE,
          false_discoveries: FALSE_DISCOVERIES,
        },
        hidden_aspects: [...hidden].sort(),
        notes: NOTES,
      },
    });
  }

  /** Chooses topics and expressions at the first call, and counts them in the texts that they were chosen among. */
  #countTexts() {
    if (this.#counted !== null) return this.#counted;
    const candidates = topicCandidates(this.#topics, this.#basis.business).map((words) => new TopicTally(words));
    const shown = shownAspects(this.#hiddenAspects());
    const texts = new TextCounts(candidates, new Map(shown.map((id) => [id, this.#aspects.phrases(id)])));
    for (const text of this.#texts) texts.add(text);
    this.#texts = [];
    this.#counted = { topics: candidates.filter((topic) => topic.decide()), texts };
    return this.#counted;
  }

  #hiddenAspects(): ReadonlySet<string> {
    return new Set(this.#basis.overrides.hidden_aspects ?? []);
  }

  /** Neighbours often share a date. */
  #momentOf(date: string): ReviewMoment {
    this.#newest ??= date;
    if (date !== this.#date) this.#moment = momentOf(this.#newest, date);
    this.#date = date;
    if (this.#moment.daysBack < 365) this.#lastYear++;
    return this.#moment;
  }
}

const NOTES =
  "Computed from the published reviews by rules, word lists and a small model fitted to text written for it; no network, no hand-written figures. " +
  "One judgement per review and aspect, by its words and stars together; what is not certain enough is counted as unclear, on no side. " +
  "Every share is of the reviews that mention a thing, with its 95 % Wilson interval. Directions and impacts are reported where a test holds at 5 % false discoveries over the document. " +
  "Where one or two stars meet praise only, the review is counted but not quoted. Reviews in English, Spanish, German and French are read in their own words. Others are read in their source's translation where there is one, which is never quoted, and are else counted by their stars; input.languages lists both.";

const UNREAD: ReviewAnalysis = {
  engine: ENGINE_VERSION,
  digest: 0,
  language: "und",
  is_truncated: false,
  is_translated: false,
  sentiment: null,
  label: null,
  aspects: [],
  technicians: [],
  ambiguous_technicians: [],
  services: [],
  service_areas: [],
  topics: [],
};

/** One or two stars over words of praise: irony, or stars given by mistake. */
function disagrees(rating: number, { label }: ReviewAnalysis): boolean {
  return rating <= 2 && label === "positive";
}

function slug(name: string): string {
  const letters = toNormalForm(name, "NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-");
  return letters.replace(/^-+|-+$/g, "") || "business";
}

/** Quotes are cut first when a large catalog would make the document too long for readers. */
const MAX_LENGTH = 400_000;

function trimmed(dataset: InsightsDataset): InsightsDataset {
  if (JSON.stringify(dataset).length <= MAX_LENGTH) return dataset;
  const none = { positive: [], negative: [] };
  const { technicians, services, service_areas } = dataset.entities;
  const unquoted = <Item extends { evidence: unknown }>(items: readonly Item[]) =>
    items.map((item) => ({ ...item, evidence: none }));
  const bare = <Item extends { evidence: unknown; aspects: unknown[] }>(items: readonly Item[]) =>
    unquoted(items).map((item) => ({ ...item, aspects: [] }));
  const entities = { technicians: unquoted(technicians), services: bare(services), service_areas: bare(service_areas) };
  return { ...dataset, entities };
}

interface InsightsInput extends InsightsBasis {
  readonly reviews: Iterable<AnalysedReview>;
  readonly transparency: TransparencyCounts;
}

/** Equal inputs give equal datasets, whatever the order of the reviews. */
export function buildInsights({
  business,
  words,
  overrides,
  searchUrl,
  reviews,
  transparency,
}: InsightsInput): InsightsDataset {
  const builder = new InsightsBuilder({ business, words, overrides, searchUrl });
  for (const review of [...reviews].sort(newestFirst)) builder.add(review);
  return builder.finish(transparency);
}

function newestFirst(a: AnalysedReview, b: AnalysedReview): number {
  if (a.date !== b.date) return a.date < b.date ? 1 : -1;
  return a.id < b.id ? -1 : 1;
}

/** Shares of what is withheld, in all and by the stars of what is published. */
function withShares(counts: TransparencyCounts, published: Distribution): Transparency {
  const withheldWith = (stars: keyof Distribution) =>
    counts.withheld.reduce((sum, { by_rating }) => sum + by_rating[stars], 0);
  const byRating = <Value>(of: (part: number, whole: number) => Value) => {
    const at = (stars: keyof Distribution) => of(withheldWith(stars), withheldWith(stars) + published[stars]);
    return { "1": at("1"), "2": at("2"), "3": at("3"), "4": at("4"), "5": at("5") };
  };
  const all = counts.withheld_count + counts.published;
  return {
    ...counts,
    withheld_share: roundedShare(counts.withheld_count, all),
    withheld_interval: intervalOf(counts.withheld_count, all),
    withheld_share_by_rating: byRating(roundedShare),
    withheld_interval_by_rating: byRating(intervalOf),
  };
}
