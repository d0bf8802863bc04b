/**
 * Gzip of a large document in pieces, so that those that have not changed need not be compressed again.
 *
 * Each piece is deflated by itself and ends on a byte (RFC 1951, section 3.2.4: a stored block of no bytes); one after
 * another they are one stream, with one header and one checksum (RFC 1952), which every client reads.
 *
 * @module
 */
import { constants, crc32, deflateRawSync } from "node:zlib";

/** A run of the document's bytes, and where it stands in the compressed body. */
export interface GzipPiece {
  readonly start: number;
  readonly end: number;
  readonly codedStart: number;
  readonly codedEnd: number;
}

/** A compressed body, in memory that threads share, with the pieces it consists of. */
export interface GzipBody {
  readonly body: Uint8Array;
  readonly pieces: readonly GzipPiece[];
}

const LEVEL = 6;
/** No name, no time, of no certain system. */
const HEADER = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255);
/** The last block, which has no bytes. */
const END = deflateRawSync(new Uint8Array(0));
const TRAILER_SIZE = 8;

/**
 * Compresses bytes in the pieces that begin at `starts`, ascending, the first at 0. `keptPiece` gives the compressed form
 * of a piece where it is known.
 */
export function gzipInPieces(
  bytes: Uint8Array,
  starts: readonly number[],
  keptPiece: (start: number) => Uint8Array | null = () => null,
): GzipBody {
  const coded = starts.map((start, at) => keptPiece(start) ?? deflated(bytes.subarray(start, starts[at + 1])));
  const size = coded.reduce((sum, { length }) => sum + length, HEADER.length + END.length + TRAILER_SIZE);
  const body = new Uint8Array(new SharedArrayBuffer(size));
  body.set(HEADER);
  let at = HEADER.length;
  const pieces = coded.map((piece, number): GzipPiece => {
    body.set(piece, at);
    const codedStart = at;
    at += piece.length;
    return { start: starts[number] ?? 0, end: starts[number + 1] ?? bytes.length, codedStart, codedEnd: at };
  });
  body.set(END, at);
  const trailer = new DataView(body.buffer, at + END.length);
  trailer.setUint32(0, crc32(bytes), true);
  trailer.setUint32(4, bytes.length % 2 ** 32, true);
  return { body, pieces };
}

function deflated(bytes: Uint8Array): Uint8Array {
  return deflateRawSync(bytes, { level: LEVEL, finishFlush: constants.Z_FULL_FLUSH });
}
