/** Sentences about the figures. */
import { expect, test } from "bun:test";
import { type AnalysedReview, analyzeReview, type JudgedSentiment } from "../../../src/insights/mod.ts";
import { describeAspect, LANGUAGES, wordsFor } from "../../../src/languages/mod.ts";
import { ASPECT_IDS, type AspectId } from "../../../src/review/mod.ts";
import { CATALOG_BUSINESS, datasetOf } from "../sample.ts";

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

test("twelve of twelve are all twelve, followed by the quotes", () => {
  const { faq } = datasetOf(reviews(12, { honesty: "positive" }));
  expect(faq[0]?.answer).toStartWith("All 12 reviews that mention honesty praise it. From May 2026: ");
});

test("an answer gives the sides, and the rest without a number", () => {
  const many = [
    ...reviews(8, { speed: "positive" }),
    ...reviews(1, { speed: "negative" }, { rating: 2 }),
    ...reviews(4, { speed: "unclear" }),
  ];
  expect(datasetOf(many).faq[0]?.answer).toContain(
    "Of the 13 reviews that mention speed, 8 praise it and 1 criticises it; the others are neutral.",
  );
});

test("the summary gives each figure once: stars in the headline are not repeated", () => {
  const { summary } = datasetOf([...reviews(2, { speed: "positive" }), ...reviews(3, {}, { rating: 2 })]);
  expect(summary.headline).toBe("3.2 of 5 stars");
  expect(summary.text).toBe("2 of the 5 reviews of May 2026 give 4 or 5 stars.");
});

test("what is criticised most often is one sentence, each aspect with its own reviews", () => {
  const sides = { speed: "negative", price_value: "negative" } as const;
  const { summary } = datasetOf([...reviews(20, sides, { rating: 2 }), ...reviews(30, { speed: "positive" })]);
  expect(summary.text).toContain(
    "Criticism most often concerns speed (20 of the 50 reviews that mention it) and price and value (all 20).",
  );
});

test("other languages come first, and a headline has no praise when too few texts were read", () => {
  const dutch = reviews(8, {}, { text: "Heel vriendelijke mensen en snel werk, zij komen zeker terug." }).map((own) => {
    return { ...own, language: "nl" };
  });
  const { summary, input } = datasetOf([...reviews(20, { honesty: "positive", speed: "unclear" }), ...dutch]);
  expect(input.coverage).toBe(0.714);
  expect(summary.headline).toBe("5.0 of 5 stars");
  expect(summary.text).toStartWith(
    "All 28 reviews of May 2026 give 5 stars. 71 % of the texts were read; the others count by their stars alone. Of the reviews, 8 are in Dutch.",
  );
});

test("where too few texts were read, sentences of praise and criticism are limited to those", () => {
  const sides = { speed: "negative", honesty: "positive" } as const;
  const dutch = reviews(20, {}, { text: "Heel vriendelijke mensen en snel werk, zij komen zeker terug.", rating: 2 });
  const { summary } = datasetOf([
    ...reviews(20, sides, { rating: 2 }),
    ...dutch.map((own) => ({ ...own, language: "nl" })),
  ]);
  expect(summary.text).toContain("Among the texts that were read, customers praise");
  expect(summary.text).toContain("Among the texts that were read, criticism most often concerns speed");
});

test("words that are not surely judged are counted and not quoted", () => {
  const [aspect] = datasetOf(reviews(5, { speed: "positive" }, { certainty: 0.85 })).aspects.filter(
    ({ id }) => id === "speed",
  );
  expect(aspect).toMatchObject({ positive_count: 5, evidence: { positive: [] } });
});

test("a headline names one praise and one criticism at most, with their counts, each where its interval is clear", () => {
  const headlineOf = (...all: AnalysedReview[][]) => datasetOf(all.flat()).summary.headline;
  const praised = reviews(50, { workmanship: "positive", punctuality: "positive" });
  const late = reviews(9, { punctuality: "negative", scheduling: "negative" }, { rating: 2 });
  expect(headlineOf(praised, late)).toBe("Most praised: workmanship (50 of 50); most criticised: scheduling (9 of 9)");
  expect(headlineOf(praised, late.slice(0, 2))).toBe("Most praised: workmanship (50 of 50)");
  // Some praise it, and still it is criticised more than anything else.
  const slow = [...reviews(12, { speed: "positive" }), ...reviews(9, { speed: "negative" }, { rating: 2 })];
  expect(headlineOf(praised, slow)).toBe("Most praised: punctuality (50 of 50); most criticised: speed (9 of 21)");
  // As many praise it as criticise it: neither is clear.
  const split = [reviews(20, { speed: "positive" }), reviews(20, { speed: "negative" }, { rating: 2 })];
  expect(headlineOf(...split)).toBe("3.5 of 5 stars");
});

test.each(LANGUAGES)("an aspect has one name in %s: alone, within sentences and in headlines", (language) => {
  const words = wordsFor(language);
  for (const id of ASPECT_IDS) expect(words.say(`topic.${id}`)).toEndWith(describeAspect(words, id));
});

