/**
 * Builds the grams of a segment in one walk over its texts: frequent ones set bits in bitmaps and grow longer, others
 * go to lists.
 */
import { firstWithout, type Scratch } from "../columns.ts";
import { type FoldedTextsData, textEnd } from "./folded_texts.ts";
import { Bitmaps, FREQUENT_ONE_IN, MemberLists, type ReviewSetsData } from "./review_sets.ts";

/** Members per byte of ordinary prose, for the initial capacity. */
const MEMBERS_PER_BYTE = 0.75;

export interface GramsData {
  readonly lexicon: GramLexiconData;
  readonly sets: ReviewSetsData;
}

/** At most 65,536 reviews. */
export function buildGrams(
  texts: FoldedTextsData,
  { first, end }: { readonly first: number; readonly end: number },
  scratch: Scratch,
): GramsData {
  const forest = growForest(texts, first, end);
  const bitmaps = new Bitmaps(forest.rows.length - 1, end - first);
  const lists = new MemberLists((texts.offsets[end]! - texts.offsets[first]!) * MEMBERS_PER_BYTE);
  /** Per slot its list, or minus the number of its frequent gram. */
  const places = Int32Array.from(forest.frequent, (number) => -number);
  for (let ordinal = first; ordinal < end; ordinal++) {
    addText(forest, texts, ordinal, { position: ordinal - first, bitmaps, lists, places });
  }
  bitmaps.store();
  const slots = indicesOfNonZero(places);
  const sets = packSets(
    Int32Array.from(slots, (slot) => places[slot]!),
    { bitmaps, lists },
    scratch,
  );
  return { lexicon: buildLexicon(forest, slots), sets };
}

interface Growing {
  readonly position: number;
  readonly bitmaps: Bitmaps;
  readonly lists: MemberLists;
  readonly places: Int32Array;
}

function addText(forest: GramForest, texts: FoldedTextsData, ordinal: number, growing: Growing): void {
  const { digits, width, rows } = forest;
  const { bytes, offsets } = texts;
  const { position, lists, places } = growing;
  const words = growing.bitmaps.wordsAt(position);
  const bit = 1 << (position & 31);
  const end = textEnd(texts, ordinal);
  let second = digits[bytes[offsets[ordinal]!]!]!;
  let third = digits[bytes[offsets[ordinal]! + 1]!]!;
  for (let start = offsets[ordinal]!; start < end; start++) {
    const first = second;
    second = third;
    third = digits[bytes[start + 2]!]!;
    let slot = (first * width + second) * width + third;
    let next = start + MIN_GRAM_LENGTH;
    for (;;) {
      const place = places[slot]!;
      if (place >= 0) {
        places[slot] = lists.add(place, position);
        break;
      }
      words[-1 - place]! |= bit;
      const row = rows[-place]!;
      if (row === 0) break;
      slot = row + digits[bytes[next++]!]!;
    }
  }
}

/** Members written at a time; more than the list of any gram has. */
const PART = 1 << 19;

function packSets(
  places: Int32Array,
  { bitmaps, lists }: { readonly bitmaps: Bitmaps; readonly lists: MemberLists },
  scratch: Scratch,
): ReviewSetsData {
  const counts = Uint32Array.from(places, (place) => (place < 0 ? bitmaps.count(-1 - place) : lists.count(place)));
  const packed = places.slice();
  let end = 0;
  for (let gram = 0; gram < places.length; gram++) {
    if (places[gram]! < 0) continue;
    packed[gram] = end;
    end += counts[gram]!;
  }
  function* parts(): Generator<Uint16Array> {
    const part = new Uint16Array(Math.min(PART, end));
    let length = 0;
    for (let gram = 0; gram < places.length; gram++) {
      if (places[gram]! <= 0) continue;
      const count = counts[gram]!;
      if (length + count > part.length) {
        yield part.subarray(0, length);
        length = 0;
      }
      length += count;
      lists.copyTo(part, length, places[gram]!);
    }
    yield part.subarray(0, length);
  }
  return { counts, places: packed, members: scratch.putParts(parts, end), bits: scratch.put(bitmaps.bits) };
}

function indicesOfNonZero(values: Int32Array): Uint32Array {
  let count = 0;
  for (let at = 0; at < values.length; at++) if (values[at] !== 0) count++;
  const indices = new Uint32Array(count);
  let next = 0;
  for (let at = 0; at < values.length; at++) if (values[at] !== 0) indices[next++] = at;
  return indices;
}

/**
 * Grams are runs of three bytes. A frequent one grows byte by byte up to {@link MAX_GRAM_LENGTH}, so that nearly every
 * needle, even a phrase of common words, holds a gram that few reviews have. A sample decides what is frequent; a
 * wrong guess costs time or space, never a match. A gram's slot is its trigram in base `width`, then one row of
 * `width` slots per gram that grew; digit 0 is the end of a text.
 */

/** Length in bytes. */
const MIN_GRAM_LENGTH = 3;
const MAX_GRAM_LENGTH = 5;
const SAMPLE_SIZE = 2048;

interface GramForest {
  /** Per byte; 0 for bytes in no text. */
  readonly digits: Uint8Array;
  /** Distinct bytes + 1. */
  readonly width: number;
  /** Per slot the number of its frequent gram, from 1; else 0. */
  readonly frequent: Uint32Array;
  /** Per frequent gram the first slot of its row; 0 if it did not grow. */
  readonly rows: Uint32Array;
}

