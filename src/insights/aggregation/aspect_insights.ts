/** The figures of each of the twelve aspects: counts, shares, trend, expressions and quotes. */

import { ASPECT_IDS, ASPECT_NAMES, type AspectId } from "../../review/aspects.ts";
import { type AspectVote, FIRST_PHRASE } from "../analysis/analysis.ts";
import { type Judgement, phrasesOf } from "../analysis/judgements.ts";
import { english, languageCalled } from "../analysis/languages.ts";
import type { ReadLanguage } from "../analysis/lexeme.ts";
import { isOpinionWord, leavesOpen } from "../analysis/word_use.ts";
import type { AspectInsight } from "./dataset.ts";
import { type Counts, MIN_REVIEWS, majorityLabel, rounded, scoreOf, shrunk } from "./figures.ts";
import type { Context } from "./overall_insights.ts";
import { filtersOfExpression, partOf, sidesOf } from "./search_links.ts";
import type { CountedReview } from "./tally.ts";
import { sideOf, Tally } from "./tally.ts";
import type { TextCounts } from "./text_counts.ts";

/** So many expressions of an aspect are looked for in the texts. */
const MAX_CANDIDATES = 12;
const MAX_PHRASES = 5;

/** An expression is kept when so many of the reviews that use it take the same side. */
const MIN_CLEAR = 0.7;

interface PhraseUse {
  count: number;
  praise: number;
  blame: number;
}

/** Tallies of the aspects, filled review by review. */
export class AspectTallies {
  readonly #tallies: ReadonlyMap<AspectId, Tally> = new Map(ASPECT_IDS.map((id) => [id, new Tally()]));
  readonly #phrases = new Map<AspectId, Map<string, PhraseUse>>();
  /** Language of the dataset: expressions of other languages are counted in no phrase. */
  readonly #language: ReadLanguage;

  constructor(language: string) {
    this.#language = languageCalled(language) ?? english();
  }

  add({ review, analysis, judgements }: CountedReview): void {
    for (const judgement of judgements) {
      const tally = this.of(judgement.aspect);
      tally.add(review, judgement);
      if (tally.wants(review, judgement))
        tally.quote(review, { ...judgement, isApt: isNamedIn(analysis, judgement, review.text) });
    }
  }

