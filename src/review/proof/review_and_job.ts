/**
 * The two sides of a proof: what is known of a review's author, and of a finished job.
 *
 * @module
 */
import type { FieldValue, Mentions } from "../field_types.ts";
import type { Marks } from "./marks.ts";

/** A review that waits for proof. */
export interface ReviewToProve {
  readonly id: string;
  readonly date: string;
  /** How exactly the date is known where the source shows only a week, month or year; null when to the day. */
  readonly datePrecision: FieldValue<"datePrecision">;
  /** As it is shown. */
  readonly authorName: string;
  readonly isAnonymous: boolean;
  /** What the import knew of the author. */
  readonly marks: Marks;
  /** Whom and what the review names. */
  readonly mentions: Mentions;
  /** Id of the review that counts for this copy of it; null when this one counts itself. */
  readonly copyOf: string | null;
}

/** A finished job of the owner's list. */
export interface FinishedJob {
  readonly row: number;
  readonly date: string;
  /** As the list has it. */
  readonly customer: string;
  readonly marks: Marks;
  /** Who did what, in the catalog's words. */
  readonly mentions: Mentions;
}
