/**
 * All folded review texts and titles in one UTF-8 buffer: what a search is decided on in the end.
 *
 * UTF-8 begins no character inside another, so bytes that are found are characters that are found. Two terminators that
 * never occur in UTF-8 follow every review, and another such byte separates a text from its title, so no match reaches
 * from one into the next.
 *
 * @module
 */
import { Buffer } from "node:buffer";
import { foldText } from "../../review/text.ts";
import { ByteWriter, GrowingColumn } from "../columns.ts";

const TERMINATOR = 0xff;
/** Stands between the text of a review and its title; neither this nor the terminator occurs in UTF-8. */
const SEPARATOR = 0xfe;
const TERMINATORS = 2;
/** Room for a text of usual length, in bytes. */
const USUAL_BYTES = 600;

/** Plain data; the bytes are shared memory, since grams are still made of them while searches look through them. */
export interface FoldedTextsData {
  readonly bytes: Uint8Array;
  /** Where each text starts, and after the last one the end of `bytes`. */
  readonly offsets: Uint32Array;
}

/** Folds and encodes texts one by one; none of the strings is kept. */
export class FoldedTextsWriter {
  readonly #expectedCount: number;
  /** The texts of the publication before, as long as there are no others among those that were added. */
  #same: FoldedTextsData | null;
  /** How many were added meanwhile. */
  #sameCount = 0;
  #writer: ByteWriter;
  #offsets: GrowingColumn<Uint32Array>;

  /** Where all texts turn out to be those of `before`, these are taken over without a copy. */
  constructor(expectedCount: number, before: FoldedTextsData | null = null) {
    this.#expectedCount = expectedCount;
    this.#same = before;
    this.#writer = new ByteWriter(before === null ? expectedCount * USUAL_BYTES : 0);
    this.#offsets = new GrowingColumn(Uint32Array, before === null ? expectedCount + 1 : 0);
    this.#offsets.push(0);
  }

