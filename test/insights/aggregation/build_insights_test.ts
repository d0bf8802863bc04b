import { expect, test } from "bun:test";
import { join } from "node:path";
import { Value } from "typebox/value";
import { type LabelledReview, readLines } from "../../../bench/insights_accuracy.ts";
import { type AnalysedReview, InsightsDataset } from "../../../src/insights/mod.ts";
import { wordsFor } from "../../../src/languages/mod.ts";
import { ASPECT_IDS } from "../../../src/review/mod.ts";
import { analysed, CATALOG_BUSINESS, datasetOf, ENGLISH, SEARCH_URL } from "../sample.ts";

const FILES = ["home_services", "labelled_tuning", "labelled_held_out"];
const LABELLED = FILES.flatMap((name) => readLines<LabelledReview>(join(import.meta.dir, "../data", `${name}.jsonl`)));
const STARS = { positive: 5, neutral: 4, mixed: 3, negative: 1 };

/** A review in a language that is not read, and its source's translation. */
function translated(id: string, text: string, translation: string | null): AnalysedReview {
  return { ...analysed({ id, text, rating: 5, date: "2026-03-01" }, translation), language: "de" };
}

function review(id: string, text: string, rating = 5, date = "2026-03-01"): AnalysedReview {
  return analysed({ id, text, rating, date });
}

const REVIEWS = LABELLED.map(({ id, text, overall }, i) =>
  review(id, text, STARS[overall], `202${4 + (i % 3)}-0${1 + (i % 6)}-1${i % 10}`),
);

const DATASET = datasetOf(REVIEWS);

test("buildInsights() answers in the documented shape", () => {
  expect([...Value.Errors(InsightsDataset, DATASET)]).toEqual([]);
  expect([...Value.Errors(InsightsDataset, datasetOf([]))]).toEqual([]);
});

test("buildInsights() writes no NaN, no -0 and well-formed text", () => {
  const walk = (value: unknown): void => {
    if (typeof value === "number") expect(Number.isFinite(value) && !Object.is(value, -0)).toBe(true);
    else if (value !== null && typeof value === "object") for (const own of Object.values(value)) walk(own);
  };
  walk(DATASET);
});

test("buildInsights() gives the same bytes for the same reviews in any order", () => {
  const shuffled = REVIEWS.map((own, i) => [(i * 7919) % REVIEWS.length, own] as const).sort(([a], [b]) => a - b);
  expect(JSON.stringify(datasetOf(shuffled.map(([, own]) => own)))).toBe(JSON.stringify(DATASET));
});

test("buildInsights() changes no quote of the others' when an unrelated review is added", () => {
  const more = datasetOf([...REVIEWS, review("unrelated", "A truck came by.", 4, "2020-01-01")]);
  expect(more.aspects.map(({ evidence }) => evidence)).toEqual(DATASET.aspects.map(({ evidence }) => evidence));
});

test("every quote stands verbatim in its review, is of one review once, and agrees in sign", () => {
  const texts = new Map(REVIEWS.map(({ id, text }) => [id, text]));
  const { technicians, services, service_areas } = DATASET.entities;
  for (const { evidence } of [...DATASET.aspects, ...technicians, ...services, ...service_areas, ...DATASET.topics]) {
    for (const [side, sign] of [
      ["positive", 1],
      ["negative", -1],
    ] as const) {
      expect(new Set(evidence[side].map(({ review_id }) => review_id)).size).toBe(evidence[side].length);
      for (const { review_id, quote, start, end, rating, certainty } of evidence[side]) {
        expect(texts.get(review_id)?.slice(start, end)).toBe(quote);
        if (sign < 0) expect(rating <= 3 || certainty >= 0.97).toBe(true);
      }
    }
  }
});

test("every number of reviews in the summary and the answers stands in its figures, in order, each with a search", () => {
  for (const { text, figures } of [...DATASET.summary.statements, ...DATASET.faq.map(answerOf)]) {
    let rest = text;
    for (const { value, href } of figures) {
      const at = rest.indexOf(String(value));
      expect(at).toBeGreaterThanOrEqual(0);
      rest = rest.slice(at + String(value).length);
      expect(href).toStartWith(SEARCH_URL);
    }
  }
});

function answerOf({ answer, figures }: (typeof DATASET)["faq"][number]) {
  return { text: answer, figures };
}

