/** Content codings and the Accept-Encoding preference, RFC 9110 section 12.5.3. */
import { promisify } from "node:util";
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  gzip,
  gzipSync,
  zstdCompress,
  zstdCompressSync,
} from "node:zlib";
import { preferencesOf } from "./request.ts";

/** In our order of preference: the smallest first. */
export const CODINGS = ["br", "zstd", "gzip", "identity"] as const;
export type Coding = (typeof CODINGS)[number];

const MEMORY = 256;
const remembered = new Map<string, readonly Coding[]>();

/** The codings a client takes, best first. Without a header or a common coding: identity, which is kinder than 406. */
export function acceptedCodings(acceptEncoding: string | null): readonly Coding[] {
  if (acceptEncoding === null) return ["identity"];
  const known = remembered.get(acceptEncoding);
  if (known) return known;
  const codings = rank(acceptEncoding);
  if (remembered.size < MEMORY && acceptEncoding.length < MEMORY) remembered.set(acceptEncoding, codings);
  return codings;
}

function rank(acceptEncoding: string): readonly Coding[] {
  const weights = preferencesOf(acceptEncoding);
  const others = weights.get("*");
  const named = (coding: Coding) => weights.get(coding) ?? (coding === "gzip" ? weights.get("x-gzip") : undefined);
  const weightOf = (coding: Coding) => named(coding) ?? others ?? (coding === "identity" ? 0.0001 : 0);
  const liked = CODINGS.filter((coding) => weightOf(coding) > 0).sort((a, b) => weightOf(b) - weightOf(a));
  return liked.length > 0 ? liked : ["identity"];
}

/** In bytes; below this a coding saves nothing. */
const SMALLEST = 256;
/** In bytes; beyond this the strongest levels take seconds. */
export const LARGE_DOCUMENT_BYTES = 1 << 20;

export function codedBodies(bytes: Uint8Array): Map<Coding, BodyParts> {
  return new Map([["identity", [bytes]], ...compressed(bytes)]);
}

/**
 * Large documents are coded by gzip alone: zstd and Brotli save a tenth, and each would stay in memory and be made
 * again at every change.
 */
export function compressed(bytes: Uint8Array): Map<Coding, BodyParts> {
  const bodies = new Map<Coding, BodyParts>();
  if (bytes.length < SMALLEST) return bodies;
  for (const [coding, { now }] of bytes.length > LARGE_DOCUMENT_BYTES ? OF_LARGE : OF_SMALL) {
    // What zlib returns may be a view of a larger buffer.
    const body = new Uint8Array(now(bytes));
    if (body.length < bytes.length) bodies.set(coding, [body]);
  }
  return bodies;
}

/** Compresses on other threads. */
export async function codedOffLoop(bytes: Uint8Array): Promise<Map<Coding, BodyParts>> {
  const bodies = new Map<Coding, BodyParts>([["identity", [bytes]]]);
  if (bytes.length < SMALLEST) return bodies;
  const codings = (bytes.length > LARGE_DOCUMENT_BYTES ? OF_LARGE : OF_SMALL).map(async ([coding, { later }]) => {
    return [coding, await later(bytes)] as const;
  });
  for (const [coding, body] of await Promise.all(codings)) {
    if (body.length < bytes.length) bodies.set(coding, [body]);
  }
  return bodies;
}

const gzipLater = promisify(gzip);
const brotliLater = promisify(brotliCompress);
const zstdLater = promisify(zstdCompress);

interface Compressor {
  readonly now: (bytes: Uint8Array) => Uint8Array;
  readonly later: (bytes: Uint8Array) => Promise<Uint8Array>;
}

const OF_LARGE: readonly (readonly [Coding, Compressor])[] = [["gzip", gzipAt(6)]];
const OF_SMALL: readonly (readonly [Coding, Compressor])[] = [
  ["br", brotliAt(9)],
  // Level 12 takes three times as long to be 1 % smaller.
  ["zstd", zstdAt(9)],
  ["gzip", gzipAt(9)],
];

function gzipAt(level: number): Compressor {
  return {
    now: (bytes) => gzipSync(bytes, { level }),
    later: (bytes) => gzipLater(bytes, { level }),
  };
}

function zstdAt(level: number): Compressor {
  const options = { params: { [constants.ZSTD_c_compressionLevel]: level } };
  return {
    now: (bytes) => zstdCompressSync(bytes, options),
    later: (bytes) => zstdLater(bytes, options),
  };
}

function brotliAt(quality: number): Compressor {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  const options = ({ length }: Uint8Array) => ({
    params: { [BROTLI_PARAM_QUALITY]: quality, [BROTLI_PARAM_SIZE_HINT]: length },
  });
  return {
    now: (bytes) => brotliCompressSync(bytes, options(bytes)),
    later: (bytes) => brotliLater(bytes, options(bytes)),
  };
}

/**
 * A Blob is not copied for each of many slow readers, but making one copies the bytes: for a large document it is made
 * when asked for, and released when idle.
 */

/** Parts may be shared, so they are neither joined nor copied. */
export type BodyParts = readonly Uint8Array[];

/** Where a body lies in one piece of a file: asked for each answer, null where that is to be sent from memory. */
export type PlaceInFile = () => Blob | null;

const LARGE_BLOB_BYTES = 8 << 20;

export class Body {
  #blob: Blob | undefined;
  #isAskedFor = false;

  constructor(
    private readonly parts: BodyParts,
    private readonly inFile: PlaceInFile | null = null,
  ) {}

  get size(): number {
    return this.parts.reduce((sum, { length }) => sum + length, 0);
  }

  /** What an answer is sent from. */
  get sent(): Blob {
    return this.inFile?.() ?? this.blob;
  }

  get blob(): Blob {
    this.#isAskedFor = true;
    this.#blob ??= new Blob(this.parts as readonly Uint8Array<ArrayBuffer>[] as Uint8Array<ArrayBuffer>[]);
    return this.#blob;
  }

  /** Releases the Blob of a large body that was not asked for since the last call; returns whether it did. */
  release(): boolean {
    const isIdle = this.#blob !== undefined && !this.#isAskedFor && this.size >= LARGE_BLOB_BYTES;
    if (isIdle) this.#blob = undefined;
    this.#isAskedFor = false;
    return isIdle;
  }
}
