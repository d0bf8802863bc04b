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

/** Codings in our order of preference: the smallest first. */
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

type Compressed = Exclude<Coding, "identity">;

/** In bytes; below this a coding saves nothing. */
const MIN_CODED_BYTES = 256;
/** Size in bytes beyond which the strongest levels take seconds. */
export const LARGE_DOCUMENT_BYTES = 1 << 20;

type Levels = readonly (readonly [Compressed, number])[];

/**
 * To be 1 % smaller, zstd takes three times as long at level 12, and Brotli six times from level 7 on: its hash tables of 8
 * to 32 MB are mapped page by page for each document.
 */
const BEST: Levels = [
  ["br", 6],
  ["zstd", 9],
  ["gzip", 9],
];

/**
 * Large documents are coded by gzip alone: zstd and Brotli save a tenth, and each would stay in memory and be made
 * again at every change.
 */
const BEST_OF_LARGE: Levels = [["gzip", 6]];

/** For one reader: much sooner, and little larger. */
const QUICK = { br: 5, zstd: 3, gzip: 6 };

export function codedBodies(bytes: Uint8Array): Map<Coding, BodyParts> {
  return new Map([["identity", [bytes]], ...compressed(bytes)]);
}

export function compressed(bytes: Uint8Array): Map<Coding, BodyParts> {
  // What zlib returns may be a view of a larger buffer.
  const coded = levelsFor(bytes).map(
    ([coding, level]) => [coding, new Uint8Array(code(bytes, coding, level))] as const,
  );
  return smaller(bytes, coded);
}

/** Compresses on other threads. */
export async function codedOffLoop(bytes: Uint8Array): Promise<Map<Coding, BodyParts>> {
  const coded = levelsFor(bytes).map(
    async ([coding, level]) => [coding, await codeOffLoop(bytes, coding, level)] as const,
  );
  return new Map([["identity", [bytes]], ...smaller(bytes, await Promise.all(coded))]);
}

export async function codedQuickly(bytes: Uint8Array, coding: Compressed): Promise<Uint8Array<ArrayBuffer>> {
  return (await codeOffLoop(bytes, coding, QUICK[coding])) as Uint8Array<ArrayBuffer>;
}

function levelsFor({ length }: Uint8Array): Levels {
  if (length < MIN_CODED_BYTES) return [];
  return length > LARGE_DOCUMENT_BYTES ? BEST_OF_LARGE : BEST;
}

function smaller({ length }: Uint8Array, coded: readonly (readonly [Coding, Uint8Array])[]): Map<Coding, BodyParts> {
  return new Map(coded.flatMap(([coding, body]) => (body.length < length ? [[coding, [body]] as const] : [])));
}

function code(bytes: Uint8Array, coding: Compressed, level: number): Uint8Array {
  if (coding === "br") return brotliCompressSync(bytes, brotliOptions(level));
  return coding === "zstd" ? zstdCompressSync(bytes, zstdOptions(level)) : gzipSync(bytes, { level });
}

const brotliLater = promisify(brotliCompress);
const zstdLater = promisify(zstdCompress);
const gzipLater = promisify(gzip);

function codeOffLoop(bytes: Uint8Array, coding: Compressed, level: number): Promise<Uint8Array> {
  if (coding === "br") return brotliLater(bytes, brotliOptions(level));
  return coding === "zstd" ? zstdLater(bytes, zstdOptions(level)) : gzipLater(bytes, { level });
}

function brotliOptions(level: number) {
  return { params: { [constants.BROTLI_PARAM_QUALITY]: level } };
}

function zstdOptions(level: number) {
  return { params: { [constants.ZSTD_c_compressionLevel]: level } };
}

/**
 * A Blob is not copied for each of many slow readers, but making one copies the bytes: for a large document it is made
 * when asked for, and released when idle.
 */

/** Parts may be shared, so they are neither joined nor copied. */
export type BodyParts = readonly Uint8Array[];

/** Contiguous piece of a file with the body, requested for each response; null to send the body from memory. */
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
