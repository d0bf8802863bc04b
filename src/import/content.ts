/**
 * The content of a file in pieces, so that a file larger than memory can be read.
 *
 * @module
 */
import type { ImportFile } from "./reading.ts";

const PIECE_BYTES = 256 * 1024;

/** Size of a file in bytes. */
export function sizeOf(file: ImportFile): number {
  // Asking for the bytes would read a file on disk.
  return file.size ?? file.bytes.length;
}

/** Part of a file; a file on disk is not read further than that. */
export function sliceOf(file: ImportFile, start: number, end: number): Uint8Array {
  return file.slice === undefined ? file.bytes.subarray(start, end) : file.slice(start, Math.min(end, sizeOf(file)));
}

/** The bytes of a file, piece by piece. */
export function* piecesOf(file: ImportFile): Generator<Uint8Array> {
  const size = sizeOf(file);
  for (let start = 0; start < size; start += PIECE_BYTES) yield sliceOf(file, start, start + PIECE_BYTES);
}

/** The text of a file, piece by piece, without a byte order mark. @throws {TypeError} when it is not in the encoding */
export function* textPieces(file: ImportFile, encoding: string): Generator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  for (const piece of piecesOf(file)) {
    const text = decoder.decode(piece, { stream: true });
    if (text !== "") yield text;
  }
  const rest = decoder.decode();
  if (rest !== "") yield rest;
}
