/** What is said of the figures, sentence by sentence. */
import { expect, test } from "bun:test";
import { type AnalysedReview, analyzeReview, buildInsights, type JudgedSentiment } from "../../../src/insights/mod.ts";
import type { AspectId } from "../../../src/review/mod.ts";
import { CATALOG_BUSINESS, NO_WITHHOLDING, SEARCH_URL } from "../sample.ts";

const TEXT = "A tidy and honest job from start to end.";
const NO_MENTIONS = { technicians: [], services: [], service_areas: [] };

type Sides = Partial<Record<AspectId, JudgedSentiment>>;

/** Some reviews that all judge the same. */
function reviews(count: number, sides: Sides, { rating = 5, text = TEXT, certainty = 0.95 } = {}): AnalysedReview[] {
  const judgements = Object.entries(sides).map(([aspect, sentiment]) => {
    return { aspect: aspect as AspectId, sentiment, certainty, start: 0, end: text.length };
  });
  return Array.from({ length: count }, (_, i) => {
    const id = `${Object.values(sides).join("-")}-${rating}-${text.length}-${i}`;
    const analysis = analyzeReview({ id, title: null, text, author_name: null }, CATALOG_BUSINESS);
    return { id, date: "2026-05-01", rating, text, mentions: NO_MENTIONS, analysis, judgements };
  });
}

function build(reviews: readonly AnalysedReview[]) {
  return buildInsights({
    business: CATALOG_BUSINESS,
    reviews,
    overrides: {},
    searchUrl: SEARCH_URL,
    transparency: NO_WITHHOLDING,
  });
}

test("twelve of twelve are all twelve, and nothing else is said of them", () => {
  const { faq } = build(reviews(12, { honesty: "positive" }));
  expect(faq[0]?.answer).toStartWith("All 12 reviews that mention honest advice praise it. From May 2026: ");
});

test("an answer gives the sides, and the rest without a number", () => {
  const many = [
    ...reviews(8, { speed: "positive" }),
    ...reviews(1, { speed: "negative" }, { rating: 2 }),
    ...reviews(4, { speed: "unclear" }),
  ];
  expect(build(many).faq[0]?.answer).toContain(
    "Of the 13 reviews that mention how fast the work is done, 8 praise it and 1 criticises it; the others take no clear side.",
  );
});

test("the summary gives each figure once: stars in the headline are not said again", () => {
  const { summary } = build([...reviews(3, { speed: "positive" }), ...reviews(2, {}, { rating: 2 })]);
  expect(summary.headline).toBe("3.8 of 5 stars");
  expect(summary.text).toBe("3 of the 5 reviews of May 2026 give 4 or 5 stars.");
});

test("what is criticised most often is one sentence, each aspect with its own reviews", () => {
  const sides = { speed: "negative", price_value: "negative" } as const;
  const { summary } = build([...reviews(20, sides, { rating: 2 }), ...reviews(30, { speed: "positive" })]);
  expect(summary.text).toContain(
    "Criticism most often concerns how fast the work is done (20 of the 50 reviews that mention it) and price and value (all 20).",
  );
});

test("other languages are told first, and no praise stands in a headline when too few texts were read", () => {
  const german = reviews(8, {}, { text: "Sehr freundliche Mitarbeiter und schnelle Arbeit, gerne wieder." }).map(
    (own) => {
      return { ...own, language: "de" };
    },
  );
  const { summary, input } = build([...reviews(20, { honesty: "positive", speed: "unclear" }), ...german]);
  expect(input.coverage).toBe(0.714);
  expect(summary.headline).toBe("5.0 of 5 stars");
  expect(summary.text).toStartWith(
    "All 28 reviews of May 2026 give 5 stars. 71 % of the texts were read; the others count by their stars alone. Of the reviews, 8 are in German.",
  );
});

test("where too few texts were read, sentences of praise and criticism say that they speak of those alone", () => {
  const sides = { speed: "negative", honesty: "positive" } as const;
  const german = reviews(
    20,
    {},
    { text: "Sehr freundliche Mitarbeiter und schnelle Arbeit, gerne wieder.", rating: 2 },
  );
  const { summary } = build([
    ...reviews(20, sides, { rating: 2 }),
    ...german.map((own) => ({ ...own, language: "de" })),
  ]);
  expect(summary.text).toContain("Among the texts that were read, customers praise");
  expect(summary.text).toContain(
    "Among the texts that were read, criticism most often concerns how fast the work is done",
  );
});

test("words that are not surely judged are counted and not quoted", () => {
  const [aspect] = build(reviews(5, { speed: "positive" }, { certainty: 0.85 })).aspects.filter(
    ({ id }) => id === "speed",
  );
  expect(aspect).toMatchObject({ positive_count: 5, evidence: { positive: [] } });
});
