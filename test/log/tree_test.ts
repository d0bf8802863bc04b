import { describe, expect, test } from "bun:test";
import {
  includes,
  inclusionProof,
  leafHash,
  readBundle,
  readTilePath,
  tilePath,
  writeBundle,
} from "../../src/log/mod.ts";
import { treeOf } from "../support/tree_of.ts";

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

describe("proofs over tiles", () => {
  const tree = treeOf(Array.from({ length: 600 }, (_, n) => `entry ${n}`));
  const SIZES = [1, 2, 3, 7, 8, 255, 256, 257, 511, 512, 513, 600];

  test("inclusionProof() is accepted for its entry, its place and its root alone", async () => {
    for (const size of SIZES) {
      const part = treeOf(tree.entries.slice(0, size));
      for (const index of new Set([0, 1, size >> 1, size - 2, size - 1].filter((at) => at >= 0 && at < size))) {
        const root = part.root();
        const leaf = part.leaves[index]!;
        const proof = await inclusionProof(index, size, part.read);
        expect(includes(root, size, index, leaf, proof)).toBeTrue();
        const wrong = [
          includes(root, size, index, leafHash(Buffer.from("forged")), proof),
          includes(root, size, index + 1, leaf, proof),
          includes(root, size, index, leaf, [...proof, leaf]),
          includes(leafHash(root), size, index, leaf, proof),
          includes(root, size, -1, leaf, proof),
          ...proof.map((_, at) => includes(root, size, index, leaf, proof.toSpliced(at, 1))),
          ...proof.map((_, at) => includes(root, size, index, leaf, proof.with(at, leafHash(leaf)))),
        ];
        expect(wrong).not.toContain(true);
      }
    }
  });
});

describe("tlog-tiles", () => {
  test("tilePath() writes numbers in groups of three digits, and readTilePath() reads that alone", () => {
    for (const [path, tile] of [
      ["tile/0/x001/x234/067", { level: 0, index: 1234067, width: 256 }],
      ["tile/entries/000.p/1", { level: "entries", index: 0, width: 1 }],
      ["tile/63/999.p/255", { level: 63, index: 999, width: 255 }],
      ["tile/1/x001/000", { level: 1, index: 1000, width: 256 }],
    ] as const) {
      expect(tilePath(tile)).toBe(path);
      expect(readTilePath(path)).toEqual(tile);
    }
    const none = ["tile/0/1", "tile/00/000", "tile/64/000", "tile/0/x000/001", "tile/0/000.p/0", "tile/0/000.p/256"];
    none.push("tile/0/000.p/01", "tile/0/001/002", "/tile/0/000", "tile/-1/000", "tile/data/000", "tile/0/000/");
    expect(none.map(readTilePath)).toEqual(none.map(() => null));
  });

  test("a bundle of entries is read back, but for an entry that is cut off", () => {
    const entries = ["", "one", "x".repeat(65_535)].map((text) => Buffer.from(text));
    const bundle = writeBundle(entries);
    expect(readBundle(bundle).map(hex)).toEqual(entries.map(hex));
    expect(readBundle(bundle.subarray(0, bundle.length - 1)).map(hex)).toEqual(entries.slice(0, 2).map(hex));
    expect(readBundle(bundle.subarray(0, 3)).map(hex)).toEqual([""]);
    expect(() => writeBundle([Buffer.alloc(65_536)])).toThrow(RangeError);
  });
});
