/** A folder of businesses is a list of businesses. */
import { describe } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
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
});
