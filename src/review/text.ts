/**
 * What a text must be before it is kept: well-formed Unicode, NFC, lines ended by LF, nothing invisible that misleads.
 *
 * SQLite turns a lone surrogate into U+FFFD and loses sight of what follows a NUL, so both are refused. Bidirectional
 * overrides could show readers another text than the one that is searched, so they are taken out; joiners, right-to-left
 * marks and isolates belong to real languages and stay (`bidi.ts`).
 *
 * @module
 */

import { settleIsolates, withoutIsolates } from "./bidi.ts";
import { foldText } from "./fold.ts";

/** Anything beyond plain printable ASCII on LF lines; texts without it need no further look. */
const UNUSUAL = /[^\n\t\x20-\x7e]/;
/** C0 controls but tab, LF and CR, and the two non-characters that XML cannot carry. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;
/** DEL, C1 controls, bidirectional embeddings and overrides, the byte order mark. */
const STRIPPED = /[\u007f-\u009f\u202a-\u202e\ufeff]/g;

/** White space that is not a single plain space. */
const WIDE_SPACE = /[^\S ]| {2}/;

/** Whether a text is printable ASCII on LF lines: nothing is wrong with it, and only its ends may need trimming. */
export function isPlainText(text: string): boolean {
  return !UNUSUAL.test(text);
}

/** Why a text cannot be kept, as words that follow "title " or "text "; null when it can. */
export function textFault(text: string): string | null {
  if (!UNUSUAL.test(text)) return null;
  if (!text.isWellFormed()) return "is not well-formed Unicode (unpaired surrogate)";
  const forbidden = FORBIDDEN.exec(text);
  if (forbidden) return `contains the control character ${codePointName(forbidden[0])}`;
  return null;
}

/** NFC, LF, without bidirectional overrides and stray control characters, trimmed. Doing it twice changes nothing. */
export function normaliseText(text: string): string {
  if (!UNUSUAL.test(text)) return text.trim();
  return settleIsolates(text.replace(STRIPPED, "").replace(/\r\n?/g, "\n")).normalize("NFC").trim();
}

/** As {@link normaliseText}, on one line: every run of white space becomes one space. For titles. */
export function normaliseTitle(text: string): string {
  const normal = normaliseText(text);
  return WIDE_SPACE.test(normal) ? normal.replace(/\s+/g, " ") : normal;
}

/** As {@link normaliseTitle}, without isolates, so that it may be cut and compared. For names. */
export function normaliseLine(text: string): string {
  return normaliseTitle(isPlainText(text) ? text : withoutIsolates(text));
}

/** The form in which two texts are compared: case, width, white space and isolates make no difference. */
export function comparableText(text: string): string {
  const folded = foldText(isPlainText(text) ? text : withoutIsolates(text.normalize("NFKC"))).trim();
  return WIDE_SPACE.test(folded) ? folded.replace(/\s+/g, " ") : folded;
}

/** How many characters a text has, as people and JSON Schema count: an emoji is not two. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** Whether a text has more than `most` characters; quick for those that are far from it. */
export function isLongerThan(text: string, most: number): boolean {
  return text.length > most && (text.length > 2 * most || countCharacters(text) > most);
}

/** At most `length` characters of a text. Isolates that the cut leaves open or without use are taken out. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  let end = 0;
  let left = length;
  for (const character of text) {
    if (left-- === 0) break;
    end += character.length;
  }
  const cut = text.slice(0, end);
  return settleIsolates(cut) === cut ? cut : withoutIsolates(cut).normalize("NFC");
}

/** A text of at most `most` characters for people to see; one that was cut ends with an ellipsis. */
export function shortened(text: string, most: number): string {
  return isLongerThan(text, most) ? `${cutText(text, most)}…` : text;
}

/** `U+0007` for a character. */
function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
