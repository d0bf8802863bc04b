/** What the public may see at one revision: an immutable value that every reader is answered from. */
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

/** A page of matches: their ordinals in the order asked for, and the total. */
export interface SearchMatch {
  readonly ordinals: readonly number[];
  readonly total: number;
  readonly totalIsExact: boolean;
  readonly nextCursor: string | null;
}

/** An immutable snapshot of everything the instance publishes. */
export interface Publication {
  /** Rises with every change of the store. */
  readonly revision: number;
  /** Names all that is published, the same in every document and answer: readers know it as `revision`. */
  readonly contentDigest: string;
  /** When the published content last changed, epoch milliseconds; taken from the data, never from the clock. */
  readonly publishedAt: number;
  /** The business with its public technicians only. */
  readonly business: Business;
  /** The logo as the pages show it; null for initials. */
  readonly logo: Picture | null;
  /** The photograph at `business.photo`; null if there is no photograph. */
  readonly photo: Picture | null;
  readonly aggregateRating: AggregateRating;
  readonly insights: InsightsDataset;
  /** What was asked and what was left out; null where no document of it was made. */
  readonly record: BusinessRecord | null;
  /** Where the review at an ordinal stands in the transparency log; null for one that is not in it, as the sample is. */
  logPlaceAt(ordinal: number): LogPlace | null;
  /** The JSON texts of the documents as they are served; that of the reviews UTF-8, in parts, shared, not copied. */
  readonly json: { readonly reviews: readonly Uint8Array[]; readonly insights: string };
  /** Number of published reviews; ordinals run from 0 (newest) to `reviewCount - 1`. */
  readonly reviewCount: number;
  /** Reviews taken down, latest first. */
  readonly removals: readonly Removal[];
  /** Ratings that imports turned into stars, by source. */
  readonly convertedRatings: readonly ConvertedRatings[];
  /** What changed for readers, from the beginning of this content. */
  readonly changes: ChangeLog;

  /** The review at an ordinal. Order: date descending, then id ascending. */
  reviewAt(ordinal: number): Review;
  /** The serialised JSON of the review at an ordinal, UTF-8, as in /reviews.json. */
  reviewBytesAt(ordinal: number): Uint8Array;
  /**
   * The reviews at these ordinals as they stand in /reviews.json, a comma between two, between two pieces of text; UTF-8.
   * Written into what `allocate` gives; default: memory of its own.
   */
  cutReviews(
    ordinals: readonly number[],
    around: readonly [before: string, after: string],
    allocate?: Allocate,
  ): Uint8Array<ArrayBuffer>;
  /**
   * The newest `count` reviews as they stand in /reviews.json, a comma and a line break between two; UTF-8, in parts, shared,
   * not copied.
   */
  newestReviews(count: number): readonly Uint8Array[];
  idAt(ordinal: number): string;
  /** Ordinal of a published review, or null. */
  ordinalOf(id: string): number | null;
  /** The removal of a review that was taken down, or null. */
  removalOf(id: string): Removal | null;
  /** Id of the published review that counts for a copy of it, or null. */
  countedFor(id: string): string | null;
  /** How many reviews are dated on or after `date`: they are the ordinals below it. */
  countSince(date: CalendarDate): number;
  /** The page of matches a query asks for. @throws {InvalidCursor} */
  search(query: SearchQuery): SearchMatch;
  /** How words of a search are read in these reviews. */
  meaningOf(words: string, language?: string): MeantWords;
  /** The total of a search, found sooner than its page. */
  count(query: SearchQuery): number;
  /** Whether any review matches; cheaper than counting them. */
  hasMatch(query: SearchQuery): boolean;
  /** Every source and language that reviews have. */
  readonly searchNames: { readonly sources: readonly string[]; readonly languages: readonly string[] };
  /** How many reviews mention a technician (by name) or a service (by id); left out where none does. */
  readonly mentionCounts: {
    readonly technicians: ReadonlyMap<string, number>;
    readonly services: ReadonlyMap<string, number>;
  };
}
