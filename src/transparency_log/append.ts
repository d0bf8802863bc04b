/**
 * Which entry a change of a review gives: what readers were given of it before, against what they are given now.
 *
 * @module
 */
import type { PublishedReview } from "../review/mod.ts";
import { commitmentTo, keptForm, type ReviewEntry, SALT_BYTES } from "./entry.ts";

/** What the log says last of a review. */
export interface LastLogged {
  /** Whether readers saw it after that. */
  readonly isShown: boolean;
  /** What it was committed to, and under which salt; null where that is not known any more. */
  readonly commitment: { readonly hash: string; readonly salt: Uint8Array } | null;
}

/** A review as it is kept now. */
export type KeptReview = PublishedReview & { readonly withheld: string | null; readonly copyOf: string | null };

/** What a review that is gone was. */
export type GoneReview = Pick<ReviewEntry, "rating" | "date"> & { readonly id: string };

/** An entry to append, and the salt to keep beside the review from now on; null where none may be kept. */
export interface ReviewAppend {
  readonly entry: ReviewEntry;
  readonly salt: Uint8Array | null;
}

/** Fills a salt with chance. */
type MakeSalt = (bytes: number) => Uint8Array;

/** The entry for a review that is kept, `before` being null where the log knows nothing of it; null when it needs none. */
export function entryFor(
  review: KeptReview,
  before: LastLogged | null,
  makeSalt: MakeSalt,
  reason: string | null = null,
): ReviewAppend | null {
  const hiddenFor = review.withheld ?? (review.copyOf === null ? null : "copy");
  if (hiddenFor !== null) {
    return before?.isShown ? { entry: entryOf(review, "withheld", { reason: hiddenFor }), salt: null } : null;
  }
  const form = keptForm(review);
  const known = before?.isShown ? before.commitment : null;
  if (known && commitmentTo(form, known.salt) === known.hash) return null;
  const salt = makeSalt(SALT_BYTES);
  const act = before === null ? "published" : before.isShown ? "changed" : "shown";
  return { entry: entryOf(review, act, { reason, commitment: commitmentTo(form, salt) }), salt };
}

/** The entry for a review that was in the log and is kept no more. */
export function removedEntry(review: GoneReview, reason: string | null): ReviewEntry {
  return entryOf(review, "removed", { reason });
}

function entryOf(
  { id, rating, date }: GoneReview,
  act: ReviewEntry["act"],
  { reason = null, commitment = null }: Partial<Pick<ReviewEntry, "reason" | "commitment">>,
): ReviewEntry {
  return { act, review: id, rating, date, reason, commitment };
}
