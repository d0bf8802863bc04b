/** When one-star reviews are a surge. */
import { describe, expect, test } from "bun:test";
import { findSurges } from "../../src/owner/one_star_surge.ts";
import { storedReview } from "../store/contract/place.ts";

/** One-star reviews of these days, as `[day, fields]` or the day alone. */
function oneStars(...days: readonly (string | [string, Partial<ReturnType<typeof oneStar>>])[]) {
  return days.map((each, at) =>
    typeof each === "string" ? oneStar(at, each) : { ...oneStar(at, each[0]), ...each[1] },
  );
}

const oneStar = (at: number, date: string) => {
  const { datePrecision, copyOf } = storedReview();
  return {
    id: `r${at}`,
    date,
    datePrecision,
    copyOf,
    logIndex: null as number | null,
    logSince: null as number | null,
  };
};

const FIVE = ["2026-05-01", "2026-05-01", "2026-05-02", "2026-05-02", "2026-05-02"] as const;

const surgesOf = (reviews: ReturnType<typeof oneStars>, matched: readonly string[] = []) =>
  findSurges(reviews, { since: "2026-04-10", matched: new Set(matched) }).map(({ from, to, reviews, before }) => [
    from,
    to,
    reviews.length,
    before,
  ]);

describe("A surge is five one-star reviews or more", () => {
  test("on one day, or on two days that follow each other", () => {
    expect(surgesOf(oneStars(...FIVE))).toEqual([["2026-05-01", "2026-05-02", 5, 0]]);
    expect(surgesOf(oneStars(...FIVE.map(() => "2026-04-30")))).toEqual([["2026-04-30", "2026-04-30", 5, 0]]);
    expect(surgesOf(oneStars(...FIVE.slice(1)))).toEqual([]);
    expect(surgesOf(oneStars("2026-05-01", "2026-05-01", "2026-05-03", "2026-05-03", "2026-05-03"))).toEqual([]);
  });

  test("whose days go on while each day brings another", () => {
    const days = [...FIVE, "2026-05-03", "2026-05-04", "2026-05-06"];
    expect(surgesOf(oneStars(...days))).toEqual([["2026-05-01", "2026-05-04", 7, 0]]);
  });

  test("none of which matches a job", () => {
    expect(surgesOf(oneStars(...FIVE), ["r3"])).toEqual([]);
    expect(surgesOf(oneStars(...FIVE, "2026-05-02"), ["r3"])).toEqual([["2026-05-01", "2026-05-02", 5, 0]]);
  });

  test("more than the 90 days before had, whether those match jobs or not", () => {
    const before = ["2026-01-30", "2026-01-31", "2026-02-01", "2026-03-01", "2026-04-29"];
    expect(surgesOf(oneStars(...FIVE, ...before))).toEqual([["2026-05-01", "2026-05-02", 5, 4]]);
    expect(surgesOf(oneStars(...FIVE, ...before, "2026-03-01"), ["r5", "r6"])).toEqual([]);
  });

  test("whose day is known, each counted once", () => {
    expect(surgesOf(oneStars(...FIVE.slice(1), ["2026-05-01", { datePrecision: "month" }]))).toEqual([]);
    expect(surgesOf(oneStars(...FIVE.slice(1), ["2026-05-01", { copyOf: "r1" }]))).toEqual([]);
  });
});
