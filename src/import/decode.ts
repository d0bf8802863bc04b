/**
 * Bytes to text, strictly: what is in no encoding that the evidence names is refused with the place and the remedy, never
 * repaired in silence.
 *
 * @module
 */
import { refuse } from "./problem.ts";

/** Largest input, all files together. */
export const MAX_IMPORT_BYTES = 512 * 1024 * 1024;

/** What is said of the files that spreadsheets keep for themselves. */
export const WORKBOOK = 'This is a spreadsheet\'s own file; save the sheet as "CSV UTF-8" and import that';

const REMEDY =
  'save it again as UTF-8 (in a spreadsheet: "CSV UTF-8"), or name its encoding, such as --encoding windows-1252';

/** The text of bytes in an encoding, without a byte order mark. @throws {GoodwordError} input_refused */
export function decodeText(bytes: Uint8Array, encoding: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return encoding === "utf-8" ? refuseUndecodable(bytes) : refuse(`Not text in ${encoding}; name another --encoding`);
  }
}

/** Refuses bytes that are not UTF-8, saying where they are not. */
export function refuseUndecodable(bytes: Uint8Array): never {
  refuseNul(bytes);
  const at = startOfCharacter(bytes, firstFault(bytes));
  const line = countLines(bytes, at);
  refuse(`Not UTF-8 text: line ${line} contains ${nameFault(bytes, at)}; ${REMEDY}`);
}

/** Refuses what is no text by its first bytes. */
export function refuseOtherKinds(bytes: Uint8Array): void {
  const [first, second] = bytes;
  if (startsWith(bytes, "%PDF")) refuse("This is a PDF document; export the reviews as a table or as JSON");
  if (startsWith(bytes, "\u00d0\u00cf\u0011\u00e0")) refuse(WORKBOOK);
  if (first === 0x1f && second === 0x8b) refuse("This is a gzip archive; unpack it first and import what is inside");
  for (const [start, what] of OTHER_KINDS) if (startsWith(bytes, start)) refuse(what);
}

const OTHER_KINDS: readonly (readonly [start: string, what: string])[] = [
  ["\u0089PNG", "This is a picture (PNG); export the reviews as a table or as JSON"],
  ["\u00ff\u00d8\u00ff", "This is a picture (JPEG); export the reviews as a table or as JSON"],
  ["GIF8", "This is a picture (GIF); export the reviews as a table or as JSON"],
  ["SQLite format 3", "This is an SQLite database; export its table of reviews as CSV"],
  ["7z\u00bc\u00af", "This is a 7-Zip archive; unpack it first and import what is inside"],
  ["Rar!", "This is a RAR archive; unpack it first and import what is inside"],
];

/** Refuses bytes with a NUL, which no text has. */
export function refuseNul(bytes: Uint8Array): void {
  const zero = bytes.indexOf(0);
  if (zero < 0) return;
  refuse(`Not a text file: line ${countLines(bytes, zero)} contains a NUL byte; export the reviews again`);
}

function startsWith(bytes: Uint8Array, start: string): boolean {
  return [...start].every((character, at) => bytes[at] === character.charCodeAt(0));
}

function countLines(bytes: Uint8Array, end: number): number {
  let line = 1;
  for (let at = bytes.indexOf(10); at >= 0 && at < end; at = bytes.indexOf(10, at + 1)) line++;
  return line;
}

/** Offset of the first byte that no UTF-8 text has there. Only called for bytes that are not UTF-8. */
function firstFault(bytes: Uint8Array): number {
  let [low, high] = [0, bytes.length];
  const decodable = (end: number) => {
    try {
      // `stream` lets a character be cut off at the end.
      new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, end), { stream: true });
      return true;
    } catch {
      return false;
    }
  };
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (decodable(middle)) low = middle;
    else high = middle - 1;
  }
  return Math.min(low, bytes.length - 1);
}

/** A sequence is often found bad only at its second or third byte; this is where it starts. */
function startOfCharacter(bytes: Uint8Array, at: number): number {
  for (let start = at - 1; start >= Math.max(0, at - 3); start--) {
    const lead = bytes[start] ?? 0;
    const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 0;
    if (length > at - start) return start;
    if (lead < 0x80 || length > 0) break;
  }
  return at;
}

function nameFault(bytes: Uint8Array, start: number): string {
  const [lead, next] = [bytes[start] ?? 0, bytes[start + 1] ?? 0];
  const isContinued = (next & 0xc0) === 0x80;
  if (lead === 0xc0 || lead === 0xc1 || (lead === 0xe0 && isContinued && next < 0xa0)) return "an overlong character";
  if (lead === 0xed && isContinued && next >= 0xa0) return "an encoded surrogate (CESU-8)";
  return `byte 0x${lead.toString(16).toUpperCase()}, as in Windows-1252, Latin-1 or a truncated file`;
}
