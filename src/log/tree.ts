/** The Merkle tree of RFC 6962 section 2.1 over the tiles and entry bundles of C2SP tlog-tiles@v0.1.0. */
import { createHash } from "node:crypto";
import {
  base64,
  type Checkpoint,
  isSignedBy,
  readBase64,
  readCheckpoint,
  readDecimal,
  type VerifierKey,
} from "./note.ts";

/** Hashes in a complete tile, and entries in a complete bundle. */
export const TILE_WIDTH = 256;
const HASH_BYTES = 32;
const MAX_ENTRY_BYTES = 0xffff;

/** Reads the first `width` hashes of a tile, one after another; a longer answer is as good. */
export type TileReader = (level: number, index: number, width: number) => Promise<Uint8Array>;

export interface Tile {
  readonly level: number | "entries";
  readonly index: number;
  readonly width: number;
}

const EMPTY_ROOT: Uint8Array = createHash("sha256").digest();

export function leafHash(entry: Uint8Array): Uint8Array {
  return createHash("sha256").update(LEAF).update(entry).digest();
}

function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return createHash("sha256").update(NODE).update(left).update(right).digest();
}

export function isSameHash(one: Uint8Array | null, other: Uint8Array): boolean {
  return one !== null && Buffer.compare(one, other) === 0;
}

export function rootOf(hashes: readonly Uint8Array[]): Uint8Array {
  return hashes.length === 0 ? EMPTY_ROOT : rootOfRange(hashes, 0, hashes.length);
}

export function rootAt(size: number, read: TileReader): Promise<Uint8Array> {
  return size === 0 ? Promise.resolve(EMPTY_ROOT) : rangeHasher(size, read)([0, size]);
}

/** RFC 6962 section 2.1.1: the hashes that lead from an entry to the root, the leaf's sibling first. */
export function inclusionProof(index: number, size: number, read: TileReader): Promise<Uint8Array[]> {
  const ranges: Range[] = [];
  let [start, end] = [0, size];
  while (end - start > 1) {
    const middle = start + largestPowerBelow(end - start);
    ranges.unshift(index < middle ? [middle, end] : [start, middle]);
    [start, end] = index < middle ? [start, middle] : [middle, end];
  }
  return Promise.all(ranges.map(rangeHasher(size, read)));
}

export function includes(
  root: Uint8Array,
  size: number,
  index: number,
  leaf: Uint8Array,
  proof: readonly Uint8Array[],
): boolean {
  const rootOfProof = (start: number, end: number, count: number): Uint8Array | null => {
    if (end - start === 1) return count === 0 ? leaf : null;
    const sibling = proof[count - 1];
    if (sibling === undefined) return null;
    const middle = start + largestPowerBelow(end - start);
    if (index >= middle) {
      const right = rootOfProof(middle, end, count - 1);
      return right && nodeHash(sibling, right);
    }
    const left = rootOfProof(start, middle, count - 1);
    return left && nodeHash(left, sibling);
  };
  return (
    Number.isSafeInteger(index) && index >= 0 && index < size && isSameHash(rootOfProof(0, size, proof.length), root)
  );
}

/** The path of a tile below the log's address: `tile/1/x001/234.p/5`, `tile/entries/000`. */
export function tilePath({ level, index, width }: Tile): string {
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, "0").match(/\d{3}/g) ?? [];
  const number = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join("/");
  return `tile/${level}/${number}${width === TILE_WIDTH ? "" : `.p/${width}`}`;
}

export function readTilePath(path: string): Tile | null {
  const parts = /^tile\/(entries|\d{1,2})\/((?:x\d{3}\/)*\d{3})(?:\.p\/(\d{1,3}))?$/.exec(path);
  if (parts === null) return null;
  const [, level = "", number = "", width = String(TILE_WIDTH)] = parts;
  const tile: Tile = {
    level: level === "entries" ? level : Number(level),
    index: Number(number.replace(/[x/]/g, "")),
    width: Number(width),
  };
  const isInRange =
    tile.width >= 1 && tile.width <= TILE_WIDTH && Number.isSafeInteger(tile.index) && !(Number(tile.level) > 63);
  // One tile has one path: no leading zeroes, no `.p/256`.
  return isInRange && tilePath(tile) === path ? tile : null;
}

/** How many hashes of a tile (or entries of a bundle) a tree of a size has; 0 where it has no such tile. */
export function tileWidth({ level, index }: Pick<Tile, "level" | "index">, size: number): number {
  const hashes = Math.floor(size / TILE_WIDTH ** (level === "entries" ? 0 : level));
  return Math.max(0, Math.min(TILE_WIDTH, hashes - index * TILE_WIDTH));
}