test("buildInsights() names an aspect as an improvement when it is often criticised", () => {
  const reviews = Array.from({ length: 6 }, (_, i) => review(`bad-${i}`, "They overcharged us and left a mess.", 1));
  const { summary } = datasetOf([...reviews, ...REVIEWS.filter(({ rating }) => rating === 5)]);
  expect(summary.improvements).toContain("price_value");
  expect(summary.text).toMatch(/Criticism most often concerns/);
});

test("buildInsights() judges nothing under three reviews and returns nulls", () => {
  const { overall, aspects, summary, faq } = datasetOf([review("a", "Great price."), review("b", "Fair price.")]);
  expect(overall).toMatchObject({ direction: "insufficient_data" });
  expect(aspects.find(({ id }) => id === "price_value")).toMatchObject({
    review_count: 2,
    sentiment: null,
    confidence: "none",
  });
  expect(summary.strengths).toEqual([]);
  expect(faq).toEqual([]);
});

test("buildInsights() of no reviews lists all aspects with zeros, and its headline is No reviews yet", () => {
  const empty = datasetOf([]);
  expect(empty.as_of).toBeNull();
  expect(empty.aspects.map(({ id }) => id)).toEqual([...ASPECT_IDS]);
  expect(empty.summary).toMatchObject({ headline: "No reviews yet.", text: "No reviews yet." });
});

test("buildInsights() counts ratings without text and languages that it does not read by their stars, and lists which it reads", () => {
  const { input, overall } = datasetOf([
    review("a", ""),
    { ...review("b", "Zeer goede service, ze waren op tijd en alles is klaar."), language: "nl" },
    { ...review("c", "Muy buen trabajo, todo perfecto y a tiempo."), language: "es-MX" },
  ]);
  expect(input).toMatchObject({
    review_count: 3,
    text_count: 2,
    analyzed_count: 1,
    rating_only_count: 1,
    unread_count: 1,
    coverage: 0.5,
  });
  expect(input.languages).toEqual([
    { language: "es-mx", review_count: 1, read: true, href: `${SEARCH_URL}?language=es-mx` },
    { language: "nl", review_count: 1, read: false, href: `${SEARCH_URL}?language=nl` },
  ]);
  expect(overall.rating_distribution["5"]).toBe(3);
});

test("buildInsights() counts a review that was not analysed yet by its stars only", () => {
  const { input, overall } = datasetOf([{ ...review("a", "Great work."), analysis: null }]);
  expect(input).toMatchObject({ text_count: 1, analyzed_count: 0 });
  expect(overall.rating_distribution["5"]).toBe(1);
});

test("buildInsights() never names a technician who is not public", () => {
  const business = { ...CATALOG_BUSINESS, technicians: CATALOG_BUSINESS.technicians.filter(({ id }) => id !== "mike") };
  const reviews = Array.from({ length: 5 }, (_, i) => review(`m${i}`, "Mike was great and fixed the sink."));
  const { entities, topics } = datasetOf(reviews, { business });
  expect(entities.technicians.map(({ name }) => name)).not.toContain("Mike O'Brien");
  expect(topics).toEqual([]);
});

test("buildInsights() judges people and services by the stars of the reviews that mention them", () => {
  const given = { technicians: ["Rosa Delgado"], services: ["furnaces"], service_areas: [] };
  const reviews = [..."abcde"].map((id) => ({ ...review(id, "She was wonderful, thank you!"), mentions: given }));
  const { technicians, services } = datasetOf(reviews).entities;
  expect(technicians[0]).toMatchObject({ id: "rosa", review_count: 5, average_rating: 5, rating_impact: null });
  expect(technicians[0]).not.toHaveProperty("aspects");
  expect(services[0]).toMatchObject({
    id: "furnaces",
    review_count: 5,
    href: `${SEARCH_URL}?mentions_service=furnaces`,
  });
});

test("buildInsights() counts a person in fewer than five reviews without figures, and ranks them behind the others", () => {
  const naming = (name: string, id: string) => ({
    ...review(id, `${name.split(" ")[0]} was wonderful, thank you!`),
    mentions: { technicians: [name], services: [], service_areas: [] },
  });
  const reviews = [..."abcd"].map((id) => naming("Mike O'Brien", id));
  const { technicians } = datasetOf([...reviews, ...[..."efghi"].map((id) => naming("Rosa Delgado", id))]).entities;
  expect(technicians[0]).toMatchObject({ id: "rosa", review_count: 5, average_rating: 5, confidence: "low" });
  expect(technicians.find(({ id }) => id === "mike")).toMatchObject({
    review_count: 4,
    confidence: "none",
    average_rating: null,
    rating_impact: null,
    evidence: { positive: [], negative: [] },
  });
  const unranked = technicians.slice(1).map(({ id }) => id);
  expect(unranked).toEqual(unranked.toSorted());
});

