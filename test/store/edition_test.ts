import { describe, expect, test } from "bun:test";
import { instantOfChange, sessionKey } from "../../src/store/mod.ts";
import { Workshop } from "../support/command_line.ts";
import { NOON, storeInMemory } from "../support/drafts.ts";
import { createSeededRandom } from "../support/seeded_random.ts";
import { openTestStore } from "../support/test_store.ts";

test("two changes never share a second: the second is dated to the next", () => {
  const at = NOON + 300;
  expect(instantOfChange(at, { revision: 1, publishedAt: NOON - 1 })).toBe(at);
  expect(instantOfChange(at, { revision: 1, publishedAt: NOON + 100 })).toBe(NOON + 1000);
  expect(instantOfChange(at, { revision: 1, publishedAt: NOON + 1000 })).toBe(NOON + 2000);
});

describe("sessionKey()", () => {
  test("is made with the store and kept", async () => {
    const store = storeInMemory();
    const first = await sessionKey(store, createSeededRandom(1));
    expect(first).toHaveLength(32);
    expect(await sessionKey(store, createSeededRandom(2))).toEqual(first);
  });

  test("is one for servers that start together, even while somebody else is writing", async () => {
    using folder = new Workshop();
    await using one = openTestStore(folder.database);
    await using other = openTestStore(folder.database);
    await using writer = openTestStore(folder.database);
    writer.file.run("BEGIN IMMEDIATE");
    const keys = await Promise.all([sessionKey(one, createSeededRandom(1)), sessionKey(other, createSeededRandom(2))]);
    writer.file.run("ROLLBACK");
    expect(keys[0]).toEqual(keys[1]);
  });

  test("is made again where it was deleted, and throws where it cannot be saved", async () => {
    const store = storeInMemory();
    store.file.run("DELETE FROM keys WHERE name = 'mcp_session'");
    const made = await sessionKey(store, createSeededRandom(1));
    expect(await sessionKey(store, createSeededRandom(2))).toEqual(made);
    store.file.close();
    await expect(sessionKey(store, createSeededRandom(3))).rejects.toThrow();
  });
});
