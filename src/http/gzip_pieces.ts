/**
 * Gzip in pieces, so that unchanged ones are not compressed again: each piece is deflated alone and ends on a byte
 * boundary (RFC 1951 section 3.2.4), and together they are one gzip stream (RFC 1952).
 */
import { promisify } from "node:util";
import { constants, crc32, deflateRaw, deflateRawSync } from "node:zlib";
import type { BodyParts } from "./content_coding.ts";

const LEVEL = 6;
/** Twice as quick, and a tenth larger: for one reader. */
const QUICK_LEVEL = 3;
/** No name, no time, unknown system. */
const HEADER = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255);
const END = deflateRawSync(new Uint8Array(0));
const TRAILER_SIZE = 8;

interface PieceOptions {
  /** The compressed form of a part where it is known. */
  readonly keptPart: (part: number) => Uint8Array | null;
  /** Reads a part that is not in memory. */
  readonly read?: (part: Uint8Array) => Uint8Array;
  /** Takes over what was compressed, which leaves several times its size as garbage. */
  readonly put?: (coded: Uint8Array) => Uint8Array;
}

export function gzipInPieces(
  parts: BodyParts,
  { keptPart, read = (part) => part, put = (coded) => coded }: PieceOptions,
): BodyParts {
  let sum = 0;
  const coded = parts.map((part, number) => {
    const bytes = read(part);
    sum = crc32(bytes, sum);
    return keptPart(number) ?? put(deflated(bytes));
  });
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return [HEADER, ...coded, endOf(sum, length)];
}

const deflateOffLoop = promisify(deflateRaw);

/** Compresses off the event loop, part by part as they are requested. */
export async function* gzipWhileSent(parts: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield HEADER;
  let [sum, length] = [0, 0];
  for (const part of parts) {
    sum = crc32(part, sum);
    length += part.length;
    yield await deflateOffLoop(part, { level: QUICK_LEVEL, finishFlush: constants.Z_FULL_FLUSH });
  }
  yield endOf(sum, length);
}

function deflated(part: Uint8Array): Uint8Array {
  return deflateRawSync(part, { level: LEVEL, finishFlush: constants.Z_FULL_FLUSH });
}

function endOf(sum: number, length: number): Uint8Array {
  const end = new Uint8Array(END.length + TRAILER_SIZE);
  end.set(END);
  const trailer = new DataView(end.buffer, END.length);
  trailer.setUint32(0, sum, true);
  trailer.setUint32(4, length % 2 ** 32, true);
  return end;
}
