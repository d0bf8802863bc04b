/**
 * The reviews of a segment by when they last changed, so that those since any instant are the beginning of one list.
 *
 * @module
 */

import { countAtLeast } from "../date_column.ts";
import { FREQUENT_ONE_IN, type ReviewSet } from "./review_sets.ts";
import { bitmapOf } from "./set_union.ts";

/** Positions in their segment, latest change first. */
export interface UpdatesData {
  readonly positions: Uint16Array;
  /** When each of them changed, whole seconds since the epoch; descending. */
  readonly seconds: Uint32Array;
}

/** Orders the reviews at ordinals [`first`, `end`), given when each changed. */
export function buildUpdates(updated: Uint32Array, first: number, end: number): UpdatesData {
  const own = updated.subarray(first, end);
  const positions = Uint16Array.from(own, (_, position) => position);
  positions.sort((a, b) => (own[b] ?? 0) - (own[a] ?? 0) || a - b);
  return { positions, seconds: Uint32Array.from(positions, (position) => own[position] ?? 0) };
}

/** The reviews of a segment that changed at `since` or later, in seconds since the epoch. */
export function updatedSince({ positions, seconds }: UpdatesData, since: number): ReviewSet {
  const count = countAtLeast(seconds, since);
  const latest = positions.subarray(0, count);
  if (count * FREQUENT_ONE_IN <= positions.length) return { kind: "rare", members: latest.slice().sort() };
  return { kind: "frequent", bits: bitmapOf(latest, positions.length) };
}