test("buildInsights() does not count words of praise under one star as praise", () => {
  const { aspects } = datasetOf([review("irony", "Great price, great work, great everything.", 1)]);
  const price = aspects.find(({ id }) => id === "price_value");
  expect(price?.positive_count).toBe(0);
  expect(price?.evidence.positive).toEqual([]);
});

test("buildInsights() quotes blame of reviews with few stars before blame of those with many", () => {
  const late = (id: string, stars: number) => review(id, `He was ${id} hours late.`, stars);
  const { aspects } = datasetOf([late("five", 5), late("two", 2), late("four", 4), late("three", 3)]);
  const punctuality = aspects.find(({ id }) => id === "punctuality");
  expect(
    punctuality?.evidence.negative
      .map(({ rating }) => rating)
      .slice(0, 2)
      .sort(),
  ).toEqual([2, 3]);
});

test("buildInsights() finds topics that reviewers keep mentioning, and ties them to services", () => {
  const reviews = Array.from({ length: 30 }, (_, i) =>
    review(
      `t${i}`,
      i % 3 === 0 ? `Number ${i}: the crawl space was dry after the job.` : `Number ${i}: happy with the visit.`,
    ),
  );
  const { topics } = datasetOf([...reviews, ...REVIEWS]);
  expect(topics[0]).toMatchObject({ id: "crawl-space", name: "crawl space", review_count: 11 });
});

test("buildInsights() puts the owner's words in place of its own and keeps both apart", () => {
  const answer = { id: "price_value", question: "Are you expensive?", answer: "We quote before we start." };
  const own = datasetOf(REVIEWS, {
    overrides: {
      faq: [answer, { question: "Do you work on Sundays?", answer: "Yes." }],
      summary: { headline: "H", text: "T" },
    },
  });
  const generated = DATASET.faq.find(({ id }) => id === "price_value")!;
  expect(own.faq[0]).toMatchObject({ ...answer, source: "owner", generated: generated.answer });
  expect(own.faq[1]).toMatchObject({ id: "owner-2", source: "owner", generated: null });
  expect(own.summary).toMatchObject({
    source: "owner",
    headline: "H",
    text: "T",
    generated: { text: DATASET.summary.text },
  });
  expect(own.summary.statements).toEqual(DATASET.summary.statements);
});

test("buildInsights() leaves hidden aspects out and lists them as hidden", () => {
  const own = datasetOf(REVIEWS, { overrides: { hidden_aspects: ["honesty"] } });
  expect(own.aspects.map(({ id }) => id)).not.toContain("honesty");
  expect(own.methodology.hidden_aspects).toEqual(["honesty"]);
});

test("buildInsights() applies corrections of published reviews and counts them", () => {
  const reviews = ["a", "b", "c"].map((id) => review(id, "The price was fair."));
  const corrections = [
    { review_id: "a", aspect: "price_value" as const, label: "negative" as const },
    { review_id: "b", aspect: "price_value" as const, label: "none" as const },
    { review_id: "gone", aspect: "price_value" as const, label: "none" as const },
  ];
  const { aspects, input } = datasetOf(reviews, { overrides: { corrections } });
  expect(input.corrections).toBe(2);
  expect(aspects.find(({ id }) => id === "price_value")).toMatchObject({ positive_count: 1, negative_count: 1 });
});

test("buildInsights() has a direction only with ten votes in both windows", () => {
  const reviews = [
    ...Array.from({ length: 10 }, (_, i) => review(`old${i}`, "Terrible, rude and late.", 1, "2025-08-01")),
    ...Array.from({ length: 10 }, (_, i) => review(`new${i}`, "Great work, on time.", 5, "2026-04-01")),
  ];
  expect(datasetOf(reviews).overall.direction).toBe("up");
  expect(datasetOf(reviews.slice(1)).overall.direction).toBe("insufficient_data");
});

