/**
 * The figures of the technicians, services and areas of the catalog.
 *
 * Mentions are those that the review publishes, from the import or found in the text. Ratings are those of the reviews with a
 * mention; quotes come from the words around the name. People have no aspects: criticism of the price is not about the
 * technician.
 */

import { ASPECT_IDS, type AspectId } from "../../review/aspects.ts";
import type { Business, Mentions } from "../../review/mod.ts";
import type { EntityVote } from "../analysis/analysis.ts";
import { MIN_NAMING_REVIEWS } from "../analysis/catalog_match.ts";
import { namedJudgement } from "../analysis/judgements.ts";
import { addedUp } from "./aspect_insights.ts";
import type { EntityInsight, InsightsDataset, TechnicianInsight } from "./dataset.ts";
import { MIN_REVIEWS } from "./figures.ts";
import type { Context } from "./overall_insights.ts";
import { type Filters, partOf, sidesOf } from "./search_links.ts";
import type { CountedReview } from "./tally.ts";
import { sideOf, Tally } from "./tally.ts";

type Sides = ReturnType<typeof addedUp>;

/** Words are quoted from this sentiment on, in thousandths: the rating alone does not make them praise or blame. */
const QUOTABLE = 300;

/** Tally of one entity. */
interface EntityTally {
  readonly tally: Tally;
  readonly aspects: Map<AspectId, Sides>;
  ambiguous: number;
}

/** Tallies of the catalog's entities, filled review by review. */
export class EntityTallies {
  readonly technicians: ReadonlyMap<string, EntityTally>;
  readonly services: ReadonlyMap<string, EntityTally>;
  readonly areas: ReadonlyMap<string, EntityTally>;
  readonly #idOfName: ReadonlyMap<string, string>;

  constructor({ technicians, services, service_areas }: Business) {
    const tallies = (items: readonly { readonly id: string }[]) => new Map(items.map(({ id }) => [id, noMention()]));
    this.technicians = tallies(technicians);
    this.services = tallies(services);
    this.areas = tallies(service_areas);
    this.#idOfName = new Map(technicians.map(({ id, name }) => [name, id]));
  }

  add(counted: CountedReview, mentions: Mentions): void {
    const { analysis } = counted;
    for (const name of once(mentions.technicians)) {
      this.#count(this.technicians, this.#idOfName.get(name) ?? "", counted, analysis.technicians);
    }
    for (const id of once(mentions.services)) this.#count(this.services, id, counted, analysis.services);
    for (const id of once(mentions.service_areas)) this.#count(this.areas, id, counted, analysis.service_areas);
    for (const id of analysis.ambiguous_technicians) {
      const entity = this.technicians.get(id);
      if (entity) entity.ambiguous++;
    }
  }

  /** All of them. */
  *tallies(): Generator<Tally> {
    for (const kind of [this.technicians, this.services, this.areas])
      for (const { tally } of kind.values()) yield tally;
  }

  #count(
    entities: ReadonlyMap<string, EntityTally>,
    id: string,
    counted: CountedReview,
    votes: readonly EntityVote[],
  ): void {
    const entity = entities.get(id);
    if (!entity) return;
    const { review, analysis, judgements } = counted;
    entity.tally.add(review, null);
    const found = votes.find((own) => own[0] === id);
    if (found && analysis.sentiment !== null) {
      const [, words, start, end] = found;
      const { sentiment, certainty } = namedJudgement(words, review.rating);
      if (Math.abs(words) >= QUOTABLE && Math.sign(words) === sideOf(sentiment))
        entity.tally.quote(review, { sentiment, certainty, start, end });
    }
    for (const { aspect, sentiment } of judgements) {
      const sides = entity.aspects.get(aspect) ?? addedUp([]);
      entity.aspects.set(aspect, sides);
      sides.reviews++;
      sides.counts[sentiment]++;
    }
  }
}

