/**
 * Turns a needle into the grams whose reviews may hold it.
 *
 * @module
 */
import { type GramForest, SHORTEST_GRAM } from "./gram_forest.ts";

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
  /** Any review with the needle has all of these; whether it has the needle remains to be seen. */
  | { readonly kind: "all"; readonly grams: readonly number[] }
  /** The needle is shorter than a gram: its reviews are those with any gram from `first` up to before `end`. */
  | { readonly kind: "any"; readonly first: number; readonly end: number };

/** Keeps of a forest what is needed to look grams up: those in `slots`, ascending. */
export function buildLexicon(forest: GramForest, slots: Uint32Array): GramLexiconData {
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
