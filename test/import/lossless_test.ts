import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { DraftReview } from "../../src/import/mod.ts";
import { CSV_HEADER, RATED_ASPECTS, type Review, reviewToCsvRow } from "../../src/review/mod.ts";
import { readOne } from "./builders.ts";

/** The review as it would be published again. */
function published(draft: DraftReview, url: string): Review {
  return {
    id: draft.id!,
    url,
    date: draft.date,
    date_precision: draft.datePrecision,
    rating: draft.rating,
    title: draft.title,
    text: draft.text,
    language: draft.language,
    translation:
      draft.translationText === null ? null : { text: draft.translationText, language: draft.translationLanguage },
    author: { name: draft.authorName, is_anonymous: draft.isAnonymous },
    source: { name: draft.source, url: draft.sourceUrl },
    verification: {
      method: draft.verificationMethod,
      strength: draft.verificationStrength,
      date: draft.verificationDate,
    },
    mentions: { entities: [], ...draft.mentions! },
    aspects: [],
    also_at: draft.alsoAt ?? [],
    reply: draft.replyText === null ? null : { text: draft.replyText, date: draft.replyDate },
    updated_at: new Date(draft.updatedAt!).toISOString(),
    edited: draft.edited!,
    provenance: draft.provenance,
    aspect_ratings: draft.aspectRatings,
    gone_at_source: draft.goneAtSource,
  };
}

const READINGS: Record<string, (reviews: readonly Review[]) => string> = {
  "/reviews.json": (reviews) => JSON.stringify({ business: { name: "Ace" }, reviews }),
  "/reviews.ndjson": (reviews) => reviews.map((review) => `${JSON.stringify(review)}\n`).join(""),
  "/reviews.csv": (reviews) => CSV_HEADER + reviews.map(reviewToCsvRow).join(""),
};

/** Reviews as they are after an import: what reading them once gives. */
const day = fc.constantFrom("2024-05-31", "1985-02-28", "2026-06-30");
const words = fc
  .array(
    fc.constantFrom(
      "=1",
      "'=1",
      "-",
      '"',
      ",",
      "\n",
      "\r\n",
      "a",
      "é",
      "李",
      "👩‍🔧",
      "\u200f",
      "א",
      "\u2067",
      "\u2069",
      "\u202e",
      "|",
      "\\",
      "; ",
      ";",
      "\t",
      "+",
      "@x",
      "[removed]",
      "\n(Translated by Google)\n",
      "(Translated by Google) ",
      "(Original)",
      " ",
      "'",
    ),
    { maxLength: 8 },
  )
  .map((list) => list.join(""));
const anyReview = fc.record({
  id: fc.stringMatching(/^[A-Za-z0-9_-]{1,12}$/),
  date: day,
  rating: fc.integer({ min: 1, max: 5 }),
  title: fc.option(words),
  text: words,
  language: fc.constantFrom(null, "en", "es-MX"),
  translation: fc.option(fc.record({ text: words, language: fc.constantFrom(null, "en", "de") })),
  author: fc.record({
    name: fc.constantFrom("Jane D.", "A customer", "Øyvind Æ.", "-x", "Oak LLC Co."),
    is_anonymous: fc.boolean(),
  }),
  source: fc.record({ name: fc.constantFrom("google", "angi"), url: fc.constantFrom(null, "https://x.test/?a=1,2") }),
  also_at: fc.uniqueArray(
    fc.record({
      name: fc.constantFrom("yelp", "our own site", "a|b", "=x", "-"),
      url: fc.constantFrom(null, "https://x.test/?a=1,2|3", "http://y.test/a%20b"),
    }),
    { selector: ({ name }) => name },
  ),
  verification: fc.record({ method: fc.constantFrom("job_record", "none"), date: fc.option(day) }),
  mentions: fc.record({
    technicians: fc.uniqueArray(fc.constantFrom("Mike", "A|B", "C\\D", "=E")),
    services: fc.uniqueArray(fc.constantFrom("drains", "-x")),
    service_areas: fc.constant([] as string[]),
  }),
  reply: fc.option(fc.record({ text: words, date: fc.option(day) })),
  updated_at: fc
    .date({ min: new Date("2000-01-01"), max: new Date("2026-01-01"), noInvalidDate: true })
    .map((at) => at.toISOString()),
  edited: fc.boolean(),
  aspect_ratings: fc.option(
    fc.record(
      Object.fromEntries(
        Object.keys(RATED_ASPECTS).map((aspect) => [aspect, fc.option(fc.integer({ min: 1, max: 5 }))]),
      ),
    ),
  ),
});

function expectLossless(name: string, given: readonly object[]): void {
  const url = (id: string) => `https://ace.test/reviews/${id}`;
  const text = JSON.stringify({ business: { name: "Ace" }, reviews: given });
  const first = readOne("r.json", text).records.map(({ review }) => published(review, url(review.id!)));
  expect(first.length).toBe(given.length);
  const format = name.endsWith(".ndjson") ? "ndjson" : name.endsWith(".csv") ? "csv" : "goodword-json";
  const again = readOne(name, READINGS[name]!(first), { format });
  expect(again.problems).toEqual([]);
  expect(again.notes.filter((note) => note.startsWith("Fields"))).toEqual([]);
  expect(again.records.map(({ review }) => published(review, url(review.id!)))).toEqual(first);
  expect(again.records.flatMap(({ review }) => review.redactions)).toEqual([]);
}

describe("an export of ours", () => {
  test.each(Object.keys(READINGS))("%s reads back as what it was written from", (name) => {
    fc.assert(
      fc.property(fc.uniqueArray(anyReview, { selector: ({ id }) => id, minLength: 1, maxLength: 4 }), (given) =>
        expectLossless(name, given),
      ),
      { numRuns: 300 },
    );
  });

  test.each(Object.keys(READINGS))("%s reads back a mark of Google's that begins behind an isolate", (name) => {
    const text = "\u2067(Translated by Google) \n(Translated by Google)\nא";
    const mentions = { technicians: [], services: [], service_areas: [] };
    expectLossless(name, [{ id: "a", date: "2024-05-31", rating: 5, text, source: { name: "google" }, mentions }]);
  });

  test("/reviews.csv is recognized by its header after a spreadsheet program saved it", () => {
    const row =
      "a1,2024-05-31,5,,good,,,,Jane D.,FALSE,google,,,none,,,,,,,,,2024-06-02T10:00:00.000Z,FALSE,,,,,https://x.test";
    const { format, records } = readOne("r.csv", `${CSV_HEADER}${row}\r\n`);
    expect(format).toBe("csv");
    expect(records[0]!.review).toMatchObject({ id: "a1", isAnonymous: false, edited: false });
  });

  test("/reviews.csv with a broken cell names row, id and column", () => {
    const row =
      "a 1,2024-05-31,5,,good,,,,Jane D.,maybe,google,,,none,,,,,,,,,2024-06-02T10:00:00.000Z,FALSE,,,,,https://x.test,more";
    const { problems } = readOne("r.csv", `${CSV_HEADER}${row.replace(/,more$/, "")}\r\n${row}\r\n`);
    expect(problems.map(({ at, field }) => [at.path, at.id, field])).toEqual([
      ["row 2", "a 1", "id"],
      ["row 2", "a 1", "author_is_anonymous"],
      ["row 3", undefined, "record"],
    ]);
  });
});
