import { describe, expect, test } from "bun:test";
import { restore } from "../../src/owner/restore.ts";
import { contentHash } from "../../src/review/mod.ts";
import { findReview, readStatistics } from "../../src/store/mod.ts";
import { draftOf, importInto, NOON, planned, requestOf, storeInMemory } from "../support/drafts.ts";
import { removeReview } from "../support/one_removal.ts";
import { perform } from "../support/perform.ts";

/** A draft as a format hands it over: without an id of ours. */
function foreign(fields: Parameters<typeof draftOf>[0] = {}) {
  const draft = draftOf({ ...fields, id: null });
  return { ...draft, contentHash: contentHash(draft) };
}

const WITHOUT_ID = foreign();
const WITH_ID = foreign({ sourceId: "g-7" });
const LATER = { now: NOON + 60_000 };

describe("a review that is imported once with an id and once without", () => {
  test("first without: it takes over its source's id, keeps its own, and does not count as updated", async () => {
    const store = storeInMemory();
    const { plan } = await importInto(store, [WITHOUT_ID]);
    const { id, updatedAt } = plan.added[0]!;
    const later = await importInto(store, [WITH_ID], LATER);
    expect(later.plan).toMatchObject({ added: [], changed: [{ fields: ["sourceId"] }] });
    expect(await findReview(store, id)).toMatchObject({ sourceId: "g-7", updatedAt, edited: false });
    for (const again of [WITH_ID, WITHOUT_ID]) expect((await planned(store, requestOf([again]))).isEmpty).toBe(true);
    await importInto(store, [{ ...WITH_ID, text: "On time, twice" }], LATER);
    expect(await findReview(store, id)).toMatchObject({ text: "On time, twice", edited: true });
  });

  test("first with: the copy without changes nothing, whatever it is silent about", async () => {
    const store = storeInMemory();
    await importInto(store, [{ ...WITH_ID, title: "Great", language: "en", replyText: "Thanks" }]);
    const plan = await planned(store, requestOf([WITHOUT_ID]));
    expect(plan.isEmpty).toBe(true);
    expect(plan.unchanged).toBe(1);
  });

  test("first without, by an author whose name is kept in another way: it is still known by what was imported", async () => {
    const store = storeInMemory();
    const initials = { ...WITHOUT_ID, authorName: "J. D." };
    await importInto(store, [initials]);
    expect((await planned(store, requestOf([{ ...WITH_ID, authorName: "J. D." }]))).added).toEqual([]);
  });

  test("one that was given an id by hand is joined by the one with its source's id", async () => {
    const store = storeInMemory();
    await importInto(store, [draftOf({ id: "2026-0412" })]);
    await importInto(store, [WITH_ID], LATER);
    expect(await findReview(store, "2026-0412")).toMatchObject({ sourceId: "g-7" });
    expect((await readStatistics(store)).rating.review_count).toBe(1);
  });
});

describe("two reviews with the same text stay two", () => {
  const added = async (first: ReturnType<typeof draftOf>[], second: ReturnType<typeof draftOf>[]) => {
    const store = storeInMemory();
    await importInto(store, first);
    return (await planned(store, requestOf(second))).added.length;
  };

  test("when their source knows them by two ids", async () => {
    expect(await added([WITH_ID], [foreign({ sourceId: "g-8" })])).toBe(1);
    expect(await added([WITHOUT_ID], [WITH_ID, foreign({ sourceId: "g-8" })])).toBe(1);
    expect(await added([WITHOUT_ID, foreign({ sourceId: "g-8", text: "Late" })], [WITH_ID])).toBe(0);
  });

  test("when both were given an id by hand", async () => {
    expect(await added([draftOf({ id: "a1" })], [draftOf({ id: "a2" })])).toBe(1);
    expect(await added([WITH_ID], [draftOf({ id: "a2" })])).toBe(1);
  });

  test("when the id of one was made from another id of the source, on another machine", async () => {
    expect(await added([draftOf({ id: "r_aaaaaaaaaaaaaaaa" })], [WITH_ID])).toBe(1);
  });

  test("when both are anonymous and without a longer text", async () => {
    const nobody = { authorName: "A customer", isAnonymous: true, text: "" };
    expect(await added([foreign({ ...nobody, sourceId: "g-7" })], [foreign(nobody)])).toBe(1);
    const text = "They came at night, in the snow, and mended it.";
    expect(await added([foreign({ ...nobody, text, sourceId: "g-7" })], [foreign({ ...nobody, text })])).toBe(0);
  });
});

test("a removed review is known again without its id, until it is restored; another id of its source is another", async () => {
  const store = storeInMemory();
  const { plan } = await importInto(store, [WITH_ID]);
  const { id } = plan.added[0]!;
  await removeReview(store.at(NOON + 60_000), { id, reason: "request" });
  expect((await planned(store, requestOf([WITHOUT_ID]))).suppressed).toEqual([{ record: 0, id }]);
  expect((await planned(store, requestOf([foreign({ sourceId: "g-8" })]))).added).toHaveLength(1);
  expect((await planned(store, requestOf([draftOf({ id: "a2" })]))).added).toHaveLength(1);
  await perform(restore, store.at(NOON + 120_000), id);
  expect((await planned(store, requestOf([WITHOUT_ID]))).added).toHaveLength(1);
});

test("a removed review that had no id is known again with one", async () => {
  const store = storeInMemory();
  const { plan } = await importInto(store, [WITHOUT_ID]);
  await removeReview(store.at(NOON + 60_000), { id: plan.added[0]!.id, reason: "request" });
  expect((await planned(store, requestOf([WITH_ID]))).suppressed).toHaveLength(1);
});

test("--replace keeps the review that a copy without an id stands for", async () => {
  const store = storeInMemory();
  await importInto(store, [WITH_ID, foreign({ sourceId: "g-9", text: "Late" })]);
  const { plan } = await importInto(store, [WITHOUT_ID], { ...LATER, replace: true });
  expect(plan).toMatchObject({ added: [], unchanged: 1, removed: [{ sourceId: "g-9" }] });
});
