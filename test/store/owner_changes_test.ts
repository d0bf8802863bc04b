import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import {
  evidenceSalt,
  findReview,
  readEvidence,
  readUnverified,
  reanalyzeStale,
  removeReview,
  restoreReview,
  saveReply,
  saveVerifications,
} from "../../src/store/mod.ts";
import { analystNamed, draftOf, importInto, NOON, storeInMemory } from "../support/drafts.ts";

const LATER = NOON + 60_000;

test("removeReview() erases the content and keeps id, reason and that readers saw it", () => {
  const store = storeInMemory();
  importInto(store, [draftOf(), draftOf({ id: "held", verificationMethod: "none" })]);
  expect(removeReview(store, { id: "a1", reason: "request", now: LATER })).toEqual({
    kind: "removed",
    revision: 2,
    wasPublished: true,
  });
  expect(removeReview(store, { id: "held", reason: "spam", now: LATER })).toEqual({
    kind: "removed",
    revision: 3,
    wasPublished: false,
  });
  expect(findReview(store, "a1")).toBeUndefined();
  expect(store.query.removals.findMany().sync()).toMatchObject([
    { id: "a1", reason: "request", suppressed: true },
    { id: "held" },
  ]);
});

test("removeReview() twice, and of an unknown id, changes nothing", () => {
  const store = storeInMemory();
  importInto(store, [draftOf()]);
  removeReview(store, { id: "a1", reason: "request", now: LATER });
  expect(removeReview(store, { id: "a1", reason: "spam", now: LATER + 60_000 })).toEqual({
    kind: "removed_before",
    removedAt: LATER,
  });
  expect(removeReview(store, { id: "zz", reason: "spam", now: LATER })).toEqual({ kind: "unknown" });
});

test("restoreReview() lifts the suppression once", () => {
  const store = storeInMemory();
  importInto(store, [draftOf()]);
  removeReview(store, { id: "a1", reason: "request", now: LATER });
  expect(restoreReview(store, { id: "a1", now: LATER })).toMatchObject({ kind: "restored", revision: 3 });
  expect(restoreReview(store, { id: "a1", now: LATER })).toEqual({ kind: "not_suppressed" });
  expect(restoreReview(store, { id: "zz", now: LATER })).toEqual({ kind: "unknown" });
});

test("saveVerifications() publishes what was unverified, as one change, and moves updated_at", () => {
  const store = storeInMemory();
  importInto(
    store,
    ["a1", "a2"].map((id) => draftOf({ id, verificationMethod: "none" })),
  );
  expect(readUnverified(store).map(({ id }) => id)).toEqual(["a1", "a2"]);
  const wanted = ["a1", "a2"].map((id) => ({
    id,
    method: "job_record" as const,
    date: "2026-06-01",
    evidence: `e${id}`,
  }));
  expect(saveVerifications(store, { verifications: wanted, now: LATER })).toEqual({
    changed: ["a1", "a2"],
    unknown: [],
    revision: 2,
  });
  expect(findReview(store, "a1")).toMatchObject({ withheld: null, verificationDate: "2026-06-01", updatedAt: LATER });
  expect(findReview(store, "a2")).toMatchObject({ updatedAt: LATER - 1 });
  expect(readEvidence(store)).toEqual(new Set(["ea1", "ea2"]));
  expect(saveVerifications(store, { verifications: wanted, now: LATER })).toEqual({
    changed: [],
    unknown: [],
    revision: null,
  });
});

test("saveVerifications() leaves a review withheld that is withheld for another reason", () => {
  const store = storeInMemory();
  importInto(store, [draftOf({ verificationMethod: "none" })]);
  store.run(sql`UPDATE reviews SET withheld = 'spam'`);
  const attested = { id: "a1", method: "operator_attested", date: "2026-06-01", evidence: null } as const;
  saveVerifications(store, { verifications: [attested], now: LATER });
  expect(findReview(store, "a1")).toMatchObject({ verificationMethod: "operator_attested", withheld: "spam" });
});

test("evidenceSalt() is made once and kept", () => {
  const store = storeInMemory();
  const first = evidenceSalt(store, (count) => new Uint8Array(count).fill(1));
  expect(first).toBe("01".repeat(32));
  expect(evidenceSalt(store, (count) => new Uint8Array(count).fill(2))).toBe(first);
});

test("saveReply() of an unknown review changes nothing", () => {
  expect(saveReply(storeInMemory(), { id: "zz", reply: { text: "Thanks", date: null }, now: NOON })).toEqual({
    kind: "unknown",
  });
});

test("reanalyzeStale() analyses what another engine or catalog analysed, in batches, and raises no revision", () => {
  const store = storeInMemory();
  importInto(
    store,
    Array.from({ length: 501 }, (_, at) => draftOf({ id: `a${at}` })),
  );
  const told: number[] = [];
  expect(reanalyzeStale(store, analystNamed("v2"), () => (done) => told.push(done))).toBe(501);
  expect(told).toEqual([500, 501]);
  expect(findReview(store, "a500")).toMatchObject({ analysisKey: "v2", updatedAt: NOON - 500 });
  expect(reanalyzeStale(store, analystNamed("v2"), () => () => {})).toBe(0);
});

test("reanalyzeStale() does not overwrite what was found in a text that changed meanwhile", () => {
  const store = storeInMemory();
  importInto(store, [draftOf()]);
  const meddling = {
    ...analystNamed("v2"),
    analyze: () => {
      importInto(store, [draftOf({ text: "Amy!" })], { now: LATER, analystFor: () => analystNamed("v3") });
      return "false";
    },
  };
  reanalyzeStale(store, meddling, () => () => {});
  expect(findReview(store, "a1")).toMatchObject({ analysis: "true", analysisKey: "v3" });
});
