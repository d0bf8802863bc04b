/**
 * The instants of changes.
 *
 * @module
 */
import type { EditionState } from "./ports/editions.ts";

/**
 * The instant of a change that is made now. Two changes never share a second, since Last-Modified counts seconds: the
 * second one is dated to the next.
 */
export function instantOfChange(now: number, state: EditionState): number {
  const second = (instant: number) => Math.floor(instant / 1000);
  return second(now) > second(state.publishedAt) ? now : (second(state.publishedAt) + 1) * 1000;
}

/**
 * Feed validators complain of entries with equal `updated`, so the reviews of one import get instants a millisecond
 * apart, backwards from the change and within its second.
 */
export function instantOfRank(at: number, rank: number): number {
  return at - (rank % 1000);
}
