import { expect, test } from "bun:test";
import { restoreReview } from "../../src/owner/remove.ts";
import { replyToReview } from "../../src/owner/reply.ts";
import { saveVerifications } from "../../src/owner/save_verifications.ts";
import { evidenceSalt, findReview, reanalyzeStale } from "../../src/store/mod.ts";
import { analystNamed, draftOf, importInto, NOON, storeInMemory } from "../support/drafts.ts";
import { removeReview } from "../support/one_removal.ts";
import { beforeWrites } from "../support/test_store.ts";

const LATER = NOON + 60_000;

test("removeReviews() erases the content and keeps id, reason and that readers saw it", async () => {
  const store = storeInMemory();
  await importInto(store, [draftOf(), draftOf({ id: "held", verificationMethod: "none" })]);
  expect(await removeReview(store.at(LATER), { id: "a1", reason: "request" })).toEqual({
    kind: "removed",
    revision: 2,
    wasPublished: true,
  });
  expect(await removeReview(store.at(LATER), { id: "held", reason: "spam" })).toEqual({
    kind: "removed",
    revision: 3,
    wasPublished: false,
  });
  expect(await findReview(store, "a1")).toBeUndefined();
  expect(await store.reviews.read((reads) => reads.removals())).toMatchObject([
    { id: "a1", reason: "request", suppressed: true },
    { id: "held" },
  ]);
});

test("removeReviews() twice, and of an unknown id, changes nothing", async () => {
  const store = storeInMemory();
  await importInto(store, [draftOf()]);
  await removeReview(store.at(LATER), { id: "a1", reason: "request" });
  expect(await removeReview(store.at(LATER + 60_000), { id: "a1", reason: "spam" })).toEqual({
    kind: "removed_before",
    removedAt: LATER,
  });
  expect(await removeReview(store.at(LATER), { id: "zz", reason: "spam" })).toEqual({ kind: "unknown" });
});

test("restoreReview() lifts the suppression once", async () => {
  const store = storeInMemory();
  await importInto(store, [draftOf()]);
  await removeReview(store.at(LATER), { id: "a1", reason: "request" });
  expect(await restoreReview(store.at(LATER), "a1")).toMatchObject({ kind: "restored", revision: 3 });
  expect(await restoreReview(store.at(LATER), "a1")).toEqual({ kind: "not_suppressed" });
  expect(await restoreReview(store.at(LATER), "zz")).toEqual({ kind: "unknown" });
});

test("saveVerifications() publishes what was unverified, as one change, and moves updated_at", async () => {
  const store = storeInMemory();
  await importInto(
    store,
    ["a1", "a2"].map((id) => draftOf({ id, verificationMethod: "none" })),
  );
  expect((await store.reviews.read((reads) => reads.unverified())).map(({ id }) => id)).toEqual(["a1", "a2"]);
  const wanted = ["a1", "a2"].map((id) => ({
    id,
    method: "job_record" as const,
    strength: null,
    date: "2026-06-01",
    evidence: `e${id}`,
  }));
  expect(await saveVerifications(store.at(LATER), wanted)).toEqual({
    changed: ["a1", "a2"],
    unknown: [],
    revision: 2,
  });
  expect(await findReview(store, "a1")).toMatchObject({
    withheld: null,
    verificationDate: "2026-06-01",
    updatedAt: LATER,
  });
  expect(await findReview(store, "a2")).toMatchObject({ updatedAt: LATER - 1 });
  expect(await store.reviews.read((reads) => reads.evidence())).toEqual(new Set(["ea1", "ea2"]));
  expect(await saveVerifications(store.at(LATER), wanted)).toEqual({
    changed: [],
    unknown: [],
    revision: null,
  });
});

test("saveVerifications() leaves a review withheld that is withheld for another reason", async () => {
  const store = storeInMemory();
  await importInto(store, [draftOf({ verificationMethod: "none" })]);
  store.file.run("UPDATE reviews SET withheld = 'spam'");
  const attested = {
    id: "a1",
    method: "operator_attested",
    strength: null,
    date: "2026-06-01",
    evidence: null,
  } as const;
  await saveVerifications(store.at(LATER), [attested]);
  expect(await findReview(store, "a1")).toMatchObject({ verificationMethod: "operator_attested", withheld: "spam" });
});

test("evidenceSalt() is made once and kept", async () => {
  const store = storeInMemory();
  const first = await evidenceSalt(store, (count) => new Uint8Array(count).fill(1));
  expect(first).toBe("01".repeat(32));
  expect(await evidenceSalt(store, (count) => new Uint8Array(count).fill(2))).toBe(first);
});

test("replyToReview() of an unknown review changes nothing", async () => {
  expect(await replyToReview(storeInMemory(), { id: "zz", text: "Thanks", date: undefined, now: LATER })).toEqual({
    kind: "unknown",
  });
});

test("reanalyzeStale() analyses what another engine or catalog analysed, in batches, and raises no revision", async () => {
  const store = storeInMemory();
  await importInto(
    store,
    Array.from({ length: 501 }, (_, at) => draftOf({ id: `a${at}` })),
  );
  const told: number[] = [];
  expect(await reanalyzeStale(store, analystNamed("v2"), { onStart: () => (done) => told.push(done) })).toBe(501);
  expect(told).toEqual([500, 501]);
  expect(await findReview(store, "a500")).toMatchObject({ analysisKey: "v2", updatedAt: NOON - 500 });
  expect(await reanalyzeStale(store, analystNamed("v2"))).toBe(0);
});

test("reanalyzeStale() does not overwrite what was found in a text that changed meanwhile", async () => {
  const store = storeInMemory();
  await importInto(store, [draftOf()]);
  const meddled = beforeWrites(store, async () => {
    await importInto(store, [draftOf({ text: "Amy!" })], { now: LATER, analystFor: () => analystNamed("v3") });
  });
  await reanalyzeStale(meddled, analystNamed("v2"));
  expect(await findReview(store, "a1")).toMatchObject({ analysis: "true", analysisKey: "v3" });
});
