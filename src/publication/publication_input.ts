/**
 * What a publication is built from, apart from its builder.
 *
 * @module
 */
import type { Business, ConvertedRatings, JoinedCopy, Picture, RatedReview, Removal } from "../review/mod.ts";
import type { ChangeHistory } from "./changes/change_data.ts";

/** What a publication is built from, besides its reviews. */
export interface PublicationInput {
  readonly revision: number;
  readonly publishedAt: number;
  readonly baseUrl: string;
  /** With its public technicians only. */
  readonly business: Business;
  /** Shown on the pages; in no document. */
  readonly logo?: Picture | null;
  readonly photo?: Picture | null;
  readonly removals: readonly Removal[];
  readonly joinedCopies: readonly JoinedCopy[];
  /** Ratings that imports turned into stars. */
  readonly convertedRatings?: readonly ConvertedRatings[];
  readonly history: ChangeHistory;
  /** The ratings of all the reviews, counted. */
  readonly ratings: Iterable<RatedReview>;
}
