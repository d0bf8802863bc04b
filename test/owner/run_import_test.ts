import { expect, test } from "bun:test";
import { createProgress } from "../../src/cli/progress.ts";
import { runImport } from "../../src/owner/run_import.ts";
import { planImport, saveImport } from "../../src/store/import/mod.ts";
import { type Analyst, readStatistics } from "../../src/store/mod.ts";
import { openDatabase } from "../../src/store/sqlite/mod.ts";
import { reviewsFile, Workshop } from "../support/command_line.ts";
import { analystNamed, draftOf, importInto, planned, requestOf, storeInMemory } from "../support/drafts.ts";
import { beforeWrites, openTestStore, type TestStore } from "../support/test_store.ts";

const progress = createProgress({ columns: null, now: () => 0, warn: () => {} }, true);
const OPTIONS = { command: "import", files: [], progress };

test("runImport() plans again when the store changed during its analysis", async () => {
  const store = storeInMemory();
  let others = 0;
  const meddled = beforeWrites(store, async () => {
    if (others++ < 2) await importInto(store, [draftOf({ id: `other${others}` })]);
  });
  const done = await runImport(meddled, requestOf([draftOf()]), OPTIONS);
  expect(done.revision).toBe(3);
  expect((await readStatistics(store)).rating.review_count).toBe(3);
});

test("runImport() gives up on a store that others never leave alone", async () => {
  const store = storeInMemory();
  let others = 0;
  const meddled = beforeWrites(store, async () => {
    await importInto(store, [draftOf({ id: `other${others++}` })]);
  });
  await expect(runImport(meddled, requestOf([draftOf()]), OPTIONS)).rejects.toThrow(
    "Other processes keep changing the database; try again in a moment",
  );
});

test("an import that cannot get the write lock changes nothing and fails with one line, exit code 3", async () => {
  using shop = new Workshop();
  shop.write("reviews.json", reviewsFile({ id: "a1" }));
  await using holder = openTestStore(shop.database);
  holder.file.run("BEGIN IMMEDIATE");
  shop.context = { open: async (path, options) => openDatabase(path, { ...options, busyTimeoutMs: 1 }) };
  const { code, err } = await shop.run("import", "reviews.json");
  holder.file.run("ROLLBACK");
  expect(err).toBe(`goodword: ${shop.database}: another process is writing to the database; try again in a moment\n`);
  expect(code).toBe(3);
  expect((await shop.run("list", "--json")).json.total).toBe(0);
});

test("an import that is saved counts as done even when older reviews cannot be analysed again", async () => {
  const store = storeInMemory();
  await importInto(store, [draftOf()]);
  const analystFor = () => ({
    ...analystNamed("v2"),
    analyze: ({ id }: { id: string }) => {
      if (id === "a1") throw new Error("database is locked");
      return "false";
    },
  });
  const done = await runImport(store, requestOf([draftOf({ id: "a2" })], { analystFor }), OPTIONS);
  expect(done).toMatchObject({ revision: 2, isReanalyzed: false });
  expect((await runImport(store, requestOf([], { analystFor: () => analystNamed("v2") }), OPTIONS)).isReanalyzed).toBe(
    true,
  );
});

/** An analyst that reads reviews in threads where they are many, and notes how many at a time. */
function threadedAnalyst(): Analyst & { readonly batches: number[] } {
  const batches: number[] = [];
  const analyze = ({ text }: { readonly text: string }) => JSON.stringify(text.includes("Amy"));
  return {
    ...analystNamed("v1"),
    batches,
    analyze,
    analyzeMany: async (reviews) => {
      batches.push(reviews.length);
      return reviews.map(analyze);
    },
  };
}

const MANY = Array.from({ length: 2_001 }, (_, index) => draftOf({ id: `m${index}`, text: "Amy came" }));

const unanalyzed = (store: TestStore) => store.reviews.read((reads) => reads.countStale([]));

test("runImport() leaves no review without an analysis, and reads very many in threads that end before it saves", async () => {
  for (const count of [2_000, 2_001]) {
    const store = storeInMemory();
    const analyst = threadedAnalyst();
    let isReleased = false;
    const release = () => {
      isReleased = true;
    };
    const drafts = Array.from({ length: count }, (_, index) => draftOf({ id: `m${index}`, text: "Amy came" }));
    const request = requestOf(drafts, { analystFor: () => ({ ...analyst, release }) });
    const meddled = beforeWrites(store, async () => expect(isReleased).toBe(true));
    const done = await runImport(meddled, request, OPTIONS);
    expect(done).toMatchObject({ revision: 1, isReanalyzed: true, summary: { added: count } });
    expect(analyst.batches.reduce((sum, each) => sum + each, 0)).toBe(count > 2_000 ? count : 0);
    expect(await unanalyzed(store)).toBe(0);
  }
});

test("runImport() analyses again what a new catalog or engine left outdated, in threads where that is much", async () => {
  const store = storeInMemory();
  await runImport(store, requestOf(MANY, { analystFor: () => analystNamed("v0") }), OPTIONS);
  const analyst = threadedAnalyst();
  const done = await runImport(store, requestOf([draftOf()], { analystFor: () => analyst }), OPTIONS);
  expect(done).toMatchObject({ revision: 2, isReanalyzed: true });
  expect(analyst.batches).toEqual([500, 500, 500, 500, 1]);
  expect(await store.reviews.read((reads) => reads.analysisKeys())).toEqual(["v1"]);
});

test("planImport() compares a file with what is found in a review that nobody has analysed yet", async () => {
  const store = storeInMemory();
  const drafts = MANY.slice(0, 2);
  // As an earlier release left them.
  using unread = await planImport(store, requestOf(drafts));
  await saveImport(store, unread, OPTIONS);
  expect(await unanalyzed(store)).toBe(2);
  const found = { technicians: ["Amy"], services: [], service_areas: [] };
  const exported = drafts.map((draft) => ({ ...draft, language: "en", mentions: found }));
  const analyst = threadedAnalyst();
  const plan = await planned(store, requestOf(exported, { complete: true, analystFor: () => analyst }));
  expect({ changed: plan.changed, unchanged: plan.unchanged }).toEqual({ changed: [], unchanged: 2 });
});
