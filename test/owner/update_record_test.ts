/** The record over a real store: published as a document, updated by events, and counted again by doctor. */
import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { PATHS } from "../../src/http/paths.ts";
import { countRecord } from "../../src/invitations/mod.ts";
import { readEntry } from "../../src/log/mod.ts";
import { publishNow } from "../../src/owner/export.ts";
import { reply } from "../../src/owner/reply.ts";
import { updateRecord } from "../../src/owner/update_record.ts";
import { withhold } from "../../src/owner/withhold.ts";
import { Workshop } from "../support/command_line.ts";
import { draftOf, importInto, NOON } from "../support/drafts.ts";
import { openFormStage, SOUND, TOKEN } from "../support/form_stage.ts";
import { jobOf, POLICY } from "../support/jobs.ts";
import { DAY_MS, keepFirm } from "../support/messages.ts";
import { perform } from "../support/perform.ts";
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
  const answered = await publishNow(store, BASE);
  expect(answered.publication.record?.totals).toMatchObject({ answered: 1, published: 1, withheld: {} });
  expect(answered.publication.contentDigest).not.toBe(before.publication.contentDigest);
  expect(answered.publication.record?.sources).toContainEqual({
    name: "direct",
    provenance: "invitation",
    review_count: 1,
    license: null,
  });
  const document = await answered.documents.get(PATHS.record)?.respond(new Request(`${BASE.baseUrl}${PATHS.record}`));
  expect([document?.status, document?.headers.get("content-type")]).toEqual([200, "application/json"]);
  expect(await document?.json()).toMatchObject({ schema_version: 1, revision: answered.publication.contentDigest });

  const [{ id = "" } = {}] = await store.reviews.read(async (reads) => (await reads.recordRows()).answers);
  await perform(withhold, store, id, { reason: "abuse" });
  const { publication } = await publishNow(store, BASE);
  expect(publication.record).toMatchObject({
    totals: { published: 0, withheld: { "4": { abuse: 1 } } },
    withheld_reviews: [{ rating: 4, reason: "abuse", contested: false }],
  });
  expect(await store.reviews.read((reads) => countRecord(reads))).toEqual(
    JSON.parse((await store.reviews.read((reads) => reads.setting("record"))) ?? "null"),
  );
});

test("an import, an answer, a reply and a withholding each publish reviews and record of one revision, in one step", async () => {
  await using stage = await openFormStage();
  const { store } = stage;
  await updateRecord(store, POLICY);
  const seen = async () => {
    const { documents, publication } = await publishNow(store, BASE);
    const documentAt = async (path: string) =>
      (await documents.get(path)?.respond(new Request(`${BASE.baseUrl}${path}`)))?.json();
    const reviews = await documentAt(PATHS.reviews);
    const record = await documentAt(PATHS.record);
    expect(record.revision).toBe(publication.contentDigest);
    const { answered, published, withheld } = record.totals;
    return { step: publication.revision, reviews: reviews.reviews.length, answered, published, withheld };
  };
  const first = await seen();
  expect(first).toMatchObject({ reviews: 1, answered: 0, published: 0 });
  await importInto(store, [draftOf({ id: "other", text: "They mended the boiler." })]);
  expect(await seen()).toEqual({ ...first, step: first.step + 1, reviews: 2 });
  await stage.post(`/r/${TOKEN}`, SOUND);
  const answered = { ...first, reviews: 3, answered: 1, published: 1 };
  expect(await seen()).toEqual({ ...answered, step: first.step + 2 });
  const [{ id = "" } = {}] = await store.reviews.read(async (reads) => (await reads.recordRows()).answers);
  await perform(reply, store, id, { text: "Thank you.", contacts: "publish" });
  expect(await seen()).toEqual({ ...answered, step: first.step + 3 });
  await perform(withhold, store, id, { reason: "abuse" });
  const withheld = { ...answered, reviews: 2, published: 0, withheld: { "4": { abuse: 1 } } };
  expect(await seen()).toEqual({ ...withheld, step: first.step + 4 });
  expect(await updateRecord(store, POLICY)).toBeNull();
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

test("a change to an older copy of the database closes no quarter again that the log beside it has closed", async () => {
  using shop = new Workshop();
  const closed = async (now: number) => {
    await using store = openTestStore(shop.database).at(now);
    await store.reviews.write((writes) => writes.recordChange({ command: "log-key", at: now, lines: [] }));
    const texts = await store.transparencyLog.read((log) => log.entries(0, 99));
    return texts.map((text) => readEntry(text)).filter((entry) => entry?.act === "quarter");
  };
  {
    await using store = openTestStore(shop.database);
    await keepFirm(store);
    await importInto(store, [draftOf({ id: "a1" })]);
    await store.jobs.write((writes) => writes.insert([jobOf()]));
    await updateRecord(store, POLICY);
  }
  const older = readFileSync(shop.database);
  const before = await closed(NOON + 60 * DAY_MS);
  expect(before).toMatchObject([{ period: "2026-Q2", figures: { jobs: 1 } }]);
  writeFileSync(shop.database, older);
  expect(await closed(NOON + 61 * DAY_MS)).toEqual(before);
});

test("no quarter is closed in the public log while the sample is shown", async () => {
  const now = Date.parse("2026-10-05T12:00:00Z");
  await using store = openTestStore(":memory:", { clock: { now: () => now, after: () => () => {} } });
  await keepFirm(store, { is_sample: true });
  await store.jobs.write((writes) => writes.insert([jobOf({ id: "job_1", finished: "2026-09-28" })]));
  await updateRecord(store, { ...POLICY, mode: "links" });
  expect(await store.transparencyLog.read((log) => log.entries(0, 9))).toEqual([]);
});