  /** Adds the words of the next review. */
  add(text: string, title: string | null = null): void {
    this.#writer.write(foldText(text));
    if (title !== null) {
      this.#writer.repeat(SEPARATOR, 1);
      this.#writer.write(foldText(title));
    }
    this.#writer.repeat(TERMINATOR, TERMINATORS);
    if (this.#same === null) this.#offsets.push(this.#writer.length);
    else this.#compare(this.#same, this.#writer.take());
  }

  /** Adds the words of the reviews [`from`, `to`) of texts that were folded before. */
  keep(texts: FoldedTextsData, from: number, to: number): void {
    if (this.#same === texts && from === this.#sameCount) {
      this.#sameCount = to;
      return;
    }
    this.#depart();
    this.#append(texts, from, to);
  }

  finish(): FoldedTextsData {
    if (this.#same !== null && this.#sameCount === this.#same.offsets.length - 1) return this.#same;
    this.#depart();
    return { bytes: this.#writer.written(), offsets: this.#offsets.finish() };
  }

  /** Whether the next text of those before is this one; if not, what was added is copied after all. */
  #compare({ bytes, offsets }: FoldedTextsData, added: Uint8Array): void {
    const known = bytes.subarray(offsets[this.#sameCount], offsets[this.#sameCount + 1]);
    if (Buffer.from(known).equals(added)) {
      this.#sameCount++;
      return;
    }
    this.#depart();
    this.#writer.append(added);
    this.#offsets.push(this.#writer.length);
  }

  #depart(): void {
    const before = this.#same;
    if (before === null) return;
    this.#same = null;
    this.#writer = new ByteWriter(this.#expectedCount * USUAL_BYTES);
    this.#offsets = new GrowingColumn(Uint32Array, this.#expectedCount + 1);
    this.#offsets.push(0);
    this.#append(before, 0, this.#sameCount);
  }

  #append({ bytes, offsets }: FoldedTextsData, from: number, to: number): void {
    const start = offsets[from] ?? 0;
    const moved = this.#writer.length - start;
    this.#writer.append(bytes.subarray(start, offsets[to]));
    const ends = this.#offsets.room(to - from);
    for (let at = 0; at < ends.length; at++) ends[at] = (offsets[from + 1 + at] ?? 0) + moved;
  }
}

/** Where the title of a review begins in `bytes`; its end when it has none. */
export function titleStart(texts: FoldedTextsData, ordinal: number): number {
  const end = textEnd(texts, ordinal);
  const separator = texts.bytes.subarray(texts.offsets[ordinal], end).indexOf(SEPARATOR);
  return separator < 0 ? end : (texts.offsets[ordinal] ?? 0) + separator + 1;
}

/** Where the words of a review end in `bytes`, its terminators left out. */
export function textEnd({ offsets }: FoldedTextsData, ordinal: number): number {
  return (offsets[ordinal + 1] ?? 0) - TERMINATORS;
}

/** Looks for needles in folded texts. Needles are folded, encoded, and not empty. */
export class FoldedTexts {
  readonly #buffer: Buffer;
  readonly #data: FoldedTextsData;

  constructor(data: FoldedTextsData) {
    this.#data = data;
    this.#buffer = Buffer.from(data.bytes.buffer, data.bytes.byteOffset, data.bytes.byteLength);
  }

  /** Whether a review has a word that begins with these bytes; where `isWhole`, a word that is these bytes. */
  hasWord(ordinal: number, word: Uint8Array, { isWhole, inTitle }: { isWhole: boolean; inTitle: boolean }): boolean {
    const { bytes, offsets } = this.#data;
    const end = textEnd(this.#data, ordinal);
    const first = inTitle ? titleStart(this.#data, ordinal) : (offsets[ordinal] ?? 0);
    for (let at = first; ; at++) {
      const found = this.#buffer.subarray(at, end).indexOf(word);
      if (found < 0) return false;
      at += found;
      const isWordHere = at === first || !isWordCharacterBefore(bytes, at);
      if (isWordHere && (!isWhole || wordCharacterLength(bytes, at + word.length) === 0)) return true;
    }
  }

  /** Whether the text or the title of a review contains the needle. */
  contains(ordinal: number, needle: Uint8Array): boolean {
    const start = this.#data.offsets[ordinal] ?? 0;
    return this.#buffer.subarray(start, textEnd(this.#data, ordinal)).indexOf(needle) >= 0;
  }

  /** The first review at or after `from` and before `to` that contains the needle; -1 when none does. */
  next(needle: Uint8Array, from: number, to: number): number {
    if (from >= to) return -1;
    const { offsets } = this.#data;
    const found = this.#buffer.subarray(offsets[from], offsets[to]).indexOf(needle);
    return found < 0 ? -1 : this.#ordinalAt((offsets[from] ?? 0) + found, from, to);
  }

  /** The review whose text holds a byte, by binary search. */
  #ordinalAt(position: number, from: number, to: number): number {
    const { offsets } = this.#data;
    let low = from;
    let high = to;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((offsets[middle] ?? 0) <= position) low = middle;
      else high = middle;
    }
    return low;
  }
}

const WORD_CHARACTER = /^[\p{L}\p{M}\p{N}]$/u;
const LARGEST_BMP = 0xffff;
const UNKNOWN = 0;
const YES = 1;
const NO = 2;
/** What was found out about each character of the basic plane; asking the pattern takes a hundred times as long. */
const known = new Uint8Array(LARGEST_BMP + 1);

/** How many bytes the character at `at` takes when it belongs to a word; 0 when it does not. */
function wordCharacterLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return isWordCharacter(lead) ? 1 : 0;
  const length = lead < 0xc0 || lead >= 0xf8 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (length === 0) return 0;
  let code = lead & (0x7f >> length);
  for (let next = 1; next < length; next++) code = (code << 6) | ((bytes[at + next] ?? 0) & 0x3f);
  return isWordCharacter(code) ? length : 0;
}

/** Whether the character that ends before `at` belongs to a word. */
function isWordCharacterBefore(bytes: Uint8Array, at: number): boolean {
  let start = at - 1;
  while (start > 0 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start--;
  return wordCharacterLength(bytes, start) > 0;
}

/** The distinct words of a folded and encoded text, in order. */
export function wordsOf(bytes: Uint8Array): Uint8Array[] {
  const words = new Map<string, Uint8Array>();
  for (let at = 0; at < bytes.length; ) {
    const end = wordEnd(bytes, at, bytes.length);
    if (end > at) words.set(bytes.subarray(at, end).join(), bytes.subarray(at, end));
    at = Math.max(end, at + 1);
  }
  return [...words.values()];
}

/** Where the word that begins at `at` ends; `at` itself when none begins there. */
export function wordEnd(bytes: Uint8Array, at: number, limit: number): number {
  let end = at;
  while (end < limit) {
    const length = wordCharacterLength(bytes, end);
    if (length === 0) break;
    end += length;
  }
  return end;
}

function isWordCharacter(code: number): boolean {
  if (code > LARGEST_BMP) return WORD_CHARACTER.test(String.fromCodePoint(code));
  if (known[code] === UNKNOWN) known[code] = WORD_CHARACTER.test(String.fromCharCode(code)) ? YES : NO;
  return known[code] === YES;
}
