/**
 * What reviews say about each of the twelve aspects.
 *
 * @module
 */

import { ASPECT_IDS, ASPECT_NAMES, type AspectId } from "../reading/aspects.ts";
import type { AspectInsight } from "./dataset.ts";
import { positiveShare, ratingImpact, rounded } from "./figures.ts";
import type { Context } from "./overall_insights.ts";
import { type CountedReview, Tally } from "./tally.ts";

const MAX_PHRASES = 8;
/** Place of the first phrase in a vote. */
const FIRST_PHRASE = 6;

interface PhraseCount {
  count: number;
  sum: number;
}

/** Tallies of the aspects, filled review by review. */
export class AspectTallies {
  readonly #tallies: ReadonlyMap<AspectId, Tally> = new Map(ASPECT_IDS.map((id) => [id, new Tally()]));
  readonly #phrases = new Map<AspectId, Map<string, PhraseCount>>();

  add({ review, analysis }: CountedReview): void {
    for (const vote of analysis.aspects) {
      const id = vote[0];
      const sentiment = vote[2];
      this.#tallies.get(id)?.add(review, { label: vote[1], sentiment, start: vote[4], end: vote[5] }, vote[3]);
      for (let i = FIRST_PHRASE; i < vote.length; i++) this.#count(id, vote[i] as string, sentiment);
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
