/** The words of a segment, and which of them match a word of a search. */
import { ByteStrings } from "../columns.ts";
import { bitCount } from "./review_sets.ts";
import { withoutAccents } from "./word_keys.ts";
import { type SegmentWords, WordIndex } from "./words.ts";

export interface MeantWord {
  /** Folded. */
  readonly asked: string;
  readonly bytes: Uint8Array;
  /** Its own key first, or that of the word it is taken for. */
  readonly keys: readonly Uint8Array[];
  /** Keys of the word if it may have an umlaut. */
  readonly umlautKeys: readonly Uint8Array[];
  /** Marks of its languages; null for any. */
  readonly marks: readonly string[] | null;
  /** Whether it is in quotation marks: only the word itself matches. */
  readonly isExact: boolean;
  /** Words that begin with it stand for it. */
  readonly isBeginning: boolean;
  /** The known word that it is taken for. */
  readonly takenFor: string | null;
  readonly isUnknown: boolean;
  /** Filter terms of what it names. */
  readonly terms: readonly number[];
}

export class Vocabulary {
  readonly all: WordIndex;
  readonly titles: WordIndex;
  /** Other languages than the business's. */
  readonly others: readonly string[];
  readonly #keys: SegmentWords["keys"];
  readonly #keyStrings: ByteStrings;
  #shapes: Shapes | null = null;

  constructor({ all, titles, keys, others }: SegmentWords, size: number) {
    this.others = others;
    this.all = new WordIndex(all, size);
    this.titles = new WordIndex(titles, size);
    this.#keys = keys;
    this.#keyStrings = new ByteStrings(keys);
  }

  /** Words that may be `letters` with up to `most` mistakes, and a few more, in order. */
  spelledLike(letters: string, max: number, sameFirst: boolean): number[] {
    this.#shapes ??= shapesOf(this.all);
    const { letters: sets, byLength } = this.#shapes;
    const wanted = letterSet(letters);
    const found: number[] = [];
    for (let length = letters.length - max; length <= letters.length + max; length++) {
      const byFirst = byLength.get(length);
      for (const words of sameFirst ? [byFirst?.get(letters.charCodeAt(0))] : (byFirst?.values() ?? [])) {
        for (const word of words ?? []) if (bitCount((sets[word] ?? 0) ^ wanted) <= 2 * max) found.push(word);
      }
    }
    return found.sort((a, b) => a - b);
  }

  /** Numbers of words that may stand for one. */
  wordsFor({ bytes, keys, umlautKeys, isBeginning, isExact }: MeantWord): number[] {
    if (isExact) return this.all.numbersOf(bytes, null);
    if (isBeginning) return this.all.beginningWith(bytes);
    const same = keys.flatMap((key) => this.#withKey(key));
    if (umlautKeys.length === 0) return same;
    const alike = umlautKeys.flatMap((key) => this.#withKey(key));
    return [...same, ...alike.filter((word) => hasUmlaut(this.all.bytes(word)))];
  }

  #withKey(key: Uint8Array): number[] {
    const at = this.#keyStrings.find(key);
    return at < 0 ? [] : [...this.#keys.words.subarray(this.#keys.firsts[at], this.#keys.firsts[at + 1])];
  }
}

const DECODER = new TextDecoder();

/** Words by length, then first letter. */
interface Shapes {
  /** See {@link letterSet}. */
  readonly letters: Uint32Array;
  readonly byLength: ReadonlyMap<number, ReadonlyMap<number, readonly number[]>>;
}

function shapesOf(words: WordIndex): Shapes {
  const letters = new Uint32Array(words.length);
  const byLength = new Map<number, Map<number, number[]>>();
  for (let word = 0; word < words.length; word++) {
    const plain = withoutAccents(DECODER.decode(words.bytes(word)));
    letters[word] = letterSet(plain);
    const byFirst = byLength.get(plain.length) ?? new Map<number, number[]>();
    byLength.set(plain.length, byFirst);
    const alike = byFirst.get(plain.charCodeAt(0)) ?? [];
    byFirst.set(plain.charCodeAt(0), alike);
    alike.push(word);
  }
  return { letters, byLength };
}

/** One bit a letter: a mistake changes two bits at most. */
function letterSet(plain: string): number {
  let set = 0;
  for (const letter of plain) set |= 1 << (letter.charCodeAt(0) & 31);
  return set;
}

/** ä, ö or ü in UTF-8. */
function hasUmlaut(bytes: Uint8Array): boolean {
  return bytes.some((byte, at) => byte === 0xc3 && [0xa4, 0xb6, 0xbc].includes(bytes[at + 1] ?? 0));
}
