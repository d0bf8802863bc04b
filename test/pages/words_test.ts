import { describe, expect, test } from "bun:test";
import { highlightedPieces } from "../../src/pages/components/highlight.ts";
import * as words from "../../src/pages/phrases.ts";
import { reviewDatePhrase, sourcePhrase } from "../../src/pages/phrases.ts";
import { knownDate } from "../../src/review/mod.ts";
import { SITE } from "../support/page_stage.ts";

test("date() names the month, so that no reader takes day for month", () => {
  expect(SITE.words.date("2025-03-04")).toBe("4 March 2025");
});

test("a review's date is shown as exactly as it is known, in words and in ISO 8601", () => {
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
  expect([0, 1, 1234567].map((count) => words.counted(count, "review"))).toEqual([
    "0 reviews",
    "1 review",
    "1,234,567 reviews",
  ]);
});

test("percentage() never says 0% of something, nor 100% of less than all", () => {
  expect(words.percentage(1, 1000)).toBe("1%");
  expect(words.percentage(999, 1000)).toBe("99%");
  expect(words.percentage(0, 0)).toBe("0%");
  expect(words.percentage(7, 7)).toBe("100%");
});

test("ratingInWords() shows one decimal at least and two at most", () => {
  expect([5, 4.7, 4.26].map(words.ratingInWords)).toEqual(["5.0", "4.7", "4.26"]);
});

test("listed() joins with commas and an and", () => {
  expect([[], ["a"], ["a", "b"], ["a", "b", "c"]].map(words.listed)).toEqual(["", "a", "a and b", "a, b and c"]);
});

test("telephoneInWords() writes North American numbers as they are read out, and leaves others", () => {
  expect(words.telephoneInWords("+12185550142")).toBe("(218) 555-0142");
  expect(words.telephoneInWords("+44 20 7946 0018")).toBe("+44 20 7946 0018");
});

test("sourcePhrase() names known sources as they write themselves, and makes others readable", () => {
  expect(["yelp", "home_stars", "direct"].map((name) => sourcePhrase(SITE.words, name))).toEqual([
    "Written on Yelp",
    "Written on Home stars",
    "Written to the business",
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
