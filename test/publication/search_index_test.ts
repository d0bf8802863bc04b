import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { LABELS, mapLabels } from "../../src/publication/filters.ts";
import {
  buildSearchIndex,
  COUNTED_HITS,
  SEARCH_ORDERS,
  SearchIndex,
  type SearchPlace,
  type SearchRequest,
  type SearchResult,
} from "../../src/publication/search/mod.ts";
import { createSeededRandom } from "../support/seeded_random.ts";
import { type SearchedReview, searchedReview, searchInput, searchPlainly } from "./search_fixture.ts";

const indexOf = (reviews: readonly SearchedReview[]) => new SearchIndex(buildSearchIndex(searchInput(reviews)));

/** Few words over few letters, so that needles occur, nearly occur and straddle the end of texts. */
const text = fc
  .array(
    fc.constantFrom(
      "the",
      "then",
      " ",
      " ",
      "leak",
      "aaa",
      "ΌΣΟΣ",
      "ß",
      "日本語",
      "日",
      "😀",
      "e\u0301",
      "Straße",
      ".",
    ),
    {
      maxLength: 12,
    },
  )
  .map((words) => words.join("").normalize("NFC"));
const labels = (max: number, maxLength: number) => fc.array(fc.nat({ max }), { maxLength });
const review = fc.record({
  text,
  title: fc.option(text, { freq: 1 }),
  language: fc.constantFrom(null, "en", "de"),
  translationText: fc.option(text, { freq: 1 }),
  translationLanguage: fc.constantFrom(null, "en", "de", "pt"),
  updated: fc.integer({ min: 100, max: 110 }),
  rating: fc.integer({ min: 1, max: 5 }),
  date: fc.integer({ min: 20240101, max: 20240112 }),
  labels: fc.record(mapLabels(() => labels(5, 3))),
});
const newestFirst = (reviews: SearchedReview[]) => reviews.sort((a, b) => b.date - a.date);
const someReviews = fc.array(review, { maxLength: 40 }).map(newestFirst);
const filters = {
  rating: fc.integer({ min: 1, max: 5 }),
  minRating: fc.double({ min: 1, max: 5, noNaN: true }),
  maxRating: fc.double({ min: 1, max: 5, noNaN: true }),
  updatedSince: fc.integer({ min: 99, max: 111 }),
  since: fc.integer({ min: 20240101, max: 20240113 }),
  until: fc.integer({ min: 20231231, max: 20240112 }),
  ...mapLabels(() => fc.option(fc.nat({ max: 6 }))),
  order: fc.constantFrom(...SEARCH_ORDERS),
  words: fc.oneof(text, fc.constantFrom("t", "LEAK the", "th. le", "leak-", "σ", "日本", "aa aaa", "zebra", "...")),
  needle: fc.oneof(
    text,
    fc.constantFrom(
      "T",
      "EA",
      "\u0301",
      "日本",
      "ς",
      "leaks",
      "xyz",
      "aaathe",
      "thentheΌΣΟΣ",
      "a".repeat(200),
      " ".repeat(200),
    ),
  ),
};
type Filter = keyof typeof filters;
const names = Object.keys(filters) as Filter[];
const isLabel = ([name]: [string, unknown]) => LABELS.some(({ column }) => column === name);
const requestWith = (...given: Filter[]): fc.Arbitrary<SearchRequest> =>
  fc.record(Object.fromEntries(given.map((name) => [name, filters[name] as fc.Arbitrary<unknown>]))).map((fields) => ({
    ...Object.fromEntries(Object.entries(fields).filter((field) => !isLabel(field))),
    labels: Object.fromEntries(Object.entries(fields).filter(isLabel)) as NonNullable<SearchRequest["labels"]>,
    limit: 7,
  }));
const anyRequest = fc.subarray(names).chain((given) => requestWith(...given));

/** Reviews enough for grams to be indexed, and some to spare. */
const manyReviews = newestFirst(fc.sample(review, { numRuns: 2200, seed: 11 }));
const manyIndexed = indexOf(manyReviews);

function pages(index: SearchIndex, request: SearchRequest): number[] {
  const ordinals: number[] = [];
  let after: SearchPlace | undefined;
  for (;;) {
    const page: SearchResult = index.search({ ...request, after });
    ordinals.push(...page.ordinals);
    if (page.ordinals.length < request.limit) return ordinals;
    after = { ordinal: ordinals.at(-1) ?? 0, stratum: page.strata.at(-1) ?? 0 };
  }
}

const place = (ordinal: number): SearchPlace => ({ stratum: 0, ordinal });

