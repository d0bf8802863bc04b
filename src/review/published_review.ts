/**
 * A review on its way from the store to readers: flat, as it is kept, and without the mentions, which are still to be put
 * into the catalog's words.
 *
 * @module
 */
import type { CalendarDate } from "./calendar_date.ts";
import type { VerificationMethod } from "./review.ts";

export interface PublishedReview {
  readonly id: string;
  readonly date: CalendarDate;
  readonly rating: number;
  readonly title: string | null;
  readonly text: string;
  readonly language: string | null;
  readonly authorName: string;
  readonly isAnonymous: boolean;
  readonly source: string;
  readonly sourceUrl: string | null;
  readonly verificationMethod: VerificationMethod;
  readonly verificationDate: CalendarDate | null;
  readonly replyText: string | null;
  readonly replyDate: CalendarDate | null;
  /** Epoch milliseconds. */
  readonly updatedAt: number;
  readonly edited: boolean;
}