/** Entries as a bundle: each behind its length in two bytes. */
export function writeBundle(entries: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(entries.reduce((sum, entry) => sum + 2 + entry.length, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const entry of entries) {
    if (entry.length > MAX_ENTRY_BYTES) throw new RangeError(`Cannot write log entry: ${entry.length} bytes`);
    view.setUint16(at, entry.length);
    bytes.set(entry, at + 2);
    at += 2 + entry.length;
  }
  return bytes;
}

/** The whole entries of a bundle: one that is cut at its end is left out. */
export function readBundle(bytes: Uint8Array): Uint8Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: Uint8Array[] = [];
  for (let at = 0; at + 2 <= bytes.length; ) {
    const end = at + 2 + view.getUint16(at);
    if (end > bytes.length) break;
    entries.push(bytes.subarray(at + 2, end));
    at = end;
  }
  return entries;
}

type Range = readonly [start: number, end: number];

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** RFC 6962 splits a tree of n leaves after the largest power of two below n. */
function largestPowerBelow(count: number): number {
  let power = 1;
  while (power * 2 < count) power *= 2;
  return power;
}

function rootOfRange(hashes: readonly Uint8Array[], start: number, end: number): Uint8Array {
  const only = hashes[start];
  if (only === undefined) throw new RangeError(`Cannot hash tree: no hash ${start}`);
  if (end - start === 1) return only;
  const middle = start + largestPowerBelow(end - start);
  return nodeHash(rootOfRange(hashes, start, middle), rootOfRange(hashes, middle, end));
}

function rangeHasher(size: number, read: TileReader): (range: Range) => Promise<Uint8Array> {
  const tiles = new Map<string, Promise<Uint8Array>>();
  const tile = (level: number, index: number) => {
    const key = `${level}/${index}`;
    const known = tiles.get(key) ?? read(level, index, tileWidth({ level, index }, size));
    tiles.set(key, known);
    return known;
  };
  const hash = async ([start, end]: Range): Promise<Uint8Array> => {
    const count = end - start;
    const below = largestPowerBelow(count);
    if (count > 1 && below * 2 !== count) {
      return nodeHash(...(await Promise.all([hash([start, start + below]), hash([start + below, end])])));
    }
    // A whole subtree lies within one tile: the highest whose hashes are not larger.
    let [level, width] = [0, count];
    while (width >= TILE_WIDTH) [level, width] = [level + 1, width / TILE_WIDTH];
    const first = start / TILE_WIDTH ** level;
    const index = Math.floor(first / TILE_WIDTH);
    const bytes = await tile(level, index);
    const from = (first - index * TILE_WIDTH) * HASH_BYTES;
    const hashes = Array.from({ length: width }, (_, at) =>
      bytes.subarray(from + at * HASH_BYTES, from + (at + 1) * HASH_BYTES),
    );
    if (hashes.at(-1)?.length !== HASH_BYTES)
      throw new RangeError(`Tile too short: ${tilePath({ level, index, width })}`);
    return rootOf(hashes);
  };
  return hash;
}

// A self-contained proof: the path from an entry to a signed checkpoint, as defined by C2SP tlog-proof.

interface LogProof {
  readonly index: number;
  readonly path: readonly Uint8Array[];
  readonly checkpoint: string;
}

type ProofCheck =
  | { readonly kind: "holds"; readonly checkpoint: Checkpoint }
  /** The text is not a checkpoint, or of another log, or not signed by the key. */
  | { readonly kind: "not_signed" }
  | { readonly kind: "not_included"; readonly checkpoint: Checkpoint };

const FIRST_LINE = "c2sp.org/tlog-proof@v1";
/** Enough for a tree of 2^63 leaves. */
const MAX_HASHES = 63;

export function writeProof({ index, path, checkpoint }: LogProof): string {
  return `${[FIRST_LINE, `index ${index}`, ...path.map(base64)].join("\n")}\n\n${checkpoint}`;
}

/** Reads a `.tlog-proof` file without verifying it; null for any other text, and for one with a line `extra`, which we never write. */
export function readProof(text: string): LogProof | null {
  const end = text.indexOf("\n\n");
  const [first, ...lines] = text.slice(0, Math.max(end, 0)).split("\n");
  const index = readDecimal(/^index (\d+)$/.exec(lines.shift() ?? "")?.[1] ?? "");
  const path = readHashes(lines);
  if (first !== FIRST_LINE || index === null || path === null) return null;
  return { index, path, checkpoint: text.slice(end + 2) };
}

function readHashes(lines: readonly string[]): Uint8Array[] | null {
  const hashes = lines.map(readBase64);
  const isHash = (bytes: Uint8Array | null): bytes is Uint8Array => bytes !== null && bytes.length === HASH_BYTES;
  return lines.length <= MAX_HASHES && hashes.every(isHash) ? hashes : null;
}

/** Checks a proof for the hash of a leaf against the key of the log, whose name is its origin unless the log has moved. */
export function checkProof(proof: LogProof, leaf: Uint8Array, key: VerifierKey, origin = key.name): ProofCheck {
  const checkpoint = readCheckpoint(proof.checkpoint);
  if (checkpoint?.origin !== origin || !isSignedBy(checkpoint.note, key)) return { kind: "not_signed" };
  const isIncluded = includes(checkpoint.root, checkpoint.size, proof.index, leaf, proof.path);
  return isIncluded ? { kind: "holds", checkpoint } : { kind: "not_included", checkpoint };
}
