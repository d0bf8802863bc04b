import { expect, test } from "bun:test";
import { completeBusiness } from "../../src/import/mod.ts";
import { analyzePlan, planImport, saveImport } from "../../src/store/import/mod.ts";
import { findReview, readBusiness, readLog, readStatistics } from "../../src/store/mod.ts";
import { analystNamed, draftOf, importInto, NOON, planned, requestOf, storeInMemory } from "../support/drafts.ts";
import { removeReview } from "../support/one_removal.ts";

test("saveImport() saves rows, business, revision and log in one transaction", async () => {
  const store = storeInMemory();
  expect((await importInto(store, [draftOf()])).saved).toMatchObject({
    kind: "saved",
    revision: 1,
  });
  expect(await store.editions.state()).toEqual({ revision: 1, publishedAt: NOON });
  expect((await readBusiness(store))?.profile.name).toBe("Ace");
  expect(await readLog(store, { limit: 10 })).toMatchObject([{ revision: 1, command: "import", detail: { added: 1 } }]);
});

test("saveImport() saves nothing of a plan that others have overtaken", async () => {
  const store = storeInMemory();
  using plan = await planImport(store, requestOf([draftOf()]));
  await importInto(store, [draftOf({ id: "b1" })]);
  expect(await saveImport(store, plan, { command: "import", files: [] })).toEqual({ kind: "outdated" });
  expect(await findReview(store, "a1")).toBeUndefined();
});

test("importing the same drafts again is an empty plan, and moves no updated_at", async () => {
  const store = storeInMemory();
  const drafts = [
    draftOf(),
    draftOf({ id: "a2", mentions: { technicians: ["Amy"], services: [], service_areas: [] } }),
  ];
  await importInto(store, drafts);
  const plan = await planned(store.at(NOON + 60_000), requestOf(drafts));
  expect(plan.isEmpty).toBe(true);
  expect(plan.unchanged).toBe(2);
});

test("a changed text moves updated_at and marks the review as edited; a changed source address does not mark it", async () => {
  const store = storeInMemory();
  await importInto(store, [draftOf(), draftOf({ id: "a2" })]);
  await importInto(store, [draftOf({ text: "Late" }), draftOf({ id: "a2", sourceUrl: "https://g.test/2" })], {
    now: NOON + 60_000,
  });
  expect(await findReview(store, "a1")).toMatchObject({
    text: "Late",
    edited: true,
    createdAt: NOON,
    updatedAt: NOON + 60_000,
  });
  expect(await findReview(store, "a2")).toMatchObject({ edited: false, updatedAt: NOON + 60_000 - 1 });
});

test("reviews of one import get instants of their own within the second, for the sake of feeds", async () => {
  const store = storeInMemory();
  const { plan } = await importInto(
    store,
    ["a", "b", "c"].map((id) => draftOf({ id })),
  );
  expect(plan.added.map(({ updatedAt }) => updatedAt)).toEqual([NOON, NOON - 1, NOON - 2]);
});

test("a draft strengthens a verification that is kept, and neither takes it back nor weakens it", async () => {
  const store = storeInMemory();
  await importInto(store, [draftOf({ verificationDate: "2026-05-02" })]);
  expect((await planned(store, requestOf([draftOf({ verificationMethod: "none" })]))).isEmpty).toBe(true);
  expect((await planned(store, requestOf([draftOf({ verificationMethod: "platform" })]))).isEmpty).toBe(true);
  await importInto(store, [draftOf({ id: "b2", text: "Late", verificationMethod: "operator_attested" })]);
  await importInto(store, [draftOf({ id: "b2", text: "Late", verificationMethod: "platform" })]);
  expect(await findReview(store, "b2")).toMatchObject({ verificationMethod: "platform", verificationDate: null });
});

test("a complete draft takes back answer and address that it leaves out, another one does not", async () => {
  const store = storeInMemory();
  const full = draftOf({
    replyText: "Thanks",
    replyDate: "2026-05-02",
    sourceUrl: "https://g.test/1",
    language: "fr",
  });
  await importInto(store, [full]);
  expect((await planned(store, requestOf([draftOf()]))).isEmpty).toBe(true);
  await importInto(store, [draftOf()], { complete: true });
  expect(await findReview(store, "a1")).toMatchObject({ replyText: null, sourceUrl: null, language: null });
});

test("an export that names what the engine found itself changes nothing; another mention does", async () => {
  const store = storeInMemory();
  await importInto(store, [draftOf({ text: "Amy was on time" })]);
  const mentions = (technicians: string[]) => ({ technicians, services: [], service_areas: [] });
  const found = draftOf({ text: "Amy was on time", mentions: mentions(["Amy"]), language: "en" });
  expect((await planned(store, requestOf([found], { complete: true }))).isEmpty).toBe(true);
  const { plan } = await importInto(store, [{ ...found, mentions: mentions(["Ben"]) }], { complete: true });
  expect(plan.changed).toMatchObject([{ fields: ["mentions"] }]);
  expect((await planned(store, requestOf([{ ...found, mentions: mentions(["Ben"]) }]))).isEmpty).toBe(true);
});

