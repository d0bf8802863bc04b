import { servicePath, technicianPath } from "../http/paths.ts";
import { type EntityInsight, intervalOf } from "../insights/mod.ts";
import type { Publication, SearchMatch, SearchQuery } from "../publication/mod.ts";
import { ASPECT_IDS, type AspectId, type Review } from "../review/mod.ts";
import type { TrendPeriod } from "./insights_view.ts";

/** Figures about a person or service are shown from so many reviews on. */
export const MIN_ENTITY_REVIEWS = 5;

export interface Mentioned {
  readonly kind: "technician" | "service";
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly query: SearchQuery;
  readonly count: number;
}

/** The technician or service of this id; undefined where there is none, or it is not public. */
export function mentionedOf(publication: Publication, kind: Mentioned["kind"], id: string): Mentioned | undefined {
  return (kind === "technician" ? technicians : services)(publication).find((entry) => entry.id === id);
}

/** The insights about an entry. Those about technicians have no aspects. */
type MentionedInsight = Omit<EntityInsight, "aspects">;

export function technicians({ business, mentionCounts }: Publication): Mentioned[] {
  return business.technicians.map(({ id, name }) => ({
    kind: "technician",
    id,
    name,
    path: technicianPath(id),
    query: { mentions_technician: name },
    count: mentionCounts.technicians.get(name) ?? 0,
  }));
}

export function services({ business, mentionCounts }: Publication): Mentioned[] {
  return business.services.map(({ id, name }) => ({
    kind: "service",
    id,
    name,
    path: servicePath(id),
    query: { mentions_service: id },
    count: mentionCounts.services.get(id) ?? 0,
  }));
}

export function insightOf({ kind, id }: Mentioned, { insights }: Publication): MentionedInsight | null {
  const entities: Partial<Publication["insights"]["entities"]> = insights.entities ?? {};
  const all: readonly MentionedInsight[] = (kind === "technician" ? entities.technicians : entities.services) ?? [];
  return all.find((insight) => insight.id === id) ?? null;
}

export function hasFigures({ count }: Mentioned): boolean {
  return count >= MIN_ENTITY_REVIEWS;
}

const MIN_PER_ASPECT = 3;

/** A number of reviews out of others, with the 95 % interval of its share. */
export interface Share {
  readonly count: number;
  readonly whole: number;
  readonly query: SearchQuery;
  readonly interval: NonNullable<ReturnType<typeof intervalOf>>;
}

interface AspectFigures {
  readonly aspect: AspectId;
  readonly count: number;
  readonly query: SearchQuery;
  readonly praise: Share;
  readonly blame: Share;
}

export function countFound(publication: Publication, query: SearchQuery): number {
  return publication.search({ ...query, limit: 1 }).total;
}

export function reviewsOf(publication: Publication, { ordinals }: SearchMatch): Review[] {
  return ordinals.map((ordinal) => publication.reviewAt(ordinal));
}

function shareOf(publication: Publication, query: SearchQuery, whole: number): Share | null {
  const count = countFound(publication, query);
  const interval = intervalOf(count, whole);
  return interval && { count, whole, query, interval };
}

export function mentionShare(publication: Publication, { query }: Mentioned): Share | null {
  return shareOf(publication, query, publication.reviewCount);
}

export function satisfiedShare(publication: Publication, { query, count }: Mentioned): Share | null {
  return shareOf(publication, { ...query, min_rating: 4 }, count);
}

export function starCounts(publication: Publication, { query }: Pick<Mentioned, "query">) {
  return [5, 4, 3, 2, 1].map((rating) => {
    const asked = { ...query, rating };
    return { stars: rating, query: asked, count: countFound(publication, asked) };
  });
}

export function meanStars(counts: readonly { readonly stars: number; readonly count: number }[]): number | null {
  const whole = counts.reduce((sum, { count }) => sum + count, 0);
  return whole === 0 ? null : counts.reduce((sum, { stars, count }) => sum + stars * count, 0) / whole;
}

export function aspectFigures(publication: Publication, { query }: Mentioned): AspectFigures[] {
  return ASPECT_IDS.flatMap((aspect) => {
    const about = { ...query, mentions_aspect: aspect };
    const count = countFound(publication, about);
    const praise = shareOf(publication, { ...about, sentiment: "positive" }, count);
    const blame = shareOf(publication, { ...about, sentiment: "negative" }, count);
    return count < MIN_PER_ASPECT || praise === null || blame === null
      ? []
      : [{ aspect, count, query: about, praise, blame }];
  }).toSorted((one, other) => other.count - one.count);
}

export function trendOf(
  publication: Publication,
  mentioned: Mentioned,
  periods: readonly TrendPeriod[],
): TrendPeriod[] {
  return periods.map(({ period, from, to }) => {
    const query = { ...mentioned.query, since: from, until: to };
    const review_count = countFound(publication, query);
    const mean = review_count === 0 ? null : meanStars(starCounts(publication, { query }));
    const average_rating = mean === null ? null : Math.round(mean * 100) / 100;
    const href = `?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`;
    return { period, from, to, review_count, average_rating, href };
  });
}
