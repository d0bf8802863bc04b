import { describe, expect, test } from "bun:test";
import { join } from "../../src/owner/join.ts";
import { saveVerifications } from "../../src/owner/save_verifications.ts";
import { split } from "../../src/owner/split.ts";
import { findReview, readLog } from "../../src/store/mod.ts";
import { draftOf, importInto, NOON, storeInMemory } from "../support/drafts.ts";
import { removeReview } from "../support/one_removal.ts";
import { perform } from "../support/perform.ts";

const TELLING = "They found the leak behind the bathroom wall within the hour and left no mess at all";

const GOOGLE = draftOf({ id: "g", source: "google", text: TELLING, sourceUrl: "https://google.test/g" });
const YELP = draftOf({ id: "y", source: "yelp", date: "2026-05-03", text: TELLING.slice(0, 60) });
const FACEBOOK = draftOf({ id: "f", source: "facebook", date: "2026-05-02", text: TELLING.slice(0, 50) });
const LATER = NOON + 60_000;

type TestStore = ReturnType<typeof storeInMemory>;

function published(store: TestStore) {
  return store.editions.read(async ({ reviews }) => (await Array.fromAsync(reviews)).flat());
}

async function publishedIds(store: TestStore): Promise<string[]> {
  return (await published(store)).map(({ id }) => id);
}

describe("an import of one customer's review from two sources", () => {
  test("counts it once, at the source with the longest text, and lists the other in also_at", async () => {
    const store = storeInMemory();
    await importInto(store, [YELP]);
    await importInto(store, [GOOGLE], { now: LATER });
    expect(await published(store)).toMatchObject([{ id: "g", alsoAt: [{ name: "yelp", url: null }] }]);
    expect(await findReview(store, "y")).toMatchObject({ copyOf: "g", alsoAt: [], withheld: null });
    expect(await store.reviews.read((reads) => reads.tallies())).toHaveLength(2);
    expect(await readLog(store, { reviewId: "y", limit: 1 })).toMatchObject([{ detail: { joined_with: "g" } }]);
  });

  test("moves updated_at of the counted review alone, and a second time changes nothing", async () => {
    const store = storeInMemory();
    await importInto(store, [GOOGLE]);
    await importInto(store, [YELP], { now: LATER });
    expect(await findReview(store, "g")).toMatchObject({ updatedAt: LATER });
    const { plan, saved } = await importInto(store, [GOOGLE, YELP], { now: LATER + 60_000 });
    expect(plan).toMatchObject({ added: [], changed: [], joins: [], unchanged: 2 });
    expect(saved).toMatchObject({ kind: "saved" });
  });

  test("counts the one that is not withheld, however short, and the other once it is verified", async () => {
    const store = storeInMemory();
    await importInto(store, [{ ...GOOGLE, verificationMethod: "none" }, YELP]);
    expect(await publishedIds(store)).toEqual(["y"]);
    await saveVerifications(store, [
      { id: "g", method: "job_record", strength: "invoice", date: null, evidence: null },
    ]);
    expect(await publishedIds(store)).toEqual(["g"]);
  });

  test("leaves the same few words of two people on one day two reviews", async () => {
    const store = storeInMemory();
    await importInto(store, [
      { ...GOOGLE, text: "Great job!" },
      { ...YELP, text: "Great job!", date: GOOGLE.date, authorName: "Joan D." },
    ]);
    expect(await publishedIds(store)).toHaveLength(2);
  });
});

describe("removeReviews()", () => {
  test("lets the next copy count in the place of a removed one", async () => {
    const store = storeInMemory();
    await importInto(store, [GOOGLE, YELP, FACEBOOK]);
    expect(await publishedIds(store)).toEqual(["g"]);
    await removeReview(store.at(LATER), { id: "g", reason: "request" });
    expect(await published(store)).toMatchObject([{ id: "y", alsoAt: [{ name: "facebook" }] }]);
    await removeReview(store.at(LATER), { id: "f", reason: "request" });
    expect(await published(store)).toMatchObject([{ id: "y", alsoAt: [] }]);
  });
});