/** The distinct names. Most reviews have at most one, which needs no set. */
function once(names: readonly string[]): readonly string[] {
  return names.length < 2 ? names : [...new Set(names)];
}

/** Entities with most reviews first; those without a mention stay listed, as do people in too few reviews to be ranked. */
export function entityInsights(
  context: Context,
  tallies: EntityTallies,
  business: Business,
): InsightsDataset["entities"] {
  const technicians = business.technicians.map(({ id, name }): TechnicianInsight => {
    const { tally, ambiguous } = entityOf(tallies.technicians, id);
    const figures = entityFigures(context, tally, { mentions_technician: name });
    const published = tally.reviews < MIN_NAMING_REVIEWS ? WITHHELD_FIGURES : { evidence: tally.evidence() };
    return { id, name, ...figures, ambiguous_count: ambiguous, ...published };
  });
  const list = (
    items: readonly { id: string; name: string }[],
    of: ReadonlyMap<string, EntityTally>,
    filtersOf: (id: string) => Filters,
  ) =>
    items
      .map(({ id, name }): EntityInsight => {
        const entity = entityOf(of, id);
        const figures = entityFigures(context, entity.tally, filtersOf(id));
        const aspects = aspectsOf(context, entity, filtersOf(id));
        return { id, name, ...figures, aspects, evidence: entity.tally.evidence() };
      })
      .sort(mostReviewsFirst);
  return {
    technicians: technicians.sort(mostReviewsFirst),
    services: list(business.services, tallies.services, (id) => ({ mentions_service: id })),
    service_areas: list(business.service_areas, tallies.areas, (id) => ({ mentions_area: id })),
  };
}

function entityOf(of: ReadonlyMap<string, EntityTally>, id: string): EntityTally {
  return of.get(id) ?? noMention();
}

function noMention(): EntityTally {
  return { tally: new Tally(), aspects: new Map(), ambiguous: 0 };
}

/** Replaces the figures of a person in fewer than {@link MIN_NAMING_REVIEWS} reviews, except their number. */
const WITHHELD_FIGURES = {
  confidence: "none" as const,
  average_rating: null,
  rating_impact: null,
  direction: "insufficient_data" as const,
  evidence: { positive: [], negative: [] },
};

type Ordered = Pick<EntityInsight, "review_count" | "confidence" | "id">;

/** Those in too few reviews for any confidence are ranked by nothing, and stand behind the others by id. */
function mostReviewsFirst(a: Ordered, b: Ordered): number {
  const weight = (own: Ordered) => (own.confidence === "none" ? 0 : own.review_count);
  return weight(b) - weight(a) || (a.id < b.id ? -1 : 1);
}

function entityFigures({ all, search, reportedUpTo }: Context, tally: Tally, filters: Filters) {
  return {
    review_count: tally.reviews,
    href: search(filters),
    ...partOf(tally.reviews, all.reviews),
    confidence: tally.confidence,
    average_rating: tally.averageRating(),
    rating_impact: tally.ratingImpact(all, reportedUpTo),
    direction: tally.direction(reportedUpTo),
    last_mentioned: tally.lastMentioned?.date ?? null,
    last_mentioned_precision: tally.lastMentioned?.date_precision ?? null,
  };
}

function aspectsOf({ search }: Context, { aspects }: EntityTally, filters: Filters): EntityInsight["aspects"] {
  return ASPECT_IDS.flatMap((id) => {
    const sides = aspects.get(id);
    if (!sides || sides.reviews < MIN_REVIEWS) return [];
    const own = { ...filters, mentions_aspect: id };
    const { positive_count, positive_href, negative_count, negative_href, positive_share, positive_interval } = sidesOf(
      sides,
      search,
      own,
    );
    const figures = { positive_count, positive_href, negative_count, negative_href, positive_share, positive_interval };
    return [{ id: id as string, review_count: sides.reviews, href: search(own), ...figures }];
  }).sort((a, b) => b.review_count - a.review_count);
}
