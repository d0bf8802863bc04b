/** An import page by page leaves the same store as a plan of the whole, to the last column. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { type DraftReview, KeyTable, type RecordList } from "../../src/import/mod.ts";
import { removeReviews } from "../../src/owner/remove.ts";
import { type AlsoAt, contentHash, reviewIdOf } from "../../src/review/mod.ts";
import {
  analyzePlan,
  type ImportRequest,
  isEmptyPlan,
  outlineImport,
  planImport,
  saveImport,
  saveOutline,
  summaryOf,
} from "../../src/store/planning/mod.ts";
import { draftOf, importInto, NOON, requestOf, storeInMemory } from "../support/drafts.ts";
import type { TestStore } from "../support/test_store.ts";

const LEAK =
  "They came within the hour, found the leak behind the wall and left the kitchen spotless, at a fair price.";
const FOUND = { technicians: ["Amy"], services: [], service_areas: [] };

const draft = fc
  .record({
    id: fc.option(fc.constantFrom("a1", "a2", "a3")),
    source: fc.constantFrom("google", "google", "yelp"),
    sourceId: fc.option(fc.constantFrom("1", "2", "3")),
    date: fc.constantFrom("2026-05-01", "2026-05-02", "2026-05-06"),
    rating: fc.constantFrom(5, 5, 1),
    text: fc.constantFrom(LEAK, LEAK.toUpperCase(), LEAK.slice(0, 70), "Amy came", "Great job!"),
    authorName: fc.constantFrom("Jane D.", "Ken A."),
    verificationMethod: fc.constantFrom("none" as const, "platform" as const),
    mentions: fc.option(fc.constant(FOUND)),
    hiddenAtSource: fc.option(fc.boolean()),
    replyText: fc.option(fc.constant("Thank you!")),
    alsoAt: fc.option(fc.constant<AlsoAt[]>([{ name: "angi", url: null }]), { freq: 8 }),
    known: fc.constantFrom({}, { name: "Jane Doe" }),
  })
  .map((fields): DraftReview => {
    const given = draftOf(fields);
    return { ...given, contentHash: given.id === null ? contentHash(given) : null };
  });

/** What a reader of files lets through: one draft for each identity, and each id of a source once. */
const drafts = fc.array(draft, { maxLength: 12 }).map((given) => {
  const keys = new Set<string>();
  return given.filter((each) => {
    const own = [reviewIdOf(each), ...(each.sourceId === null ? [] : [`${each.source} ${each.sourceId}`])];
    if (own.some((key) => keys.has(key))) return false;
    for (const key of own) keys.add(key);
    return true;
  });
});

/** Drafts as a spooled pile has them: new objects each time. */
function listOf(given: readonly DraftReview[]): RecordList<DraftReview> {
  return {
    length: given.length,
    isSpooled: true,
    *pages() {
      for (let start = 0; start < given.length; start += 3) yield structuredClone(given.slice(start, start + 3));
    },
  };
}

const OPTIONS = { command: "import", files: ["test"] };

async function importWhole(store: TestStore, given: readonly DraftReview[], fields: Partial<ImportRequest> = {}) {
  const request = requestOf(given, fields);
  const plan = await planImport(store, request);
  if (isEmptyPlan(plan)) return null;
  await saveImport(store, await analyzePlan(plan, request.analystFor(plan.business.profile)), OPTIONS);
  return summaryOf(plan);
}

async function importInPages(store: TestStore, given: readonly DraftReview[], fields: Partial<ImportRequest> = {}) {
  const request = { ...requestOf([], fields), drafts: listOf(given) };
  const plan = await outlineImport(store, request);
  if (plan === null) throw new Error("There is no plan");
  if (isEmptyPlan(plan)) return null;
  const saved = await saveOutline(store, request, { plan, ...OPTIONS });
  return saved.kind === "saved" ? saved.summary : null;
}

const TABLES = ["reviews", "changes", "revisions", "before_images", "removals", "withdrawals", "keys", "edition"];

function dumpOf({ file }: TestStore) {
  // What each database draws for itself.
  file.run("DELETE FROM keys WHERE name IN ('authority', 'mcp_session')");
  const rowsOf = (table: string) => file.query<Record<string, unknown>, []>(`SELECT * FROM ${table} ORDER BY 1`).all();
  return Object.fromEntries(TABLES.map((table) => [table, rowsOf(table).map(comparable)]));
}

/**
 * A row without what may differ: the image of before lacks what was found, as which of it a plan reads depends on the
 * drafts of a page; and a review that comes to be seen on one page and is joined on another is noted as taken away again,
 * a removal of what no reader had.
 */
