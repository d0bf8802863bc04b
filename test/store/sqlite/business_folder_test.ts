/** A folder of businesses is a list of businesses. */
import { describe, expect, test } from "bun:test";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
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

  test("changed() says nothing of files that come and go beside those of the businesses, and names what is copied in", async () => {
    const folder = mkdtempSync(join(tmpdir(), "goodword-businesses-"));
    {
      await using list = openBusinessFolder(folder);
      await list.add("ace", "https://ace.test");
      const mark = await list.changed(null);
      await list.list();
      writeFileSync(join(folder, "ace.sqlite.artefact"), "");
      expect([await list.changed(mark), await list.changed(mark)]).toEqual([null, null]);
      copyFileSync(join(folder, "ace.sqlite"), join(folder, "bee.sqlite"));
      expect(await list.changed(mark)).not.toBeNull();
    }
    rmSync(folder, { recursive: true });
  });
});