test("a review withheld as spam stays withheld, despite a later import", async () => {
  const store = storeInMemory();
  await importInto(store, [draftOf()]);
  store.file.run("UPDATE reviews SET withheld = 'spam'");
  await importInto(store, [draftOf({ rating: 4 })]);
  expect(await findReview(store, "a1")).toMatchObject({ rating: 4, withheld: "spam" });
});

test("--replace removes what the file leaves out, with a tombstone that a later import lifts", async () => {
  const store = storeInMemory();
  await importInto(store, [draftOf(), draftOf({ id: "a2" })]);
  await importInto(store, [draftOf()], { replace: true });
  expect(await findReview(store, "a2")).toBeUndefined();
  expect((await readStatistics(store)).removed).toBe(1);
  await importInto(store, [draftOf(), draftOf({ id: "a2" })]);
  expect(await findReview(store, "a2")).toBeDefined();
  expect((await readStatistics(store)).removed).toBe(0);
});

test("the sample gives way to the first own import, whole, and its tombstones too", async () => {
  const store = storeInMemory();
  const sample = completeBusiness({ name: "Sample", is_sample: true }, null);
  const own = completeBusiness({ name: "Ace" }, null);
  await importInto(store, [draftOf({ id: "s1" }), draftOf({ id: "s2" })], { businessAfter: () => sample });
  await removeReview(store.at(NOON + 60_000), { id: "s2", reason: "spam" });
  const { plan } = await importInto(store, [draftOf()], { businessAfter: () => own, now: NOON + 120_000 });
  expect(plan.replacesSample).toBe(true);
  expect(await readStatistics(store)).toMatchObject({ revision: 3, removed: 0, rating: { review_count: 1 } });
  expect((await readBusiness(store))?.profile.is_sample).toBe(false);
});

test("a newer sample updates the sample", async () => {
  const store = storeInMemory();
  const sample = completeBusiness({ name: "Sample", is_sample: true }, null);
  await importInto(store, [draftOf({ id: "s1" })], { businessAfter: () => sample });
  const { plan } = await importInto(store, [draftOf({ id: "s2" })], { businessAfter: () => sample });
  expect(plan).toMatchObject({ replacesSample: false, unchanged: 0 });
  expect((await readStatistics(store)).rating.review_count).toBe(2);
});

test("analyzePlan() analyses new and changed reviews and reports its progress", async () => {
  const store = storeInMemory();
  await importInto(store, [draftOf()]);
  using plan = await planImport(store, requestOf([draftOf({ text: "Amy!" }), draftOf({ id: "a2" })]));
  const counts: number[] = [];
  await analyzePlan(plan, analystNamed("v2"), (done) => counts.push(done));
  expect(counts).toEqual([2]);
  await saveImport(store, plan, { command: "import", files: [] });
  expect(await findReview(store, "a1")).toMatchObject({ text: "Amy!", analysis: "true", analysisKey: "v2" });
  expect(await findReview(store, "a2")).toMatchObject({ analysis: "false", analysisKey: "v2" });
});

test("the log cannot be rewritten", async () => {
  const store = storeInMemory();
  await importInto(store, [draftOf()]);
  expect(() => store.file.run("UPDATE changes SET command = 'nothing'")).toThrow();
  expect(() => store.file.run("DELETE FROM changes")).toThrow();
});

test("a review that its source hides is withheld, whatever verifies it, until the source shows it again", async () => {
  const store = storeInMemory();
  const reason = async () => (await findReview(store, "a1"))?.withheld;
  await importInto(store, [draftOf({ hiddenAtSource: true })]);
  expect(await reason()).toBe("hidden_at_source");
  await importInto(store, [draftOf({ text: "On time!" })]);
  expect(await reason()).toBe("hidden_at_source");
  await importInto(store, [draftOf({ hiddenAtSource: false })]);
  expect(await reason()).toBeNull();
  await importInto(store, [draftOf({ hiddenAtSource: true })]);
  expect(await reason()).toBe("hidden_at_source");
});

test("a review that nobody verified is unverified once its source shows it again", async () => {
  const store = storeInMemory();
  await importInto(store, [draftOf({ verificationMethod: "none", hiddenAtSource: true })]);
  await importInto(store, [draftOf({ verificationMethod: "none", hiddenAtSource: false })]);
  expect((await findReview(store, "a1"))?.withheld).toBe("unverified");
});
