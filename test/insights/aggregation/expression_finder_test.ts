import { expect, test } from "bun:test";
import { randomNumbers } from "../../../bench/generate_reviews.ts";
import { ExpressionFinder } from "../../../src/insights/aggregation/text_counts.ts";
import { foldSearched } from "../../../src/review/mod.ts";

test("ExpressionFinder.in() names each expression that a text holds once, whatever its case", () => {
  const finder = new ExpressionFinder(["on time", "time", "Straße", "sewer"]);
  expect(finder.in("ON TIME. On time again!")).toEqual([0, 1]);
  expect(finder.in("die STRAßE")).toEqual([2]);
  expect(finder.in("")).toEqual([]);
});

test("ExpressionFinder.in() looks into titles, too, and finds a single word only as a whole word", () => {
  const finder = new ExpressionFinder(["view", "great view"]);
  expect(finder.in("The view!")).toEqual([0]);
  expect(finder.in("A review of views, a preview.")).toEqual([]);
  expect(finder.in("Lovely.", "Great view")).toEqual([1, 0]);
  expect(finder.in("See review, then (view).")).toEqual([0]);
});

test("ExpressionFinder.in() finds what the search finds, expressions inside each other included", () => {
  const random = randomNumbers(3);
  const letters = [..."abA é\u0130σΣς"];
  const word = (length: number) =>
    Array.from({ length }, () => letters[Math.floor(random() * letters.length)] ?? "").join("");
  for (let round = 0; round < 300; round++) {
    const expressions = Array.from({ length: 6 }, () => word(1 + Math.floor(random() * 4)));
    const text = word(12);
    const wanted = expressions.flatMap((own, i) => (holds(foldSearched(text), foldSearched(own)) ? [i] : []));
    expect([...new ExpressionFinder(expressions).in(text)].sort()).toEqual(wanted);
  }
});

function holds(text: string, expression: string): boolean {
  if (!/^[\p{L}\p{M}\p{N}]+$/u.test(expression)) return text.includes(expression);
  return new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])${expression}(?![\\p{L}\\p{M}\\p{N}])`, "u").test(text);
}
