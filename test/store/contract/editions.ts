/** Editions: the revision, whether there is a newer one, and one moment read page by page. */
import { describe, expect } from "bun:test";
import type { Edition, ReviewWrites, StoredReview } from "../../../src/store/mod.ts";
import { skipUnless } from "../../support/tools.ts";
import {
  change,
  FULL,
  ONE_SESSION,
  type OpenPlace,
  saveReviews,
  storedRemoval,
  storedReview,
  storeTests,
} from "./place.ts";

const idsOf = async ({ reviews }: Edition) => (await Array.fromAsync(reviews)).flat().map(({ id }) => id);

export function editionContract(open: OpenPlace, hasSessions: boolean): void {
  const test = storeTests(open);
  describe("the revision", () => {
    test("is 0 before the first change and rises by one with each, with the date of the change", async (store, place) => {
      const other = await place.connect();
      expect(await store.editions.state()).toEqual({ revision: 0, publishedAt: 0 });
      const at = 1_780_000_000_000;
      const record = () => store.reviews.write((writes) => writes.recordChange({ command: "x", at, lines: [] }));
      expect(await record()).toBe(1);
      expect(await record()).toBe(2);
      expect(await other.editions.state()).toEqual({ revision: 2, publishedAt: at });
    });

    test("is written to the log, latest first, by review and by command", async (store) => {
      const lines = [{ detail: { added: 2 } }, { reviewId: "a", detail: { changed: ["text"] } }];
      await store.reviews.write((writes) => writes.recordChange({ command: "import", at: 5, lines }));
      await change(store, "reply");
      const log = (filter: object) => store.reviews.read((reads) => reads.log({ limit: 9, ...filter }));
      expect(await log({})).toMatchObject([
        { revision: 2, command: "reply", reviewId: null, detail: {} },
        { revision: 1, at: 5, command: "import", reviewId: "a", detail: { changed: ["text"] } },
        { revision: 1, at: 5, command: "import", reviewId: null, detail: { added: 2 } },
      ]);
      expect(await log({ reviewId: "a" })).toHaveLength(1);
      expect(await log({ command: "import", limit: 1 })).toMatchObject([{ reviewId: "a" }]);
    });
  });

  describe("changed()", () => {
    test("gives a mark first, then null until anybody changes something", async (store, place) => {
      const other = await place.connect();
      const first = await store.editions.changed(null);
      expect(first).not.toBeNull();
      expect(await store.editions.changed(first)).toBeNull();
      await change(other);
      const second = await store.editions.changed(first);
      expect(second).not.toBeNull();
      expect(await store.editions.changed(second)).toBeNull();
      await change(store);
      expect(await store.editions.changed(second)).not.toBeNull();
    });

    test("answers several who ask, each by the mark that they were given", async (store) => {
      const mark = await store.editions.changed(null);
      await change(store);
      expect(await store.editions.changed(mark)).not.toBeNull();
      expect(await store.editions.changed(mark)).not.toBeNull();
    });
  });

  describe("read()", () => {
    test("gives published reviews whole, newest first, then by id in the order of code points, over many pages", async (store) => {
      const reviews = Array.from({ length: 2345 }, (_, at) =>
        storedReview({ id: `${"zZ_-9"[at % 5]}${at}`, date: `2026-01-${String((at % 28) + 1).padStart(2, "0")}` }),
      );
      await saveReviews(store, ...reviews, storedReview({ id: "held", withheld: "unverified" }));
      const expected = reviews.toSorted((a, b) =>
        a.date === b.date ? (a.id < b.id ? -1 : 1) : a.date < b.date ? 1 : -1,
      );
      expect(await store.editions.read(idsOf)).toEqual(expected.map(({ id }) => id));
    });

    test("gives every field as it was kept", async (store) => {
      const { sourceId: _, marks: _m, evidence: _e, withheld: _w, createdAt: _c, ...shown } = FULL;
      const { copyOf: _o, givenAlsoAt: _g, ...published } = shown;
      await saveReviews(
        store,
        { ...FULL, withheld: null, copyOf: null },
        { ...FULL, id: "copy", withheld: null, sourceId: null },
      );
      const rows = await store.editions.read(async ({ reviews }) => (await Array.fromAsync(reviews)).flat());
      const logged = {
        logIndex: 0,
        logSalt: expect.stringMatching(/^[\w-]{43}$/),
        logSince: expect.any(Number),
        logChanges: 0,
      };
      expect(rows).toEqual([{ ...published, changedIn: 1, publishedIn: 1, ...logged }]);
    });

    test("may be left before its end, and the store goes on", async (store) => {
      await saveReviews(store, ...Array.from({ length: 1500 }, (_, at) => storedReview({ id: `r${at}` })));
      const first = await store.editions.read(async ({ reviews }) => {
        for await (const [row] of reviews) return row?.id;
        return undefined;
      });
      expect(first).toBe("r0");
      expect(await change(store)).toBe(1);
    });

    test.skipIf(skipUnless(hasSessions, ONE_SESSION))(
      "is a snapshot of reviews, removals, tallies and revision under concurrent writes",
      async (store, place) => {
        const other = await place.connect();
        await saveReviews(store, ...Array.from({ length: 1500 }, (_, at) => storedReview({ id: `r${at}` })));
        await change(store);
        await store.editions.read(async (edition) => {
          let count = 0;
          for await (const page of edition.reviews) {
            if (count === 0) {
              await other.reviews.write((writes) => writes.deleteReviews(["r998", "r999"]));
              await change(other);
            }
            count += page.length;
          }
          expect([count, edition.revision]).toEqual([1500, 1]);
          expect((await edition.tallies()).map((tally) => tally.count)).toEqual([1500]);
        });
        expect((await store.editions.state()).revision).toBe(2);
      },
    );

    test("names the review that counts for each copy, but for copies that their source hides", async (store) => {
      await saveReviews(
        store,
        storedReview({ id: "counted" }),
        storedReview({ id: "shown", copyOf: "counted" }),
        storedReview({ id: "unverified", copyOf: "counted", withheld: "unverified" }),
        storedReview({ id: "hidden", copyOf: "counted", withheld: "hidden_at_source" }),
      );
      expect(await store.editions.read((edition) => edition.joinedCopies())).toEqual([
        { id: "shown", countedId: "counted" },
        { id: "unverified", countedId: "counted" },
      ]);
    });

    test("gives removals that readers saw, latest first, and the business with its overrides", async (store) => {
      expect(await store.editions.read(async ({ business }) => business)).toBeNull();
      const profile = { name: "Ace" } as never;
      await store.reviews.write(async (writes) => {
        await writes.saveBusiness({ profile, insightsOverrides: { hide: ["x"] } });
        await writes.saveRemovals([
          storedRemoval({ id: "first", removedAt: 1000 }),
          storedRemoval({ id: "second", removedAt: 2000 }),
          storedRemoval({ id: "unseen", wasPublished: false }),
        ]);
      });
      await store.editions.read(async ({ business, insightsOverrides, removals }) => {
        expect([business, insightsOverrides]).toEqual([profile, { hide: ["x"] }]);
        expect(removals).toEqual([
          { id: "second", removed_at: "1970-01-01T00:00:02.000Z" },
          { id: "first", removed_at: "1970-01-01T00:00:01.000Z" },
        ]);
      });
    });

    test("has the revision and date of each review's last change, and the reviews that are no longer published", async (store) => {
      const write = (at: number, work: (writes: ReviewWrites) => Promise<unknown>) =>
        store.reviews.write(async (writes) => {
          await work(writes);
          await writes.recordChange({ command: "test", at, lines: [] });
        });
      const [one, two, three] = ["one", "two", "three"].map((id) => storedReview({ id })) as [
        StoredReview,
        StoredReview,
        StoredReview,
      ];
      await write(1000, (writes) =>
        writes.saveReviews([one, two, three, storedReview({ id: "held", withheld: "spam" })]),
      );
      await write(2000, (writes) => writes.saveReviews([one, { ...two, text: "Late" }]));
      await write(3000, (writes) => writes.changeReview("three", { replyText: "Thanks" }));
      await write(4000, (writes) => writes.changeReview("one", { marks: "private" }));
      await write(5000, (writes) => writes.changeReview("two", { withheld: "privacy" }));
      await write(6000, (writes) => writes.deleteReviews(["one", "held"]));
      const seen = () =>
        store.editions.read(async ({ reviews, history }) => {
          const rows = (await Array.fromAsync(reviews)).flat();
          return {
            rows: rows.map(({ id, changedIn, publishedIn }) => [id, changedIn, publishedIn]),
            ...(await history()),
          };
        });
      const revisions = [1, 2, 3, 4, 5, 6].map((revision) => ({ revision, at: revision * 1000 }));
      const withdrawals = [
        { id: "two", revision: 5 },
        { id: "one", revision: 6 },
      ];
      expect(await seen()).toEqual({ rows: [["three", 3, 1]], revisions, withdrawals });
      await write(7000, async (writes) => {
        await writes.changeReview("two", { withheld: null });
        await writes.saveReviews([one]);
      });
      const { rows, withdrawals: none } = await seen();
      expect([rows.toSorted(), none]).toEqual([
        [
          ["one", 7, 7],
          ["three", 3, 1],
          ["two", 7, 7],
        ],
        [],
      ]);
      await write(8000, (writes) => writes.deleteAll());
      expect(await seen()).toEqual({ rows: [], revisions: [{ revision: 8, at: 8000 }], withdrawals: [] });
    });

    test.skipIf(skipUnless(hasSessions, ONE_SESSION))(
      "has one name of the installation for all servers",
      async (_, place) => {
        await using elsewhere = await open();
        const name = async (of: typeof place) => (await of.connect()).editions.read(async ({ authority }) => authority);
        expect(await name(place)).not.toBe("");
        expect(await name(place)).toBe(await name(place));
        expect(await name(place)).not.toBe(await name(elsewhere));
      },
    );
  });
}