  /** Counts the expressions that the judgements of a review rest on. */
  addPhrases({ analysis, judgements }: CountedReview): void {
    if ((languageCalled(analysis.language) ?? english()) !== this.#language) return;
    for (const { aspect, sentiment } of judgements) {
      const vote = analysis.aspects.find((own) => own[0] === aspect);
      if (vote) this.#countPhrases(vote, sideOf(sentiment));
    }
  }

  of(id: AspectId): Tally {
    const tally = this.#tallies.get(id);
    if (tally === undefined) throw new Error(`No such aspect: ${id}`);
    return tally;
  }

  /** The expressions that most votes rest on, whole and one-sided. */
  phrases(id: AspectId): string[] {
    return [...(this.#phrases.get(id) ?? [])]
      .filter(
        ([text, { count, praise, blame }]) =>
          count >= 2 && Math.max(praise, blame) >= count * MIN_CLEAR && isWhole(text, this.#language),
      )
      .sort(([a, x], [b, y]) => y.count - x.count || (a < b ? -1 : 1))
      .slice(0, MAX_CANDIDATES)
      .map(([text]) => text);
  }

  #countPhrases(vote: AspectVote, side: -1 | 0 | 1): void {
    const [id] = vote;
    const uses = this.#phrases.get(id) ?? new Map<string, PhraseUse>();
    this.#phrases.set(id, uses);
    for (let i = FIRST_PHRASE; i < vote.length; i++) {
      const phrase = String(vote[i]);
      const use = uses.get(phrase) ?? { count: 0, praise: 0, blame: 0 };
      uses.set(phrase, use);
      use.count++;
      if (side > 0) use.praise++;
      if (side < 0) use.blame++;
    }
  }
}

/** Whether the quote contains one of the expressions that name the aspect. */
function isNamedIn({ aspects }: CountedReview["analysis"], { aspect, start, end }: Judgement, text: string): boolean {
  const vote = aspects.find((own) => own[0] === aspect);
  const quote = text.slice(start, end).toLowerCase();
  return vote !== undefined && phrasesOf(vote).some((phrase) => quote.includes(phrase.split(" ", 1)[0] ?? ""));
}

/** Words that leave an expression open when it begins or ends with them. */
const OPEN = new Set(
  "a an the and or but of to for in at by from with as than that this it its i me my we us our you your he him his she her they them their is are was were be been being am do does did done has have had not no never let so very too if when while who which what could would should will can may might about into".split(
    " ",
  ),
);

/** Excludes fragments ("never let me") and single words that only name something ("price"): neither has a meaning of its own. */
function isWhole(text: string, language: ReadLanguage): boolean {
  const [first = "", ...others] = text.split(" ");
  if (others.length === 0) return first.length >= 4 && isOpinionWord(first, language);
  const isOpen = (word: string) => (language === english() ? OPEN.has(word) : leavesOpen(word, language));
  return !isOpen(first) && !isOpen(others.at(-1) ?? "");
}

/** The aspects that are shown, in their order, those without a mention included. */
export function shownAspects(hidden: ReadonlySet<string>): AspectId[] {
  return ASPECT_IDS.filter((id) => !hidden.has(id));
}

export function aspectInsight(
  { calendar, all, judged, search, reportedUpTo }: Context,
  id: AspectId,
  { tally, texts }: { readonly tally: Tally; readonly texts: TextCounts },
): AspectInsight {
  const filters = { mentions_aspect: id };
  const judgement = judgementOf(tally, judged);
  return {
    id,
    name: ASPECT_NAMES[id],
    review_count: tally.reviews,
    href: search(filters),
    ...partOf(tally.reviews, all.reviews),
    ...sidesOf(tally, search, filters),
    ...judgement,
    confidence: tally.confidence,
    average_rating: tally.averageRating(),
    rating_impact: tally.ratingImpact(all, reportedUpTo),
    direction: tally.direction(reportedUpTo),
    trend:
      tally.reviews === 0
        ? []
        : tally.timeline.periods(calendar).map(({ period, from, to, review_count, average_rating, mean }) => {
            const href = search({ ...filters, since: from, until: to });
            return { period, from, to, review_count, href, average_rating, sentiment: mean };
          }),
    phrases: texts
      .phrases(id)
      .slice(0, MAX_PHRASES)
      .map(({ text, count }) => ({ text, count, href: search({ ...filters, ...filtersOfExpression(text) }) })),
    evidence: tally.evidence(),
  };
}

/** All judgements of the aspects shown. */
export function addedUp(tallies: readonly Tally[]): Pick<Tally, "reviews" | "counts"> {
  const counts = { positive: 0, unclear: 0, negative: 0, mixed: 0 };
  for (const tally of tallies) for (const side of SIDES) counts[side] += tally.counts[side];
  return { reviews: tallies.reduce((sum, { reviews }) => sum + reviews, 0), counts };
}
const SIDES = ["positive", "unclear", "negative", "mixed"] as const satisfies (keyof Counts)[];

/** Withheld under {@link MIN_REVIEWS} reviews; few reviews are drawn toward all judgements. */
function judgementOf({ reviews, counts }: Tally, judged: Context["judged"]) {
  if (reviews < MIN_REVIEWS) return { sentiment: null, score: null, label: null };
  const mean = judged.reviews === 0 ? 0 : (judged.counts.positive - judged.counts.negative) / judged.reviews;
  const sentiment = rounded(shrunk(counts.positive - counts.negative, reviews, mean), 3);
  return { sentiment, score: scoreOf(sentiment), label: majorityLabel(counts) };
}
