import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { importSeed } from "../../src/owner/import_seed.ts";
import { readBusiness, readStatistics, type Store } from "../../src/store/mod.ts";
import { openDatabase } from "../../src/store/sqlite/mod.ts";
import { analyzedSample, SAMPLE_ANALYSES } from "../support/analyzed_sample.ts";
import { openTestStore } from "../support/test_store.ts";

const SEED = readFileSync(new URL("../../seed/reviews.json", import.meta.url), "utf8");

test("importSeed() fills an empty database with the sample, marked as such; twice changes nothing", async () => {
  const store = openDatabase(":memory:");
  expect(await importSeed(store, SEED, Date.parse("2026-12-01T00:00:00Z"))).toBe(1);
  expect(await importSeed(store, SEED, Date.parse("2026-12-02T00:00:00Z"))).toBe(1);
  expect((await readBusiness(store))?.profile.is_sample).toBe(true);
  expect((await readStatistics(store)).rating.review_count).toBeGreaterThan(150);
});

test("importSeed() works on a machine whose clock stands before the newest sample", async () => {
  const store = openDatabase(":memory:");
  expect(await importSeed(store, SEED, Date.parse("2001-01-01T00:00:00Z"))).toBe(1);
});

test("the sample brings what the engine finds in it (bun scripts/analyze_sample.ts writes it)", async () => {
  expect(JSON.parse(readFileSync(SAMPLE_ANALYSES, "utf8"))).toEqual(await analyzedSample());
});

test("importSeed() analyses a sample of which only another engine knew something", async () => {
  const [here, elsewhere] = [openTestStore(), openTestStore()];
  const now = Date.parse("2026-12-01T00:00:00Z");
  await importSeed(here, SEED, now);
  const { proved } = JSON.parse(readFileSync(SAMPLE_ANALYSES, "utf8"));
  await importSeed(elsewhere, SEED, now, { key: "0.9.0/0123456789abcdef", analyses: { "hv-0001": "[]" }, proved });
  // Names are hashed under a key of each installation.
  const all = async (store: Store) =>
    (await store.reviews.read((reads) => reads.reviewsOtherThan([]))).map((review) => ({ ...review, marks: null }));
  expect(await all(here)).toEqual(await all(elsewhere));
});
