/**
 * Builds the gram part of a segment: which grams there are, and in which reviews.
 *
 * One walk over the texts does it: what the sample found frequent sets a bit in a bitmap, everything else is added to a
 * list, and only a frequent gram is followed by longer ones.
 */
import { type FoldedTextsData, textEnd } from "./folded_texts.ts";
import { Bitmaps, FREQUENT_ONE_IN, MemberLists, type ReviewSetsData } from "./review_sets.ts";

/** How many members the lists have for each byte of ordinary prose: what to make room for at first. */
const MEMBERS_PER_BYTE = 0.75;

/** The grams of a segment and the set of reviews that contain each. */
export interface GramsData {
  readonly lexicon: GramLexiconData;
  readonly sets: ReviewSetsData;
}

/** Indexes the texts at ordinals [`first`, `end`), at most 65,536. */
export function buildGrams(texts: FoldedTextsData, first: number, end: number): GramsData {
  const forest = growForest(texts, first, end);
  const bitmaps = new Bitmaps(forest.rows.length - 1, end - first);
  const lists = new MemberLists((texts.offsets[end]! - texts.offsets[first]!) * MEMBERS_PER_BYTE);
  /** For each slot its list, or minus the number of its frequent gram. */
  const places = Int32Array.from(forest.frequent, (number) => -number);
  for (let ordinal = first; ordinal < end; ordinal++) {
    addText(forest, texts, ordinal, { position: ordinal - first, bitmaps, lists, places });
  }
  bitmaps.store();
  const slots = indicesOfNonZero(places);
  const sets = packSets(
    Int32Array.from(slots, (slot) => places[slot]!),
    bitmaps,
    lists,
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
    let next = start + SHORTEST_GRAM;
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

/** Puts all lists into one array, each as long as it is. */
function packSets(places: Int32Array, bitmaps: Bitmaps, lists: MemberLists): ReviewSetsData {
  const counts = Uint32Array.from(places, (place) => (place < 0 ? bitmaps.count(-1 - place) : lists.count(place)));
  const packed = places.slice();
  let end = 0;
  for (let gram = 0; gram < places.length; gram++) {
    if (places[gram]! < 0) continue;
    packed[gram] = end;
    end += counts[gram]!;
  }
  const members = new Uint16Array(end);
  for (let gram = 0; gram < places.length; gram++) {
    if (places[gram]! > 0) lists.copyTo(members, packed[gram]! + counts[gram]!, places[gram]!);
  }
  return { counts, places: packed, members, bits: bitmaps.bits };
}

function indicesOfNonZero(values: Int32Array): Uint32Array {
  let count = 0;
  for (let at = 0; at < values.length; at++) if (values[at] !== 0) count++;
  const indices = new Uint32Array(count);
  let next = 0;
  for (let at = 0; at < values.length; at++) if (values[at] !== 0) indices[next++] = at;
  return indices;
}

/*
 * Finds the grams (short runs of bytes) that the texts of a segment are indexed by.
 *
 * Every run of three bytes is a gram. A frequent gram grows by one more byte, again and again up to {@link LONGEST_GRAM}:
 * so that nearly every needle, even a phrase of the commonest words, holds a gram that few reviews have.
 * Which grams are frequent is judged on a sample; a wrong guess costs time or space, never a match.
 *
 * A gram is known by its slot: trigrams first, as numbers of three digits in base `width`; then one row of `width`
 * slots per gram that grew. Digit 0 stands for the end of a text.
 */

/** Length of the shortest gram, in bytes. */
const SHORTEST_GRAM = 3;
const LONGEST_GRAM = 5;
const SAMPLE_SIZE = 2048;

/** The grams of a segment, addressed by slot. */
interface GramForest {
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
function growForest(texts: FoldedTextsData, first: number, end: number): GramForest {
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

/** The grams of a segment in ascending order of slot; slots, rows and digits are explained in gram_forest.ts. */
export interface GramLexiconData {
  readonly digits: Uint8Array;
  readonly width: number;
  readonly slots: Uint32Array;
  /** For each gram the first slot of its row, 0 where it did not grow. */
  readonly rows: Uint32Array;
}

/** Which grams narrow down the search for a needle. */
export type NeedleGrams =
  /** A gram of the needle is in no text, so neither is the needle. */
  | { readonly kind: "absent" }
  /** The needle is itself a gram: the reviews that have the gram are the answer. */
  | { readonly kind: "gram"; readonly gram: number }
  /** Any review with the needle has all of these grams, but not every such review has the needle. */
  | { readonly kind: "all"; readonly grams: readonly number[] }
  /** The needle is shorter than a gram: its reviews are those with any gram from `first` up to before `end`. */
  | { readonly kind: "any"; readonly first: number; readonly end: number };

/** Keeps of a forest what is needed to look grams up: those in `slots`, ascending. */
function buildLexicon(forest: GramForest, slots: Uint32Array): GramLexiconData {
  const { digits, width, frequent } = forest;
  return { digits, width, slots, rows: slots.map((slot) => forest.rows[frequent[slot] ?? 0] ?? 0) };
}

/** The grams of a needle, which is not empty. */
export function gramsOfNeedle(lexicon: GramLexiconData, needle: Uint8Array): NeedleGrams {
  if (needle.some((byte) => lexicon.digits[byte] === 0)) return { kind: "absent" };
  if (needle.length < SHORTEST_GRAM) return gramsBeginningWith(lexicon, needle);
  const grams: number[] = [];
  for (let start = 0; start + SHORTEST_GRAM <= needle.length; start++) {
    const { gram, end } = longestGram(lexicon, needle, start);
    if (gram < 0) return { kind: "absent" };
    if (start === 0 && end === needle.length) return { kind: "gram", gram };
    grams.push(gram);
  }
  return { kind: "all", grams };
}

/** The longest gram that begins at `start` and where it ends; -1 when the texts hold no such run of bytes. */
function longestGram(lexicon: GramLexiconData, needle: Uint8Array, start: number): { gram: number; end: number } {
  let end = start + SHORTEST_GRAM;
  let gram = gramAt(lexicon, slotOf(lexicon, needle, start, end));
  while (gram >= 0 && lexicon.rows[gram] !== 0 && end < needle.length) {
    gram = gramAt(lexicon, (lexicon.rows[gram] ?? 0) + digitOf(lexicon, needle, end++));
  }
  return { gram, end };
}

function gramsBeginningWith(lexicon: GramLexiconData, prefix: Uint8Array): NeedleGrams {
  const span = lexicon.width ** (SHORTEST_GRAM - prefix.length);
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

/** The first index whose value is at least `value`. */
function lowerBound(values: Uint32Array, value: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
