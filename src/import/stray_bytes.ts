/**
 * Bytes that are not UTF-8 in a text that otherwise is: a few that a program of another encoding left there are kept as
 * what Windows-1252 means by them, and told; nothing else is mended.
 */
import { isUtf8 } from "node:buffer";
import { counted } from "../review/mod.ts";

/** What a text holds beyond ASCII. */
interface Census {
  /** Characters that are well-formed UTF-8. */
  readonly characters: number;
  /** The first of them; "" where there is none. */
  readonly first: string;
  readonly strays: number;
  /** Where the first strays are, and what they are read as. */
  readonly places: readonly { readonly line: number; readonly character: string }[];
}

const MOST_PLACES = 5;

/** Counts both, of a text in pieces. */
export function censusOf(pieces: Iterable<Uint8Array>): Census {
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
        if (strays++ < MOST_PLACES) places.push({ line, character: western(byte) });
      }
      at += Math.max(1, length);
    }
  }
  return { characters, first, strays, places };
}

/** Whether the strays of a text are slips in one that is UTF-8. */
export function isUtf8WithSlips({ characters, strays }: Census): boolean {
  return characters >= 3 && strays * 3 <= characters;
}

/** What is said of strays that were kept; null of none. */
export function noteOnStrays({ strays, places }: Census): string | null {
  if (strays === 0) return null;
  const lines = Map.groupBy(places, ({ line }) => line);
  const shown = [...lines].map(
    ([line, found]) => `line ${line} (${found.map(({ character }) => JSON.stringify(character)).join(", ")})`,
  );
  const more = strays > places.length ? " and elsewhere" : "";
  const [are, were] = strays === 1 ? ["is", "was"] : ["are", "were"];
  return `${counted(strays, "byte")} ${are} not UTF-8 and ${were} read as Windows-1252: ${shown.join(", ")}${more}`;
}

/** UTF-8 with the strays of some bytes as what they mean. */
export function mended(bytes: Uint8Array): Uint8Array {
  if (isUtf8(bytes)) return bytes;
  const parts: Uint8Array[] = [];
  let start = 0;
  for (let at = 0; at < bytes.length; ) {
    const length = characterAt(bytes, at);
    if (length === 0) {
      parts.push(bytes.subarray(start, at), new TextEncoder().encode(western(bytes[at] ?? 0)));
      start = at + 1;
    }
    at += Math.max(1, length);
  }
  return Buffer.concat([...parts, bytes.subarray(start)]);
}

/** Pieces that end with whole characters; what begins a character at the very end is left as it is. */
export function* wholePieces(pieces: Iterable<Uint8Array>): Generator<Uint8Array> {
  let rest: Uint8Array = new Uint8Array(0);
  for (const piece of pieces) {
    const all = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    const end = all.length - unfinishedBytes(all);
    yield all.subarray(0, end);
    // A copy, since the piece may be a buffer that is used again.
    rest = all.slice(end);
  }
  if (rest.length > 0) yield rest;
}

/** How many bytes the character at a place takes; 0 where no UTF-8 has such bytes. */
function characterAt(bytes: Uint8Array, at: number): number {
  const length = lengthOfCharacter(bytes[at] ?? 0);
  if (length === 1) return 1;
  return length > 1 && at + length <= bytes.length && isUtf8(bytes.subarray(at, at + length)) ? length : 0;
}

/** How many bytes at the end of a piece are the beginning of a character. */
export function unfinishedBytes(piece: Uint8Array): number {
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

function western(byte: number): string {
  return new TextDecoder("windows-1252").decode(Uint8Array.of(byte));
}

const LINE_FEED = 10;
