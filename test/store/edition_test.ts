import { describe, expect, test } from "bun:test";
import { readEdition } from "../../src/sql/read_edition.ts";
import { rowsOf } from "../../src/sql/rows.ts";
import { instantOfChange, readBusiness, readEditionState } from "../../src/store/edition.ts";
import { sessionKey } from "../../src/store/keys.ts";
import { type Edition, readLog, removeReview, withEdition } from "../../src/store/mod.ts";
import { draftOf, importInto, NOON, storeInMemory } from "../support/drafts.ts";
import { createSeededRandom } from "../support/seeded_random.ts";

const idsOf = ({ reviews }: Edition) => Array.from(reviews, ({ id }) => id);

describe("The revision", () => {
  test("is 0 before the first change, and there is no business", () => {
    const store = storeInMemory();
    expect(readEditionState(store)).toEqual({ revision: 0, publishedAt: 0 });
    expect(readBusiness(store)).toBeNull();
  });

  test("rises by one with each change, together with a line in the log", () => {
    const store = storeInMemory();
    importInto(store, [draftOf()]);
    importInto(store, [draftOf({ id: "b" })]);
    removeReview(store, { id: "b", reason: "privacy", now: NOON + 5000 });
    expect(readEditionState(store).revision).toBe(3);
    expect(new Set(readLog(store, { limit: 50 }).map(({ revision }) => revision))).toEqual(new Set([1, 2, 3]));
  });

  test("two changes never share a second: the second is dated to the next", () => {
    const at = NOON + 300;
    expect(instantOfChange(at, { revision: 1, publishedAt: NOON - 1 })).toBe(at);
    expect(instantOfChange(at, { revision: 1, publishedAt: NOON + 100 })).toBe(NOON + 1000);
    expect(instantOfChange(at, { revision: 1, publishedAt: NOON + 1000 })).toBe(NOON + 2000);
  });
});

describe("withEdition()", () => {
  test("gives published reviews newest first, then by id, over many pages", () => {
    const store = storeInMemory();
    const drafts = Array.from({ length: 2500 }, (_, at) =>
      draftOf({ id: `r${at}`, date: `2026-01-${String((at % 28) + 1).padStart(2, "0")}`, text: `Review ${at}` }),
    );
    importInto(store, drafts);
    const order = drafts.toSorted((a, b) => (a.date === b.date ? compare(a.id, b.id) : compare(b.date, a.date)));
    expect(withEdition(store, idsOf)).toEqual(order.map(({ id }) => id ?? ""));
  });

  test("readEdition() gives only the newest when asked to", () => {
    const store = storeInMemory();
    importInto(
      store,
      ["2026-01-01", "2026-01-03", "2026-01-02"].map((date, at) => draftOf({ id: `r${at}`, date, text: `${at}` })),
    );
    expect(idsOf(readEdition(rowsOf(store), { newest: 2 }))).toEqual(["r1", "r2"]);
  });

  test("leaves out what is withheld, and counts it", () => {
    const store = storeInMemory();
    importInto(store, [draftOf({ id: "a" }), draftOf({ id: "b", rating: 1, verificationMethod: "none", text: "x" })]);
    expect(withEdition(store, idsOf)).toEqual(["a"]);
    expect(withEdition(store, ({ tallies }) => tallies())).toContainEqual(
      expect.objectContaining({ withheld: "unverified", rating: 1, count: 1 }),
    );
  });

  test("tells removals of reviews that readers saw, latest first", () => {
    const store = storeInMemory();
    importInto(
      store,
      ["a", "b", "c"].map((id) => draftOf({ id, text: id })),
    );
    importInto(store, [draftOf({ id: "hidden", verificationMethod: "none", text: "hidden" })]);
    removeReview(store, { id: "a", reason: "privacy", now: NOON + 60_000 });
    removeReview(store, { id: "hidden", reason: "privacy", now: NOON + 90_000 });
    removeReview(store, { id: "b", reason: "privacy", now: NOON + 120_000 });
    expect(withEdition(store, ({ removals }) => removals.map(({ id }) => id))).toEqual(["b", "a"]);
  });

  test("has a name of this installation that stays", () => {
    const store = storeInMemory();
    const first = withEdition(store, ({ authority }) => authority);
    importInto(store, [draftOf()]);
    expect(withEdition(store, ({ authority }) => authority)).toBe(first);
    expect(first).not.toBe("");
    expect(first).not.toBe(withEdition(storeInMemory(), ({ authority }) => authority));
  });
});

describe("sessionKey()", () => {
  test("is made once and kept", () => {
    const store = storeInMemory();
    const first = sessionKey(store, createSeededRandom(1));
    expect(first).toHaveLength(32);
    expect(sessionKey(store, createSeededRandom(2))).toEqual(first);
  });

  test("is one for this process alone when it cannot be kept", () => {
    const closed = storeInMemory();
    (closed as unknown as { $client: { close(): void } }).$client.close();
    expect(sessionKey(closed, createSeededRandom(1))).toHaveLength(32);
  });
});

function compare(a: string | null, b: string | null): number {
  return (a ?? "") < (b ?? "") ? -1 : 1;
}
