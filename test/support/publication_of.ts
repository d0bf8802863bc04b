/**
 * A publication from a business and a list of reviews: naive and obviously right, for tests that need what the public
 * may see but not how it is built.
 */
import type { InsightsDataset } from "../../src/insights/mod.ts";
import { InvalidCursor, type Publication, type SearchMatch, type SearchQuery } from "../../src/publication/mod.ts";
import { aggregateRating, type Business, type Removal, type Review } from "../../src/review/mod.ts";

export interface PublicationExtras {
  readonly revision?: number;
  readonly insights?: InsightsDataset;
  readonly removals?: readonly Removal[];
}

export function publicationOf(
  business: Business,
  unordered: readonly Review[],
  { revision = 1, insights = {} as InsightsDataset, removals = [] }: PublicationExtras = {},
): Publication {
  const reviews = [...unordered].sort((a, b) => (a.date === b.date ? compare(a.id, b.id) : compare(b.date, a.date)));
  const bytes = reviews.map((review) => new TextEncoder().encode(JSON.stringify(review)));
  const ordinals = new Map(reviews.map(({ id }, ordinal) => [id, ordinal]));
  return {
    revision,
    publishedAt: Date.parse("2026-06-01T12:00:00Z"),
    business,
    aggregateRating: aggregateRating(
      reviews.map(({ rating, source, verification }) => ({
        rating,
        source: source.name,
        verification: verification.method,
      })),
    ),
    insights,
    reviewCount: reviews.length,
    removals,
    reviewAt: (ordinal) => reviews[ordinal]!,
    reviewBytesAt: (ordinal) => bytes[ordinal]!,
    ordinalOf: (id) => ordinals.get(id) ?? null,
    removalOf: (id) => removals.find((removal) => removal.id === id) ?? null,
    countSince: (date) => reviews.filter((review) => review.date >= date).length,
    search: (query) => search(business, reviews, query),
    mentionCounts: {
      technicians: new Map(business.technicians.map(({ name }) => [name, mentioning(reviews, "technicians", name)])),
      services: new Map(business.services.map(({ id }) => [id, mentioning(reviews, "services", id)])),
    },
  };
}

function search(business: Business, reviews: readonly Review[], query: SearchQuery): SearchMatch {
  const { rating, min_rating, since, until, mentions_technician, mentions_service, limit = 20, cursor } = query;
  const text = query.query === undefined ? null : fold(query.query);
  const technicians = mentions_technician === undefined ? null : technicianNames(business, mentions_technician);
  const matches = reviews.flatMap((review, ordinal) => {
    const holds =
      (rating === undefined || review.rating === rating) &&
      (min_rating === undefined || review.rating >= min_rating) &&
      (since === undefined || review.date >= since) &&
      (until === undefined || review.date <= until) &&
      (text === null || fold(review.text).includes(text)) &&
      (technicians === null || review.mentions.technicians.some((name) => technicians.includes(name))) &&
      (mentions_service === undefined || review.mentions.services.includes(mentions_service));
    return holds ? [ordinal] : [];
  });
  const start = cursor === undefined ? 0 : matches.filter((ordinal) => ordinal <= afterOrdinal(cursor)).length;
  const ordinals = matches.slice(start, start + limit);
  const hasMore = start + ordinals.length < matches.length;
  const nextCursor = hasMore ? `after-${ordinals.at(-1)}` : null;
  return { ordinals, total: matches.length, totalIsExact: true, nextCursor };
}

function afterOrdinal(cursor: string): number {
  const match = /^after-(\d+)$/.exec(cursor);
  if (!match) throw new InvalidCursor("No answer gave this cursor");
  return Number(match[1]);
}

function technicianNames(business: Business, asked: string): string[] {
  const isAsked = (spelling: string) => fold(spelling) === fold(asked);
  return business.technicians.filter(({ name, aliases }) => [name, ...aliases].some(isAsked)).map(({ name }) => name);
}

function mentioning(reviews: readonly Review[], kind: "technicians" | "services", name: string): number {
  return reviews.filter(({ mentions }) => mentions[kind].includes(name)).length;
}

function fold(text: string): string {
  return text.normalize("NFC").toLowerCase();
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
