/** PostgreSQL notifies listeners of possible changes. */
import { afterAll, afterEach, describe, expect, test } from "bun:test";
import { SQL } from "bun";
import { openPostgres } from "../../../src/store/postgres/mod.ts";
import { sharedPostgres } from "../../support/shared_postgres.ts";
import { eventually } from "../../support/wait.ts";
import { change } from "../contract/place.ts";

const server = await sharedPostgres("hints of PostgreSQL");

describe.if(server !== null)("listen() on PostgreSQL", () => {
  if (server === null) return;
  const { url } = server;
  const admin = new SQL({ url, max: 1 });
  const ends: (() => PromiseLike<unknown>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });
  afterAll(() => admin.close());

  async function listener() {
    const store = await openPostgres(url);
    ends.push(() => store[Symbol.asyncDispose]());
    const heard = { count: 0 };
    const listening = await store.editions.listen(() => heard.count++);
    ends.push(async () => await listening?.[Symbol.asyncDispose]());
    await eventually("the first hint", () => heard.count > 0);
    return { store, heard };
  }

  test("gives a hint of every change of any server", async () => {
    const one = await listener();
    const other = await listener();
    const before = [one.heard.count, other.heard.count];
    await change(one.store);
    await eventually("both hints", () => one.heard.count > (before[0] ?? 0) && other.heard.count > (before[1] ?? 0));
  });

  test("gives none of a change that was rolled back", async () => {
    const { store, heard } = await listener();
    const failing = store.reviews.write(async (writes) => {
      await writes.recordChange({ command: "test", at: writes.now, lines: [{ detail: {} }] });
      throw new Error("not this one");
    });
    await expect(failing).rejects.toThrow("not this one");
    const before = heard.count;
    await change(store);
    await eventually("the hint of the next", () => heard.count > before);
    expect(heard.count).toBe(before + 1);
  });

  test("gives hints again, and one to begin with, after its connection was lost", async () => {
    const { store, heard } = await listener();
    const before = heard.count;
    await admin.unsafe("select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen %'");
    await eventually("a hint of the new connection", () => heard.count > before);
    const again = heard.count;
    await change(store);
    await eventually("a hint of a change", () => heard.count > again);
  });
});
