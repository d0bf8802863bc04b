/** What a publication is built from: one moment of the store, and how its changes are dated. */
import type { ChangeNotes, LogNotes, PublishedReview, StoredReview } from "../review/mod.ts";

export interface EditionState {
  readonly revision: number;
  /** When the published content last changed, epoch milliseconds; 0 before the first change. */
  readonly publishedAt: number;
}

export type PublishedRow = PublishedReview &
  Pick<StoredReview, "givenMentions" | "analysis" | "analysisKey"> &
  ChangeNotes &
  LogNotes;

/** A state of the store's content as `changed` returned it. Pass it back unmodified. */
export type ChangeToken = number | string;

/** The instant of a change made now. Two changes never share a second, since Last-Modified counts seconds. */
export function instantOfChange(now: number, state: EditionState): number {
  const second = (instant: number) => Math.floor(instant / 1000);
  return second(now) > second(state.publishedAt) ? now : (second(state.publishedAt) + 1) * 1000;
}

/** Feed validators complain of equal `updated`: the reviews of one import are dated a millisecond apart, within the second of the change. */
export function instantOfRank(at: number, rank: number): number {
  return at - (rank % 1000);
}
