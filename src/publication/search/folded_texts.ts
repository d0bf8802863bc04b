/**
 * Folded texts and titles in one UTF-8 buffer. No character begins inside another, so found bytes are found
 * characters; two terminators follow every review, and a separator divides text and title, so no match spans them.
 * Languages and translations stand beside them: only words are looked for there.
 */
import { Buffer } from "node:buffer";
import { foldSearched } from "../../review/text.ts";
import { ByteWriter, GrowingColumn } from "../columns.ts";
import { primaryLanguage } from "./word_keys.ts";

const TERMINATOR = 0xff;
/** Neither this nor the terminator occurs in UTF-8. */
const SEPARATOR = 0xfe;
const TERMINATORS = 2;
/** Size of a usual text. */
const USUAL_BYTES = 600;

/** The bytes are shared memory. */
export interface FoldedTextsData extends TextColumn {
  /** Language of texts that state none. */
  readonly language: string;
  /** Per review: the language that its text states, and its translation with its language. */
  readonly spoken: TextColumn;
}

interface TextColumn {
  readonly bytes: Uint8Array;
  /** Starts, and at the end the length of `bytes`. */
  readonly offsets: Uint32Array;
}

/** Languages are BCP 47 tags. */
interface ReviewWords {
  readonly text: string;
  readonly title?: string | null;
  readonly language?: string | null;
  readonly translationText?: string | null;
  readonly translationLanguage?: string | null;
}

/** Keeps no strings. */
export class FoldedTextsWriter {
  readonly #language: string;
  readonly #before: FoldedTextsData | null;
  readonly #texts: TextColumnWriter;
  readonly #spoken: TextColumnWriter;

  /** If all texts equal those of `before`, these are taken over without a copy. */
  constructor(expectedCount: number, language: string, before: FoldedTextsData | null = null) {
    this.#language = primaryLanguage(language);
    this.#before = before;
    this.#texts = new TextColumnWriter(expectedCount, USUAL_BYTES, before);
    this.#spoken = new TextColumnWriter(expectedCount, 1, before?.spoken ?? null);
  }

  add({ text, title = null, language, translationText = null, translationLanguage }: ReviewWords): void {
    this.#texts.write(foldSearched(text));
    if (title !== null) {
      this.#texts.mark(SEPARATOR);
      this.#texts.write(foldSearched(title));
    }
    this.#texts.end(TERMINATORS);
    this.#spoken.write(primaryLanguage(language));
    if (translationText !== null) {
      this.#spoken.mark(SEPARATOR);
      this.#spoken.write(primaryLanguage(translationLanguage));
      this.#spoken.mark(SEPARATOR);
      this.#spoken.write(foldSearched(translationText));
    }
    this.#spoken.end(1);
  }

  /** Adds reviews [`from`, `to`) of earlier texts. */
  keep(texts: FoldedTextsData, from: number, to: number): void {
    this.#texts.keep(texts, from, to);
    this.#spoken.keep(texts.spoken, from, to);
  }

  finish(): FoldedTextsData {
    const before = this.#before;
    const texts = this.#texts.finish();
    const spoken = this.#spoken.finish();
    const isSame = texts === before && spoken === before.spoken && this.#language === before.language;
    return isSame ? before : { bytes: texts.bytes, offsets: texts.offsets, language: this.#language, spoken };
  }
}

class TextColumnWriter {
  readonly #expectedCount: number;
  readonly #usualBytes: number;
  /** Previous column, as long as all added texts equal it, in order. */
  #same: TextColumn | null;
  #sameCount = 0;
  #writer: ByteWriter;
  #offsets: GrowingColumn<Uint32Array>;

  constructor(expectedCount: number, usualBytes: number, before: TextColumn | null) {
    this.#expectedCount = expectedCount;
    this.#usualBytes = usualBytes;
    this.#same = before;
    this.#writer = new ByteWriter(before === null ? expectedCount * usualBytes : 0);
    this.#offsets = new GrowingColumn(Uint32Array, before === null ? expectedCount + 1 : 0);
    this.#offsets.push(0);
  }

