import { expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ScratchFile } from "../../src/server/publisher/scratch_file.ts";

const COUNT = 100_000;

function withFolder(use: (folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), "goodword-scratch-"));
  try {
    use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("ScratchFile returns columns as they were put, to look at and to read, and leaves no file", () => {
  withFolder((folder) => {
    using scratch = new ScratchFile(join(folder, "some.publication"));
    const numbers = Array.from({ length: COUNT }, (_, at) => at * 7919);
    const columns = [
      Uint8Array.from(numbers),
      Uint16Array.from(numbers),
      Uint32Array.from(numbers),
      Int32Array.from(numbers),
    ];
    const put = columns.map((column) => scratch.put(column));
    expect(readdirSync(folder)).toEqual([]);
    for (const [at, column] of columns.entries()) {
      const found = put[at] ?? new Uint8Array(0);
      expect(found).not.toBe(column);
      expect(found).toEqual(column);
      const part = new Uint8Array(found.buffer, found.byteOffset + 1000, 5000);
      expect(scratch.read(part)).toEqual(new Uint8Array(column.buffer, 1000, 5000));
    }
  });
});

test("ScratchFile joins numbers that are made in parts", () => {
  withFolder((folder) => {
    using scratch = new ScratchFile(join(folder, "some.publication"));
    const all = Uint16Array.from({ length: COUNT }, (_, at) => at);
    function* parts() {
      for (let from = 0; from < COUNT; from += 30_000) yield all.slice(from, from + 30_000);
    }
    expect(scratch.putParts(parts, COUNT)).toEqual(all);
    expect(scratch.putParts(() => [all.slice(0, 3)], 3)).toEqual(all.slice(0, 3));
  });
});

test("ScratchFile keeps columns in memory where no file can be written", () => {
  using scratch = new ScratchFile(join(tmpdir(), "no such folder", "some.publication"));
  const column = new Uint32Array(COUNT).fill(5);
  expect(scratch.put(column)).toBe(column);
  expect(scratch.read(new Uint8Array(column.buffer))).toEqual(new Uint8Array(column.buffer));
  expect(scratch.putParts(() => [new Uint16Array(COUNT).fill(6)], COUNT)).toEqual(new Uint16Array(COUNT).fill(6));
});
