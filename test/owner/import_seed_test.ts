import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { importSeed } from "../../src/owner/import_seed.ts";
import { readBusiness, readStatistics } from "../../src/store/mod.ts";
import { openDatabase } from "../../src/store/sqlite/mod.ts";

const textOf = (name: string) => readFileSync(new URL(`../../seed/${name}`, import.meta.url), "utf8");
const SAMPLE = { reviews: textOf("reviews.json"), jobs: textOf("jobs.csv") };

test("importSeed() fills an empty database with the sample, marked as such; twice changes nothing", async () => {
  const store = openDatabase(":memory:");
  expect(await importSeed(store, SAMPLE, Date.parse("2026-12-01T00:00:00Z"))).toBe(1);
  expect(await importSeed(store, SAMPLE, Date.parse("2026-12-02T00:00:00Z"))).toBe(1);
  expect((await readBusiness(store))?.profile.is_sample).toBe(true);
});

test("importSeed() verifies reviews by the jobs of the sample, and keeps none of them", async () => {
  const store = openDatabase(":memory:");
  await importSeed(store, SAMPLE, Date.parse("2026-12-01T00:00:00Z"));
  const { by_verification } = (await readStatistics(store)).rating;
  const counts = Object.entries(by_verification).map(([method, { review_count }]) => [method, review_count]);
  expect(Object.fromEntries(counts)).toEqual({ job_record: 259, platform: 12, operator_attested: 12 });
  expect(await store.jobs.read((reads) => reads.list())).toEqual([]);
});

test("importSeed() works on a machine whose clock stands before the newest sample", async () => {
  const store = openDatabase(":memory:");
  expect(await importSeed(store, SAMPLE, Date.parse("2001-01-01T00:00:00Z"))).toBe(1);
});
