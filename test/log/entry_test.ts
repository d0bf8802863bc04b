/** What is hashed: canonical JSON, entries, and the form of a review that the log commits to. */
import { describe, expect, test } from "bun:test";
import {
  canonicalJson,
  commitmentTo,
  type EntryContent,
  entryFor,
  keptForm,
  publicForm,
  readEntry,
  readSalt,
  removedEntry,
  writeEntry,
} from "../../src/log/mod.ts";
import { publicReviews } from "../../src/publication/public_review.ts";
import { FULL, storedReview } from "../store/contract/place.ts";

describe("RFC 8785", () => {
  test("3.2.2: writes the example of the RFC, numbers and escapes included", () => {
    const given = JSON.parse(`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/",
      "literals": [null, true, false]
    }`);
    expect(canonicalJson(given)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  test("3.2.3: sorts members by their UTF-16 units, as the example of the RFC does", () => {
    const given = {
      "\u20ac": "Euro Sign",
      "\r": "Carriage Return",
      "\ufb33": "Hebrew Letter Dalet With Dagesh",
      "1": "One",
      "\ud83d\ude00": "Emoji: Grinning Face",
      "\u0080": "Control",
      "\u00f6": "Latin Small Letter O With Diaeresis",
    };
    expect(Object.values(JSON.parse(canonicalJson(given)))).toEqual([
      "One",
      "Carriage Return",
      "Control",
      "Latin Small Letter O With Diaeresis",
      "Euro Sign",
      "Emoji: Grinning Face",
      "Hebrew Letter Dalet With Dagesh",
    ]);
  });

  test("3.2.2.2: refuses a surrogate by itself, and what JSON has no word for", () => {
    for (const value of ["\ud800", Number.NaN, undefined, { a: Number.POSITIVE_INFINITY }]) {
      expect(() => canonicalJson(value)).toThrow(TypeError);
    }
  });
});

describe("an entry", () => {
  const place = { n: 7, at: Date.parse("2026-11-24T08:30:00Z") };
  const hash = commitmentTo("{}", new Uint8Array(32));
  const contents: readonly EntryContent[] = [
    { act: "published", review: "r1", rating: 5, date: "2026-11-23", reason: null, commitment: hash },
    { act: "withheld", review: "r1", rating: 5, date: "2026-11-23", reason: "copy", commitment: null },
    { act: "asked", commitment: hash },
    { act: "quarter", period: "2026-Q3", figures: { jobs: 3, published: { "5": 1 } }, seals: [[3, hash]] },
    { act: "quarter", period: "2026-Q3", figures: {}, seals: [], reason: "miscounted" },
    { act: "succeeded", origin: "reviews.example/log", size: 12, root: hash },
  ];

  test.each(contents)("is canonical JSON, and read as it was written: %j", (content) => {
    const text = writeEntry(content, place);
    expect(text).toBe(canonicalJson(JSON.parse(text)));
    expect(JSON.parse(text)).toMatchObject({ v: 1, n: 7, at: "2026-11-24T08:30:00Z" });
    expect(readEntry(text)).toEqual({ ...content, ...place });
  });

  test.each([
    "",
    "null",
    "{}",
    writeEntry(contents[0]!, place).replace('"v":1', '"v":2'),
    writeEntry(contents[0]!, place).replace(",", ", "),
    writeEntry(contents[0]!, place).replace('"rating":5', '"rating":"5"'),
    writeEntry(contents[0]!, place).replace("08:30:00Z", "08:30:00.000Z"),
    writeEntry(contents[2]!, place).replace('"act":"asked"', '"act":"asked","author":"Jane"'),
  ])("is refused in any other text: %s", (text) => {
    expect(readEntry(text)).toBeNull();
  });
});

describe("the form that is committed to", () => {
  const NO_CATALOG = { technicians: [], services: [], service_areas: [] };
  const bare = storedReview();
  const mentions = { technicians: ["Ana"], services: [], service_areas: [] };
  const reviews = [bare, FULL, storedReview({ replyText: "Thanks", replyDate: null, datePrecision: "month" })];

  test.each(reviews)("is the same for a row and for the answer of /api/reviews/{id}, at any address", (review) => {
    for (const base of ["https://one.example", "https://two.example/reviews"]) {
      const shown = publicReviews(base, NO_CATALOG)({ review, mentions, aspects: [] });
      expect(publicForm(shown)).toBe(keptForm(review));
    }
    expect(keptForm(review)).toBe(canonicalJson(JSON.parse(keptForm(review))));
  });

  test("has the twelve members, null where there is nothing", () => {
    expect(Object.keys(JSON.parse(keptForm(bare)))).toEqual([
      "aspect_ratings",
      "author",
      "date",
      "date_precision",
      "id",
      "provenance",
      "rating",
      "reply",
      "source",
      "text",
      "title",
      "verification",
    ]);
  });

  test("is hashed behind its salt, which is shown as base64url of 32 bytes and read as nothing else", () => {
    const salt = new Uint8Array(32).fill(7);
    expect(commitmentTo("{}", salt)).not.toBe(commitmentTo("{}", new Uint8Array(32)));
    const text = Buffer.from(salt).toString("base64url");
    expect(readSalt(text)).toEqual(Buffer.from(salt));
    for (const wrong of ["", `${text}=`, text.slice(1), `${text.slice(0, -1)}+`]) expect(readSalt(wrong)).toBeNull();
  });
});

describe("entryFor()", () => {
  const salt = new Uint8Array(32).fill(1);
  const makeSalt = (bytes: number) => new Uint8Array(bytes).fill(2);
  const review = storedReview();
  const shown = { isShown: true, commitment: { hash: commitmentTo(keptForm(review), salt), salt } };
  test("commits under a salt of its own each time", () => {
    const changed = entryFor({ ...review, text: "Late" }, shown, makeSalt);
    expect(changed?.salt).toEqual(new Uint8Array(32).fill(2));
    expect(changed?.entry.commitment).toBe(commitmentTo(keptForm({ ...review, text: "Late" }), makeSalt(32)));
    expect(removedEntry(review, "request")).toMatchObject({ act: "removed", reason: "request", commitment: null });
  });
});
