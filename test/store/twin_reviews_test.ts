import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { findTwins, type SpelledReview } from "../../src/store/planning/mod.ts";

function review(fields: Partial<SpelledReview> = {}): SpelledReview {
  return {
    id: "a",
    source: "google maps",
    sourceId: null,
    date: "2026-03-02",
    rating: 5,
    text: "They came within the hour",
    authorName: "Jane D.",
    isAnonymous: false,
    verificationMethod: "platform",
    verificationStrength: null,
    withheld: null,
    replyText: null,
    ...fields,
  };
}

function twins(...reviews: SpelledReview[]): string[][] {
  return findTwins(reviews).map(({ kept, dropped }) => [kept.id, ...dropped.map(({ id }) => id)]);
}

describe("findTwins()", () => {
  test("finds one review under several spellings, by the source's id or by its words", () => {
    const [maps, plain] = [review({ sourceId: "1" }), review({ id: "b", source: "google", sourceId: "1" })];
    expect(twins(maps, { ...plain, text: "They came" })).toEqual([["a", "b"]]);
    expect(twins(maps, { ...plain, sourceId: null })).toEqual([["b", "a"]]);
    expect(twins(maps, plain, review({ id: "c", source: "google reviews" }))).toEqual([["b", "a", "c"]]);
  });

  test("keeps one that readers may see", () => {
    expect(twins(review(), review({ id: "b", source: "google", withheld: "unverified" }))).toEqual([["a", "b"]]);
  });

  test("leaves apart what one spelling has twice, what two ids tell apart, what is somebody else's and what says too little", () => {
    const other = { id: "b", source: "google" };
    expect(twins(review(), review({ id: "b" }))).toEqual([]);
    expect(twins(review({ sourceId: "1" }), review({ ...other, sourceId: "2" }))).toEqual([]);
    expect(twins(review(), review({ ...other, authorName: "Joan D." }))).toEqual([]);
    expect(twins(review(), review({ ...other, source: "yelp.com" }))).toEqual([]);
    const nobody = { authorName: "A customer", isAnonymous: true, text: "Great" };
    expect(twins(review(nobody), review({ ...other, ...nobody }))).toEqual([]);
  });

  test("finds the same in whatever order the reviews come", () => {
    const spelled = fc.record({
      source: fc.constantFrom("google", "google maps", "google reviews"),
      sourceId: fc.constantFrom(null, "1", "2"),
      text: fc.constantFrom("They came", "They went"),
    });
    const sets = fc
      .array(spelled, { maxLength: 8 })
      .map((all) => all.map((each, at) => review({ ...each, id: `r${at}` })));
    const shuffled = sets.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    );
    fc.assert(
      fc.property(shuffled, ([all, other]) => {
        expect(findTwins(other)).toEqual(findTwins(all));
      }),
    );
  });
});
