/**
 * Builds the gram part of a segment: which grams there are, and in which reviews.
 *
 * One walk over the texts does it: what the sample found frequent sets a bit in a bitmap, everything else is added to a
 * list, and only a frequent gram is followed by longer ones.
 *
 * @module
 */
import { type FoldedTextsData, textEnd } from "./folded_texts.ts";
import { type GramForest, growForest, SHORTEST_GRAM } from "./gram_forest.ts";
import { buildLexicon, type GramLexiconData } from "./gram_lexicon.ts";
import { MemberLists } from "./member_lists.ts";
import { Bitmaps, type ReviewSetsData } from "./review_sets.ts";

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
