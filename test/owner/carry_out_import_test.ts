import { expect, test } from "bun:test";
import { createProgress } from "../../src/cli/progress.ts";
import { ANALYZED_BEFORE_SAVING, carryOutImport } from "../../src/owner/carry_out_import.ts";
import { openDatabase } from "../../src/sqlite/database.ts";
import { type Analyst, planImport, readStatistics } from "../../src/store/mod.ts";
import { reviewsFile, Workshop } from "../support/command_line.ts";
import { analystNamed, draftOf, importInto, requestOf, storeInMemory } from "../support/drafts.ts";
import { beforeWrites, openTestStore } from "../support/test_store.ts";

const progress = createProgress({ columns: null, now: () => 0, warn: () => {} }, true);
const OPTIONS = { command: "import", files: [], progress };

test("carryOutImport() plans anew when somebody else changed the store while it analysed", async () => {
  const store = storeInMemory();
  let others = 0;
  const meddled = beforeWrites(store, async () => {
    if (others++ < 2) await importInto(store, [draftOf({ id: `other${others}` })]);
  });
  const done = await carryOutImport(meddled, requestOf([draftOf()]), OPTIONS);
  expect(done.revision).toBe(3);
  expect((await readStatistics(store)).rating.review_count).toBe(3);
});

test("carryOutImport() gives up on a store that others never leave alone", async () => {
  const store = storeInMemory();
  let others = 0;
  const meddled = beforeWrites(store, async () => {
    await importInto(store, [draftOf({ id: `other${others++}` })]);
  });
  await expect(carryOutImport(meddled, requestOf([draftOf()]), OPTIONS)).rejects.toThrow(
    "Other processes keep changing the database; try again in a moment",
  );
});

test("an import that cannot get the write lock changes nothing and says so in one line, exit code 3", async () => {
  using shop = new Workshop();
  shop.write("reviews.json", reviewsFile({ id: "a1" }));
  await using holder = openTestStore(shop.database);
  holder.file.run("BEGIN IMMEDIATE");
  shop.world = { open: async (path, options) => openDatabase(path, { ...options, busyTimeoutMs: 1 }) };
  const { code, err } = await shop.run("import", "reviews.json");
  holder.file.run("ROLLBACK");
  expect(err).toBe(`goodword: ${shop.database}: another process is writing to the database; try again in a moment\n`);
  expect(code).toBe(3);
  expect((await shop.run("list", "--json")).json.total).toBe(0);
});

test("an import that is saved counts as done even when older reviews cannot be analysed anew", async () => {
  const store = storeInMemory();
  await importInto(store, [draftOf()]);
  const analystFor = () => ({
    ...analystNamed("v2"),
    analyze: ({ id }: { id: string }) => {
      if (id === "a1") throw new Error("database is locked");
      return "false";
    },
  });
  const done = await carryOutImport(store, requestOf([draftOf({ id: "a2" })], { analystFor }), OPTIONS);
  expect(done).toMatchObject({ revision: 2, isReanalyzed: false });
  expect(
    (await carryOutImport(store, requestOf([], { analystFor: () => analystNamed("v2") }), OPTIONS)).isReanalyzed,
  ).toBe(true);
});

/** An analyst whose engine may be loaded, or not, and that counts what it reads. */
function countingAnalyst(): Analyst & { readonly read: string[] } {
  const read: string[] = [];
  let isPrepared = false;
  return {
    ...analystNamed("v1"),
    read,
    prepare: async () => {
      isPrepared = true;
    },
    analyze: (review) => {
      if (!isPrepared) throw new Error("not prepared");
      read.push(review.id);
      return JSON.stringify(review.text.includes("Amy"));
    },
  };
}

const MANY = Array.from({ length: ANALYZED_BEFORE_SAVING + 1 }, (_, index) =>
  draftOf({ id: `m${index}`, text: "Amy came" }),
);

test(`carryOutImport() saves more than ${ANALYZED_BEFORE_SAVING} reviews before anybody analyses them`, async () => {
  const store = storeInMemory();
  const analyst = countingAnalyst();
  const done = await carryOutImport(store, requestOf(MANY, { analystFor: () => analyst }), OPTIONS);
  expect(done).toMatchObject({ revision: 1, isReanalyzed: true, isAnalyzedLater: true });
  expect(analyst.read).toEqual([]);
  const next = await carryOutImport(store, requestOf([draftOf()], { analystFor: () => analyst }), OPTIONS);
  expect(next).toMatchObject({ revision: 2, isAnalyzedLater: true });
  expect(analyst.read).toEqual(["a1"]);
});

test("planImport() compares a file with what is found in a review that nobody has analysed yet", async () => {
  const store = storeInMemory();
  await carryOutImport(store, requestOf(MANY), OPTIONS);
  const found = { technicians: ["Amy"], services: [], service_areas: [] };
  const exported = MANY.slice(0, 2).map((draft) => ({ ...draft, language: "en", mentions: found }));
  const analyst = countingAnalyst();
  const plan = await planImport(store, requestOf(exported, { complete: true, analystFor: () => analyst }));
  expect({ changed: plan.changed, unchanged: plan.unchanged }).toEqual({ changed: [], unchanged: 2 });
});
