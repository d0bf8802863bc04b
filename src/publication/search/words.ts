/**
 * The words of a segment. A word of the business's language stands as it is; others, and those of translations, are
 * followed by a mark in bytes that no word contains, so that "bad" and "Bad" are two.
 */
import { Buffer } from "node:buffer";
import { ByteStrings, type ByteStringsData } from "../columns.ts";
import { type FoldedTextsData, spokenWords, textEnd, titleStart, wordEnd } from "./folded_texts.ts";
import {
  Bitmaps,
  FREQUENT_ONE_IN,
  MemberLists,
  type ReviewSet,
  type ReviewSetsData,
  reviewSet,
  unite,
  united,
} from "./review_sets.ts";
import { wordKey } from "./word_keys.ts";

export class WordIndex {
  readonly #sets: ReviewSetsData;
  readonly #size: number;
  readonly #words: ByteStrings;

  constructor(data: WordsData, size: number) {
    this.#sets = data.sets;
    this.#size = size;
    this.#words = new ByteStrings(data);
  }

  /** Numbers of words. */
  beginningWith(prefix: Uint8Array): number[] {
    const first = this.#words.lowerBound(prefix, 0);
    const end = this.#words.lowerBound(Uint8Array.of(...prefix, WORD_TERMINATOR), first);
    return Array.from({ length: end - first }, (_, at) => first + at);
  }

