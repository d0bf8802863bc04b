/** Decodes text strictly: detects its encoding, or asks the owner, since a wrong guess garbles names on a public page. */

import { isUtf8 as isWellFormed } from "node:buffer";
import { GoodwordError } from "../errors.ts";
import { counted } from "../review/mod.ts";
import { utf8Bytes } from "../utf8.ts";
import { askEncoding } from "./ask_encoding.ts";
import { countLines, isBinary, refuseBinary } from "./columns/other_contents.ts";
import { askAboutGarbled, garbledWord } from "./garbled.ts";
import { askOwner, showValue } from "./problem.ts";
import { fileSize, fileSlice, type ImportFile } from "./reading.ts";

/** The encoding of a file as `TextDecoder` names it: the one that the owner stated, or else detected. @throws {GoodwordError} */
export function encodingOf(file: ImportFile, stated: string | undefined): string {
  const head = fileSlice(file, 0, HEAD_BYTES);
  const marked = encodingOfMark(head);
  if (stated !== undefined) {
    const encoding = namedEncoding(stated);
    refuseGarbling(file, encoding);
    return encoding;
  }
  if (marked !== null && marked !== "utf-8") return marked;
  const wide = marked === null ? encodingOfZeros(head) : null;
  if (wide !== null) return wide;
  if (isUtf8(file)) {
    refuseGarbled(file);
    return "utf-8";
  }
  const declared = declaredEncoding(head);
  if (declared !== null) return declared;
  if (isUtf8WithSlips(censusOf(filePieces(file)))) return "utf-8";
  if (isWestern(file)) return "windows-1252";
  return refuseUndecodable(file.bytes);
}

const HEAD_BYTES = 4096;

export function isUtf8Name(name: string | undefined): boolean {
  return name !== undefined && /^utf-?8$/i.test(name.trim());
}

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
  for (const piece of wholePieces(filePieces(file))) if (!isWellFormed(piece)) return false;
  return true;
}

/** The encoding that a page or XML document declares; null without a declaration, or if it is unknown or already ruled out. */
function declaredEncoding(head: Uint8Array): string | null {
  const text = new TextDecoder("windows-1252").decode(head);
  const found = /^\s*</.test(text)
    ? /<(?:meta|\?xml)\b[^>]{0,200}?(?:charset|encoding)\s*=\s*["']?([\w-]+)/i.exec(text)?.[1]
    : undefined;
  if (found === undefined || /^utf-?(?:8|16)/i.test(found)) return null;
  try {
    return new TextDecoder(found).encoding;
  } catch {
    return null;
  }
}

export function noteOnBytes(file: ImportFile, encoding: string | null): string | null {
  const note = encoding !== "utf-8" || isUtf8(file) ? null : noteOnStrays(censusOf(filePieces(file)));
  return note === null ? null : `${file.name}: ${note}`;
}

/** Refuses a stated encoding that would garble a UTF-8 file, and UTF-8 for a file that is not. */
function refuseGarbling(file: ImportFile, encoding: string): void {
  const isWide = encoding.startsWith("utf-16");
  if (isWide || isBinary(fileSlice(file, 0, HEAD_BYTES)) || (encoding === "utf-8" && isUtf8(file))) return;
  const census = censusOf(filePieces(file));
  if (encoding === "utf-8" && !isUtf8WithSlips(census) && census.strays > 0) refuseUndecodable(file.bytes);
  if (encoding === "utf-8" || !isUtf8WithSlips(census)) return;
  const { characters, first, strays } = census;
  const became = new TextDecoder(encoding).decode(utf8Bytes(first));
  const kept = strays === 0 ? "" : ", which keeps the other bytes, too";
  askOwner({
    option: "encoding",
    choices: ["utf-8"],
    proposed: "utf-8",
    examples: [first],
    message: `Not text in ${encoding}: it has ${counted(characters, "character")} of UTF-8, such as ${showValue(first)}, which would become ${showValue(became)}; add --encoding utf-8${kept}`,
    question: "Read the file as utf-8?",
  });
}

const GARBLED_BYTES = [Buffer.from("\u00e2\u20ac"), Buffer.from("\u00c3"), Buffer.from("\u00f0\u0178")];

function refuseGarbled(file: ImportFile): void {
  let line = 1;
  for (const piece of wholePieces(filePieces(file))) {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.length);
    if (GARBLED_BYTES.some((mark) => bytes.includes(mark))) {
      const text = bytes.toString();
      const found = garbledWord(text);
      if (found !== null) {
        const at = line + (text.slice(0, text.indexOf(found.replace(/…$/, ""))).match(/\n/g)?.length ?? 0);
        askAboutGarbled(`Line ${at}`, found);
      }
    }
    line += countLines(piece, piece.length) - 1;
  }
}