describe("sayOfCopies()", () => {
  test("splits a review from its copies, and no import joins it again", async () => {
    const store = storeInMemory();
    await importInto(store, [GOOGLE, YELP, FACEBOOK]);
    expect(await perform(split, store, "y")).toMatchObject({ data: { revision: 2 } });
    expect(await perform(split, store, "y")).toMatchObject({ isSame: true });
    await importInto(store, [GOOGLE, { ...YELP, title: "Splendid" }, FACEBOOK], { now: LATER });
    expect(await publishedIds(store)).toEqual(["y", "g"]);
    expect(await perform(join, store, "g", { other: "y" })).toMatchObject({ kind: "done" });
    expect(await publishedIds(store)).toEqual(["g"]);
  });

  test("splits one of several copies from all others, which stay joined, whichever of them it is", async () => {
    for (const [id, others] of [
      ["y", ["f", "g"]],
      ["g", ["f", "y"]],
    ] as const) {
      const store = storeInMemory();
      await importInto(store, [GOOGLE, YELP, FACEBOOK]);
      await perform(split, store, id);
      const rows = await published(store);
      expect(rows).toHaveLength(2);
      expect(rows.find((row) => row.id === id)).toMatchObject({ alsoAt: [] });
      const counted = rows.find((row) => row.id !== id);
      expect(others).toContain(counted?.id as never);
      expect(counted?.alsoAt).toHaveLength(1);
      // A copy that comes later joins the others, and never this one.
      await importInto(store, [draftOf({ id: "b", source: "bbb", text: TELLING })], { now: LATER });
      const later = await published(store);
      expect(later.find((row) => row.id === id)).toMatchObject({ alsoAt: [] });
      expect(later.find((row) => row.id !== id)?.alsoAt).toHaveLength(2);
      await store[Symbol.asyncDispose]();
    }
  });

  test("leaves a split copy out of also_at, despite an older export", async () => {
    const exported = {
      ...GOOGLE,
      alsoAt: [
        { name: "yelp", url: null },
        { name: "bbb", url: null },
      ],
    };
    const store = storeInMemory();
    await importInto(store, [exported], { complete: true });
    expect(await published(store)).toMatchObject([{ id: "g", alsoAt: [{ name: "bbb" }, { name: "yelp" }] }]);
    await importInto(store, [YELP], { now: LATER });
    await perform(split, store, "y");
    expect(await published(store)).toMatchObject([{ id: "y" }, { id: "g", alsoAt: [{ name: "bbb" }] }]);
    await importInto(store, [exported], { complete: true, now: LATER + 60_000 });
    expect(await published(store)).toMatchObject([{ id: "y" }, { id: "g", alsoAt: [{ name: "bbb" }] }]);
    await perform(split, store, "g");
    expect(await published(store)).toMatchObject([{ id: "y" }, { id: "g", alsoAt: [] }]);
  });

  test("joins what names and words alone do not, but nothing of one source, other stars or other days", async () => {
    const store = storeInMemory();
    await importInto(store, [
      { ...GOOGLE, authorName: "Bob S.", text: "Good" },
      { ...YELP, authorName: "Robert S.", text: "Good" },
      { ...FACEBOOK, rating: 1 },
    ]);
    expect(await perform(join, store, "g", { other: "y" })).toMatchObject({ kind: "done" });
    expect(await publishedIds(store)).toHaveLength(2);
    expect(await perform(join, store, "g", { other: "f" })).toMatchObject({ code: "copies.tooDifferent" });
    expect(await perform(join, store, "g", { other: "zz" })).toMatchObject({ code: "act.noReview" });
  });
});

describe("one review in two files of one source", () => {
  const SHEET = draftOf({ id: null, source: "google", date: "2026-05-03", text: `${TELLING}!` });
  const TAKEOUT = draftOf({ id: null, source: "google", sourceId: "g/7", date: "2026-05-02", text: `${TELLING} 👍` });

  test.each([
    ["in one import", [[SHEET, TAKEOUT]]],
    ["in one import after the other", [[SHEET], [TAKEOUT]]],
    ["the other way around", [[TAKEOUT], [SHEET]]],
  ])("counts once %s, although the day differs and an emoji is lost", async (_, files) => {
    const store = storeInMemory();
    for (const [at, file] of files.entries()) await importInto(store, file, { now: NOON + at * 60_000 });
    expect(await published(store)).toMatchObject([{ text: TAKEOUT.text, alsoAt: [] }]);
  });

  test("keeps the owner's reply when the later file has one more emoji", async () => {
    const store = storeInMemory();
    await importInto(store, [{ ...SHEET, replyText: "Thank you!" }]);
    await importInto(store, [TAKEOUT], { now: LATER });
    expect(await published(store)).toMatchObject([{ text: SHEET.text, replyText: "Thank you!" }]);
  });

  test("counts it once when the same file is read under another name of its author", async () => {
    const store = storeInMemory();
    await importInto(store, [{ ...SHEET, authorName: "Dupont", contentHash: "1" }]);
    await importInto(store, [{ ...SHEET, authorName: "M. D.", contentHash: "2" }], { now: LATER });
    expect(await published(store)).toHaveLength(1);
  });
});
