import { describe, expect, test } from "bun:test";
import { withheldInSentences } from "../../src/pages/verification_page.tsx";
import type { Distribution, WithholdingReason } from "../../src/review/mod.ts";
import { SITE } from "../support/page_stage.ts";

function stars(...counts: readonly [number, number, number, number, number]): Distribution {
  const [one, two, three, four, five] = counts;
  return { "1": one, "2": two, "3": three, "4": four, "5": five };
}

function withheld(reason: WithholdingReason, ...counts: Parameters<typeof stars>) {
  return { reason, count: counts.reduce((sum, each) => sum + each), by_rating: stars(...counts) };
}

describe("withheldInSentences()", () => {
  test("returns no sentence where nothing is held back", () => {
    const none = withheldInSentences(SITE.words, stars(3, 0, 0, 0, 90), [withheld("unverified", 0, 0, 0, 0, 0)]);
    expect(none).toEqual([]);
  });

  test("compares bad with good ratings, and names the main reason", () => {
    const comparison = withheldInSentences(SITE.words, stars(28, 5, 5, 20, 1_140), [
      withheld("unverified", 10, 0, 1, 0, 60),
      withheld("hidden_at_source", 2, 0, 0, 0, 0),
    ]);
    expect(comparison[0]).toBe("1-star reviews are held back more often than 5-star reviews: 30% against 5%.");
    expect(comparison[1]).toStartWith(
      "Most of the difference: 25% of 1-star reviews and 5% of 5-star reviews are held back because nothing shows that their authors were customers.",
    );
  });

  test("names as the main reason the one that differs most, not the one that is most frequent", () => {
    const comparison = withheldInSentences(SITE.words, stars(5, 0, 0, 0, 50), [
      withheld("unverified", 5, 0, 0, 0, 50),
      withheld("hidden_at_source", 4, 0, 0, 0, 0),
    ]);
    expect(comparison[1]).toContain("29% of 1-star reviews and 0% of 5-star reviews are held back because the site");
  });

  test("also states where bad ratings are held back less often, or as often", () => {
    const less = withheldInSentences(SITE.words, stars(10, 0, 0, 0, 10), [withheld("spam", 0, 0, 0, 0, 10)]);
    expect(less).toEqual(["1-star reviews are held back less often than 5-star reviews: 0% against 50%."]);
    const same = withheldInSentences(SITE.words, stars(10, 0, 0, 0, 10), [withheld("spam", 10, 0, 0, 0, 10)]);
    expect(same).toEqual(["1-star reviews are held back as often as 5-star reviews: 50% of each."]);
  });

  test("compares nothing where no 1-star review came in", () => {
    expect(withheldInSentences(SITE.words, stars(0, 0, 0, 0, 10), [withheld("spam", 0, 0, 0, 0, 1)])).toEqual([]);
  });
});
