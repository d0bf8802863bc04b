/**
 * Which encoding a text is in, by evidence: a byte order mark, NUL bytes at every second place, well-formed UTF-8, or
 * the letters of one Western language in Windows-1252, which is what Excel's plain CSV is in. Anything else is asked for,
 * since a wrong guess turns names into nonsense on a public page.
 *
 * @module
 */
import { isUtf8 as isWellFormed } from "node:buffer";
import { GoodwordError } from "../errors.ts";
import { piecesOf, sizeOf, sliceOf } from "./content.ts";
import { refuseUndecodable } from "./decode.ts";
import { showValue } from "./problem.ts";
import type { ImportFile } from "./reading.ts";

/** The encoding of a file as `TextDecoder` names it, by the owner's word or by evidence. @throws {GoodwordError} */
export function encodingOf(file: ImportFile, told: string | undefined): string {
  const head = sliceOf(file, 0, HEAD_BYTES);
  const marked = encodingOfMark(head);
  if (told !== undefined) return namedEncoding(told);
  if (marked !== null) return marked;
  const wide = encodingOfZeros(head);
  if (wide !== null) return wide;
  if (isUtf8(file)) return "utf-8";
  if (isWestern(file)) return "windows-1252";
  return refuseUndecodable(file.bytes);
}

const HEAD_BYTES = 4096;

function namedEncoding(name: string): string {
  try {
    return new TextDecoder(name.trim()).encoding;
  } catch {
    throw new GoodwordError("usage", `Unknown encoding ${showValue(name)}: expected one such as utf-8 or windows-1252`);
  }
}

function encodingOfMark([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : null;
}

/** Text in UTF-16 of mostly ASCII has a NUL at every second place. */
function encodingOfZeros(head: Uint8Array): string | null {
  const pairs = head.length >> 1;
  if (pairs < 3) return null;
  let [even, odd] = [0, 0];
  for (let at = 0; at + 1 < head.length; at += 2) {
    if (head[at] === 0) even++;
    if (head[at + 1] === 0) odd++;
  }
  if (odd > pairs * 0.7 && even === 0) return "utf-16le";
  return even > pairs * 0.7 && odd === 0 ? "utf-16be" : null;
}

function isUtf8(file: ImportFile): boolean {
  let rest = new Uint8Array(0);
  for (const piece of piecesOf(file)) {
    const start = rest.length === 0 ? 0 : completed(rest, piece);
    const end = piece.length - unfinishedBytes(piece);
    if (start > 0 && !isWellFormed(joined(rest, piece.subarray(0, start)))) return false;
    if (end > start && !isWellFormed(piece.subarray(start, end))) return false;
    // A copy, since the piece may be a buffer that is used again.
    rest = piece.slice(Math.max(start, end));
  }
  return rest.length === 0;
}

/** How many bytes of a piece belong to the character that the one before left unfinished. */
function completed(rest: Uint8Array, piece: Uint8Array): number {
  return Math.min(piece.length, lengthOfCharacter(rest[0] ?? 0) - rest.length);
}

/** How many bytes at the end of a piece are the beginning of a character. */
function unfinishedBytes(piece: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, piece.length); back++) {
    const length = lengthOfCharacter(piece[piece.length - back] ?? 0);
    if (length > 1) return length > back ? back : 0;
    if (length === 1) return 0;
  }
  return 0;
}

/** By its first byte; 0 for a byte that stands inside of a character. */
function lengthOfCharacter(lead: number): number {
  return lead < 0x80 ? 1 : lead < 0xc0 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

/** Letters beyond ASCII by language, lower case; what no language of the West has together is no Windows-1252. */
const ALPHABETS: readonly string[] = [
  "àâæçéèêëîïôœùûüÿ",
  "äöüßé",
  "áéíóúüñç",
  "áâãàçéêíóôõúü",
  "àèéìíîòóùú",
  "åäöæøéü",
  "äëïéèöüáóí",
];
const PUNCTUATION = "’‘“”„…–—•·€£§°©®™«»¿¡´ªº²³½¼¾\u00a0";
/** In other code pages of Windows these are other letters (ę ć ń ő ű ă ř č ě ů ď ĺ ś ň ŕ): they need the words of a language beside them. */
const SHARED_WITH_OTHERS = "êæñõûãøèìùïåœòàÿ";
const WESTERN_WORDS =
  /\b(?:the|and|was|very|with|les|est|pour|avec|des|und|der|die|nicht|sehr|muy|que|los|una|por|per|che|con|com|para|het|een|niet|och|det|ikke)\b/gi;
const LOOK_BYTES = 2 * 1024 * 1024;

function isWestern(file: ImportFile): boolean {
  const sample = sampleAroundHighBytes(file);
  if (sample === null) return false;
  const text = new TextDecoder("windows-1252").decode(sample);
  const high = text.match(/\P{ASCII}/gu) ?? [];
  const letters = new Set(high.filter((each) => !PUNCTUATION.includes(each)).map((each) => each.toLowerCase()));
  if (/[\u0080-\u009f]/.test(text)) return false;
  // Alphabets of other scripts make runs of high bytes; an upper case letter after a lower one is another code page's.
  if (/(?:(?![’‘“”„…–—•€«»¿¡\s])\P{ASCII}){3}/u.test(text) || /\p{Ll}[À-ÖØ-ÞŠŽŒŸ]/u.test(text)) return false;
  // Superscripts and signs inside of a word are letters of another code page.
  if (/[a-z][²³¹¼½¾ªº´°©®™•·§£](?=[a-z])/iu.test(text)) return false;
  if (!ALPHABETS.some((alphabet) => [...letters].every((letter) => alphabet.includes(letter)))) return false;
  if (letters.size > 0 && ![...letters].some((letter) => SHARED_WITH_OTHERS.includes(letter))) return true;
  return new Set((text.match(WESTERN_WORDS) ?? []).map((word) => word.toLowerCase())).size >= 2;
}

/** The parts of a file that hold bytes beyond ASCII; null when a NUL byte says that it is no text. */
function sampleAroundHighBytes(file: ImportFile): Uint8Array | null {
  const parts: Uint8Array[] = [];
  let taken = 0;
  for (const piece of sizeOf(file) <= LOOK_BYTES ? [file.bytes] : piecesOf(file)) {
    if (piece.includes(0)) return null;
    const at = piece.findIndex((byte) => byte >= 0x80);
    if (at < 0 || taken > LOOK_BYTES) continue;
    // A copy, since the piece may be a buffer that is used again.
    const part = piece.slice(Math.max(0, at - 100));
    parts.push(part);
    taken += part.length;
  }
  const whole = new Uint8Array(taken);
  let end = 0;
  for (const part of parts) {
    whole.set(part, end);
    end += part.length;
  }
  return whole;
}