function comparable({ before, ...row }: Record<string, unknown>) {
  if (typeof before === "string") {
    const { analysis: _, analysisKey: __, ...image } = JSON.parse(before) as Record<string, unknown>;
    return { ...row, before: image };
  }
  // Salts are chance, and what comes with its copy is logged before it is known to be one.
  const { log_index: _index, log_salt: _salt, log_since: _since, ...kept } = row;
  const { changed_in: _, published_in: __, ...unseen } = kept;
  return (unseen.copy_of ?? unseen.withheld ?? null) === null ? kept : unseen;
}

test("an import page by page leaves what a plan of the whole leaves, whatever is kept already", async () => {
  await fc.assert(
    fc.asyncProperty(
      drafts,
      drafts,
      fc.constantFrom([], ["a1"]),
      fc.boolean(),
      async (before, after, removed, replace) => {
        const [one, other] = [storeInMemory(), storeInMemory()];
        for (const store of [one, other]) {
          try {
            await importInto(store, [draftOf({ id: "base", date: "2020-01-01" }), ...before]);
          } catch {
            // Two drafts that the kept ones make one review of.
            fc.pre(false);
          }
          if (removed.length > 0) await removeReviews(store.at(NOON + 5000), { ids: removed, reason: "privacy" });
          store.at(NOON + 10_000);
        }
        const whole = await importWhole(one, after, { replace }).catch(() => "failed");
        fc.pre(whole !== "failed");
        expect(await importInPages(other, after, { replace })).toEqual(whole as never);
        expect(dumpOf(other)).toEqual(dumpOf(one));
        expect(await importInPages(other, after)).toEqual((await importWhole(one, after)) as never);
        expect(dumpOf(other)).toEqual(dumpOf(one));
      },
    ),
    { numRuns: 60 },
  );
});

test("an import page by page replaces the sample", async () => {
  const [one, other] = [storeInMemory(), storeInMemory()];
  for (const store of [one, other]) {
    await importInto(store, [draftOf()], {
      businessAfter: (stored) => ({ ...requestOf([]).businessAfter(stored), is_sample: true }),
    });
    store.at(NOON + 10_000);
  }
  const given = [
    draftOf({ id: "b1" }),
    draftOf({ id: "b2", source: "yelp", text: LEAK }),
    draftOf({ id: "b3", text: LEAK }),
  ];
  const request = { businessAfter: () => ({ ...requestOf([]).businessAfter(null), is_sample: false }) };
  const plan = await planImport(one, requestOf(given, request));
  await saveImport(one, await analyzePlan(plan, requestOf([]).analystFor(plan.business.profile)), OPTIONS);
  const large = { ...requestOf([], request), drafts: listOf(given) };
  const largePlan = await outlineImport(other, large);
  if (largePlan === null) throw new Error("There is no plan");
  expect(await saveOutline(other, large, { plan: largePlan, ...OPTIONS })).toMatchObject({
    kind: "saved",
    summary: { added: 3, joined: 1, replacesSample: true },
  });
  expect(dumpOf(other)).toEqual(dumpOf(one));
});

test("a plan made page by page is outdated once somebody else has changed the store", async () => {
  const store = storeInMemory();
  const request = { ...requestOf([]), drafts: listOf([draftOf()]) };
  const plan = await outlineImport(store, request);
  if (plan === null) throw new Error("There is no plan");
  await importInto(store, [draftOf({ id: "other" })]);
  expect(await saveOutline(store, request, { plan, ...OPTIONS })).toEqual({ kind: "outdated" });
});

test("KeyTable finds the number of each of many keys, and tells keys of one hash apart", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ maxLength: 4 }), { maxLength: 3000, minLength: 1 }), (keys) => {
      const table = new KeyTable(2);
      for (const [number, key] of keys.entries()) table.add(key, number);
      for (const [number, key] of keys.entries()) {
        expect(table.find(key, (each) => keys[each] === key)).toBe(number);
        table.set(key, number, (each) => keys[each] === key);
      }
      expect(table.size).toBe(keys.length);
      expect(table.find("not there", (each) => keys[each] === "not there")).toBeUndefined();
    }),
    { numRuns: 30 },
  );
});

test("what an import page by page changes is analysed anew, whatever was found before", async () => {
  await using store = storeInMemory();
  const { analystFor } = requestOf([]);
  await importInto(store, [draftOf({ id: "a1", text: "Amy came" })], { analystFor });
  const found = store.file.query("SELECT analysis, analysis_key AS key FROM reviews");
  expect(found.get()).toEqual({ analysis: "true", key: "v1" });
  await importInPages(store.at(NOON + 10_000), [draftOf({ id: "a1", text: "Somebody came", mentions: FOUND })]);
  expect(found.get()).toEqual({ analysis: "false", key: "v1" });
});
