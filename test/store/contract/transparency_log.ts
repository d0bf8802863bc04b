/** The transparency log grows with the reviews, in the transaction that changes them, and never any other way. */
import { describe, expect, test } from "bun:test";
import {
  checkpointText,
  commitmentTo,
  type Entry,
  isOfReview,
  keptForm,
  leafHash,
  makeSigningKey,
  readEntry,
  readSalt,
  rootOf,
  signNote,
} from "../../../src/log/mod.ts";
import type { ReviewWrites, Store } from "../../../src/store/mod.ts";
import { type OpenPlace, saveReviews, storedRemoval, storedReview } from "./place.ts";

const ALL = Number.MAX_SAFE_INTEGER;

export async function entriesOf(store: Store): Promise<Entry[]> {
  const texts = await store.transparencyLog.read((log) => log.entries(0, ALL));
  return texts.map((text) => {
    const entry = readEntry(text);
    if (entry === null) throw new Error(`No entry: ${text}`);
    return entry;
  });
}

/** The acts with their reviews, and the reasons where there are any. */
export async function actsOf(store: Store, from = 0): Promise<string[]> {
  const entries = (await entriesOf(store)).slice(from);
  return entries.map((entry) => {
    if (!isOfReview(entry)) return entry.act;
    return [entry.act, entry.review, ...(entry.reason === null ? [] : [entry.reason])].join(" ");
  });
}

/** Does something and records it. */
async function change(store: Store, work: (writes: ReviewWrites) => Promise<unknown>, command = "test") {
  await store.reviews.write(async (writes) => {
    await work(writes);
    await writes.recordChange({ command, at: writes.now, lines: [] });
  });
}

