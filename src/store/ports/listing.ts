/**
 * The reviews as their owner looks at them: withheld ones too.
 *
 * @module
 */
import type { VerificationMethod, WithholdingReason } from "../../review/mod.ts";

/** Selects stored reviews; conditions left out match everything. */
export interface ListFilter {
  /** Published, withheld, or both when left out. */
  readonly status?: "published" | "withheld" | undefined;
  readonly withheld?: WithholdingReason | undefined;
  readonly rating?: number | undefined;
  readonly maxRating?: number | undefined;
  /** Whether the business has replied. */
  readonly isAnswered?: boolean | undefined;
  readonly source?: string | undefined;
  /** Calendar dates, inclusive. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** Whatever the author's name contains, and whatever title or text contains, in any case. */
  readonly author?: string | undefined;
  readonly text?: string | undefined;
  readonly limit: number;
  /** Matches to leave out, from the newest on. 0 when left out. */
  readonly skip?: number | undefined;
}

/** A stored review as shown in the owner's list. */
export interface ListedReview {
  readonly id: string;
  readonly date: string;
  readonly rating: number;
  readonly source: string;
  readonly author: string;
  readonly verification: VerificationMethod;
  /** Why it is not published; null when it is. */
  readonly withheld: WithholdingReason | null;
  /** Id of the review that counts for this copy of it; null when this one counts itself. */
  readonly copyOf: string | null;
  readonly text: string;
  readonly reply: string | null;
}

/** The first reviews that match a {@link ListFilter}, and how many match in total. */
export interface Listing {
  readonly total: number;
  /** Newest first: date descending, then id. */
  readonly reviews: readonly ListedReview[];
}
