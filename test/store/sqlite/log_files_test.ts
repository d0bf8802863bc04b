import { expect, test } from "bun:test";
import { openDatabase } from "../../../src/store/sqlite/mod.ts";
import { Workshop } from "../../support/command_line.ts";

const LOGS = 300;
/** One more than a bundle has, so that another one begins. */
const ENTRIES = Array.from({ length: 257 }, (_, n) => `entry ${n}`);

test("entries that two programs copy beside the database at the same instant are there once", async () => {
  using shop = new Workshop();
  await using store = openDatabase(shop.database);
  const arrivals = new Int32Array(new SharedArrayBuffer(4 * LOGS));
  const copied = [0, 1].map(() => {
    const worker = new Worker(new URL("./log_files_writer.ts", import.meta.url));
    worker.postMessage({ path: shop.database, arrivals, entries: ENTRIES });
    const done = new Promise((resolve, reject) => {
      worker.onmessage = resolve;
      worker.onerror = reject;
    });
    return done.finally(() => worker.terminate());
  });
  await Promise.all(copied);
  for (let number = 1; number <= LOGS; number++)
    expect([...(store.transparencyLog.copy?.entries(number, 0) ?? [])]).toEqual(ENTRIES);
});
