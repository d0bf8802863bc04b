/**
 * Unites sets of reviews.
 *
 * @module
 */
import { type ReviewSet, wordsFor } from "./review_sets.ts";

/**
 * The reviews in any of some sets; null when uniting these takes more steps than there are reviews: what is that common is
 * found sooner by looking for it.
 */
export function unite(sets: readonly ReviewSet[], size: number): ReviewSet | null {
  const [only] = sets;
  if (only === undefined) return { kind: "rare", members: new Uint16Array(0) };
  if (sets.length === 1) return only;
  const steps = sets.reduce((sum, set) => sum + (set.kind === "frequent" ? set.bits : set.members).length, 0);
  if (steps > size) return null;
  const bits = new Uint32Array(wordsFor(size));
  for (const set of sets) {
    if (set.kind === "frequent") addBitmap(bits, set.bits);
    else addMembers(bits, set.members);
  }
  return { kind: "frequent", bits };
}

/** A bitmap of these members. */
export function bitmapOf(members: Uint16Array, size: number): Uint32Array {
  const bits = new Uint32Array(wordsFor(size));
  addMembers(bits, members);
  return bits;
}

function addBitmap(bits: Uint32Array, added: Uint32Array): void {
  for (let word = 0; word < bits.length; word++) bits[word] = (bits[word] ?? 0) | (added[word] ?? 0);
}

function addMembers(bits: Uint32Array, members: Uint16Array): void {
  for (const member of members) bits[member >>> 5] = (bits[member >>> 5] ?? 0) | (1 << (member & 31));
}
