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

/** One more than fits into 16 bits, and the last that fits into 32. */
const MOST_POSITIONS = 2 ** 16;
const LAST_SECOND = 2 ** 32 - 1;

/** Orders the reviews at ordinals [`first`, `end`), given when each changed. */
export function buildUpdates(updated: Uint32Array, first: number, end: number): UpdatesData {
  const own = updated.subarray(first, end);
  // Sorted as numbers, which takes a tenth of the time that a comparing function does: latest first, then by position.
  const keys = new Float64Array(own.length);
  for (let position = 0; position < keys.length; position++) {
    keys[position] = (LAST_SECOND - (own[position] ?? 0)) * MOST_POSITIONS + position;
  }
  keys.sort();
  const positions = new Uint16Array(own.length);
  const seconds = new Uint32Array(own.length);
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] ?? 0;
    // `%` of numbers beyond 32 bits takes ten times as long.
    const position = key - Math.floor(key / MOST_POSITIONS) * MOST_POSITIONS;
    positions[at] = position;
    seconds[at] = own[position] ?? 0;
  }
  return { positions, seconds };
}

/** The reviews of a segment that changed at `since` or later, in seconds since the epoch. */
export function updatedSince({ positions, seconds }: UpdatesData, since: number): ReviewSet {
  const count = countAtLeast(seconds, since);
  const latest = positions.subarray(0, count);
  if (count * FREQUENT_ONE_IN <= positions.length) return { kind: "rare", members: latest.slice().sort() };
  return { kind: "frequent", bits: bitmapOf(latest, positions.length) };
}
