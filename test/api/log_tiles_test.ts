/** Tiles of the log that are kept in memory. */
import { expect, test } from "bun:test";
import { LogTiles } from "../../src/api/mod.ts";
import { tilePath } from "../../src/transparency_log/mod.ts";

const TILES = 1100;

test("a tile that two requests read at once counts once against the memory for tiles", async () => {
  let reads = 0;
  const log = {
    place: async () => ({ number: 1, size: TILES * 256 }),
    entries: async () => [],
    tiles: async () => {
      reads++;
      return new Uint8Array(256 * 32);
    },
  };
  const tiles = new LogTiles({ read: (work) => work(log) });
  const paths = Array.from({ length: TILES }, (_, index) => `/log/${tilePath({ level: 0, index, width: 256 })}`);
  for (const path of paths) await Promise.all([tiles.at(path), tiles.at(path)]);
  const before = reads;
  // 8 MiB are 1,024 tiles of 8 KiB.
  for (const path of paths.slice(-1024)) await tiles.at(path);
  expect(reads).toBe(before);
});
