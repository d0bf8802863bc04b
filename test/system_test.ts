/** Files of this machine, replaced as a whole. */
import { describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeFolderDurably, renameDurably, syncFolder, writeAtomically } from "../src/system.ts";
import { skipUnless } from "./support/tools.ts";

class Folder implements Disposable {
  readonly path = mkdtempSync(join(tmpdir(), "goodword-system-"));

  at(name: string): string {
    return join(this.path, name);
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true });
  }
}

const SECRET = { mode: 0o600, isDurable: true };

describe("writeAtomically()", () => {
  test.each([true, false])("creates and replaces a file, with its permissions, durably or not (%p)", (isDurable) => {
    using folder = new Folder();
    writeFileSync(folder.at("keys"), "old");
    writeFileSync(folder.at("keys.new"), "of a writer that was killed, and longer");
    writeAtomically(folder.at("keys"), "new", { mode: 0o600, isDurable });
    writeAtomically(folder.at("bytes"), new Uint8Array([1, 2]), { mode: 0o640, isDurable });
    expect(readFileSync(folder.at("keys"), "utf8")).toBe("new");
    expect([...readFileSync(folder.at("bytes"))]).toEqual([1, 2]);
    expect(statSync(folder.at("bytes")).mode & 0o777).toBe(0o640);
    expect(readdirSync(folder.path).sort()).toEqual(["bytes", "keys"]);
  });

  test("writes what a function writes, to the draft that is named", () => {
    using folder = new Folder();
    const draft = folder.at("draft");
    const write = (descriptor: number) => {
      writeSync(descriptor, "by a function");
      expect(readFileSync(draft, "utf8")).toBe("by a function");
    };
    writeAtomically(folder.at("file"), write, { ...SECRET, draft });
    expect(readFileSync(folder.at("file"), "utf8")).toBe("by a function");
    expect(readdirSync(folder.path)).toEqual(["file"]);
  });

  test("leaves the old file and no draft if writing or renaming fails", () => {
    using folder = new Folder();
    writeFileSync(folder.at("file"), "old");
    const failing = (descriptor: number) => {
      writeSync(descriptor, "half");
      throw new Error("the disk is full");
    };
    expect(() => writeAtomically(folder.at("file"), failing, SECRET)).toThrow("the disk is full");
    makeFolderDurably(folder.at("folder"));
    writeFileSync(folder.at("folder/inside"), "");
    expect(() => writeAtomically(folder.at("folder"), "no file", SECRET)).toThrow();
    expect(readFileSync(folder.at("file"), "utf8")).toBe("old");
    expect(readdirSync(folder.path).sort()).toEqual(["file", "folder"]);
  });
});

test("renameDurably() replaces a file", () => {
  using folder = new Folder();
  writeFileSync(folder.at("one"), "one");
  writeFileSync(folder.at("two"), "two");
  renameDurably(folder.at("one"), folder.at("two"));
  expect(readFileSync(folder.at("two"), "utf8")).toBe("one");
});

test("makeFolderDurably() creates a folder with its parents, for the owner alone, once", () => {
  using folder = new Folder();
  makeFolderDurably(folder.at("a/b"));
  makeFolderDurably(folder.at("a/b"));
  expect(statSync(folder.at("a")).mode & 0o777).toBe(0o700);
  expect(statSync(folder.at("a/b")).mode & 0o777).toBe(0o700);
});

test.skipIf(skipUnless(process.platform === "linux", "folders of /proc, which Linux has"))(
  "syncFolder() ignores a file system that cannot sync folders",
  () => {
    syncFolder("/proc");
    expect(() => syncFolder("/proc/no-such-folder")).toThrow("ENOENT");
  },
);
