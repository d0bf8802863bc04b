/**
 * What an import will do, as a value: the same plan feeds the dry run and the transaction.
 *
 * @module
 */
import type { DraftReview } from "../import/mod.ts";
import type { ChangedJoin } from "./join_copies.ts";
import type { MarkKey } from "./marks.ts";
import type { EditionState } from "./ports/editions.ts";
import type { StoredBusiness } from "./ports/reviews.ts";
import type { ChangedField, StoredReview } from "./stored_review.ts";

/** An update to a stored review, with the fields that differ. */
export interface PlannedChange {
  readonly draft: DraftReview;
  readonly before: StoredReview;
  readonly after: StoredReview;
  readonly fields: readonly ChangedField[];
}

/** A draft that an import skips because its review was taken down. */
export interface SuppressedDraft {
  readonly draft: DraftReview;
  /** The id it was taken down under. */
  readonly id: string;
}

/** What an import will do. Reviews are in the order of the drafts. */
export interface ImportPlan {
  /** The plan holds for this state of the store only. */
  readonly base: EditionState;
  /** The instant of the change, epoch milliseconds. */
  readonly at: number;
  readonly business: StoredBusiness;
  readonly businessChanged: boolean;
  /** What the marks of authors are hashed with. */
  readonly markKey: MarkKey;
  readonly added: readonly StoredReview[];
  readonly changed: readonly PlannedChange[];
  readonly unchanged: number;
  /** Drafts of reviews that were taken down and stay so. */
  readonly suppressed: readonly SuppressedDraft[];
  /** Reviews missing from a file that replaces the set. */
  readonly removed: readonly StoredReview[];
  /** Reviews, kept and new, that begin or cease to be copies of others; those that are written have it in their rows. */
  readonly joins: readonly ChangedJoin[];
  /** Whether the sample data give way to the owner's own. */
  readonly replacesSample: boolean;
}

/** Whether a plan has nothing to do. */
export function isEmptyPlan({ businessChanged, added, changed, removed, joins }: ImportPlan): boolean {
  return !businessChanged && added.length + changed.length + removed.length + joins.length === 0;
}
