/**
 * Builds a publication from an edition. Runs in a worker: all that is large comes out as buffers, which are handed over
 * without a copy.
 *
 * @module
 */
import {
  type AggregateRating,
  aggregateRating,
  type Business,
  type Mentions,
  type RatedReview,
  type Removal,
} from "../review/mod.ts";
import { ByteWriter } from "./byte_writer.ts";
import { buildIdTable, type IdTable } from "./id_table.ts";
import { MentionTerms } from "./mention_terms.ts";
import { type PublishedReview, reviewJson } from "./review_json.ts";
import type { MentionLists, SearchInput } from "./search/mod.ts";

/** What a publication is built from. */
export interface PublicationInput {
  readonly revision: number;
  readonly publishedAt: number;
  readonly baseUrl: string;
  /** With its public technicians only. */
  readonly business: Business;
  /** Newest first; walked once. */
  readonly reviews: Iterable<{ readonly review: PublishedReview; readonly mentions: Mentions }>;
  readonly removals: readonly Removal[];
}

/** A publication as plain data and buffers, without its insights and its search index. */
export interface PublicationData {
  readonly revision: number;
  readonly publishedAt: number;
  readonly business: Business;
  readonly aggregateRating: AggregateRating;
  readonly removals: readonly Removal[];
  /** The whole of /reviews.json. */
  readonly document: Uint8Array<ArrayBuffer>;
  /** Where review `i` stands in `document`: from `spans[2 i]` up to before `spans[2 i + 1]`. */
  readonly spans: Uint32Array<ArrayBuffer>;
  /** Calendar dates as numbers yyyymmdd, descending. */
  readonly dates: Int32Array<ArrayBuffer>;
  readonly ratings: Uint8Array<ArrayBuffer>;
  readonly ids: IdTable;
  readonly technicians: NamedTerms;
  readonly services: NamedTerms;
}

export interface NamedTerms {
  readonly names: readonly string[];
  readonly lists: MentionLists;
}

/** The data of a publication, and the input that its search index is built from. */
export function buildPublication(input: PublicationInput): { data: PublicationData; searchInput: SearchInput } {
  const fragments = new ByteWriter(1 << 20);
  const columns = new Columns();
  for (const { review, mentions } of input.reviews) {
    const start = fragments.length;
    fragments.write(reviewJson(review, mentions, input.baseUrl));
    columns.add(review, mentions, start, fragments.length);
    fragments.write(",\n");
  }
  const rating = aggregateRating(columns.rated);
  const { document, offset } = wholeDocument(input.business, rating, fragments);
  const technicians = columns.technicians.finish();
  const services = columns.services.finish();
  const ratings = Uint8Array.from(columns.rated, ({ rating }) => rating);
  const dates = Int32Array.from(columns.dates);
  const data = {
    revision: input.revision,
    publishedAt: input.publishedAt,
    business: input.business,
    aggregateRating: rating,
    removals: input.removals,
    document,
    spans: Uint32Array.from(columns.spans, (at) => at + offset),
    dates,
    ratings,
    ids: buildIdTable(columns.ids),
    technicians,
    services,
  };
  const { texts } = columns;
  const searchInput = {
    reviewCount: texts.length,
    textAt: (ordinal: number) => texts[ordinal]!,
    ratings,
    dates,
    technicians: technicians.lists,
    services: services.lists,
  };
  return { data, searchInput };
}

/** The calendar date YYYY-MM-DD as the number yyyymmdd. */
export function dateNumber(date: string): number {
  return Number(date.slice(0, 4)) * 10_000 + Number(date.slice(5, 7)) * 100 + Number(date.slice(8, 10));
}

class Columns {
  readonly ids: string[] = [];
  readonly texts: string[] = [];
  readonly dates: number[] = [];
  readonly spans: number[] = [];
  readonly rated: RatedReview[] = [];
  readonly technicians = new MentionTerms();
  readonly services = new MentionTerms();

  add(review: PublishedReview, mentions: Mentions, start: number, end: number): void {
    this.ids.push(review.id);
    this.texts.push(review.text);
    this.dates.push(dateNumber(review.date));
    this.spans.push(start, end);
    this.rated.push({ rating: review.rating, source: review.source, verification: review.verificationMethod });
    this.technicians.add(mentions.technicians);
    this.services.add(mentions.services);
  }
}

/** One review a line, so that two copies can be compared with everyday tools. */
function wholeDocument(business: Business, rating: AggregateRating, fragments: ByteWriter) {
  const head = new TextEncoder().encode(
    `{"business":${JSON.stringify(business)},\n"aggregate_rating":${JSON.stringify(rating)},\n"reviews":[\n`,
  );
  const lines = fragments.finish();
  const body = rating.review_count === 0 ? lines : lines.subarray(0, -",\n".length);
  const tail = new TextEncoder().encode("\n]}\n");
  const document = new Uint8Array(head.length + body.length + tail.length);
  document.set(head);
  document.set(body, head.length);
  document.set(tail, head.length + body.length);
  return { document, offset: head.length };
}
