/**
 * What a word is: a run of letters, marks and digits (Unicode L, M and N), told from UTF-8 without decoding texts.
 *
 * @module
 */

const WORD_CHARACTER = /^[\p{L}\p{M}\p{N}]$/u;
const LARGEST_BMP = 0xffff;
const UNKNOWN = 0;
const YES = 1;
const NO = 2;
/** What was found out about each character of the basic plane; asking the pattern takes a hundred times as long. */
const known = new Uint8Array(LARGEST_BMP + 1);

/** How many bytes the character at `at` takes when it belongs to a word; 0 when it does not. */
export function wordCharacterLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return isWordCharacter(lead) ? 1 : 0;
  const length = lead < 0xc0 || lead >= 0xf8 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (length === 0) return 0;
  let code = lead & (0x7f >> length);
  for (let next = 1; next < length; next++) code = (code << 6) | ((bytes[at + next] ?? 0) & 0x3f);
  return isWordCharacter(code) ? length : 0;
}

/** Whether the character that ends before `at` belongs to a word. */
export function isWordCharacterBefore(bytes: Uint8Array, at: number): boolean {
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
