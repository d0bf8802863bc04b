/**
 * What reviews say about each of the twelve aspects.
 *
 * @module
 */

import { ASPECT_IDS, ASPECT_NAMES, type AspectId } from "../reading/aspects.ts";
import type { AspectInsight } from "./dataset.ts";
import { positiveShare, ratingImpact, rounded } from "./figures.ts";
import type { Context } from "./overall_insights.ts";
import { type CountedReview, countedAs, Tally, voteValue } from "./tally.ts";

const MAX_PHRASES = 8;
/** Place of the first phrase in a vote. */
const FIRST_PHRASE = 9;

interface PhraseCount {
  count: number;
  sum: number;
}

/** Tallies of the aspects, filled review by review. */
export class AspectTallies {
  readonly #tallies: ReadonlyMap<AspectId, Tally> = new Map(ASPECT_IDS.map((id) => [id, new Tally()]));
  readonly #phrases = new Map<AspectId, Map<string, PhraseCount>>();

  add({ review, analysis, judgements }: CountedReview): void {
    for (const judgement of judgements) {
      const { aspect, start, end } = judgement;
      const vote = analysis.aspects.find(([id]) => id === aspect);
      const sentiment = voteValue(judgement);
      const label = countedAs(judgement.sentiment);
      this.#tallies.get(aspect)?.add(review, { label, sentiment, start, end }, Math.max(vote?.[1] ?? 1, 1));
      for (const phrase of vote?.slice(FIRST_PHRASE) ?? []) this.#count(aspect, phrase as string, sentiment);
    }
  }

  of(id: string): Tally {
    return this.#tallies.get(id as AspectId)!;
  }

  /** The commonest expressions, used in at least two reviews. */
  phrases(id: AspectId): AspectInsight["phrases"] {
    return [...(this.#phrases.get(id) ?? [])]
      .filter(([, { count }]) => count >= 2)
      .sort(([a, x], [b, y]) => y.count - x.count || (a < b ? -1 : 1))
      .slice(0, MAX_PHRASES)
      .map(([text, { count, sum }]) => ({ text, count, sentiment: rounded(sum / count / 1000, 3) }));
  }

  #count(id: AspectId, phrase: string, sentiment: number): void {
    const counts = this.#phrases.get(id) ?? new Map<string, PhraseCount>();
    this.#phrases.set(id, counts);
    const known = counts.get(phrase);
    if (!known) counts.set(phrase, { count: 1, sum: sentiment });
    else {
      known.count++;
      known.sum += sentiment;
    }
  }
}

/** All twelve aspects in their order, those without a mention included, the hidden ones left out. */
export function aspectInsights(context: Context, tallies: AspectTallies, hidden: ReadonlySet<string>): AspectInsight[] {
  return ASPECT_IDS.filter((id) => !hidden.has(id)).map((id) => aspectInsight(context, tallies, id));
}

function aspectInsight(
  { calendar, all, analyzed, ratings }: Context,
  tallies: AspectTallies,
  id: AspectId,
): AspectInsight {
  const tally = tallies.of(id);
  const { confidence, ...judgement } = tally.judgement(all.mean);
  return {
    id,
    name: ASPECT_NAMES[id].name,
    review_count: tally.reviews,
    mention_count: tally.mentions,
    share: analyzed === 0 ? 0 : rounded(tally.reviews / analyzed, 3),
    ...tally.countFields(),
    positive_share: positiveShare(tally.counts),
    ...judgement,
    confidence,
    average_rating: tally.averageRating(),
    rating_impact: ratingImpact(tally.ratingSum, tally.reviews, ratings.sum, ratings.count),
    direction: tally.timeline.direction(),
    trend: tally.reviews === 0 ? [] : tally.timeline.periods(calendar),
    phrases: tallies.phrases(id),
    evidence: tally.evidence(),
  };
}