test("buildInsights() takes quarters for its periods, and months once the last year holds 200 reviews", () => {
  const dense = Array.from({ length: 200 }, (_, i) => ({ ...REVIEWS[0]!, id: `d${i}`, date: "2026-02-28" }));
  expect(
    datasetOf([...dense, { ...REVIEWS[0]!, id: "first", date: "2025-12-31" }]).overall.trend.map(({ period, to }) => [
      period,
      to,
    ]),
  ).toEqual([
    ["2025-12", "2025-12-31"],
    ["2026-01", "2026-01-31"],
    ["2026-02", "2026-02-28"],
  ]);
  expect(datasetOf(REVIEWS).overall.trend.every(({ period }) => /^\d{4}-Q[1-4]$/.test(period))).toBe(true);
  expect(datasetOf(REVIEWS).overall.trend.length).toBeLessThanOrEqual(12);
});

test("buildInsights() keeps the document short for a large catalog", () => {
  const technicians = Array.from({ length: 500 }, (_, i) => ({
    id: `t${i}`,
    name: `Tech${i} Long`,
    aliases: [],
    public: true,
  }));
  const services = Array.from({ length: 200 }, (_, i) => ({ id: `s${i}`, name: `Service ${i}`, keywords: [] }));
  const mentions = {
    technicians: technicians.map(({ name }) => name),
    services: services.map(({ id }) => id),
    service_areas: [],
  };
  const dataset = datasetOf(
    REVIEWS.map((own) => ({ ...own, mentions })),
    { business: { ...CATALOG_BUSINESS, technicians, services } },
  );
  expect(JSON.stringify(dataset).length).toBeLessThan(500_000);
});

test("buildInsights() counts texts that were read in a translation, and never quotes them", () => {
  const dutch = "Ze waren heel stipt en alles was goed geregeld.";
  const some = [1, 2, 3].map((n) => translated(`t${n}`, n === 1 ? "" : dutch, "They were right on time."));
  const whole = datasetOf([...some, review("en", "They were right on time.")]);
  expect(whole.input).toMatchObject({ text_count: 4, analyzed_count: 4, translated_count: 3, rating_only_count: 0 });
  expect(whole.summary.text).toContain("All texts were read, 3 of them in translations made by their sources.");
  const evidence = whole.aspects.flatMap((aspect) => aspect.evidence.positive.map(({ review_id }) => review_id));
  expect(new Set(evidence)).toEqual(new Set(["en"]));
  const part = datasetOf([...some, translated("nl", dutch, null)]);
  expect(part.input).toMatchObject({ analyzed_count: 3, translated_count: 3, coverage: 0.75 });
  expect(part.summary.text).toContain(
    "75 % of the texts were read, 3 of them in translations made by their sources; the others count by their stars alone.",
  );
});

test("buildInsights() shows German topics and expressions as Germans write them", async () => {
  const texts = ["Die Heizung läuft wieder. Sehr pünktlich.", "Er kam pünktlich. Unsere Heizung ist wieder warm."];
  const reviews = Array.from({ length: 12 }, (_, i) =>
    review(`h${i}`, `${texts[i % 2]} Wir sind sehr zufrieden, Nr. ${i}.`),
  );
  const others = Array.from({ length: 40 }, (_, i) =>
    review(`o${i}`, `Great work on the kitchen cabinets, number ${i}.`),
  );
  const business = { ...CATALOG_BUSINESS, services: [] };
  const { topics, aspects } = datasetOf([...reviews, ...others], { business, words: wordsFor("de") });
  expect(topics.map(({ name, review_count }) => [name, review_count])).toContainEqual(["Heizung", 12]);
  const [punctuality] = aspects;
  expect(punctuality?.phrases.map(({ text, count }) => [text, count])).toEqual([["pünktlich", 12]]);
});

test("buildInsights() shows expressions of its own language alone where reviews are written in several", async () => {
  const german = Array.from({ length: 12 }, (_, i) =>
    review(`g${i}`, `Er kam pünktlich und wir sind zufrieden, Nr. ${i}.`),
  );
  const english = Array.from({ length: 6 }, (_, i) =>
    review(`e${i}`, `They were right on time, and so was number ${i}.`),
  );
  const said = (words = ENGLISH) =>
    datasetOf([...german, ...english], { words }).aspects.flatMap(({ phrases }) => phrases.map(({ text }) => text));
  expect(said()).toEqual(["right on time"]);
  expect(said(wordsFor("de"))).toEqual(["pünktlich"]);
});