function expectEqualToPlainSearch(
  reviews: readonly SearchedReview[],
  index: SearchIndex,
  request: SearchRequest,
): void {
  const expected = searchPlainly(reviews, request);
  const { ordinals, total, totalIsExact } = index.search(request);
  expect(ordinals).toEqual(expected.slice(0, request.limit));
  if (totalIsExact) expect(total).toBe(expected.length);
  else expect(total).toBeWithin(COUNTED_HITS, expected.length);
}

describe("each filter", () => {
  for (const name of names) {
    test(`search() by ${name} alone finds what looking at every review finds`, () => {
      fc.assert(
        fc.property(requestWith(name), (request) => expectEqualToPlainSearch(manyReviews, manyIndexed, request)),
      );
    });
  }
});

describe("filters in pairs", () => {
  for (const [at, first] of names.entries()) {
    for (const second of names.slice(at + 1)) {
      test(`search() by ${first} and ${second} finds only reviews for which both hold`, () => {
        fc.assert(
          fc.property(requestWith(first, second), (request) =>
            expectEqualToPlainSearch(manyReviews, manyIndexed, request),
          ),
          { numRuns: 10 },
        );
      });
    }
  }
});

test("search() with any filters finds what looking at every review finds, in small collections too", () => {
  fc.assert(
    fc.property(someReviews, anyRequest, (reviews, request) =>
      expectEqualToPlainSearch(reviews, indexOf(reviews), request),
    ),
    { numRuns: 500 },
  );
});

test("search() finds any piece of any text, wherever it begins and ends", () => {
  fc.assert(
    fc.property(fc.nat({ max: manyReviews.length - 1 }), fc.nat(40), fc.nat(12), (ordinal, start, length) => {
      const characters = [...manyReviews[ordinal]!.text].slice(start, start + length);
      expectEqualToPlainSearch(manyReviews, manyIndexed, { needle: characters.join(""), limit: 20 });
    }),
    { numRuns: 500 },
  );
});

test("search() page by page yields every match exactly once, in the order asked for, with the same total on each page", () => {
  fc.assert(
    fc.property(anyRequest, (request) => {
      expect(pages(manyIndexed, request)).toEqual(searchPlainly(manyReviews, request));
      const { total, totalIsExact } = manyIndexed.search(request);
      const newest = { ...request, order: "newest" as const };
      expect(manyIndexed.search({ ...newest, after: place(1100) })).toMatchObject({ total, totalIsExact });
      expect(indexOf(manyReviews.slice(0, 30)).search({ ...newest, after: place(12) }).ordinals).toEqual(
        searchPlainly(manyReviews.slice(0, 30), newest)
          .filter((ordinal) => ordinal > 12)
          .slice(0, request.limit),
      );
    }),
    { numRuns: 60 },
  );
});

test("search() by relevance puts all reviews last, newest first, that have the words in no known form", () => {
  const texts = ["unplumbed", "plumbers", "replumbing"];
  const index = indexOf(texts.map((text) => searchedReview({ text })));
  expect(index.search({ needle: "plumb", order: "relevant", limit: 9 }).ordinals).toEqual([0, 1, 2]);
});

test("search() finds no needle that begins in one review and ends in the next", () => {
  const reviews = [searchedReview({ text: "abc" }), searchedReview({ text: "def" }), searchedReview({ text: "" })];
  for (const needle of ["cd", "bcde", "c\0d", "\0", "abcdef", "\u{ff}"]) {
    expect(indexOf(reviews).search({ needle, limit: 20 })).toMatchObject({
      ordinals: [],
      total: 0,
      totalIsExact: true,
    });
  }
});

test("search() with an empty needle matches every review, also those without words", () => {
  const reviews = [searchedReview({ text: "" }), searchedReview({ text: "Fine" })];
  expect(indexOf(reviews).search({ needle: "", limit: 20 }).ordinals).toEqual([0, 1]);
});

test("search() for half a character pair matches nothing", () => {
  const reviews = [searchedReview({ text: "\ufffd 😀" })];
  expect(indexOf(reviews).search({ needle: "\ud83d", limit: 20 }).total).toBe(0);
});

test("search() in an empty collection finds nothing", () => {
  expect(indexOf([]).search({ needle: "a", rating: 5, limit: 20 })).toMatchObject({
    ordinals: [],
    total: 0,
    totalIsExact: true,
  });
});

