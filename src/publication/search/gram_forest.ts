/**
 * Finds the grams (short runs of bytes) that the texts of a segment are indexed by.
 *
 * Every run of three bytes is a gram. A frequent gram grows by one more byte, again and again up to {@link LONGEST_GRAM}:
 * so that nearly every needle, even a phrase of the commonest words, holds a gram that few reviews have.
 * Which grams are frequent is judged on a sample; a wrong guess costs time or space, never a match.
 *
 * A gram is known by its slot: trigrams first, as numbers of three digits in base `width`; then one row of `width`
 * slots per gram that grew. Digit 0 stands for the end of a text.
 *
 * @module
 */
import { type FoldedTextsData, textEnd } from "./folded_texts.ts";
import { FREQUENT_ONE_IN } from "./review_sets.ts";

/** Length of the shortest gram, in bytes. */
export const SHORTEST_GRAM = 3;
const LONGEST_GRAM = 5;
const SAMPLE_SIZE = 2048;

/** The grams of a segment, addressed by slot. */
export interface GramForest {
  /** Digit of each byte, 0 for bytes that no text holds. */
  readonly digits: Uint8Array;
  /** One more than the number of distinct bytes. */
  readonly width: number;
  /** For each slot the number of its frequent gram, counted from 1; 0 for the other slots. */
  readonly frequent: Uint32Array;
  /** For each number of a frequent gram the first slot of its row; 0 where it did not grow. */
  readonly rows: Uint32Array;
}

/** Grows the grams for the texts at ordinals [`first`, `end`). */
export function growForest(texts: FoldedTextsData, first: number, end: number): GramForest {
  const digits = digitsOf(texts.bytes.subarray(texts.offsets[first], texts.offsets[end]));
  const width = Math.max(...digits) + 1;
  let forest: GramForest = {
    digits,
    width,
    frequent: new Uint32Array(width ** SHORTEST_GRAM),
    rows: new Uint32Array(1),
  };
  let level = 0;
  for (let length = SHORTEST_GRAM; length <= LONGEST_GRAM; length++) {
    const slots = frequentSlots(forest, level, texts, { first, end });
    level = forest.frequent.length;
    forest = grow(forest, slots, length < LONGEST_GRAM);
  }
  return forest;
}

/** The slots from `level` on that are frequent in a sample of the texts. */
function frequentSlots(
  forest: GramForest,
  level: number,
  texts: FoldedTextsData,
  { first, end }: { first: number; end: number },
): number[] {
  const step = Math.max(1, Math.floor((end - first) / SAMPLE_SIZE));
  const counts = new Uint32Array(forest.frequent.length);
  const seen = new Uint32Array(forest.frequent.length);
  let sampled = 0;
  for (let ordinal = first; ordinal < end; ordinal += step)
    countLongestGrams(forest, texts, ordinal, { counts, seen, stamp: ++sampled });
  const slots: number[] = [];
  for (let slot = level; slot < counts.length; slot++) {
    if ((counts[slot] ?? 0) * FREQUENT_ONE_IN > sampled) slots.push(slot);
  }
  return slots;
}

/** Counts, once per text, the longest gram that begins at each of its bytes. */
function countLongestGrams(
  { digits, width, frequent, rows }: GramForest,
  texts: FoldedTextsData,
  ordinal: number,
  { counts, seen, stamp }: { counts: Uint32Array; seen: Uint32Array; stamp: number },
): void {
  const { bytes, offsets } = texts;
  const end = textEnd(texts, ordinal);
  for (let start = offsets[ordinal]!; start < end; start++) {
    let slot = (digits[bytes[start]!]! * width + digits[bytes[start + 1]!]!) * width + digits[bytes[start + 2]!]!;
    let next = start + SHORTEST_GRAM;
    for (let row = rows[frequent[slot]!]!; row !== 0; row = rows[frequent[slot]!]!) {
      slot = row + digits[bytes[next++]!]!;
    }
    if (seen[slot] === stamp) continue;
    seen[slot] = stamp;
    counts[slot]!++;
  }
}

/** Notes frequent grams, and gives them rows if they may grow. What ends a text stays as it is. */
function grow(forest: GramForest, slots: readonly number[], mayGrow: boolean): GramForest {
  const { digits, width } = forest;
  const rows = [...forest.rows];
  let slotCount = forest.frequent.length;
  const numbered = slots.map((slot) => {
    const grows = mayGrow && slot % width !== 0;
    rows.push(grows ? slotCount : 0);
    if (grows) slotCount += width;
    return { slot, number: rows.length - 1 };
  });
  const frequent = new Uint32Array(slotCount);
  frequent.set(forest.frequent);
  for (const { slot, number } of numbered) frequent[slot] = number;
  return { digits, width, frequent, rows: Uint32Array.from(rows) };
}

/** Numbers the bytes that occur, from 1 on. Terminators keep 0. */
function digitsOf(bytes: Uint8Array): Uint8Array {
  const occurs = new Uint8Array(256);
  for (let at = 0; at < bytes.length; at++) occurs[bytes[at] ?? 0] = 1;
  const digits = new Uint8Array(256);
  let next = 1;
  for (let byte = 0; byte < 0xf8; byte++) if (occurs[byte] === 1) digits[byte] = next++;
  return digits;
}
