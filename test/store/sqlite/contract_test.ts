/** SQLite does what every store must do. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Store } from "../../../src/store/mod.ts";
import { openDatabase } from "../../../src/store/sqlite/mod.ts";
import { createVirtualClock } from "../../support/virtual_clock.ts";
import { storeContract } from "../contract/contract.ts";
import type { StorePlace } from "../contract/place.ts";

async function openPlace(): Promise<StorePlace> {
  const folder = mkdtempSync(join(tmpdir(), "goodword-contract-"));
  const clock = createVirtualClock();
  const stores: Store[] = [];
  return {
    async connect() {
      const store = openDatabase(join(folder, "goodword.sqlite"), { clock });
      stores.push(store);
      return store;
    },
    pass: (ms) => clock.jump(ms),
    holds: async (words) => filesIn(folder).some((path) => readFileSync(path).includes(words)),
    async [Symbol.asyncDispose]() {
      for (const store of stores) await store[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Of the database and its copies. */
function filesIn(folder: string): string[] {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return found.map(({ parentPath, name }) => join(parentPath, name));
}

storeContract("SQLite", openPlace, { hasFleet: false });
