/** The record over a real store: published as a document, moved by what happens, and counted anew by doctor. */
import { expect, test } from "bun:test";
import { PATHS } from "../../src/http/paths.ts";
import { withholdReview } from "../../src/owner/edit_review.ts";
import { publishNow } from "../../src/owner/export.ts";
import { countRecord, updateRecord } from "../../src/owner/record.ts";
import { readEntry } from "../../src/transparency_log/mod.ts";
import { openFormStage, SOUND, TOKEN } from "../support/form_stage.ts";
import { jobOf, POLICY } from "../support/jobs.ts";
import { keepFirm } from "../support/messages.ts";
import { openTestStore } from "../support/test_store.ts";

const BASE = { baseUrl: "https://reviews.example" };

test("updateRecord() does nothing while invitations are off and never were on", async () => {
  await using stage = await openFormStage();
  expect(await updateRecord(stage.store, { ...POLICY, mode: "off" })).toBe(null);
  const { publication } = await publishNow(stage.store, BASE);
  expect(publication.record).toMatchObject({ policy: { invitations: "off", since: null }, periods: [] });
  expect(publication.record?.sources).toEqual([
    { name: "google", provenance: "unknown", review_count: 1, license: null },
  ]);
});

test("what comes of a job changes the record, the revision and /record.json; counting again changes nothing", async () => {
  await using stage = await openFormStage();
  const { store } = stage;
  const first = await updateRecord(store, POLICY);
  expect(first).not.toBe(null);
  expect(await updateRecord(store, POLICY)).toBe(null);
  const before = await publishNow(store, BASE);
  expect(before.publication.record?.totals).toMatchObject({ jobs: 1, invited: 1, answered: 0 });

  await stage.post(`/r/${TOKEN}`, SOUND);
  await updateRecord(store, POLICY);
  const answered = await publishNow(store, BASE);
  expect(answered.publication.record?.totals).toMatchObject({ answered: 1, published: 1, withheld: {} });
  expect(answered.publication.contentDigest).not.toBe(before.publication.contentDigest);
  expect(answered.publication.record?.sources).toContainEqual({
    ...{ name: "direct", provenance: "invitation", review_count: 1, license: null },
  });
  const document = await answered.documents.get(PATHS.record)?.respond(new Request(`${BASE.baseUrl}${PATHS.record}`));
  expect([document?.status, document?.headers.get("content-type")]).toEqual([200, "application/json"]);
  expect(await document?.json()).toMatchObject({ schema_version: 1, revision: answered.publication.contentDigest });

  const [{ id = "" } = {}] = await store.reviews.read(async (reads) => (await reads.recordRows()).answers);
  await withholdReview(store, { id, reason: "abuse" });
  await updateRecord(store, POLICY);
  const { publication } = await publishNow(store, BASE);
  expect(publication.record).toMatchObject({
    totals: { published: 0, withheld: { "4": { abuse: 1 } } },
    withheld_reviews: [{ rating: 4, reason: "abuse", contested: false }],
  });
  expect(await store.reviews.read((reads) => countRecord(reads, null))).toEqual(
    JSON.parse((await store.reviews.read((reads) => reads.setting("record"))) ?? "null"),
  );
});

test("a change of the settings is noted with its instant, also when invitations are turned off", async () => {
  await using stage = await openFormStage();
  await updateRecord(stage.store, POLICY);
  await updateRecord(stage.store, { ...POLICY, incentive: "A voucher of 5 EUR" });
  await updateRecord(stage.store, { ...POLICY, mode: "off", incentive: "A voucher of 5 EUR" });
  const { publication } = await publishNow(stage.store, BASE);
  const history = publication.record?.policy.history ?? [];
  expect(history.map(({ invitations, incentive }) => [invitations, incentive]).at(-1)).toEqual(["off", "disclosed"]);
  expect(publication.record?.policy.incentive_words).toBe("A voucher of 5 EUR");
});

test("a quarter that is over is closed and corrected in the public log", async () => {
  await using store = openTestStore(":memory:", { clock: { now: () => now, after: () => () => {} } });
  let now = Date.parse("2026-09-29T12:00:00Z");
  await keepFirm(store);
  const policy = { ...POLICY, mode: "links" as const };
  const addJob = (id: string, fields: object = {}) =>
    store.jobs.write((writes) => writes.insert([jobOf({ id, finished: "2026-09-28", emailDigest: id, ...fields })]));
  const logged = async () => {
    const texts = await store.transparencyLog.read((log) => log.entries(0, 99));
    return texts.map((text) => readEntry(text));
  };
  await addJob("job_1");
  await addJob("job_2", { isCancelled: true });
  await updateRecord(store, policy);
  expect(await updateRecord(store, policy)).toBeNull();
  expect(await logged()).toEqual([]);

  now = Date.parse("2026-10-01T00:00:01Z");
  await updateRecord(store, policy);
  const figures = { jobs: 2, not_invited: { cancelled: 1 } };
  expect((await logged()).at(-1)).toMatchObject({ act: "quarter", period: "2026-Q3", figures, seals: [] });
  expect(await updateRecord(store, policy)).toBeNull();
  await addJob("job_3", { mayContact: false });
  await updateRecord(store, policy);
  const corrected = { jobs: 3, not_invited: { cancelled: 1, no_consent: 1 } };
  expect((await logged()).slice(1)).toMatchObject([{ act: "quarter", figures: corrected, reason: "jobs" }]);
  expect(await updateRecord(store, policy)).toBeNull();
});

test("no quarter is closed in the public log while the sample is shown", async () => {
  const now = Date.parse("2026-10-05T12:00:00Z");
  await using store = openTestStore(":memory:", { clock: { now: () => now, after: () => () => {} } });
  await keepFirm(store, { is_sample: true });
  await store.jobs.write((writes) => writes.insert([jobOf({ id: "job_1", finished: "2026-09-28" })]));
  await updateRecord(store, { ...POLICY, mode: "links" });
  expect(await store.transparencyLog.read((log) => log.entries(0, 9))).toEqual([]);
});
