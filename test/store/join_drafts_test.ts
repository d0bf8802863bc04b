import { describe, expect, test } from "bun:test";
import { contentHash } from "../../src/review/mod.ts";
import {
  findReview,
  isEmptyPlan,
  planImport,
  readStatistics,
  removeReview,
  restoreReview,
} from "../../src/store/mod.ts";
import { draftOf, importInto, NOON, requestOf, storeInMemory } from "../support/drafts.ts";

/** A draft as a format hands it over: without an id of ours. */
function foreign(fields: Parameters<typeof draftOf>[0] = {}) {
  const draft = draftOf({ ...fields, id: null });
  return { ...draft, contentHash: contentHash(draft) };
}

const WITHOUT_ID = foreign();
const WITH_ID = foreign({ sourceId: "g-7" });
const LATER = { now: NOON + 60_000 };

describe("a review that is imported once with an id and once without", () => {
  test("first without: it takes over its source's id, keeps its own, and does not count as updated", () => {
    const store = storeInMemory();
    const { plan } = importInto(store, [WITHOUT_ID]);
    const { id, updatedAt } = plan.added[0]!;
    const later = importInto(store, [WITH_ID], LATER);
    expect(later.plan).toMatchObject({ added: [], changed: [{ fields: ["sourceId"] }] });
    expect(findReview(store, id)).toMatchObject({ sourceId: "g-7", updatedAt, edited: false });
    for (const again of [WITH_ID, WITHOUT_ID]) expect(isEmptyPlan(planImport(store, requestOf([again])))).toBe(true);
    importInto(store, [{ ...WITH_ID, text: "On time, twice" }], LATER);
    expect(findReview(store, id)).toMatchObject({ text: "On time, twice", edited: true });
  });

  test("first with: the copy without changes nothing, whatever it is silent about", () => {
    const store = storeInMemory();
    importInto(store, [{ ...WITH_ID, title: "Great", language: "en", reply: { text: "Thanks", date: null } }]);
    const plan = planImport(store, requestOf([WITHOUT_ID]));
    expect(isEmptyPlan(plan)).toBe(true);
    expect(plan.unchanged).toBe(1);
  });

  test("first without, by an author whose name is kept in another way: it is still known by what was imported", () => {
    const store = storeInMemory();
    const initials = { ...WITHOUT_ID, authorName: "J. D." };
    importInto(store, [initials]);
    expect(planImport(store, requestOf([{ ...WITH_ID, authorName: "J. D." }])).added).toEqual([]);
  });

  test("one that was given an id by hand is joined by the one with its source's id", () => {
    const store = storeInMemory();
    importInto(store, [draftOf({ id: "2026-0412" })]);
    importInto(store, [WITH_ID], LATER);
    expect(findReview(store, "2026-0412")).toMatchObject({ sourceId: "g-7" });
    expect(readStatistics(store).rating.review_count).toBe(1);
  });
});

describe("two reviews that say the same stay two", () => {
  const added = (first: ReturnType<typeof draftOf>[], second: ReturnType<typeof draftOf>[]) => {
    const store = storeInMemory();
    importInto(store, first);
    return planImport(store, requestOf(second)).added.length;
  };

  test("when their source knows them by two ids", () => {
    expect(added([WITH_ID], [foreign({ sourceId: "g-8" })])).toBe(1);
    expect(added([WITHOUT_ID], [WITH_ID, foreign({ sourceId: "g-8" })])).toBe(1);
    expect(added([WITHOUT_ID, foreign({ sourceId: "g-8", text: "Late" })], [WITH_ID])).toBe(0);
  });

  test("when both were given an id by hand", () => {
    expect(added([draftOf({ id: "a1" })], [draftOf({ id: "a2" })])).toBe(1);
    expect(added([WITH_ID], [draftOf({ id: "a2" })])).toBe(1);
  });

  test("when the id of one was made from another id of the source, on another machine", () => {
    expect(added([draftOf({ id: "r_aaaaaaaaaaaaaaaa" })], [WITH_ID])).toBe(1);
  });

  test.each([
    ["source", { sourceName: "yelp" }],
    ["date", { date: "2026-05-02" }],
    ["rating", { rating: 4 }],
    ["author", { authorName: "Joe D." }],
    ["words", { text: "On time, mostly" }],
  ])("when they differ in %s", (_, fields) => {
    expect(added([WITH_ID], [foreign(fields)])).toBe(1);
    expect(added([WITHOUT_ID], [foreign({ ...fields, sourceId: "g-7" })])).toBe(1);
  });

  test("when they are a few words of nobody, which anybody could have left", () => {
    const nobody = { authorName: "A customer", isAnonymous: true, text: "" };
    expect(added([foreign({ ...nobody, sourceId: "g-7" })], [foreign(nobody)])).toBe(1);
    const text = "They came at night, in the snow, and mended it.";
    expect(added([foreign({ ...nobody, text, sourceId: "g-7" })], [foreign({ ...nobody, text })])).toBe(0);
  });

  test("when one of them is a copy of a third by its id", () => {
    const store = storeInMemory();
    importInto(store, [WITH_ID]);
    const { plan } = importInto(store, [foreign({ sourceId: "g-7", text: "On time" }), WITHOUT_ID]);
    expect([plan.unchanged, plan.added.length]).toEqual([1, 1]);
  });
});

test("a removed review is known again without its id, until it is restored; another id of its source is another", () => {
  const store = storeInMemory();
  const { plan } = importInto(store, [WITH_ID]);
  const { id } = plan.added[0]!;
  removeReview(store, { id, reason: "request", now: NOON + 60_000 });
  expect(planImport(store, requestOf([WITHOUT_ID])).suppressed).toEqual([{ draft: WITHOUT_ID, id }]);
  expect(planImport(store, requestOf([foreign({ sourceId: "g-8" })])).added).toHaveLength(1);
  expect(planImport(store, requestOf([draftOf({ id: "a2" })])).added).toHaveLength(1);
  restoreReview(store, { id, now: NOON + 120_000 });
  expect(planImport(store, requestOf([WITHOUT_ID])).added).toHaveLength(1);
});

test("a removed review that had no id is known again with one", () => {
  const store = storeInMemory();
  const { plan } = importInto(store, [WITHOUT_ID]);
  removeReview(store, { id: plan.added[0]!.id, reason: "request", now: NOON + 60_000 });
  expect(planImport(store, requestOf([WITH_ID])).suppressed).toHaveLength(1);
});

test("--replace keeps the review that a copy without an id stands for", () => {
  const store = storeInMemory();
  importInto(store, [WITH_ID, foreign({ sourceId: "g-9", text: "Late" })]);
  const { plan } = importInto(store, [WITHOUT_ID], { ...LATER, replace: true });
  expect(plan).toMatchObject({ added: [], unchanged: 1, removed: [{ sourceId: "g-9" }] });
});
