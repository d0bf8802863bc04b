/** A folder of businesses is a list of businesses. */
import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { chmodSync, copyFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openBusinessFolder } from "../../../src/store/sqlite/business_folder.ts";
import { businessListContract } from "../contract/businesses.ts";

describe("a folder of businesses", () => {
  businessListContract(async () => {
    const folder = mkdtempSync(join(tmpdir(), "goodword-businesses-"));
    return {
      open: async () => openBusinessFolder(folder),
      [Symbol.asyncDispose]: async () => rmSync(folder, { recursive: true, force: true }),
    };
  });

  test("a list that is made again from its stores has the identities of before, and a copy of a store has its own", async () => {
    const folder = mkdtempSync(join(tmpdir(), "goodword-businesses-"));
    const identities = async () => {
      await using list = openBusinessFolder(folder);
      return Object.fromEntries((await list.list()).map(({ id, identity }) => [id, identity]));
    };
    {
      await using list = openBusinessFolder(folder);
      await list.add("ace", "https://ace.test");
      await list.rename("ace", "best");
    }
    const before = await identities();
    expect(before.best).toStartWith("ace-");
    rmSync(join(folder, "_businesses.sqlite"));
    expect(await identities()).toEqual(before);
    copyFileSync(join(folder, "best.sqlite"), join(folder, "copy.sqlite"));
    const copy = new Database(join(folder, "copy.sqlite"));
    copy.run("UPDATE keys SET value = 'https://copy.test' WHERE name = 'base_url'");
    copy.close();
    expect(await identities()).toMatchObject({ ...before, copy: expect.stringMatching(/^copy-/) });
    rmSync(folder, { recursive: true });
  });

  test("changed() ignores files that belong to no business, and reports a store that is copied in", async () => {
    const folder = mkdtempSync(join(tmpdir(), "goodword-businesses-"));
    {
      await using list = openBusinessFolder(folder);
      await list.add("ace", "https://ace.test");
      const mark = await list.changed(null);
      await list.list();
      writeFileSync(join(folder, "ace.sqlite.publication"), "");
      expect([await list.changed(mark), await list.changed(mark)]).toEqual([null, null]);
      copyFileSync(join(folder, "ace.sqlite"), join(folder, "bee.sqlite"));
      expect(await list.changed(mark)).not.toBeNull();
    }
    rmSync(folder, { recursive: true });
  });

  test("add() refuses a store with a trigger of its own, the list passes over it, and a sound one becomes its owner's alone", async () => {
    const folder = mkdtempSync(join(tmpdir(), "goodword-businesses-"));
    const path = join(folder, "bee.sqlite");
    {
      await using elsewhere = openBusinessFolder(join(folder, "elsewhere"));
      await elsewhere.add("ace", "https://ace.test");
      copyFileSync(join(folder, "elsewhere", "ace.sqlite"), path);
      chmodSync(path, 0o644);
      const change = (statement: string) => {
        using file = new Database(path);
        file.run(statement);
      };
      change("CREATE TRIGGER keep BEFORE DELETE ON reviews BEGIN SELECT RAISE(IGNORE); END");
      await using list = openBusinessFolder(folder);
      expect(await list.list()).toEqual([]);
      await expect(list.add("bee", "https://bee.test")).rejects.toThrow("trigger keep");
      change("DROP TRIGGER keep");
      expect(await list.add("bee", "https://bee.test")).toBe("done");
      expect(statSync(path).mode & 0o777).toBe(0o600);
    }
    rmSync(folder, { recursive: true });
  });
});
