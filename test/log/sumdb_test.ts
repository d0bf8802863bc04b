/** Our log beside Go's: what `golang.org/x/mod/sumdb`, the code behind Go's checksum database, answered is kept in `vectors.json`. */
import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { join } from "node:path";
import {
  base64,
  checkpointText,
  includes,
  inclusionProof,
  isSignedBy,
  makeSigningKey,
  readBase64,
  readNote,
  readSigningKey,
  readVerifierKey,
  rootAt,
  signNote,
  tilePath,
} from "../../src/log/mod.ts";
import { tilesOf, treeOf } from "../support/tree_of.ts";

const FOLDER = join(import.meta.dir, "../fixtures/transparency_log");

interface Proof {
  readonly Size: number;
  readonly Index: number;
  readonly Proof: readonly string[] | null;
}

const vectors: {
  readonly roots: Readonly<Record<string, string>>;
  readonly inclusion: readonly Proof[];
  readonly tiles: { readonly count: number; readonly digest: string; readonly paths: readonly string[] };
  readonly note: Readonly<Record<"skey" | "vkey" | "skey2" | "vkey2" | "signed", string>>;
} = await Bun.file(join(FOLDER, "vectors.json")).json();

const tree = treeOf(Array.from({ length: 70_000 }, (_, n) => `entry ${n}`));
const trees = new Map(
  Object.keys(vectors.roots).map((size) => [Number(size), treeOf(tree.entries.slice(0, Number(size)))]),
);
const treeOfSize = (size: number) => trees.get(size) ?? expect.unreachable(`no tree of ${size}`);
const bytes = (texts: readonly string[] | null) =>
  (texts ?? []).map((text) => readBase64(text) ?? expect.unreachable());

describe("what Go's sumdb answers", () => {
  test("roots of 20 sizes up to 70,000", async () => {
    for (const [size, root] of Object.entries(vectors.roots)) {
      expect(base64(await rootAt(Number(size), treeOfSize(Number(size)).read))).toBe(root);
    }
  });

  test("proofs of inclusion, made and checked", async () => {
    expect(vectors.inclusion.length).toBeGreaterThan(100);
    for (const { Size, Index, Proof } of vectors.inclusion) {
      const part = treeOfSize(Size);
      expect((await inclusionProof(Index, Size, part.read)).map(base64)).toEqual([...(Proof ?? [])]);
      expect(includes(part.root(), Size, Index, tree.leaves[Index]!, bytes(Proof))).toBeTrue();
    }
  });

  test("the tiles of a tree of 70,000, byte by byte, and their paths", () => {
    const digest = createHash("sha256");
    const tiles = tilesOf(70_000).filter(({ level }) => level !== "entries");
    for (const tile of tiles) {
      digest.update(`${tilePath(tile)} ${createHash("sha256").update(tree.served(tile)).digest("hex")}\n`);
    }
    expect({ count: tiles.length, digest: digest.digest("hex") }).toMatchObject({
      count: vectors.tiles.count,
      digest: vectors.tiles.digest,
    });
    const paths = [
      { level: 0, index: 0, width: 256 },
      { level: 1, index: 999, width: 5 },
      { level: 2, index: 1000, width: 256 },
      { level: 0, index: 1234067, width: 1 },
      { level: 63, index: 9007199254740, width: 255 },
    ];
    expect(paths.map(tilePath)).toEqual([...vectors.tiles.paths]);
  });

  test("keys from their seeds, and a note with two signatures, byte by byte", () => {
    const seed = (text: string) => createHash("sha256").update(text).digest();
    const keys = [
      makeSigningKey("reviews.example.com/log", seed("a seed")),
      makeSigningKey("witness.example.org", seed("another seed")),
    ] as const;
    const { skey, vkey, skey2, vkey2, signed } = vectors.note;
    expect(keys.map((key) => [key.skey, key.vkey])).toEqual([
      [skey, vkey],
      [skey2, vkey2],
    ]);
    const text = checkpointText({ origin: keys[0].name, size: tree.size, root: tree.root() });
    const once = readNote(signNote(text, readSigningKey(skey) ?? expect.unreachable())) ?? expect.unreachable();
    expect(signNote(once, keys[1])).toBe(signed);
    const verifiers = [vkey, vkey2].map((key) => readVerifierKey(key) ?? expect.unreachable());
    expect(verifiers.map((key) => isSignedBy(readNote(signed) ?? expect.unreachable(), key))).toEqual([true, true]);
  });
});
