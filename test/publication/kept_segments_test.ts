/** Grams are taken over from the index before where the texts of their segment stand together as they did. */
import { expect, test } from "bun:test";
import { type MovedRun, planSegments } from "../../src/publication/search/build_search_index.ts";
import {
  buildScannedIndex,
  buildSearchIndex,
  SearchIndex,
  type SearchIndexData,
  withGrams,
  withKeptGrams,
} from "../../src/publication/search/mod.ts";
import { type SearchedReview, searchedReview, searchInput, searchPlainly } from "./search_fixture.ts";

const WORDS = ["leak", "heater", "kitchen", "on time", "price", "friendly"];
const said = (n: number) => `${WORDS[n % 6]} and ${WORDS[(n * 7) % 5]} number${n}`;
const many = Array.from({ length: 5000 }, (_, n) =>
  searchedReview({ text: said(n), date: 20_250_101, rating: 1 + (n % 5) }),
);

/** The index of the reviews, and how its segments were made. */
function indexAfter(reviews: readonly SearchedReview[], before: SearchIndexData, runs: readonly MovedRun[]) {
  const input = searchInput(reviews);
  const segments = before.segments.map(({ first, size, grams }) => ({ first, size, hasGrams: grams !== null }));
  const planned = planSegments(input.texts, { texts: before.texts, segments }, runs);
  const built = withGrams(buildScannedIndex(input, planned), planned);
  return { planned, data: withKeptGrams(built, planned, before.segments) };
}

function expectRight(reviews: readonly SearchedReview[], data: SearchIndexData): void {
  const index = new SearchIndex(data);
  for (const needle of ["leak", "number42", "time and", "brand new", "absent"]) {
    for (const request of [
      { needle, limit: 50 },
      { needle, rating: 4, limit: 50 },
    ]) {
      expect(index.search(request).ordinals).toEqual(searchPlainly(reviews, request).slice(0, 50));
    }
  }
}

test("all segments are kept when no text has changed", () => {
  const before = buildSearchIndex(searchInput(many));
  const rated = many.map((review, n) => (n === 3000 ? { ...review, rating: 4 } : review));
  const runs = [
    { from: 0, to: 0, count: 3000 },
    { from: 3001, to: 3001, count: 1999 },
  ];
  const { planned, data } = indexAfter(rated, before, runs);
  expect(planned).toEqual([{ size: 5000, keptFrom: 0 }]);
  expectRight(rated, data);
});

test("new reviews before the newest make a small segment of their own, which grows with the next", () => {
  let before = buildSearchIndex(searchInput(many));
  let reviews: readonly SearchedReview[] = many;
  for (const count of [1, 2]) {
    reviews = [searchedReview({ text: `brand new ${count}`, date: 20_250_102 }), ...reviews];
    const { planned, data } = indexAfter(reviews, before, [{ from: 0, to: 1, count: reviews.length - 1 }]);
    expect(planned).toEqual([
      { size: count, keptFrom: null },
      { size: 5000, keptFrom: before.segments.length - 1 },
    ]);
    expectRight(reviews, data);
    before = data;
  }
});

test("a segment in which a text changed, came or went is made anew", () => {
  const before = buildSearchIndex(searchInput(many));
  const runs = [{ from: 0, to: 0, count: 2000 }];
  const edited = many.with(2000, searchedReview({ text: "brand new" }));
  for (const reviews of [
    edited,
    many.toSpliced(2000, 1),
    many.toSpliced(2000, 0, searchedReview({ text: "brand new" })),
  ]) {
    const { planned, data } = indexAfter(reviews, before, runs);
    expect(planned).toEqual([{ size: reviews.length, keptFrom: null }]);
    expectRight(reviews, data);
  }
});

test("an index of too many segments is made anew in large ones", () => {
  const segments = Array.from({ length: 30 }, (_, n) => ({ first: n * 2100, size: 2100, hasGrams: true }));
  const texts = searchInput(Array.from({ length: 63_000 }, (_, n) => searchedReview({ text: said(n) }))).texts;
  const planned = planSegments(texts, { texts, segments }, [{ from: 0, to: 0, count: 63_000 }]);
  expect(planned).toEqual([{ size: 63_000, keptFrom: null }]);
});
