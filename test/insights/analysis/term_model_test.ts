/** Tests that the term model tells the terms of one sentence apart, and that what it learns from is read as written. */
import { expect, test } from "bun:test";
import { analyzeAspect, analyzeReview } from "../../../src/insights/mod.ts";
import { CATALOG_BUSINESS } from "../sample.ts";

test("analyzeAspect() takes opposite sides toward two terms of one sentence", () => {
  const text = "The technician was friendly and quick, but the office never called back.";
  expect(analyzeAspect(text, "technician").label).toBe("positive");
  expect(analyzeAspect(text, "office").label).toBe("negative");
});

test("analyzeAspect() takes no side toward a term that is only named", () => {
  expect(analyzeAspect("We had the kitchen done last year and they came back for the hallway.", "hallway").label).toBe(
    "neutral",
  );
  expect(analyzeAspect("", "hallway").label).toBe("neutral");
});

test("analyzeReview() lets a service off that another clause of its sentence blames somebody for", () => {
  const text = "The drain cleaning was excellent, but the office was rude and overcharged us.";
  const { services } = analyzeReview({ id: "a", title: null, text, author_name: null }, CATALOG_BUSINESS);
  expect(services).toHaveLength(1);
  expect(services[0]?.[1]).toBeGreaterThan(150);
});