test("search() is right about words that the sample of the texts misjudged as rare", () => {
  const reviews = Array.from({ length: 5000 }, (_, at) =>
    searchedReview({ text: at % 2 === 0 ? "the lamp" : at % 16 === 1 ? "a quick zebra, the lamp" : "a quick zebra" }),
  );
  const index = indexOf(reviews);
  for (const needle of ["zebra", "quick z", "zebra, the l", "the lamp", "lam"]) {
    expectEqualToPlainSearch(reviews, index, { needle, limit: 20 });
    expectEqualToPlainSearch(reviews, index, { needle, rating: 5, limit: 20, after: place(-1) });
  }
});

test("search() counts up to 1,000 substring hits, and beyond marks the total as inexact", () => {
  const withHits = (hits: number) =>
    indexOf(
      Array.from({ length: 4000 }, (_, at) =>
        searchedReview({ text: at < hits ? "a leaking pipe" : "leak king pipe" }),
      ),
    );
  const request = { needle: "leaking pipe", limit: 3 };
  expect(withHits(1000).search(request)).toMatchObject({ total: 1000, totalIsExact: true });
  const more = withHits(1002);
  expect(more.search(request)).toMatchObject({ ordinals: [0, 1, 2], total: 1000, totalIsExact: false });
  expect(more.search({ ...request, after: place(999) })).toMatchObject({ ordinals: [1000, 1001], total: 1000 });
});

test("search() remembers a bounded number of searches and answers the same again", () => {
  const needles = Array.from({ length: 300 }, (_, at) => `the${"leak".repeat(at % 150)}`);
  const first = needles.map((needle) => manyIndexed.search({ needle, limit: 5 }));
  expect(needles.map((needle) => manyIndexed.search({ needle, limit: 5 }))).toEqual(first);
});

test("search() over more reviews than a segment holds joins the segments in order, totals and pages included", () => {
  const words = ["the pump", "the drain", "LEAK under the sink", "zebra", "", "Straße 日本語"];
  const reviews = Array.from({ length: 70_000 }, (_, at) =>
    searchedReview({
      text: `${words[at % 6]} ${words[(at * 7) % 5]}${at % 9973 === 0 ? " rarest of all" : ""}`,
      rating: 1 + (at % 5),
      date: 20240131 - Math.floor(at / 3000),
      labels: { technicians: at % 11 === 0 ? [at % 3] : [] },
    }),
  );
  const index = indexOf(reviews);
  const requests = [
    { needle: "rarest of" },
    { needle: "rarest", labels: { technicians: 0 } },
    { needle: "the" },
    { needle: "zebra leak", rating: 4 },
    { rating: 2, labels: { technicians: 1 }, since: 20240110 },
    { until: 20240109 },
    { needle: "日本" },
    { needle: "zq" },
    { needle: "b" },
  ];
  for (const request of requests) {
    for (const after of [-1, 60_000, 65_534, 65_535, 69_990]) {
      const expected = searchPlainly(reviews, { ...request, limit: 50 });
      const { ordinals, total, totalIsExact } = index.search({ ...request, limit: 50, after: place(after) });
      expect(ordinals).toEqual(expected.filter((ordinal) => ordinal > after).slice(0, 50));
      if (totalIsExact) expect(total).toBe(expected.length);
      else expect(total).toBeWithin(COUNTED_HITS, expected.length);
    }
  }
  expect(pages(index, { needle: "rarest", limit: 3 })).toEqual(searchPlainly(reviews, { needle: "rarest", limit: 3 }));
});

test("a mistyped word is taken for the one that a comparison with every word finds", () => {
  const { number } = createSeededRandom(11);
  const letters = (count: number) => Array.from({ length: count }, () => "abcdéüо"[Math.floor(number() * 7)]).join("");
  const known = Array.from({ length: 150 }, () => letters(3 + number() * 10));
  const reviews = newestFirst(
    known.map((word) => searchedReview({ text: `${word} ${known[Math.floor(number() * 60)]}` })),
  );
  const index = indexOf(reviews);
  for (let step = 0; step < 250; step++) {
    const word = known[Math.floor(number() * known.length)] ?? "";
    const at = Math.floor(number() * word.length);
    const words = `${word.slice(0, at)}${letters(number() * 2)}${word.slice(at + Math.floor(number() * 2))}`;
    const { ordinals } = index.search({ words, limit: 200 });
    expect({ words, ordinals }).toEqual({ words, ordinals: searchPlainly(reviews, { words, limit: 200 }) });
  }
  // Each accent is a byte or two more.
  const accented = indexOf([searchedReview({ text: "nghiệmkhổngđược" })]);
  expect(accented.search({ words: "nghiemkhonduoc", limit: 1 }).total).toBe(1);
});
