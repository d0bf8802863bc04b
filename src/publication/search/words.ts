/**
 * Looks words up: those that begin with some bytes, are some bytes, or contain them.
 *
 * @module
 */
import { Buffer } from "node:buffer";
import { WORD_TERMINATOR, type WordsData } from "./build_words.ts";
import { type ReviewSet, reviewSet } from "./review_sets.ts";
import { unite } from "./set_union.ts";

/** The words of a segment of `size` reviews. */
export class Words {
  readonly #data: WordsData;
  readonly #size: number;
  readonly #buffer: Buffer;

  constructor(data: WordsData, size: number) {
    this.#data = data;
    this.#size = size;
    this.#buffer = Buffer.from(data.bytes.buffer, data.bytes.byteOffset, data.bytes.byteLength);
  }

  /** The reviews with a word that begins with `prefix`; null when looking for it in texts is quicker than uniting them. */
  beginningWith(prefix: Uint8Array): ReviewSet | null {
    const first = this.#lowerBound(prefix, 0);
    const end = this.#lowerBound(Uint8Array.of(...prefix, WORD_TERMINATOR), first);
    return this.#united(Array.from({ length: end - first }, (_, at) => first + at));
  }

  /** The reviews that have exactly this word. */
  equalTo(word: Uint8Array): ReviewSet {
    const at = this.#lowerBound(word, 0);
    const isHere = at < this.#count && this.#compare(at, word) === 0;
    return isHere ? reviewSet(this.#data.sets, this.#size, at) : { kind: "rare", members: new Uint16Array(0) };
  }

  /** The reviews with a word that contains `needle`, which has word characters only; null as above. */
  containing(needle: Uint8Array): ReviewSet | null {
    const found: number[] = [];
    for (let from = 0; ; ) {
      const hit = this.#buffer.indexOf(needle, from);
      if (hit < 0) return this.#united(found);
      const word = this.#wordAt(hit, found.at(-1) ?? 0);
      found.push(word);
      from = this.#data.offsets[word + 1] ?? this.#buffer.length;
    }
  }

  get #count(): number {
    return this.#data.offsets.length - 1;
  }

  #united(words: readonly number[]): ReviewSet | null {
    return unite(
      words.map((word) => reviewSet(this.#data.sets, this.#size, word)),
      this.#size,
    );
  }

  /** The first word at or after `from` that is not below `bytes`. */
  #lowerBound(bytes: Uint8Array, from: number): number {
    let low = from;
    let high = this.#count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(middle, bytes) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Negative when the word is below `bytes`. */
  #compare(word: number, bytes: Uint8Array): number {
    const { offsets } = this.#data;
    const start = offsets[word] ?? 0;
    const length = (offsets[word + 1] ?? 0) - 1 - start;
    const shared = Math.min(length, bytes.length);
    for (let at = 0; at < shared; at++) {
      const difference = (this.#buffer[start + at] ?? 0) - (bytes[at] ?? 0);
      if (difference !== 0) return difference;
    }
    return length - bytes.length;
  }

  /** The word that holds the byte at `place`, at or after word `from`. */
  #wordAt(place: number, from: number): number {
    const { offsets } = this.#data;
    let low = from;
    let high = this.#count;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((offsets[middle] ?? 0) <= place) low = middle;
      else high = middle;
    }
    return low;
  }
}
