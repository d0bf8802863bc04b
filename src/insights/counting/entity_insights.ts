/**
 * What reviews say about the technicians, services and areas of the catalog.
 *
 * A mention is what the review publishes, given by the import or found in the text; its vote comes from the words
 * around the name, or from the whole text when the import gave the mention and the text names nobody. Never from stars.
 *
 * @module
 */
import type { Business, Mentions } from "../../review/mod.ts";
import type { EntityVote } from "../reading/analysis.ts";
import { ASPECT_IDS } from "../reading/aspects.ts";
import { namedJudgement } from "../reading/judgements.ts";
import type { EntityInsight, InsightsDataset, TechnicianInsight } from "./dataset.ts";
import { rounded } from "./figures.ts";
import type { Context } from "./overall_insights.ts";
import { type CountedReview, countedAs, Tally, type Vote, voteValue } from "./tally.ts";

interface AspectCount {
  reviews: number;
  positive: number;
  sided: number;
}

/** Tally of one entity. */
export interface EntityTally {
  readonly tally: Tally;
  readonly aspects: Map<string, AspectCount>;
  structured: number;
  ambiguous: number;
}

/** Tallies of the catalog's entities, filled review by review. */
export class EntityTallies {
  readonly technicians: ReadonlyMap<string, EntityTally>;
  readonly services: ReadonlyMap<string, EntityTally>;
  readonly areas: ReadonlyMap<string, EntityTally>;
  readonly #idOfName: ReadonlyMap<string, string>;

  constructor({ technicians, services, service_areas }: Business) {
    const tallies = (items: readonly { readonly id: string }[]) =>
      new Map(
        items.map(({ id }): [string, EntityTally] => [
          id,
          { tally: new Tally(), aspects: new Map(), structured: 0, ambiguous: 0 },
        ]),
      );
    this.technicians = tallies(technicians);
    this.services = tallies(services);
    this.areas = tallies(service_areas);
    this.#idOfName = new Map(technicians.map(({ id, name }) => [name, id]));
  }

  add(counted: CountedReview, mentions: Mentions): void {
    const { analysis } = counted;
    for (const name of once(mentions.technicians)) {
      this.#count(this.technicians, this.#idOfName.get(name), counted, analysis.technicians);
    }
    for (const id of once(mentions.services)) this.#count(this.services, id, counted, analysis.services);
    for (const id of once(mentions.service_areas)) this.#count(this.areas, id, counted, analysis.service_areas);
    for (const id of analysis.ambiguous_technicians) {
      const entity = this.technicians.get(id);
      if (entity) entity.ambiguous++;
    }
  }

  #count(
    entities: ReadonlyMap<string, EntityTally>,
    id: string | undefined,
    counted: CountedReview,
    votes: readonly EntityVote[],
  ): void {
    const entity = id === undefined ? undefined : entities.get(id);
    if (!entity) return;
    const found = votes.find(([own]) => own === id);
    if (!found) entity.structured++;
    entity.tally.add(counted.review, found ? voteOf(found, counted) : wholeText(counted, votes));
    for (const { aspect, sentiment } of counted.judgements) {
      const count = entity.aspects.get(aspect) ?? { reviews: 0, positive: 0, sided: 0 };
      count.reviews++;
      if (sentiment === "positive") count.positive++;
      if (sentiment !== "unclear") count.sided++;
      entity.aspects.set(aspect, count);
    }
  }
}

/** Most reviews mention one thing or none. */
function once(names: readonly string[]): Iterable<string> {
  return names.length < 2 ? names : new Set(names);
}

function voteOf([, sentiment, start, end]: EntityVote, { analysis, review }: CountedReview): Vote | null {
  if (analysis.sentiment === null) return null;
  const judged = namedJudgement(sentiment, review.rating);
  return { sentiment: voteValue(judged), label: countedAs(judged.sentiment), start, end };
}

/** The import says whom the review is about; the text names nobody, so that all of it is about them. */
function wholeText({ analysis: { sentiment }, review }: CountedReview, votes: readonly EntityVote[]): Vote | null {
  if (sentiment === null || votes.length > 0) return null;
  const judged = namedJudgement(sentiment, review.rating);
  return { sentiment: voteValue(judged), label: countedAs(judged.sentiment), start: 0, end: 0 };
}

/** Entities with most reviews first; those without a mention stay listed. */
export function entityInsights(
  context: Context,
  tallies: EntityTallies,
  business: Business,
): InsightsDataset["entities"] {
  const list = (items: readonly { id: string; name: string }[], of: ReadonlyMap<string, EntityTally>) =>
    items.map(({ id, name }) => entityInsight(context, of.get(id)!, id, name)).sort(mostReviewsFirst);
  const technicians = business.technicians.map(({ id, name }): TechnicianInsight => {
    const tally = tallies.technicians.get(id)!;
    return { ...entityInsight(context, tally, id, name), ambiguous_count: tally.ambiguous };
  });
  return {
    technicians: technicians.sort(mostReviewsFirst),
    services: list(business.services, tallies.services),
    service_areas: list(business.service_areas, tallies.areas),
  };
}

function mostReviewsFirst(a: EntityInsight, b: EntityInsight): number {
  return b.review_count - a.review_count || (a.id < b.id ? -1 : 1);
}

function entityInsight(
  { all }: Context,
  { tally, aspects, structured }: EntityTally,
  id: string,
  name: string,
): EntityInsight {
  const { confidence, ...judgement } = tally.judgement(all.mean);
  return {
    id,
    name,
    review_count: tally.reviews,
    ...judgement,
    confidence,
    average_rating: tally.averageRating(),
    ...tally.countFields(),
    aspects: aspectShares(aspects),
    last_mentioned: tally.newest()?.date ?? null,
    match: { structured, text: tally.reviews - structured },
    evidence: tally.evidence(),
  };
}

function aspectShares(aspects: ReadonlyMap<string, AspectCount>): EntityInsight["aspects"] {
  return ASPECT_IDS.flatMap((id) => {
    const count = aspects.get(id);
    if (!count) return [];
    const share = count.sided === 0 ? null : rounded(count.positive / count.sided, 3);
    return [{ id: id as string, review_count: count.reviews, positive_share: share }];
  }).sort((a, b) => b.review_count - a.review_count);
}
