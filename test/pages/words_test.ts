import { describe, expect, test } from "bun:test";
import { wordsFor } from "../../src/languages/mod.ts";
import { highlightedPieces } from "../../src/pages/components/highlight.ts";
import * as words from "../../src/pages/phrases.ts";
import { reviewDatePhrase, sourcePhrase } from "../../src/pages/phrases.ts";
import {
  aggregateRating,
  counted,
  knownDate,
  listed,
  streetAddressPhrase,
  type VerificationMethod,
} from "../../src/review/mod.ts";
import { SITE } from "../support/page_stage.ts";

test.each([
  [["google"], "1 review from Google"],
  [["google", "yelp", "google"], "3 reviews from Google and Yelp"],
  [["google", "yelp", "angi", "facebook"], "4 reviews from Angi, Facebook and 2 more sites"],
  [["direct", "google"], "2 reviews from this site and Google"],
  [["direct"], "1 review"],
])("reviewsPhrase() of %p that the business alone vouches for is %p", (sources, phrase) => {
  const rate = (verification: VerificationMethod) =>
    aggregateRating(sources.map((source) => ({ rating: 5, source, verification })));
  expect(words.reviewsPhrase(SITE.words, rate("operator_attested"))).toBe(phrase);
  expect(words.reviewsPhrase(SITE.words, rate("job_record"))).toContain("verified review");
});

test("date() names the month, so that no reader takes day for month", () => {
  expect(SITE.words.date("2025-03-04")).toBe("4 March 2025");
});

test("a review's date is shown with its known precision, in words and in ISO 8601", () => {
  const shown = ([null, "week", "month", "year"] as const).map((date_precision) => {
    const review = { date: "2025-03-04", date_precision };
    return [reviewDatePhrase(SITE.words, review), knownDate(review)];
  });
  expect(shown).toEqual([
    ["4 March 2025", "2025-03-04"],
    ["March 2025", "2025-03"],
    ["March 2025", "2025-03"],
    ["2025", "2025"],
  ]);
});

test("counted() groups digits and keeps one apart from many", () => {
  expect([0, 1, 1234567].map((count) => counted(count, "review"))).toEqual([
    "0 reviews",
    "1 review",
    "1,234,567 reviews",
  ]);
});

test("share() rounds nothing down to 0% or up to 100%", async () => {
  const { share } = wordsFor("en");
  expect([share(1, 1000), share(999, 1000), share(0, 0), share(7, 7)]).toEqual(["1%", "99%", "0%", "100%"]);
});

test("formatRating() shows one decimal", () => {
  expect([5, 4.7, 4.26].map(words.formatRating)).toEqual(["5.0", "4.7", "4.3"]);
});

test("listed() joins with commas and an and", () => {
  expect([[], ["a"], ["a", "b"], ["a", "b", "c"]].map(listed)).toEqual(["", "a", "a and b", "a, b and c"]);
});

test.each([
  ["+12185550142", "(218) 555-0142"],
  ["+442079460123", "020 7946 0123"],
  ["+44 161 496 0123", "0161 496 0123"],
  ["+441632960123", "01632 960123"],
  ["+493012345678", "030 12345678"],
  ["+4915112345678", "0151 12345678"],
  ["+33123456789", "01 23 45 67 89"],
  ["+34912345678", "912 34 56 78"],
  ["+41441234567", "044 123 45 67"],
  ["+61399990123", "(03) 9999 0123"],
  ["+999 12 34", "+999 12 34"],
  ["ask at the desk", "ask at the desk"],
])("formatTelephone() writes %s as %s", (given, written) => {
  expect(words.formatTelephone(given)).toBe(written);
});

test.each([
  ["US", "118 Ferry Street, Tamarack Falls, MN 56999"],
  ["GB", "118 Ferry Street, Tamarack Falls 56999"],
  ["DE", "118 Ferry Street, 56999 Tamarack Falls"],
])("streetAddressPhrase() writes an address as %s does", (country, written) => {
  const address = { locality: "Tamarack Falls", region: "MN", postal_code: "56999", country };
  expect(streetAddressPhrase({ street_address: "118 Ferry Street", ...address })).toBe(written);
  expect(streetAddressPhrase({ street_address: null, ...address })).toBe("");
});

test("dates, spellings and numbers follow the country of the firm", async () => {
  const [american, british, mexican] = await Promise.all([
    wordsFor("en", "US"),
    wordsFor("en", "GB"),
    wordsFor("es", "MX"),
  ]);
  expect(american.date("2026-10-29")).toBe("October 29, 2026");
  expect(american.say("about.licenses")).toBe("Licenses");
  expect(british.date("2026-10-29")).toBe("29 October 2026");
  expect(british.say("about.licenses")).toBe("Licences");
  expect(mexican.rating(4.26)).toBe("4.3");
});

test("sourcePhrase() names known sources as they write themselves, and makes others readable", () => {
  expect(["yelp", "home_stars", "direct"].map((name) => sourcePhrase(SITE.words, name))).toEqual([
    "Written on Yelp",
    "Written on Home stars",
    "Sent directly to the business",
  ]);
});

describe("piecesOf()", () => {
  test("marks all forms of the words sought, in any order, and nothing inside of a word", () => {
    const hits = highlightedPieces("Leaky pipes: a new pipe, no bagpipe.", { words: "pipe leak" });
    expect(hits.filter(({ isHit }) => isHit).map(({ text }) => text)).toEqual(["Leaky", "pipes", "pipe"]);
  });

  const marked = (text: string, query?: string) =>
    highlightedPieces(text, query === undefined ? {} : { query })
      .map(({ text, isHit }) => (isHit ? `[${text}]` : text))
      .join("");

  test.each([
    ["The drain, the DRAIN.", "drain", "The [drain], the [DRAIN]."],
    ["aaaa", "aa", "[aa][aa]"],
    ["ΣΊΣΥΦΟΣ", "σίσυφος", "[ΣΊΣΥΦΟΣ]"],
    ["İstanbul ıstanbul", "İSTANBUL", "[İstanbul] ıstanbul"],
    ["🔧 Wrench", "wrench", "🔧 [Wrench]"],
    ["nothing", "else", "nothing"],
    ["nothing", "", "nothing"],
    ["nothing", undefined, "nothing"],
  ])("%j searched for %j is %j", (text, query, expected) => {
    expect(marked(text, query)).toBe(expected);
  });

  test("marks nothing rather than the wrong words when a text is not in NFC", () => {
    expect(marked("cafe\u0301 drain", "drain")).toBe("cafe\u0301 drain");
  });

  test("gives back the whole text whatever is searched for", () => {
    for (const query of ["a", "e", ".", " "]) {
      expect(
        highlightedPieces("Every letter. Stays!", { query })
          .map(({ text }) => text)
          .join(""),
      ).toBe("Every letter. Stays!");
    }
  });
});