/** Lower-case letters beyond ASCII of each Western language. A text that mixes them is not Windows-1252. */
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
/** Letters whose bytes are other letters in other code pages (ę ć ń ő ű ă ř). They count only along with Western words. */
const SHARED_WITH_OTHERS = "êæñõûãøèìùïåœòàÿ";
const WESTERN_WORDS =
  /\b(?:the|and|was|very|with|les|est|pour|avec|des|und|der|die|nicht|sehr|muy|que|los|una|por|per|che|con|com|para|het|een|niet|och|det|ikke)\b/gi;
const ACCENTED_WORDS =
  /(?<!\p{L})(?:très|même|après|déjà|équipe|qualité|problème|réponse|français|señor|también|más|qué|técnico|não|também|ótimo|atenção|für|über|schön|größe|zurück|können|müssen|però|più|perché|già|från|på|också)(?!\p{L})/iu;
const LOOK_BYTES = 2 * 1024 * 1024;

function isWestern(file: ImportFile): boolean {
  const sample = sampleAroundHighBytes(file);
  if (sample === null) return false;
  const text = new TextDecoder("windows-1252").decode(sample);
  const high = text.match(/\P{ASCII}/gu) ?? [];
  const letters = new Set(high.filter((each) => !PUNCTUATION.includes(each)).map((each) => each.toLowerCase()));
  if (/[\u0080-\u009f]/.test(text)) return false;
  if (/(?:(?![’‘“”„…–—•€«»¿¡\s])\P{ASCII}){3}/u.test(text) || /\p{Ll}[À-ÖØ-ÞŠŽŒŸ]/u.test(text)) return false;
  if (/[a-z][²³¹¼½¾ªº´°©®™•·§£](?=[a-z])/iu.test(text)) return false;
  if (!ALPHABETS.some((alphabet) => [...letters].every((letter) => alphabet.includes(letter)))) return false;
  if (letters.size > 0 && ![...letters].some((letter) => SHARED_WITH_OTHERS.includes(letter))) return true;
  if (ACCENTED_WORDS.test(text)) return true;
  return new Set((text.match(WESTERN_WORDS) ?? []).map((word) => word.toLowerCase())).size >= 2;
}

/** Samples of a file that contain bytes beyond ASCII; null for a binary file. */
function sampleAroundHighBytes(file: ImportFile): Uint8Array | null {
  const parts: Uint8Array[] = [];
  let taken = 0;
  for (const piece of fileSize(file) <= LOOK_BYTES ? [file.bytes] : filePieces(file)) {
    if (isBinary(piece)) return null;
    const at = piece.findIndex((byte) => byte >= 0x80);
    if (at < 0 || taken > LOOK_BYTES) continue;
    // A copy, since the piece may be a buffer that is used again.
    const part = piece.slice(Math.max(0, at - 100));
    parts.push(part);
    taken += part.length;
  }
  return Buffer.concat(parts);
}

export const MAX_IMPORT_BYTES = 512 * 1024 * 1024;

const REMEDY =
  'save it again as UTF-8 (in a spreadsheet: "CSV UTF-8"), or name its encoding, such as --encoding windows-1252';

export function decodeText(bytes: Uint8Array, encoding: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(encoding === "utf-8" ? mended(bytes) : bytes);
  } catch {
    return encoding === "utf-8"
      ? refuseUndecodable(bytes)
      : askEncoding({ bytes, at: firstFault(bytes) }, `Not text in ${encoding}; name another --encoding`);
  }
}

function refuseUndecodable(bytes: Uint8Array): never {
  refuseBinary(bytes);
  const at = firstFault(bytes);
  const line = countLines(bytes, at);
  askEncoding({ bytes, at }, `Not UTF-8 text: line ${line} contains ${nameFault(bytes, at)}; ${REMEDY}`);
}

function firstFault(bytes: Uint8Array): number {
  let at = 0;
  for (let length = 1; length > 0 && at < bytes.length; at += length) length = characterAt(bytes, at);
  return at;
}

function nameFault(bytes: Uint8Array, start: number): string {
  const lead = bytes[start] ?? 0;
  const next = bytes[start + 1] ?? 0;
  const isContinued = (next & 0xc0) === 0x80;
  if (lead === 0xc0 || lead === 0xc1 || (lead === 0xe0 && isContinued && next < 0xa0)) return "an overlong character";
  if (lead === 0xed && isContinued && next >= 0xa0) return "an encoded surrogate (CESU-8)";
  return `byte 0x${lead.toString(16).toUpperCase()}, as in Windows-1252, Latin-1 or a truncated file`;
}

const PIECE_BYTES = 256 * 1024;

