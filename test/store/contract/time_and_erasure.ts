/** The store's clock, and what is gone for good. */
import { describe, expect } from "bun:test";
import { FULL, findReview, type OpenPlace, saveReviews, storedReview, storeTests } from "./place.ts";

export function timeAndErasureContract(open: OpenPlace): void {
  const test = storeTests(open);
  describe("time", () => {
    test("is the store's: one for all servers, and the same in their transactions", async (one, place) => {
      const other = await place.connect();
      const now = await one.now();
      expect(await other.now()).toBe(now);
      expect(await other.reviews.read(async (reads) => reads.now)).toBe(now);
      await place.pass(1234);
      expect(await one.reviews.write(async (writes) => writes.now)).toBe(now + 1234);
    });

    test("stands still within a transaction", async (store, place) => {
      await store.reviews.write(async (writes) => {
        const { now } = writes;
        await place.pass(1000);
        await writes.state();
        expect(writes.now).toBe(now);
      });
    });
  });

  describe("an erased review", () => {
    const WORDS = "the-words-of-somebody-who-wants-them-gone";

    test("is gone with its words, from the store's files as well", async (store, place) => {
      await saveReviews(store, { ...FULL, id: "gone", text: WORDS, withheld: null }, storedReview());
      expect((await place.holds?.(WORDS)) ?? true).toBe(true);
      await store.reviews.write((writes) => writes.eraseReviews(["gone"]));
      expect(await findReview(store, "gone")).toBeUndefined();
      expect(await findReview(store, "a1")).toBeDefined();
      expect((await place.holds?.(WORDS)) ?? false).toBe(false);
    });

    test("takes the translation of its words along", async (store, place) => {
      await saveReviews(store, { ...FULL, id: "gone", translationText: WORDS, withheld: null }, storedReview());
      expect((await place.holds?.(WORDS)) ?? true).toBe(true);
      await store.reviews.write((writes) => writes.eraseReviews(["gone"]));
      expect((await place.holds?.(WORDS)) ?? false).toBe(false);
    });

    test("stays when the transaction that erases it fails", async (store) => {
      await saveReviews(store, storedReview({ text: WORDS }));
      const failing = store.reviews.write(async (writes) => {
        await writes.eraseReviews(["a1"]);
        throw new Error("changed my mind");
      });
      await expect(failing).rejects.toThrow("changed my mind");
      expect(await findReview(store, "a1")).toMatchObject({ text: WORDS });
    });
  });

  describe("a file of a photograph", () => {
    test("comes back to the byte, until it is erased, from the store's files as well", async (store, place) => {
      const other = await place.connect();
      const WORDS = "the-pixels-of-a-photograph-that-is-to-go";
      const bytes = new Uint8Array([...Array(256).keys(), ...new TextEncoder().encode(WORDS)]);
      await store.reviews.write(async (writes) => {
        await writes.savePhotoFiles("p1", [{ name: "a-640.webp", bytes }]);
        await writes.savePhotoFiles("p2", [{ name: "b-640.webp", bytes: new Uint8Array([0]) }]);
      });
      expect(Buffer.from((await other.photos.readPhoto("a-640.webp")) ?? []).equals(bytes)).toBe(true);
      await store.reviews.write((writes) => writes.erasePhotoFiles(["p1"]));
      expect(await other.photos.readPhoto("a-640.webp")).toBeNull();
      expect(await other.photos.readPhoto("b-640.webp")).not.toBeNull();
      expect((await place.holds?.(WORDS)) ?? false).toBe(false);
    });
  });
}
