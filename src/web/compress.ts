/**
 * Codes bytes beforehand, so that no request waits for it.
 *
 * @module
 */
import type { BodyParts } from "./body.ts";
import type { Coding } from "./content_coding.ts";

/** Below this size a coding saves nothing worth a header. */
const SMALLEST = 256;
/** Beyond this size the strongest levels take seconds. */
export const LARGE = 1 << 20;

/** The bytes in every coding that makes them smaller, identity included. */
export function codedBodies(bytes: Uint8Array): Map<Coding, BodyParts> {
  return new Map([["identity", [bytes]], ...compressed(bytes)]);
}

/**
 * The compressed codings alone. Large documents are coded by gzip, which everybody takes: at the levels that are quick
 * enough zstd and Brotli save a tenth of it, and each would stay in memory and be made anew at every change.
 */
export function compressed(bytes: Uint8Array): Map<Coding, BodyParts> {
  const bodies = new Map<Coding, BodyParts>();
  if (bytes.length < SMALLEST) return bodies;
  for (const [coding, compress] of bytes.length > LARGE ? OF_LARGE : OF_SMALL) {
    // In a separate buffer, so that a worker can transfer it.
    const body = new Uint8Array(compress(bytes));
    if (body.length < bytes.length) bodies.set(coding, [body]);
  }
  return bodies;
}

/** Loaded by the first coding, since the first feed of a start may be asked for without one. */
const zlib = () => process.getBuiltinModule("node:zlib");

type Compress = (bytes: Uint8Array) => Uint8Array;
const OF_LARGE: readonly (readonly [Coding, Compress])[] = [["gzip", (bytes) => zlib().gzipSync(bytes, { level: 6 })]];
const OF_SMALL: readonly (readonly [Coding, Compress])[] = [
  ["br", (bytes) => brotli(bytes, 9)],
  // Level 12 takes three times as long to be 1 % smaller.
  ["zstd", (bytes) => zstd(bytes, 9)],
  ["gzip", (bytes) => zlib().gzipSync(bytes, { level: 9 })],
];

function zstd(bytes: Uint8Array, level: number): Uint8Array {
  const { constants, zstdCompressSync } = zlib();
  return zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: level } });
}

function brotli(bytes: Uint8Array, quality: number): Uint8Array {
  const { brotliCompressSync, constants } = zlib();
  return brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
}
