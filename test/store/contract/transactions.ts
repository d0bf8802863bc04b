/** Transactions: all or nothing, one at a time, and nobody sees the middle of one. */
import { describe, expect } from "bun:test";
import { GoodwordError } from "../../../src/errors.ts";
import { skipUnless } from "../../support/tools.ts";
import { findReview, ONE_SESSION, type OpenPlace, saveReviews, storedReview, storeTests } from "./place.ts";

/** A moment in which whatever else waits to run does run. */
const pause = () => new Promise<void>((resolve) => setImmediate(resolve));

export function transactionContract(open: OpenPlace, hasSessions: boolean): void {
  const test = storeTests(open);
  describe("write()", () => {
    test("keeps all of its work, for every server", async (one, place) => {
      const other = await place.connect();
      await saveReviews(one, storedReview({ id: "a" }), storedReview({ id: "b" }));
      expect(await findReview(other, "a")).toBeDefined();
      expect(await findReview(other, "b")).toBeDefined();
    });

    test("keeps nothing when its work fails, however long that awaited something", async (store) => {
      const failing = store.reviews.write(async (writes) => {
        await writes.saveReviews([storedReview({ id: "a" })]);
        await pause();
        await writes.saveReviews([storedReview({ id: "b" })]);
        await pause();
        throw new Error("changed my mind");
      });
      await expect(failing).rejects.toThrow("changed my mind");
      expect(await findReview(store, "a")).toBeUndefined();
      expect(await findReview(store, "b")).toBeUndefined();
    });

    test("keeps nothing when a row is refused", async (store) => {
      await expect(saveReviews(store, storedReview(), storedReview({ id: "b", rating: 9 }))).rejects.toThrow();
      expect(await findReview(store, "a1")).toBeUndefined();
    });

    test("neither takes over nor drops what the same server does while it awaits something", async (store) => {
      const failing = store.reviews.write(async (writes) => {
        await writes.saveReviews([storedReview({ id: "of the failing" })]);
        await pause();
        throw new Error("changed my mind");
      });
      const beside = saveReviews(store, storedReview({ id: "beside" }));
      const seen = findReview(store, "of the failing");
      await Promise.allSettled([failing, beside]);
      expect(await seen).toBeUndefined();
      expect(await findReview(store, "of the failing")).toBeUndefined();
      expect(await findReview(store, "beside")).toBeDefined();
    });

    test("never overlaps the write of another server, which waits or is refused", async (one, place) => {
      const other = await place.connect();
      const trail: string[] = [];
      const begun = Promise.withResolvers<void>();
      const first = one.reviews.write(async (writes) => {
        await writes.state();
        trail.push("one begins");
        begun.resolve();
        for (let round = 0; round < 20; round++) await pause();
        trail.push("one ends");
      });
      await begun.promise;
      const second = other.reviews.write(async () => void trail.push("other")).catch((error: unknown) => error);
      await first;
      const refused = await second;
      if (refused !== undefined) expect(refused).toMatchObject({ name: GoodwordError.name, code: "database" });
      expect(trail.slice(0, 2)).toEqual(["one begins", "one ends"]);
    });

    test("gives back what its work gives, and its work sees what it wrote", async (store) => {
      const found = await store.reviews.write(async (writes) => {
        await writes.saveReviews([storedReview()]);
        return writes.review("a1");
      });
      expect(found).toEqual(storedReview());
    });
  });

  describe("read()", () => {
    test.skipIf(skipUnless(hasSessions, ONE_SESSION))(
      "is a snapshot while another server writes",
      async (one, place) => {
        const other = await place.connect();
        await saveReviews(one, storedReview({ id: "a" }));
        await one.reviews.read(async (reads) => {
          expect(await reads.review("a")).toBeDefined();
          await saveReviews(other, storedReview({ id: "b" }));
          expect(await reads.review("b")).toBeUndefined();
          expect((await reads.list({ limit: 9 })).total).toBe(1);
        });
        expect(await findReview(one, "b")).toBeDefined();
      },
    );

    test("fails with its work, and leaves the store usable", async (store) => {
      const failing = store.reviews.read(async () => {
        throw new Error("not now");
      });
      await expect(failing).rejects.toThrow("not now");
      await saveReviews(store, storedReview());
      expect(await findReview(store, "a1")).toBeDefined();
    });
  });

  test("twenty servers' worth of writes at once lose none", async (_, place) => {
    const stores = await Promise.all(Array.from({ length: 4 }, () => place.connect()));
    const raise = async (store: (typeof stores)[number]): Promise<number> => {
      try {
        return await store.reviews.write(async (writes) => {
          await pause();
          return writes.recordChange({ command: "test", at: 1000, lines: [{ detail: {} }] });
        });
      } catch (error) {
        if (!(error instanceof GoodwordError && error.code === "database")) throw error;
        await pause();
        return raise(store);
      }
    };
    const revisions = await Promise.all(stores.flatMap((store) => Array.from({ length: 5 }, () => raise(store))));
    expect(revisions.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
  });
}