test("no technician is called the most often named, since the catalog may lack others", () => {
  const text = "Mike fixed our leaking sink with great care.";
  const technician = CATALOG_BUSINESS.technicians.find(({ id }) => id === "mike");
  const mentions = { ...NO_MENTIONS, technicians: [technician?.name ?? ""] };
  const { summary } = datasetOf(reviews(12, {}, { text }).map((own) => ({ ...own, mentions })));
  expect(summary.text).toContain(`${technician?.name} is named in 12 reviews`);
  expect(summary.text).not.toContain("most often");
});

test("quotes are whole sentences that name what they answer, without leftovers of markup", () => {
  const quotesOf = (text: string) => {
    const analysis = analyzeReview({ id: "q", title: null, text, author_name: null }, CATALOG_BUSINESS);
    const review = { id: "q", date: "2026-05-01", rating: 5, text, mentions: NO_MENTIONS, analysis };
    return datasetOf([review]).aspects.flatMap(({ evidence }) => evidence.positive.map(({ quote }) => quote));
  };
  expect(quotesOf("(see photo<br>) The work is excellent quality.<br/>We called on Monday.")).toEqual([
    "The work is excellent quality.",
  ]);
  const endless = `${"We had them over for the deck and the fence and the shed, ".repeat(6)} and it was excellent work`;
  for (const quote of quotesOf(endless)) expect(quote).toBe(endless);
});

test.each([
  ["en", "Fact: boiler repaired by 8:40.", "Tidy, quick, excellent work.", "They did excellent work in our kitchen."],
  [
    "de",
    "Fazit: hervorragende Arbeit.",
    "Saubere, hervorragende Arbeit.",
    "Die Arbeit war in allen Räumen hervorragend.",
  ],
  [
    "es",
    "Lo bueno: un trabajo excelente.",
    "Rápidos, amables, trabajo excelente.",
    "El trabajo fue excelente en toda la casa.",
  ],
  [
    "fr",
    "Points positifs : un travail excellent.",
    "Rapides, aimables, travail excellent.",
    "Le travail était excellent dans toute la maison.",
  ],
])("a sentence that judges is quoted before a list and before a label (%s)", (language, label, list, sentence) => {
  const of = (text: string, day: number) => {
    const [own] = reviews(1, { workmanship: "positive" }, { text });
    if (!own?.analysis) throw new Error("no review");
    return { ...own, id: text, date: `2026-05-0${day}`, analysis: { ...own.analysis, language } };
  };
  const { aspects } = datasetOf([of(label, 3), of(list, 2), of(sentence, 1)]);
  const quotes = aspects.find(({ id }) => id === "workmanship")?.evidence.positive.map(({ quote }) => quote);
  expect(quotes).toEqual([sentence, list, label]);
});

test("a quote is dated no more exactly than its review", () => {
  const own = reviews(6, { honesty: "positive" }).map((review) => ({ ...review, date_precision: "year" as const }));
  const { faq, aspects } = datasetOf(own);
  expect(faq[0]?.answer).toContain("From 2026: ");
  expect(aspects.find(({ id }) => id === "honesty")?.evidence.positive[0]?.date_precision).toBe("year");
});

test.each([
  [
    "es",
    "ES",
    "Lo más elogiado: honradez (1200 de 1200); lo más criticado: puntualidad (60 de 60)",
    "Los clientes destacan la relación calidad-precio (1200 de las 1202 reseñas que hablan de ello) y la honradez (las 1200).",
  ],
  [
    "fr",
    "FR",
    "Le plus apprécié : honnêteté (1 200 sur 1 200) ; le plus critiqué : ponctualité (60 sur 60)",
    "Les clients apprécient le rapport qualité-prix (1 200 des 1 202 avis qui en parlent) et l’honnêteté (les 1 200).",
  ],
  [
    "de",
    "DE",
    "Am meisten gelobt: Ehrlichkeit (1.200 von 1.200); am meisten kritisiert: Pünktlichkeit (60 von 60)",
    "Kunden loben Preis und Leistung (1.200 der 1.202 Bewertungen dazu) und die Ehrlichkeit (alle 1.200).",
  ],
])("headline and summary are in the business's language, with its numbers: %s", async (language, country, ...said) => {
  const judged = [
    ...reviews(1200, { price_value: "positive", honesty: "positive" }),
    ...reviews(2, { price_value: "negative" }, { rating: 1 }),
    ...reviews(60, { punctuality: "negative" }, { rating: 2 }),
  ];
  const { language: written, summary, faq } = datasetOf(judged, { words: wordsFor(language, country) });
  const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, " ");
  expect(written).toBe(language);
  expect([plain(summary.headline), plain(summary.text)]).toEqual([
    said[0] ?? "",
    expect.stringContaining(said[1] ?? ""),
  ]);
  const words = wordsFor(language, country);
  expect(faq.map(({ question }) => question)).toContain(
    words.say("question.price_value", { business: CATALOG_BUSINESS.name }),
  );
});
