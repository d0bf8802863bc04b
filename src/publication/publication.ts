import type { InsightsDataset } from "../insights/mod.ts";
import type {
  AggregateRating,
  Business,
  BusinessRecord,
  CalendarDate,
  ConvertedRatings,
  Picture,
  Removal,
  Review,
} from "../review/mod.ts";
import type { ChangeLog, LogPlace } from "./change_log.ts";
import type { Allocate } from "./review_pieces.ts";
import type { MeantWords } from "./search/mod.ts";
import type { SearchQuery } from "./search_query.ts";

/** Ordinals in the order asked for. */
export interface SearchMatch {
  readonly ordinals: readonly number[];
  readonly total: number;
  readonly totalIsExact: boolean;
  readonly nextCursor: string | null;
}

/** What the public may see at one revision; immutable. */
export interface Publication {
  readonly revision: number;
  /** Names all that is published; readers know it as `revision`. */
  readonly contentDigest: string;
  /** Epoch milliseconds, from the data, never from the clock. */
  readonly publishedAt: number;
  /** Business with its public technicians only. */
  readonly business: Business;
  readonly logo: Picture | null;
  readonly photo: Picture | null;
  readonly aggregateRating: AggregateRating;
  readonly insights: InsightsDataset;
  /** Null where no document of it was made. */
  readonly record: BusinessRecord | null;
  /** Null if the review is not in the transparency log, as the sample is not. */
  logPlaceAt(ordinal: number): LogPlace | null;
  /** The documents as served; the reviews in UTF-8, in parts, shared. */
  readonly json: { readonly reviews: readonly Uint8Array[]; readonly insights: string };
  /** Ordinals run from 0 (newest) to `reviewCount - 1`. */
  readonly reviewCount: number;
  readonly removals: readonly Removal[];
  /** Ratings that imports turned into stars, by source. */
  readonly convertedRatings: readonly ConvertedRatings[];
  readonly changes: ChangeLog;

  /** Order: date descending, then id ascending. */
  reviewAt(ordinal: number): Review;
  /** Review as in /reviews.json, UTF-8. */
  reviewBytesAt(ordinal: number): Uint8Array;
  /** Reviews as in /reviews.json, comma-separated, between two texts; written into what `allocate` returns. */
  cutReviews(
    ordinals: readonly number[],
    around: readonly [before: string, after: string],
    allocate?: Allocate,
  ): Uint8Array<ArrayBuffer>;
  /** The newest reviews as in /reviews.json, line breaks included; in parts, shared. */
  newestReviews(count: number): readonly Uint8Array[];
  idAt(ordinal: number): string;
  ordinalOf(id: string): number | null;
  removalOf(id: string): Removal | null;
  /** The published review that counts for a copy. */
  countedFor(id: string): string | null;
  /** Reviews dated on or after `date` are the ordinals below this. */
  countSince(date: CalendarDate): number;
  /** @throws {InvalidCursor} */
  search(query: SearchQuery): SearchMatch;
  /** How words of a search are read in these reviews. */
  meaningOf(words: string, language?: string): MeantWords;
  /** The total of a search, found sooner than its page. */
  count(query: SearchQuery): number;
  /** Cheaper than counting. */
  hasMatch(query: SearchQuery): boolean;
  readonly searchNames: { readonly sources: readonly string[]; readonly languages: readonly string[] };
  /** Counts by name of a technician or id of a service; without those that no review mentions. */
  readonly mentionCounts: {
    readonly technicians: ReadonlyMap<string, number>;
    readonly services: ReadonlyMap<string, number>;
  };
}
