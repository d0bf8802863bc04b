/** A log's tree in memory. */
import { leafHash, rootOf, TILE_WIDTH, type Tile, type TileReader, tileWidth, writeBundle } from "../../src/log/mod.ts";

export interface Tree {
  readonly size: number;
  readonly entries: readonly Uint8Array[];
  readonly leaves: readonly Uint8Array[];
  /** The root of the tree of this size or of its first `size` leaves. */
  root(size?: number): Uint8Array;
  readonly read: TileReader;
  /** What is served for a tile or bundle. */
  served(tile: Tile): Uint8Array;
}

/** The tree of these entries; text stands for its bytes in UTF-8. */
export function treeOf(given: readonly (Uint8Array | string)[]): Tree {
  const entries = given.map((entry) => (typeof entry === "string" ? Buffer.from(entry) : entry));
  const leaves = entries.map(leafHash);
  const roots = new Map<number, Uint8Array>();
  const levels: Uint8Array[][] = [leaves];
  for (let below = leaves; below.length >= TILE_WIDTH; ) {
    const hashes: Uint8Array[] = [];
    for (let at = 0; at + TILE_WIDTH <= below.length; at += TILE_WIDTH) {
      hashes.push(rootOf(below.slice(at, at + TILE_WIDTH)));
    }
    levels.push(hashes);
    below = hashes;
  }
  const served = ({ level, index, width }: Tile) => {
    const slice = <T>(all: readonly T[] = []) => all.slice(index * TILE_WIDTH, index * TILE_WIDTH + width);
    return level === "entries" ? writeBundle(slice(entries)) : Buffer.concat(slice(levels[level]));
  };
  return {
    size: entries.length,
    entries,
    leaves,
    root: (size = entries.length) => {
      const root = roots.get(size) ?? rootOf(leaves.slice(0, size));
      roots.set(size, root);
      return root;
    },
    served,
    read: async (level, index, width) => {
      if (width !== tileWidth({ level, index }, entries.length))
        throw new Error(`no tile ${level}/${index} of ${width}`);
      return served({ level, index, width });
    },
  };
}

/** All tiles and bundles of a tree of a size, as they are served. */
export function tilesOf(size: number): Tile[] {
  const levels: (number | "entries")[] = ["entries"];
  for (let level = 0; TILE_WIDTH ** level <= size; level++) levels.push(level);
  return levels.flatMap((level) => {
    const tiles: Tile[] = [];
    for (let index = 0; tileWidth({ level, index }, size) > 0; index++) {
      tiles.push({ level, index, width: tileWidth({ level, index }, size) });
    }
    return tiles;
  });
}
