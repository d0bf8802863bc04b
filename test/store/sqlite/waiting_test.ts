/** How connections of one thread wait for the write lock of a file: none of them may stop the thread. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { openStore } from "../../../src/server/open_store.ts";
import { Workshop } from "../../support/command_line.ts";
import { openTestStore } from "../../support/test_store.ts";

let shop: Workshop;
beforeEach(async () => {
  shop = new Workshop();
  await openTestStore(shop.database)[Symbol.asyncDispose]();
});
afterEach(() => shop[Symbol.dispose]());

test("openStore() opens a connection that never stops its thread for a lock", async () => {
  const holder = openTestStore(shop.database);
  holder.file.run("BEGIN IMMEDIATE");
  await using store = await openStore(shop.database);
  const written = store.console.write(async () => "written");
  // A thread that is stopped for the lock could not let it go, and the write would fail.
  setImmediate(() => holder.file.run("COMMIT"));
  expect(await written).toBe("written");
  await holder[Symbol.asyncDispose]();
});

describe("writes of one file in a thread", () => {
  /** Opens stores whose wait for a lock never ends by itself: their clock stands still. */
  const openTwo = () => [1, 2].map(() => openTestStore(shop.database, { lockTimeoutMs: 1000 }));

  test("take turns in the order in which they were asked for, without polling", async () => {
    const stores = [...openTwo(), ...openTwo()];
    const order: number[] = [];
    const written = stores.map((store, index) =>
      store.console.write(async () => {
        // As a module that is loaded within the transaction.
        await new Promise((resume) => setImmediate(resume));
        order.push(index);
      }),
    );
    await Promise.all(written);
    expect(order).toEqual([0, 1, 2, 3]);
    for (const store of stores) await store[Symbol.asyncDispose]();
  });

  test("go on after one that fails", async () => {
    const stores = openTwo();
    const [failed, written] = stores.map((store, index) =>
      store.console.write(async () => {
        if (index === 0) throw new Error("the first failed");
        return "written";
      }),
    );
    expect(failed).rejects.toThrow("the first failed");
    expect(await written).toBe("written");
    for (const store of stores) await store[Symbol.asyncDispose]();
  });
});