  write(text: string): void {
    if (text !== "") this.#writer.write(text);
  }

  mark(byte: number): void {
    this.#writer.repeat(byte, 1);
  }

  end(terminators: number): void {
    this.#writer.repeat(TERMINATOR, terminators);
    if (this.#same === null) this.#offsets.push(this.#writer.length);
    else this.#compare(this.#same, this.#writer.take());
  }

  keep(texts: TextColumn, from: number, to: number): void {
    if (this.#same === texts && from === this.#sameCount) {
      this.#sameCount = to;
      return;
    }
    this.#depart();
    this.#append(texts, from, to);
  }

  finish(): TextColumn {
    if (this.#same !== null && this.#sameCount === this.#same.offsets.length - 1) return this.#same;
    this.#depart();
    return { bytes: this.#writer.written(), offsets: this.#offsets.finish() };
  }

  /** If the text differs, what was added so far is copied after all. */
  #compare({ bytes, offsets }: TextColumn, added: Uint8Array): void {
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
    this.#writer = new ByteWriter(this.#expectedCount * this.#usualBytes);
    this.#offsets = new GrowingColumn(Uint32Array, this.#expectedCount + 1);
    this.#offsets.push(0);
    this.#append(before, 0, this.#sameCount);
  }

  #append({ bytes, offsets }: TextColumn, from: number, to: number): void {
    const start = offsets[from] ?? 0;
    const moved = this.#writer.length - start;
    this.#writer.append(bytes.subarray(start, offsets[to]));
    const ends = this.#offsets.room(to - from);
    for (let at = 0; at < ends.length; at++) ends[at] = (offsets[from + 1 + at] ?? 0) + moved;
  }
}

/** Offset of the title in `bytes`; the end if there is no title. */
export function titleStart(texts: FoldedTextsData, ordinal: number): number {
  const end = textEnd(texts, ordinal);
  const separator = texts.bytes.subarray(texts.offsets[ordinal], end).indexOf(SEPARATOR);
  return separator < 0 ? end : (texts.offsets[ordinal] ?? 0) + separator + 1;
}

/** Before the terminators. */
export function textEnd({ offsets }: FoldedTextsData, ordinal: number): number {
  return (offsets[ordinal + 1] ?? 0) - TERMINATORS;
}

/** The translation is in `spoken.bytes`. */
interface SpokenWords {
  readonly language: string;
  readonly translation: { readonly language: string; readonly start: number; readonly end: number } | null;
}

/** The business's language where none is stated. */
export function spokenWords({ language: own, spoken }: FoldedTextsData, ordinal: number): SpokenWords {
  const { bytes, offsets } = spoken;
  const start = offsets[ordinal] ?? 0;
  const end = (offsets[ordinal + 1] ?? 0) - 1;
  const separator = (from: number) => {
    let at = from;
    while (at < end && bytes[at] !== SEPARATOR) at++;
    return at;
  };
  const stated = (from: number, to: number) => (from === to ? own : String.fromCharCode(...bytes.subarray(from, to)));
  const first = separator(start);
  const language = stated(start, first);
  if (first === end) return { language, translation: null };
  const second = separator(first + 1);
  return { language, translation: { language: stated(first + 1, second), start: second + 1, end } };
}

/** Needles are folded, encoded, and not empty. */
export class FoldedTexts {
  readonly #buffer: Buffer;
  readonly #data: FoldedTextsData;

  constructor(data: FoldedTextsData) {
    this.#data = data;
    this.#buffer = Buffer.from(data.bytes.buffer, data.bytes.byteOffset, data.bytes.byteLength);
  }

