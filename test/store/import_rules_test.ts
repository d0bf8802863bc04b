/** An import leaves what the plain rules of `plain_import.ts` leave, whatever is kept already, in either database. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { GoodwordError } from "../../src/errors.ts";
import type { DraftReview, RecordList } from "../../src/import/mod.ts";
import { remove } from "../../src/owner/remove.ts";
import { type AlsoAt, contentHash, mentionResolver, reviewIdOf } from "../../src/review/mod.ts";
import { findingsOf } from "../../src/store/analyze.ts";
import { contactHashWriter } from "../../src/store/contact_hashes.ts";
import { analyzePlan, planImport, saveImport, summaryOf } from "../../src/store/import/mod.ts";
import { instantOfChange, readBusiness, type Store, type StoredReview } from "../../src/store/mod.ts";
import { openPostgres } from "../../src/store/postgres/mod.ts";
import { analystNamed, draftOf, importAsIs, NOON, requestOf, storeInMemory } from "../support/drafts.ts";
import { perform } from "../support/perform.ts";
import { startPglite } from "../support/pglite_server.ts";
import { plainImport } from "../support/plain_import.ts";

/** How many random imports: `IMPORTS=10000 bun test --timeout 9000000` for a thorough run. PGlite is slow. */
const IMPORTS = { sqlite: Number(process.env.IMPORTS ?? 60), postgres: Number(process.env.IMPORTS ?? 12) };
const LEAK =
  "They came within the hour, found the leak behind the wall and left the kitchen spotless, at a fair price.";
const FOUND = { technicians: ["Amy"], services: [], service_areas: [] };
const KEY = "0".repeat(64);

const draft = fc
  .record({
    id: fc.option(fc.constantFrom("a1", "a2", "a3")),
    source: fc.constantFrom("google", "google", "yelp"),
    sourceId: fc.option(fc.constantFrom("1", "2", "3", "a1")),
    sourceUrl: fc.constantFrom(null, "https://g.test/1"),
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

/** Drafts as a large file has them: a few at a time, and new objects each time. */
function listOf(given: readonly DraftReview[], size: number): RecordList<DraftReview> {
  return {
    length: given.length,
    *pages() {
      for (let start = 0; start < given.length; start += size) yield structuredClone(given.slice(start, start + size));
    },
  };
}

interface RandomImport {
  readonly before: readonly DraftReview[];
  readonly after: readonly DraftReview[];
  readonly removed: readonly string[];
  readonly replace: boolean;
  /** Drafts of a page. */
  readonly size: number;
}

const randomImport: fc.Arbitrary<RandomImport> = fc.record({
  before: drafts,
  after: drafts,
  removed: fc.constantFrom([], ["a1"]),
  replace: fc.boolean(),
  size: fc.constantFrom(2, 3, 1000),
});

async function importPages(store: Store, { after, replace, size }: RandomImport) {
  const request = { ...requestOf([], { replace }), drafts: listOf(after, size) };
  using plan = await planImport(store, request);
  if (plan.isEmpty) return summaryOf(plan);
  await analyzePlan(plan, request.analystFor(plan.business.profile));
  await saveImport(store, plan, { command: "import", files: ["test"] });
  return summaryOf(plan);
}

const keptIn = (store: Store) =>
  store.reviews.read(async (reads) => {
    return { reviews: await reads.reviewsOtherThan([]), removals: await reads.removals(), state: await reads.state() };
  });

/** A review without what the rules do not decide: what the engine finds, and from which key. */
function ruled({ analysis: _, analysisKey: __, ...review }: StoredReview) {
  return review;
}

/** Imports into a store that was emptied, and compares it with the rules. The store's clock stands at noon. */
async function compareImport(store: Store, given: RandomImport): Promise<void> {
  await store.reviews.write((writes) => writes.deleteAll());
  // The ids of some drafts contradict each other: then nothing is saved.
  const isSaved = await importAsIs(store, [draftOf({ id: "base", date: "2020-01-01" }), ...given.before]).then(
    () => true,
    () => false,
  );
  fc.pre(isSaved);
  if (given.removed.length > 0) await perform(remove, store, given.removed, { reason: "privacy" });
  const kept = await keptIn(store);
  const profile = (await readBusiness(store))?.profile;
  if (profile === undefined) throw new Error("There is no business");
  const merging = {
    complete: false,
    resolveMentions: mentionResolver(profile),
    writeMarks: contactHashWriter(KEY),
    found: findingsOf(analystNamed("v1")),
  };
  const at = instantOfChange(NOON, kept.state);
  const plain = plainImport(kept, { drafts: given.after, replace: given.replace, merging, at });
  fc.pre(plain !== null);
  if (plain === null) return;
  const summary = await importPages(store, given).catch((error: unknown) => {
    if (error instanceof GoodwordError && error.code === "input_refused") return null;
    throw error;
  });
  if (summary === null) return expect(await keptIn(store)).toEqual(kept);
  expect(summary).toMatchObject(plain.summary);
  const after = await keptIn(store);
  expect(after.reviews.map(ruled)).toEqual(plain.reviews.map(ruled));
  expect(after.state.revision).toBe(kept.state.revision + (plain.isEmpty ? 0 : 1));
}

describe("an import leaves what the plain rules leave", () => {
  test("in SQLite", async () => {
    const store = storeInMemory();
    const property = fc.asyncProperty(randomImport, (given) => compareImport(store, given));
    await fc.assert(property, { numRuns: IMPORTS.sqlite });
  });

  test("in PostgreSQL", async () => {
    await using server = await startPglite();
    await using store = await openPostgres(server.url, { clock: String(NOON), connections: 1 });
    const property = fc.asyncProperty(randomImport, (given) => compareImport(store, given));
    await fc.assert(property, { numRuns: IMPORTS.postgres });
  });
});