  /** Numbers of a word in the languages with these marks, or in all. */
  numbersOf(word: Uint8Array, marks: readonly string[] | null): number[] {
    const own = this.#words.find(word);
    const first = this.#words.lowerBound(Uint8Array.of(...word, LANGUAGE_MARK), Math.max(own, 0));
    const end = this.#words.lowerBound(Uint8Array.of(...word, WORD_TERMINATOR), first);
    const found = Array.from({ length: end - first }, (_, at) => first + at);
    const all = own < 0 ? found : [own, ...found];
    return marks === null ? all : all.filter((at) => marks.includes(markIn(this.#words.at(at))));
  }

  equalTo(word: Uint8Array, marks: readonly string[] | null): ReviewSet {
    return united(this.setsOf(this.numbersOf(word, marks)), this.#size);
  }

  /** Reviews containing a needle of word characters; null when scanning texts is quicker. */
  containing(needle: Uint8Array): ReviewSet | null {
    const own = this.#words.containing(needle).filter((at) => this.#words.at(at).at(-1) !== TRANSLATED);
    return unite(this.setsOf(own), this.#size);
  }

  setsOf(words: readonly number[]): ReviewSet[] {
    return words.map((word) => reviewSet(this.#sets, this.#size, word));
  }

  count(word: number): number {
    return this.#sets.counts[word] ?? 0;
  }

  get length(): number {
    return this.#words.length;
  }

  bytes(word: number): Uint8Array {
    return unmarked(this.#words.at(word));
  }
}

/** Begins the mark of a language; none of these bytes occurs in UTF-8. */
const LANGUAGE_MARK = 0xfe;
/** Ends the mark of a word that only a translation has. */
const TRANSLATED = 0xfd;
/** Letters of a mark become bytes that begin no character. */
const CONTINUED = 0x20;

/** Latin-1; "" for the business's language. */
export function languageMark(language: string, own: string): string {
  if (language === own) return "";
  const letters = Array.from(language, (letter) => letter.charCodeAt(0) + CONTINUED);
  return String.fromCharCode(LANGUAGE_MARK, ...letters);
}

function markedLanguage(mark: string, own: string): string {
  const letters = Array.from(mark.slice(1), (letter) => String.fromCharCode(letter.charCodeAt(0) - CONTINUED));
  return mark === "" ? own : letters.join("");
}

function translationMark(mark: string): string {
  return `${mark || String.fromCharCode(LANGUAGE_MARK)}${String.fromCharCode(TRANSLATED)}`;
}

/** Language mark of a word, translated or not. */
function markIn(word: Uint8Array): string {
  const at = word.indexOf(LANGUAGE_MARK);
  if (at < 0) return "";
  const end = word.at(-1) === TRANSLATED ? word.length - 1 : word.length;
  return end - at === 1 ? "" : String.fromCharCode(...word.subarray(at, end));
}

function unmarked(word: Uint8Array): Uint8Array {
  const at = word.indexOf(LANGUAGE_MARK);
  return at < 0 ? word : word.subarray(0, at);
}

/** Words answer what grams cannot: beginnings of words, and substrings inside words without looking into texts. */

/** Before, between and after words; occurs in no UTF-8. */
const WORD_TERMINATOR = 0xff;
/** Distinct, usually: initial room. */
const WORDS_PER_REVIEW = 40;
const UTF8 = new TextDecoder();

interface WordsData extends ByteStringsData {
  readonly sets: ReviewSetsData;
}

interface KeysData extends ByteStringsData {
  /** Starts in `words`, and at the end its length. */
  readonly firsts: Uint32Array;
  readonly words: Uint32Array;
}

/** `all`: of texts, titles and translations. */
export interface SegmentWords {
  /** Languages besides the business's. */
  readonly others: readonly string[];
  readonly all: WordsData;
  readonly titles: WordsData;
  readonly keys: KeysData;
}

/** Reviews read before the garbage of their words is collected. */
const REVIEWS_OF_GARBAGE = 10_000;

/** At most 65,536 reviews. */
export function buildWords(
  texts: FoldedTextsData,
  { first, end }: { readonly first: number; readonly end: number },
  collectGarbage: () => void,
): SegmentWords {
  const all = new MarkedWords((end - first) * WORDS_PER_REVIEW);
  const titles = new MarkedWords(0);
  const { bytes, offsets, language: own, spoken } = texts;
  const others = new Set<string>();
  for (let ordinal = first; ordinal < end; ordinal++) {
    const position = ordinal - first;
    if ((position + 1) % REVIEWS_OF_GARBAGE === 0) collectGarbage();
    const { language, translation } = spokenWords(texts, ordinal);
    const mark = languageMark(language, own);
    all.of(mark, bytes).add(offsets[ordinal] ?? 0, textEnd(texts, ordinal), position);
    titles.of(mark, bytes).add(titleStart(texts, ordinal), textEnd(texts, ordinal), position);
    if (mark !== "") others.add(language);
    if (translation === null) continue;
    const into = languageMark(translation.language, own);
    all.of(translationMark(into), spoken.bytes).add(translation.start, translation.end, position);
    if (into !== "") others.add(translation.language);
  }
  const found = all.finish(end - first);
  return { all: found, titles: titles.finish(end - first), keys: buildKeys(found, own), others: [...others] };
}

function buildKeys(data: WordsData, own: string): KeysData {
  const words = new ByteStrings(data);
  const byKey = new Map<string, number[]>();
  for (let at = 0; at < words.length; at++) {
    const word = words.at(at);
    const mark = markIn(word);
    const plain = wordKey(UTF8.decode(unmarked(word)), markedLanguage(mark, own));
    const key = `${Buffer.from(plain).toString("latin1")}${mark}`;
    const known = byKey.get(key);
    if (known === undefined) byKey.set(key, [at]);
    else known.push(at);
  }
  const keys = [...byKey].sort(([a], [b]) => (a < b ? -1 : 1));
  const firsts = new Uint32Array(keys.length + 1);
  for (const [at, [, numbers]] of keys.entries()) firsts[at + 1] = (firsts[at] ?? 0) + numbers.length;
  const numbers = Uint32Array.from(keys.flatMap(([, numbers]) => numbers));
  return { ...joined(keys.map(([key]) => key)), firsts, words: numbers };
}

/** Latin-1 in byte order. */
function joined(strings: readonly string[]): ByteStringsData {
  const offsets = new Uint32Array(strings.length + 1);
  offsets[0] = 1;
  for (const [at, { length }] of strings.entries()) offsets[at + 1] = (offsets[at] ?? 0) + length + 1;
  return { bytes: new Uint8Array(Buffer.from(`\xff${strings.join("\xff")}\xff`, "latin1")), offsets };
}

class MarkedWords {
  readonly #lists: MemberLists;
  readonly #byMark = new Map<string, WordCollector>();

  constructor(expectedMembers: number) {
    this.#lists = new MemberLists(expectedMembers);
  }

  /** All in `bytes`. */
  of(mark: string, bytes: Uint8Array): WordCollector {
    const known = this.#byMark.get(mark);
    if (known !== undefined) return known;
    const collector = new WordCollector(bytes, this.#lists);
    this.#byMark.set(mark, collector);
    return collector;
  }

  finish(size: number): WordsData {
    const words: { readonly word: string; readonly place: number }[] = [];
    for (const [mark, collector] of this.#byMark) {
      for (const { word, place } of collector.words()) words.push({ word: `${word}${mark}`, place });
    }
    // Latin-1 strings compare as their bytes do.
    words.sort((a, b) => (a.word < b.word ? -1 : 1));
    const places = words.map(({ place }) => place);
    return { ...joined(words.map(({ word }) => word)), sets: packLists(this.#lists, places, size) };
  }
}

/** Words numbered as they come, by a hash table. */
class WordCollector {
  readonly #bytes: Uint8Array;
  readonly #lists: MemberLists;
  /** Number + 1 by hash; 0 is free. The length is a power of two. */
  #table = new Uint32Array(1 << 12);
  readonly #starts: number[] = [];
  readonly #lengths: number[] = [];
  readonly #hashes: number[] = [];
  readonly #places: number[] = [];

  constructor(bytes: Uint8Array, lists: MemberLists) {
    this.#bytes = bytes;
    this.#lists = lists;
  }

  /** Adds the words in [`start`, `end`); positions ascend. */
  add(start: number, end: number, position: number): void {
    const bytes = this.#bytes;
    for (let at = start; at < end; ) {
      const stop = wordEnd(bytes, at, end);
      if (stop === at) {
        at++;
        continue;
      }
      const number = this.#numberOf(at, stop);
      this.#places[number] = this.#lists.add(this.#places[number] ?? 0, position);
      at = stop;
    }
  }

  /** Words as Latin-1, with the end of their lists. */
  words(): { readonly word: string; readonly place: number }[] {
    const text = Buffer.from(this.#bytes.buffer, this.#bytes.byteOffset, this.#bytes.byteLength);
    return this.#starts.map((start, number) => {
      const word = text.toString("latin1", start, start + (this.#lengths[number] ?? 0));
      return { word, place: this.#places[number] ?? 0 };
    });
  }

  #numberOf(start: number, end: number): number {
    const bytes = this.#bytes;
    let hash = 0x811c9dc5;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
    hash ^= hash >>> 15;
    const mask = this.#table.length - 1;
    let place = hash & mask;
    for (let known = this.#table[place] ?? 0; known !== 0; known = this.#table[place] ?? 0) {
      if (this.#hashes[known - 1] === hash && this.#isWord(known - 1, start, end)) return known - 1;
      place = (place + 1) & mask;
    }
    this.#table[place] = this.#starts.push(start);
    this.#lengths.push(end - start);
    this.#hashes.push(hash);
    this.#places.push(0);
    if (this.#starts.length * 2 > this.#table.length) this.#enlarge();
    return this.#starts.length - 1;
  }

  #isWord(number: number, start: number, end: number): boolean {
    if (this.#lengths[number] !== end - start) return false;
    const bytes = this.#bytes;
    const known = this.#starts[number] ?? 0;
    for (let at = 0; at < end - start; at++) if (bytes[known + at] !== bytes[start + at]) return false;
    return true;
  }

  #enlarge(): void {
    const table = new Uint32Array(this.#table.length * 4);
    const mask = table.length - 1;
    for (const [number, hash] of this.#hashes.entries()) {
      let place = hash & mask;
      while (table[place] !== 0) place = (place + 1) & mask;
      table[place] = number + 1;
    }
    this.#table = table;
  }
}

/** Lists of frequent words become bitmaps. */
function packLists(lists: MemberLists, handles: readonly number[], size: number): ReviewSetsData {
  const counts = Uint32Array.from(handles, (handle) => lists.count(handle));
  const isFrequent = (at: number) => (counts[at] ?? 0) * FREQUENT_ONE_IN > size;
  const rare = counts.reduce((sum, count, at) => (isFrequent(at) ? sum : sum + count), 0);
  const frequent = handles.filter((_, at) => isFrequent(at)).length;
  const members = new Uint16Array(rare);
  const places = new Int32Array(handles.length);
  const bitmaps = new Bitmaps(frequent, size);
  let end = 0;
  let bitmap = 0;
  for (const [at, handle] of handles.entries()) {
    const count = counts[at] ?? 0;
    if (isFrequent(at)) {
      const list = new Uint16Array(count);
      lists.copyTo(list, count, handle);
      bitmaps.fill(bitmap, list);
      places[at] = -1 - bitmap++;
    } else {
      places[at] = end;
      end += count;
      lists.copyTo(members, end, handle);
    }
  }
  return { counts, places, members, bits: bitmaps.bits };
}
