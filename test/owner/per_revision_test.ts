import { expect, test } from "bun:test";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPerRevision } from "../../src/owner/per_revision.ts";
import { listReviews, type Store } from "../../src/store/mod.ts";
import { draftOf, importInto } from "../support/drafts.ts";
import { openTestStore } from "../support/test_store.ts";

test("A value is computed once until a change or a restored file, however often the file is opened", async () => {
  const folder = mkdtempSync(join(tmpdir(), "goodword-revision-"));
  const file = join(folder, "a.sqlite");
  const other = join(folder, "b.sqlite");
  const add = async (path: string, id: string, now: number) => {
    await using store = openTestStore(path);
    await importInto(store, [draftOf({ id })], { now });
  };
  let computed = 0;
  const countReviews = async (store: Store) => {
    computed++;
    return (await listReviews(store, { limit: 0 })).total;
  };
  const perRevision = createPerRevision();
  const count = async (path: string) => {
    await using store = openTestStore(path);
    return await perRevision(store, countReviews);
  };
  try {
    await add(file, "a1", 1_000_000);
    expect([await count(file), await count(file), computed]).toEqual([1, 1, 1]);
    cpSync(file, other);
    await add(file, "a2", 2_000_000);
    expect([await count(file), await count(file), computed]).toEqual([2, 2, 2]);
    // The same number of changes at other times.
    await add(other, "b1", 3_000_000);
    expect([await count(other), computed]).toEqual([2, 3]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("A failed computation is not kept", async () => {
  await using store = openTestStore();
  const perRevision = createPerRevision();
  let calls = 0;
  const failOnce = async () => {
    if (++calls === 1) throw new Error("busy");
    return calls;
  };
  await expect(perRevision(store, failOnce)).rejects.toThrow("busy");
  expect(await perRevision(store, failOnce)).toBe(2);
});
