import { describe, expect, test } from "bun:test";
import { contentHash, reviewIdOf } from "../../src/review/mod.ts";

const content = { source: "google", date: "2024-05-31", rating: 5, authorName: "Jane Doe", text: "Good work" };

describe("contentHash()", () => {
  test("does not depend on case, white space or how much of the name is shown", () => {
    const hash = contentHash(content);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(contentHash({ ...content, text: " good  WORK" })).toBe(hash);
    expect(contentHash({ ...content, authorName: "Jane D." })).toBe(hash);
  });

  test.each([{ source: "angi" }, { date: "2024-06-01" }, { rating: 4 }, { authorName: "Ann" }, { text: "Bad" }])(
    "depends on %p",
    (change) => {
      expect(contentHash({ ...content, ...change })).not.toBe(contentHash(content));
    },
  );
});

describe("reviewIdOf()", () => {
  const nothing = { id: null, source: "google", sourceId: null, contentHash: null };

  test("keeps the id that was given", () => {
    expect(reviewIdOf({ ...nothing, id: "a1", sourceId: "x" })).toBe("a1");
  });

  test("makes the same id of the same source and source id, whatever the content", () => {
    const id = reviewIdOf({ ...nothing, sourceId: "x", contentHash: "1" });
    expect(id).toMatch(/^r_[a-z2-7]{16}$/);
    expect(reviewIdOf({ ...nothing, sourceId: "x", contentHash: "2" })).toBe(id);
    expect(reviewIdOf({ ...nothing, sourceId: "y" })).not.toBe(id);
    expect(reviewIdOf({ ...nothing, source: "angi", sourceId: "x" })).not.toBe(id);
  });

  test("makes the id of the content where the source numbers nothing", () => {
    const id = reviewIdOf({ ...nothing, contentHash: "1" });
    expect(id).toMatch(/^r_[a-z2-7]{16}$/);
    expect(reviewIdOf({ ...nothing, contentHash: "2" })).not.toBe(id);
  });
});
