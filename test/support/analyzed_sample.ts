/** What the insights engine finds in the sample as it is now. */
import { readFileSync } from "node:fs";
import { importSeed, type SampleAnalyses } from "../../src/owner/import_seed.ts";
import { provingJobs, readJobs } from "../../src/owner/read_jobs.ts";
import { verifyByJobs } from "../../src/owner/verify_by_jobs.ts";
import { openDatabase } from "../../src/store/sqlite/mod.ts";

export const SAMPLE_ANALYSES = new URL("../../src/owner/sample_analyses.json", import.meta.url);

const JOBS = new URL("../../seed/jobs.csv", import.meta.url);
const SEED = new URL("../../seed/reviews.json", import.meta.url);

export async function analyzedSample(): Promise<SampleAnalyses> {
  await using store = openDatabase(":memory:");
  await importSeed(store, readFileSync(SEED, "utf8"), Date.parse("2026-12-01T00:00:00Z"), {
    ...{ key: "", analyses: {}, proved: {} },
  });
  const options = {
    days: 90,
    isDry: false,
    now: Date.parse("2026-12-01T00:00:00Z"),
    randomBytes: () => new Uint8Array(32),
  };
  const jobs = provingJobs(readJobs({ name: "seed/jobs.csv", bytes: readFileSync(JOBS) }));
  const { proofs } = await verifyByJobs(store, jobs, options);
  const kept = await store.reviews.read((reads) => reads.reviewsOtherThan([]));
  const rows = kept.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const found = rows.flatMap(({ id, analysis }) => (analysis === null ? [] : [[id, analysis]]));
  const proved = proofs.map(({ review: { id }, strength }) => [id, strength] as const).sort();
  return { key: rows[0]?.analysisKey ?? "", analyses: Object.fromEntries(found), proved: Object.fromEntries(proved) };
}