function* filePieces(file: ImportFile): Generator<Uint8Array> {
  const size = fileSize(file);
  for (let start = 0; start < size; start += PIECE_BYTES) yield fileSlice(file, start, start + PIECE_BYTES);
}

/** The first `size` bytes of a file as text, without an incomplete character at the end. */
export function headText(file: ImportFile, encoding: string, size: number): string {
  const bytes = fileSlice(file, 0, size);
  const isCut = bytes.length < fileSize(file);
  if (encoding !== "utf-8") return new TextDecoder(encoding).decode(bytes, { stream: isCut });
  return new TextDecoder().decode(mended(bytes.subarray(0, bytes.length - (isCut ? unfinishedBytes(bytes) : 0))));
}

/** The text of a file in pieces, without a byte order mark. @throws {TypeError} if it is not in the encoding */
export function* textPieces(file: ImportFile, encoding: string): Generator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  for (const piece of encoding === "utf-8" ? wholePieces(filePieces(file)) : filePieces(file)) {
    const text = decoder.decode(encoding === "utf-8" ? mended(piece) : piece, { stream: true });
    if (text !== "") yield text;
  }
  const rest = decoder.decode();
  if (rest !== "") yield rest;
}

// A few stray bytes in otherwise well-formed UTF-8 are decoded as Windows-1252 and reported.

interface Census {
  readonly characters: number;
  readonly first: string;
  readonly strays: number;
  /** The lines of the first strays, and the characters they are read as. */
  readonly places: readonly { readonly line: number; readonly character: string }[];
}

const MAX_PLACES = 5;

function censusOf(pieces: Iterable<Uint8Array>): Census {
  const places: { line: number; character: string }[] = [];
  let [characters, strays, line, first] = [0, 0, 1, ""];
  for (const bytes of wholePieces(pieces)) {
    for (let at = 0; at < bytes.length; ) {
      const byte = bytes[at] ?? 0;
      const length = characterAt(bytes, at);
      if (byte === LINE_FEED) line++;
      if (length > 1) {
        if (characters++ === 0) first = new TextDecoder().decode(bytes.subarray(at, at + length));
      } else if (length === 0) {
        if (strays++ < MAX_PLACES) places.push({ line, character: western(byte) });
      }
      at += Math.max(1, length);
    }
  }
  return { characters, first, strays, places };
}

function isUtf8WithSlips({ characters, strays }: Census): boolean {
  return characters >= 3 && strays * 3 <= characters;
}

function noteOnStrays({ strays, places }: Census): string | null {
  if (strays === 0) return null;
  const lines = Map.groupBy(places, ({ line }) => line);
  const shown = [...lines].map(
    ([line, found]) => `line ${line} (${found.map(({ character }) => JSON.stringify(character)).join(", ")})`,
  );
  const more = strays > places.length ? " and elsewhere" : "";
  const [are, were] = strays === 1 ? ["is", "was"] : ["are", "were"];
  return `${counted(strays, "byte")} ${are} not UTF-8 and ${were} read as Windows-1252: ${shown.join(", ")}${more}`;
}

function mended(bytes: Uint8Array): Uint8Array {
  if (isWellFormed(bytes)) return bytes;
  const parts: Uint8Array[] = [];
  let start = 0;
  for (let at = 0; at < bytes.length; ) {
    const length = characterAt(bytes, at);
    if (length === 0) {
      parts.push(bytes.subarray(start, at), utf8Bytes(western(bytes[at] ?? 0)));
      start = at + 1;
    }
    at += Math.max(1, length);
  }
  return Buffer.concat([...parts, bytes.subarray(start)]);
}

function* wholePieces(pieces: Iterable<Uint8Array>): Generator<Uint8Array> {
  let rest: Uint8Array = new Uint8Array(0);
  for (const piece of pieces) {
    const all = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    const end = all.length - unfinishedBytes(all);
    yield all.subarray(0, end);
    rest = all.slice(end);
  }
  if (rest.length > 0) yield rest;
}

function characterAt(bytes: Uint8Array, at: number): number {
  const length = lengthOfCharacter(bytes[at] ?? 0);
  if (length === 1) return 1;
  return length > 1 && at + length <= bytes.length && isWellFormed(bytes.subarray(at, at + length)) ? length : 0;
}

function unfinishedBytes(piece: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, piece.length); back++) {
    const length = lengthOfCharacter(piece[piece.length - back] ?? 0);
    if (length > 1) return length > back ? back : 0;
    if (length === 1) return 0;
  }
  return 0;
}

function lengthOfCharacter(lead: number): number {
  return lead < 0x80 ? 1 : lead < 0xc0 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

function western(byte: number): string {
  return new TextDecoder("windows-1252").decode(Uint8Array.of(byte));
}

const LINE_FEED = 10;