  /** Whether at least `least` words stand within `span` words of each other. */
  areNear(ordinal: number, wanted: WantedWords, min: number, span: number): boolean {
    const { bytes, offsets, spoken } = this.#data;
    if (areNearIn(bytes, offsets[ordinal] ?? 0, textEnd(this.#data, ordinal), { wanted, least: min, span }))
      return true;
    const { translation } = spokenWords(this.#data, ordinal);
    return (
      translation !== null && areNearIn(spoken.bytes, translation.start, translation.end, { wanted, least: min, span })
    );
  }

  get data(): FoldedTextsData {
    return this.#data;
  }

  contains(ordinal: number, needle: Uint8Array): boolean {
    const start = this.#data.offsets[ordinal] ?? 0;
    return this.#buffer.subarray(start, textEnd(this.#data, ordinal)).indexOf(needle) >= 0;
  }

  /** The first review of [`from`, `to`) that contains the needle, or -1. */
  next(needle: Uint8Array, from: number, to: number): number {
    if (from >= to) return -1;
    const { offsets } = this.#data;
    const found = this.#buffer.subarray(offsets[from], offsets[to]).indexOf(needle);
    return found < 0 ? -1 : this.#ordinalAt((offsets[from] ?? 0) + found, from, to);
  }

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
/** 1 for ASCII letters and digits. */
const ASCII_WORD = Uint8Array.from({ length: 0x100 }, (_, code) =>
  code < 0x80 && WORD_CHARACTER.test(String.fromCharCode(code)) ? 1 : 0,
);
const LAST_BMP_CODE_POINT = 0xffff;
const UNKNOWN = 0;
const YES = 1;
const NO = 2;
/** Per character of the basic plane; the pattern takes a hundred times as long. */
const known = new Uint8Array(LAST_BMP_CODE_POINT + 1);

/** 0 for a character that belongs to no word. */
function wordCharacterLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return ASCII_WORD[lead] ?? 0;
  const length = lead < 0xc0 || lead >= 0xf8 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (length === 0) return 0;
  let code = lead & (0x7f >> length);
  for (let next = 1; next < length; next++) code = (code << 6) | ((bytes[at + next] ?? 0) & 0x3f);
  return isWordCharacter(code) ? length : 0;
}

/** `at` itself when no word begins there. */
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
  if (code > LAST_BMP_CODE_POINT) return WORD_CHARACTER.test(String.fromCodePoint(code));
  if (known[code] === UNKNOWN) known[code] = WORD_CHARACTER.test(String.fromCharCode(code)) ? YES : NO;
  return known[code] === YES;
}

function areNearIn(
  bytes: Uint8Array,
  from: number,
  end: number,
  { wanted, least, span }: { readonly wanted: WantedWords; readonly least: number; readonly span: number },
): boolean {
  const { numbers, firsts } = wanted;
  const latest: number[] = [];
  let place = 0;
  for (let at = from; at < end; ) {
    const start = at;
    while (ASCII_WORD[bytes[at] ?? 0] === 1) at++;
    if ((bytes[at] ?? 0) >= 0x80) at = wordEnd(bytes, at, end);
    if (at === start) {
      // Words are never near across the end of a text.
      if (bytes[at++] === SEPARATOR) place += span;
      continue;
    }
    place++;
    const number = firsts[bytes[start] ?? 0] === 0 ? undefined : numbers.get(hashOf(bytes, start, at));
    if (number === undefined) continue;
    latest[number] = place;
    let near = 0;
    for (let other = 0; other < latest.length; other++) if (place - (latest[other] ?? -span) < span) near++;
    if (near >= least) return true;
  }
  return false;
}

/** Wanted words by hash of their bytes: a collision can only change an order. */
interface WantedWords {
  readonly numbers: ReadonlyMap<number, number>;
  /** 1 for first bytes of wanted words. */
  readonly firsts: Uint8Array;
}

/** Each word has the number of its list. */
export function wantedWords(lists: readonly (readonly Uint8Array[])[]): WantedWords {
  const numbers = new Map<number, number>();
  const firsts = new Uint8Array(0x100);
  for (const [number, words] of lists.entries()) {
    for (const word of words) {
      numbers.set(hashOf(word, 0, word.length), number);
      firsts[word[0] ?? 0] = 1;
    }
  }
  return { numbers, firsts };
}

function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  return hash;
}
