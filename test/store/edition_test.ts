import { describe, expect, test } from "bun:test";
import { type Edition, instantOfChange, readBusiness, readLog, sessionKey } from "../../src/store/mod.ts";
import { Workshop } from "../support/command_line.ts";
import { draftOf, importInto, NOON, storeInMemory } from "../support/drafts.ts";
import { removeReview } from "../support/one_removal.ts";
import { createSeededRandom } from "../support/seeded_random.ts";
import { openTestStore } from "../support/test_store.ts";

const idsOf = async ({ reviews }: Edition) => (await Array.fromAsync(reviews)).flat().map(({ id }) => id);

describe("The revision", () => {
  test("is 0 before the first change, and there is no business", async () => {
    const store = storeInMemory();
    expect(await store.editions.state()).toEqual({ revision: 0, publishedAt: 0 });
    expect(await readBusiness(store)).toBeNull();
  });

  test("rises by one with each change, together with a line in the log", async () => {
    const store = storeInMemory();
    await importInto(store, [draftOf()]);
    await importInto(store, [draftOf({ id: "b" })]);
    await removeReview(store.at(NOON + 5000), { id: "b", reason: "privacy" });
    expect((await store.editions.state()).revision).toBe(3);
    expect(new Set((await readLog(store, { limit: 50 })).map(({ revision }) => revision))).toEqual(new Set([1, 2, 3]));
  });

  test("two changes never share a second: the second is dated to the next", async () => {
    const at = NOON + 300;
    expect(instantOfChange(at, { revision: 1, publishedAt: NOON - 1 })).toBe(at);
    expect(instantOfChange(at, { revision: 1, publishedAt: NOON + 100 })).toBe(NOON + 1000);
    expect(instantOfChange(at, { revision: 1, publishedAt: NOON + 1000 })).toBe(NOON + 2000);
  });
});

describe("Store.editions.read()", () => {
  test("gives published reviews newest first, then by id, over many pages", async () => {
    const store = storeInMemory();
    const drafts = Array.from({ length: 2500 }, (_, at) =>
      draftOf({ id: `r${at}`, date: `2026-01-${String((at % 28) + 1).padStart(2, "0")}`, text: `Review ${at}` }),
    );
    await importInto(store, drafts);
    const order = drafts.toSorted((a, b) => (a.date === b.date ? compare(a.id, b.id) : compare(b.date, a.date)));
    expect(await store.editions.read(idsOf)).toEqual(order.map(({ id }) => id ?? ""));
  });

  test("leaves out what is withheld, and counts it", async () => {
    const store = storeInMemory();
    await importInto(store, [
      draftOf({ id: "a" }),
      draftOf({ id: "b", rating: 1, verificationMethod: "none", text: "x" }),
    ]);
    expect(await store.editions.read(idsOf)).toEqual(["a"]);
    expect(await store.editions.read(({ tallies }) => tallies())).toContainEqual(
      expect.objectContaining({ withheld: "unverified", rating: 1, count: 1 }),
    );
  });

  test("tells removals of reviews that readers saw, latest first", async () => {
    const store = storeInMemory();
    await importInto(
      store,
      ["a", "b", "c"].map((id) => draftOf({ id, text: id })),
    );
    await importInto(store, [draftOf({ id: "hidden", verificationMethod: "none", text: "hidden" })]);
    await removeReview(store.at(NOON + 60_000), { id: "a", reason: "privacy" });
    await removeReview(store.at(NOON + 90_000), { id: "hidden", reason: "privacy" });
    await removeReview(store.at(NOON + 120_000), { id: "b", reason: "privacy" });
    expect(await store.editions.read(async ({ removals }) => removals.map(({ id }) => id))).toEqual(["b", "a"]);
  });

  test("has a name of this installation that stays", async () => {
    const store = storeInMemory();
    const first = await store.editions.read(async ({ authority }) => authority);
    await importInto(store, [draftOf()]);
    expect(await store.editions.read(async ({ authority }) => authority)).toBe(first);
    expect(first).not.toBe("");
    expect(first).not.toBe(await storeInMemory().editions.read(async ({ authority }) => authority));
  });
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

  test("is made anew where it was deleted, and is none that nobody else would know", async () => {
    const store = storeInMemory();
    store.file.run("DELETE FROM keys WHERE name = 'mcp_session'");
    const made = await sessionKey(store, createSeededRandom(1));
    expect(await sessionKey(store, createSeededRandom(2))).toEqual(made);
    store.file.close();
    await expect(sessionKey(store, createSeededRandom(3))).rejects.toThrow();
  });
});

function compare(a: string | null, b: string | null): number {
  return (a ?? "") < (b ?? "") ? -1 : 1;
}
