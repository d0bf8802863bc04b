/** What an import would change, one row a review. It holds names and addresses that are never kept, so no database of an owner has it. */

import type { JoinableReview } from "./review_store.ts";
import type { ChangedField, StoredReview } from "./stored_review.ts";

/** What becomes of a record of the files, or of a kept review that they leave out. */
export type ImportChange = AddedReview | ChangedReview | GoneReview | RemovedReview | KeptOutRecord;

interface AddedReview {
  readonly kind: "added";
  /** The number of the record, in the order of the files. */
  readonly record: number;
  readonly id: string;
  readonly before: null;
  readonly after: StoredReview;
}

export interface ChangedReview {
  readonly kind: "changed";
  readonly record: number;
  readonly id: string;
  readonly before: StoredReview;
  readonly after: StoredReview;
  readonly fields: readonly ChangedField[];
}

/** A review that is missing from a file which has all reviews of its source. It is kept. */
interface GoneReview {
  readonly kind: "gone";
  readonly record: null;
  readonly id: string;
  readonly before: StoredReview;
  readonly after: StoredReview;
}

/** A review that is missing from a file which replaces the set. */
interface RemovedReview {
  readonly kind: "removed";
  readonly record: null;
  readonly id: string;
  readonly before: StoredReview;
  readonly after: null;
}

/** A record of a review that was taken down under this id, and stays so. */
interface KeptOutRecord {
  readonly kind: "kept_out";
  readonly record: number;
  readonly id: string;
  readonly before: null;
  readonly after: null;
}

/** A review, kept or new, that begins or ceases to be a copy of another, or gains or loses copies. */
export interface ChangedJoin extends CopyFields {
  readonly before: JoinableReview;
}

/** Which review counts for a copy, and where else one that counts is found. */
type CopyFields = Pick<StoredReview, "copyOf" | "alsoAt">;

/** A review that an import writes, as far as it is prepared. */
export type WrittenReview = (AddedReview | ChangedReview | GoneReview) & {
  /** Its number among the changes. */
  readonly rank: number;
  readonly join: CopyFields | null;
  readonly analysis: Pick<StoredReview, "analysis" | "analysisKey"> | null;
};

/** A review that a change touches, as it was or as it will be. */
export type TouchedReview = Pick<JoinableReview, "id" | "date" | "copyOf">;

/** What is staged, in numbers. */
export interface StagedCounts {
  readonly added: number;
  readonly changed: number;
  /** Reviews that vanished at their source. */
  readonly gone: number;
  /** Reviews missing from a file that replaces the set. */
  readonly removed: number;
  /** Records of reviews that were taken down and stay so. */
  readonly suppressed: number;
  /** Of the added and changed reviews, those that readers do not see. */
  readonly withheld: number;
  /** Withheld reviews that wait for nothing but a verification. */
  readonly unverified: number;
  /** Reviews that became copies of others. */
  readonly joined: number;
}
