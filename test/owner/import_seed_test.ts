import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import pictures from "../../seed/pictures.json";
import { readImport } from "../../src/import/mod.ts";
import { importSeed } from "../../src/owner/import_seed.ts";
import { listPhotos, removePhoto } from "../../src/owner/photos.ts";
import { importRequest, NO_PROGRESS, runImport } from "../../src/owner/run_import.ts";
import { analystFor } from "../../src/publication/publishing/mod.ts";
import { type KeptRecord, photoFileName, type StoredProfile } from "../../src/review/mod.ts";
import { readBusiness, readStatistics } from "../../src/store/mod.ts";
import { openDatabase } from "../../src/store/sqlite/mod.ts";
import { perform } from "../support/perform.ts";

const textOf = (name: string) => readFileSync(new URL(`../../seed/${name}`, import.meta.url), "utf8");
const SAMPLE = { reviews: textOf("reviews.json"), jobs: textOf("jobs.csv"), record: textOf("record.tsv"), pictures };

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

test("importSeed() keeps drawings called illustrations, until the owner imports something", async () => {
  const store = openDatabase(":memory:");
  await importSeed(store, SAMPLE, Date.parse("2026-12-01T00:00:00Z"));
  const profile = (await readBusiness(store))?.profile;
  const photos = await listPhotos(store);
  const words = [profile?.photo?.description, ...photos.map(({ caption }) => caption)];
  expect(words).toEqual(words.map(() => expect.stringMatching(/^Illustration: /)));
  const names = photos.flatMap(({ digest, sizes }) => sizes.map((size) => photoFileName(digest, size)));
  const kept = () => Promise.all(names.map((name) => store.photos.readPhoto(name)));
  expect(await perform(removePhoto, store, photos[0]?.id ?? "")).toMatchObject({ because: "unknown" });
  expect(await kept()).not.toContain(null);
  const own = { name: "own.json", bytes: new TextEncoder().encode('{"business":{"name":"Own"},"reviews":[]}') };
  const request = importRequest(readImport([own], { today: "2026-12-01" }), { replace: false, analystFor });
  await runImport(store, request, { command: "import", files: [], progress: NO_PROGRESS });
  expect((await readBusiness(store))?.profile).toMatchObject({ name: "Own", photo: null });
  expect(await kept()).toEqual(names.map(() => null));
});

test("importSeed() counts the record of four quarters from jobs, and keeps none of these either", async () => {
  const store = openDatabase(":memory:");
  await importSeed(store, SAMPLE, Date.parse("2026-12-01T00:00:00Z"));
  const business: StoredProfile | undefined = (await readBusiness(store))?.profile;
  const { periods, totals, withheld_reviews }: KeptRecord = JSON.parse(business?.sample_record ?? "{}");
  expect(periods.map(({ period }) => period)).toEqual(["2026-Q3", "2026-Q2", "2026-Q1", "2025-Q4"]);
  const notInvited = Object.values(totals.not_invited).reduce((sum, count) => sum + count, 0);
  expect(totals).toMatchObject({ jobs: totals.invited + notInvited, answered: totals.published + 1, contested: 1 });
  expect(withheld_reviews).toMatchObject([{ reason: "personal_data", contested: true }]);
  // All of their answers are published as written to the firm itself, as are those to jobs outside the four quarters.
  const { direct } = (await readStatistics(store)).rating.by_source;
  const answers = textOf("record.tsv").match(/\thv-\d+/g) ?? [];
  expect(totals.published).toBe(answers.length);
  expect(direct?.review_count).toBeGreaterThan(answers.length);
  expect(await store.jobs.read((reads) => reads.list())).toEqual([]);
});

test("importSeed() works on a machine whose clock stands before the newest sample", async () => {
  const store = openDatabase(":memory:");
  expect(await importSeed(store, SAMPLE, Date.parse("2001-01-01T00:00:00Z"))).toBe(1);
});
