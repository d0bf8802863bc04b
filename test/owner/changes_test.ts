import { expect, test } from "bun:test";
import { saveVerifications } from "../../src/owner/save_verifications.ts";
import { findReview, reanalyzeStale } from "../../src/store/mod.ts";
import { analystNamed, draftOf, importInto, NOON, storeInMemory } from "../support/drafts.ts";
import { beforeWrites } from "../support/test_store.ts";

const LATER = NOON + 60_000;

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

test("reanalyzeStale() that is stopped amid its work keeps what it saved, and the next one analyses the rest alone", async () => {
  const store = storeInMemory();
  await importInto(
    store,
    Array.from({ length: 501 }, (_, at) => draftOf({ id: `a${at}` })),
  );
  const stop = () => {
    throw new Error("stopped");
  };
  await expect(reanalyzeStale(store, analystNamed("v2"), { onStart: () => stop })).rejects.toThrow("stopped");
  expect(await store.reviews.read((reads) => reads.countStale(["v1"]))).toBe(1);
  expect(await reanalyzeStale(store, analystNamed("v2"))).toBe(1);
});

test("reanalyzeStale() does not overwrite the analysis of a text that changed in the meantime", async () => {
  const store = storeInMemory();
  await importInto(store, [draftOf()]);
  const meddled = beforeWrites(store, async () => {
    await importInto(store, [draftOf({ text: "Amy!" })], { now: LATER, analystFor: () => analystNamed("v3") });
  });
  await reanalyzeStale(meddled, analystNamed("v2"));
  expect(await findReview(store, "a1")).toMatchObject({ analysis: "true", analysisKey: "v3" });
});