function growForest(texts: FoldedTextsData, first: number, end: number): GramForest {
  const digits = digitsOf(texts.bytes.subarray(texts.offsets[first], texts.offsets[end]));
  const width = Math.max(...digits) + 1;
  let forest: GramForest = {
    digits,
    width,
    frequent: new Uint32Array(width ** MIN_GRAM_LENGTH),
    rows: new Uint32Array(1),
  };
  let level = 0;
  for (let length = MIN_GRAM_LENGTH; length <= MAX_GRAM_LENGTH; length++) {
    const slots = frequentSlots(forest, level, texts, { first, end });
    level = forest.frequent.length;
    forest = grow(forest, slots, length < MAX_GRAM_LENGTH);
  }
  return forest;
}

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

/** Once per text, the longest gram at each byte. */
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
    let next = start + MIN_GRAM_LENGTH;
    for (let row = rows[frequent[slot]!]!; row !== 0; row = rows[frequent[slot]!]!) {
      slot = row + digits[bytes[next++]!]!;
    }
    if (seen[slot] === stamp) continue;
    seen[slot] = stamp;
    counts[slot]!++;
  }
}

/** The end of a text does not grow. */
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

/** Digits from 1; terminators keep 0. */
function digitsOf(bytes: Uint8Array): Uint8Array {
  const occurs = new Uint8Array(256);
  for (let at = 0; at < bytes.length; at++) occurs[bytes[at] ?? 0] = 1;
  const digits = new Uint8Array(256);
  let next = 1;
  for (let byte = 0; byte < 0xf8; byte++) if (occurs[byte] === 1) digits[byte] = next++;
  return digits;
}

/** Grams in ascending order of slot. */
export interface GramLexiconData {
  readonly digits: Uint8Array;
  readonly width: number;
  readonly slots: Uint32Array;
  /** Per gram the first slot of its row; 0 if it did not grow. */
  readonly rows: Uint32Array;
}

export type NeedleGrams =
  /** The needle is in no text. */
  | { readonly kind: "absent" }
  /** The needle is itself a gram. */
  | { readonly kind: "gram"; readonly gram: number }
  /** Reviews with the needle have all of these grams, but not conversely. */
  | { readonly kind: "all"; readonly grams: readonly number[] }
  /** A needle shorter than a gram: any gram of [`first`, `end`). */
  | { readonly kind: "any"; readonly first: number; readonly end: number };

function buildLexicon(forest: GramForest, slots: Uint32Array): GramLexiconData {
  const { digits, width, frequent } = forest;
  return { digits, width, slots, rows: slots.map((slot) => forest.rows[frequent[slot] ?? 0] ?? 0) };
}

/** The needle is not empty. */
export function gramsOfNeedle(lexicon: GramLexiconData, needle: Uint8Array): NeedleGrams {
  if (needle.some((byte) => lexicon.digits[byte] === 0)) return { kind: "absent" };
  if (needle.length < MIN_GRAM_LENGTH) return gramsBeginningWith(lexicon, needle);
  const grams: number[] = [];
  for (let start = 0; start + MIN_GRAM_LENGTH <= needle.length; start++) {
    const { gram, end } = longestGram(lexicon, needle, start);
    if (gram < 0) return { kind: "absent" };
    if (start === 0 && end === needle.length) return { kind: "gram", gram };
    grams.push(gram);
  }
  return { kind: "all", grams };
}

/** -1 when no text holds such bytes. */
function longestGram(lexicon: GramLexiconData, needle: Uint8Array, start: number): { gram: number; end: number } {
  let end = start + MIN_GRAM_LENGTH;
  let gram = gramAt(lexicon, slotOf(lexicon, needle, start, end));
  while (gram >= 0 && lexicon.rows[gram] !== 0 && end < needle.length) {
    gram = gramAt(lexicon, (lexicon.rows[gram] ?? 0) + digitOf(lexicon, needle, end++));
  }
  return { gram, end };
}

function gramsBeginningWith(lexicon: GramLexiconData, prefix: Uint8Array): NeedleGrams {
  const span = lexicon.width ** (MIN_GRAM_LENGTH - prefix.length);
  const slot = slotOf(lexicon, prefix, 0, prefix.length) * span;
  return { kind: "any", first: lowerBound(lexicon.slots, slot), end: lowerBound(lexicon.slots, slot + span) };
}

function slotOf(lexicon: GramLexiconData, bytes: Uint8Array, from: number, to: number): number {
  let slot = 0;
  for (let at = from; at < to; at++) slot = slot * lexicon.width + digitOf(lexicon, bytes, at);
  return slot;
}

function digitOf({ digits }: GramLexiconData, bytes: Uint8Array, at: number): number {
  return digits[bytes[at] ?? 0] ?? 0;
}

function gramAt({ slots }: GramLexiconData, slot: number): number {
  const at = lowerBound(slots, slot);
  return slots[at] === slot ? at : -1;
}

function lowerBound(values: Uint32Array, value: number): number {
  return firstWithout(0, values.length, (at) => (values[at] ?? 0) < value);
}
