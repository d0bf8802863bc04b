/** What an import would change, one row a review. It holds names and addresses that are never kept, so no database of an owner has it. */
import type { JoinableReview } from "./review_store.ts";
import type { ChangedField, StoredReview } from "./stored_review.ts";

/** What becomes of a record of the files, or of a kept review that they leave out. */
export type ImportChange =
  | AddedReview
  | ChangedReview
  | GoneReview
  /** Missing from a file which replaces the set. */
  | Change<"removed", null, StoredReview, null>
  /** A record of a review that was taken down under this id, and stays so. */
  | Change<"kept_out", number, null, null>;

interface Change<Kind, Rank, Before, After> {
  readonly kind: Kind;
  readonly record: Rank;
  readonly id: string;
  readonly before: Before;
  readonly after: After;
}

type AddedReview = Change<"added", number, null, StoredReview>;

export interface ChangedReview extends Change<"changed", number, StoredReview, StoredReview> {
  readonly fields: readonly ChangedField[];
}

/** Missing from a file which has all reviews of its source. It is kept. */
type GoneReview = Change<"gone", null, StoredReview, StoredReview>;

/** What becomes of a record of the files. */
export type RecordChange = Pick<StoredReview, "withheld"> &
  (
    | Pick<AddedReview, "kind" | "record" | "id">
    | ChangedReview
    | Pick<Extract<ImportChange, { readonly kind: "kept_out" }>, "kind" | "record" | "id">
  );

/** A review, kept or new, that begins or ceases to be a copy of another, or gains or loses copies. */
export interface ChangedJoin extends CopyFields {
  readonly before: JoinableReview;
}

type CopyFields = Pick<StoredReview, "copyOf" | "alsoAt">;

/** A review that an import writes, as far as it is prepared. */
export type WrittenReview = (AddedReview | ChangedReview | GoneReview) & {
  readonly rank: number;
  readonly join: CopyFields | null;
  readonly analysis: Pick<StoredReview, "analysis" | "analysisKey"> | null;
};

export type TouchedReview = Pick<JoinableReview, "id" | "date" | "copyOf">;