export function transparencyLogContract(open: OpenPlace): void {
  async function filled(...ids: readonly string[]) {
    const place = await open();
    const store = await place.connect();
    await saveReviews(store, ...ids.map((id) => storedReview({ id })));
    await change(store, async () => {});
    const self = { place, store, change: (work: (writes: ReviewWrites) => Promise<unknown>) => change(store, work) };
    return { ...self, [Symbol.asyncDispose]: () => place[Symbol.asyncDispose]() };
  }

  const rowsOf = (store: Store) => store.editions.read(async ({ reviews }) => (await Array.fromAsync(reviews)).flat());

  describe("transparency log", () => {
    test("has an entry for each review as it comes to be published, and its root is that of RFC 6962", async () => {
      await using it = await filled("a", "b");
      await it.change((writes) => writes.saveReviews([storedReview({ id: "held", withheld: "unverified" })]));
      expect(await actsOf(it.store)).toEqual(["published a", "published b"]);
      const [state, texts] = await it.store.transparencyLog.read(async (log) => {
        return [await log.state(), await log.entries(0, ALL)] as const;
      });
      expect(state).toMatchObject({ number: 1, size: 2, before: null });
      expect(Buffer.from(state.root)).toEqual(Buffer.from(rootOf(texts.map((text) => leafHash(Buffer.from(text))))));
    });

    test("commits to what is shown, under the salt beside it", async () => {
      await using it = await filled("a", "b");
      await it.change((writes) => writes.changeReview("b", { replyText: "Thank you" }));
      const entries = await entriesOf(it.store);
      const rows = await rowsOf(it.store);
      expect(rows).toHaveLength(2);
      for (const { logIndex, logSalt, ...row } of rows) {
        const salt = readSalt(logSalt ?? "");
        expect(entries[logIndex ?? -1]).toMatchObject({
          review: row.id,
          commitment: commitmentTo(keptForm(row), salt ?? new Uint8Array()),
        });
      }
    });

    test("follows a review through all that may happen to it", async () => {
      await using it = await filled("a", "b");
      await it.change((writes) => writes.changeReview("a", { text: "Late" }));
      await it.change((writes) => writes.saveReviews([storedReview({ id: "a", text: "Late again" })]));
      await it.change((writes) => writes.changeReview("a", { withheld: "spam" }));
      await it.change((writes) => writes.changeReview("a", { text: "Unseen" }));
      await it.change((writes) => writes.changeReview("a", { withheld: null }));
      await it.change((writes) => writes.changeReview("b", { copyOf: "a" }));
      await it.change((writes) => writes.changeReview("b", { copyOf: null }));
      await it.change(async (writes) => {
        await writes.saveRemovals([storedRemoval({ id: "a", reason: "request", wasPublished: true })]);
        await writes.eraseReviews(["a"]);
      });
      await it.change((writes) => writes.saveReviews([storedReview({ id: "a" })]));
      await it.change((writes) => writes.deleteReviews(["b"]));
      expect((await actsOf(it.store)).slice(2)).toEqual([
        "changed a",
        "changed a",
        "withheld a spam",
        "shown a",
        "withheld b copy",
        "shown b",
        "removed a request",
        "shown a",
        "removed b test",
      ]);
    });

    test("keeps beside a review since when it is in the log, and how often it was changed", async () => {
      await using it = await filled("a");
      const since = (await rowsOf(it.store))[0]?.logSince;
      expect(since).toBe((await entriesOf(it.store))[0]?.at as number);
      for (const text of ["Late", "Later"]) {
        await it.place.pass(5000);
        await it.change((writes) => writes.changeReview("a", { text }));
      }
      await it.change((writes) => writes.changeReview("a", { withheld: "spam" }));
      await it.change((writes) => writes.changeReview("a", { withheld: null }));
      expect((await rowsOf(it.store))[0]).toMatchObject({ logIndex: 4, logSince: since as number, logChanges: 2 });
    });

    test("has no entries for changes that readers cannot see", async () => {
      await using it = await filled("a");
      await it.change((writes) => writes.changeReview("a", { marks: "{}", evidence: "e1" }));
      await it.change((writes) => writes.changeReview("a", { alsoAt: [{ name: "yelp", url: null }] }));
      await it.change((writes) => writes.saveReviews([storedReview({ id: "a" })]));
      await it.change(async (writes) => {
        await writes.changeReview("a", { text: "Late" });
        await writes.changeReview("a", { text: "On time" });
      });
      expect(await actsOf(it.store)).toEqual(["published a"]);
    });

    test("takes what is deleted and saved again within a change for a change", async () => {
      await using it = await filled("a");
      await it.change(async (writes) => {
        await writes.deleteReviews(["a"]);
        await writes.saveReviews([storedReview({ id: "a", text: "Late" })]);
      });
      expect(await actsOf(it.store)).toEqual(["published a", "changed a"]);
    });

    test("has nothing of a change that failed", async () => {
      await using it = await filled("a");
      const failing = it.change(async (writes) => {
        await writes.saveReviews([storedReview({ id: "b" })]);
        throw new Error("no");
      });
      await expect(failing).rejects.toThrow("no");
      expect(await actsOf(it.store)).toEqual(["published a"]);
    });

    test("is empty while the sample is shown, and begins with the first review that is not", async () => {
      await using place = await open();
      const store = await place.connect();
      const business = (isSample: boolean) => ({ profile: { is_sample: isSample } as never, insightsOverrides: null });
      await change(store, async (writes) => {
        await writes.saveBusiness(business(true));
        await writes.saveReviews([storedReview({ id: "sample" })]);
      });
      await change(store, (writes) => writes.changeReview("sample", { text: "Changed" }));
      await change(store, (writes) => writes.prepareLog());
      expect(await entriesOf(store)).toEqual([]);
      await change(store, async (writes) => {
        await writes.deleteAll();
        await writes.saveBusiness(business(false));
        await writes.saveReviews([storedReview({ id: "a" })]);
      });
      expect(await actsOf(store)).toEqual(["published a"]);
    });

    test("counts seconds that never go back, whatever the clock does", async () => {
      await using it = await filled("a");
      await it.place.pass(5000);
      await it.change((writes) => writes.saveReviews([storedReview({ id: "b" })]));
      await it.place.pass(-60_000);
      await it.change((writes) => writes.saveReviews([storedReview({ id: "c" })]));
      const instants = (await entriesOf(it.store)).map(({ at }) => at);
      expect(instants).toEqual(instants.toSorted((one, other) => one - other));
      expect(instants[2]).toBe(instants[1] as number);
    });

    test("keeps the hashes of complete tiles, by which its root is the same", async () => {
      await using it = await filled();
      const batches = [255, 1, 300, 212];
      let made = 0;
      for (const count of batches) {
        const ids = Array.from({ length: count }, () => `r${made++}`);
        await it.change((writes) => writes.saveReviews(ids.map((id) => storedReview({ id }))));
        const [state, texts] = await it.store.transparencyLog.read(async (log) => {
          return [await log.state(), await log.entries(0, ALL)] as const;
        });
        expect(texts).toHaveLength(made);
        expect(Buffer.from(state.root)).toEqual(Buffer.from(rootOf(texts.map((text) => leafHash(Buffer.from(text))))));
      }
    });

    test("takes entries that are not of reviews in the same sequence", async () => {
      await using it = await filled("a");
      const asked = { act: "asked", commitment: commitmentTo("", new Uint8Array(32)) } as const;
      await it.change(async (writes) => expect(await writes.appendToLog([asked])).toBe(1));
      expect(await actsOf(it.store)).toEqual(["published a", "asked"]);
    });

    test("remembers the last checkpoint that was signed, and keeps nothing that is not one", async () => {
      await using it = await filled("a");
      expect(await it.store.transparencyLog.lastSigned(1)).toBeNull();
      const key = makeSigningKey("ace.test/log", new Uint8Array(32).fill(1));
      const checkpoint = (size: number) =>
        signNote(checkpointText({ origin: "ace.test/log", size, root: new Uint8Array(32) }), key);
      await it.store.transparencyLog.saveSigned(1, checkpoint(1));
      await it.store.transparencyLog.saveSigned(1, checkpoint(2));
      await it.store.transparencyLog.saveSigned(1, checkpoint(1));
      await expect(it.store.transparencyLog.saveSigned(1, "no checkpoint\n")).rejects.toThrow("cannot be read");
      expect(await it.store.transparencyLog.lastSigned(1)).toBe(checkpoint(2));
      expect(await it.store.transparencyLog.lastSigned(2)).toBeNull();
    });
  });
}
