/** What is meant: fears, other companies and scare quotes. */
import { expect, test } from "bun:test";
import { analyzeAspect, analyzeReview, analyzeText, judgementsOf } from "../../../src/insights/mod.ts";
import { CATALOG_BUSINESS } from "../sample.ts";

const label = (text: string) => analyzeText(text).label;
const toward = (text: string, term: string) => analyzeAspect(text, term).label;

test("analyzeText() takes no fear for a fault", () => {
  expect(label("I was worried they would make a mess.")).not.toBe("negative");
  expect(toward("I was nervous about the price but it was very fair.", "price")).toBe("positive");
});

test("analyzeText() counts another company's faults for this one", () => {
  expect(label("The last company was rude and sloppy.")).not.toBe("negative");
  expect(label("The plumber was rude and sloppy.")).toBe("negative");
});

test("analyzeText() takes praise in scare quotes for blame", () => {
  expect(label('The "excellent" service.')).toBe("negative");
  expect(label('He said "excellent".')).toBe("positive");
  expect(label("So much for the excellent service.")).toBe("negative");
});

test("analyzeAspect() uses the sentences around when a term's own is neutral", () => {
  expect(toward("Fixed. First time. AC at the vent is 56.", "AC")).toBe("positive");
});

test("analyzeText() takes what was supposed to be for what was not, and what is no longer for the contrary", () => {
  expect(label("They were supposed to be on time.")).toBe("negative");
  expect(label("The lights no longer flicker.")).toBe("positive");
  expect(label("The door no longer works.")).toBe("negative");
});

test("analyzeAspect() turns around what was done instead, what was wished for and what is anything but", () => {
  expect(toward("Instead of being polite he just handed me the bill.", "polite")).toBe("negative");
  expect(toward("Instead of selling me a new unit he cleaned the old one.", "selling")).toBe("positive");
  expect(label("I wish they had been on time.")).toBe("negative");
  expect(label("He was anything but polite.")).toBe("negative");
  expect(label("Their so-called expert came.")).toBe("negative");
});

test("analyzeAspect() counts blame of another company as praise", () => {
  expect(toward("Other plumbers missed the leak.", "missed")).toBe("positive");
});

test("judgementsOf() blames nobody for what made the customer call this business, in four languages", () => {
  const blamed = (text: string, rating: number) => {
    const analysis = analyzeReview({ id: "r", title: null, text, author_name: null }, CATALOG_BUSINESS);
    const judgements = judgementsOf(analysis, rating).filter(({ sentiment }) => sentiment === "negative");
    return judgements.map(({ aspect }) => aspect);
  };
  expect(blamed("We could not reach our usual plumber and then decided to call Acme Plumbing.", 5)).toEqual([]);
  expect(blamed("Unseren Monteur nicht erreicht und uns dann entschlossen, Firma Huber anzurufen.", 5)).toEqual([]);
  expect(blamed("Notre plombier habituel ne répondait jamais, alors on a appelé cette équipe.", 5)).toEqual([]);
  expect(blamed("Nuestro fontanero habitual no contestaba, así que llamamos a Fontanería Ruiz.", 5)).toEqual([]);
  expect(blamed("They never called back, so I hired another company.", 1)).toEqual(["responsiveness"]);
  // Called to complain, or always called: it is this business.
  expect(blamed("They broke the sink and overcharged us, and I called Acme to complain.", 1)).toContain("price_value");
  expect(blamed("They never showed up, and I called the company three times.", 1)).toContain("punctuality");
  expect(blamed("Our regular plumber left a huge mess and was rude.", 1)).not.toEqual([]);
});
