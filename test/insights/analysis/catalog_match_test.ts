import { expect, test } from "bun:test";
import { analyzeReview, foundMentions } from "../../../src/insights/mod.ts";
import { CATALOG_BUSINESS } from "../sample.ts";

const analyse = (text: string, author_name: string | null = null, title: string | null = null) =>
  analyzeReview({ id: "r1", title, text, author_name }, CATALOG_BUSINESS);
const technicians = (text: string, author: string | null = null, title: string | null = null) =>
  foundMentions(analyse(text, author, title), CATALOG_BUSINESS).technicians;

test("foundMentions() does not take the reviewer for a technician", () => {
  expect(technicians("Rosa here, great service.", "Rosa M.")).toEqual([]);
  expect(technicians("Rosa here, great service.", "Jane D.")).toEqual(["Rosa Delgado"]);
});

test("analyzeReview() credits a shared first name to no technician, unless an initial decides", () => {
  const shared = analyse("Chris was great.");
  expect(shared.technicians).toEqual([]);
  expect(shared.ambiguous_technicians).toEqual(["chris-a", "chris-b"]);
  expect(technicians("Chris B. was great.")).toEqual(["Chris Bauer"]);
});

test("foundMentions() reads the title too", () => {
  expect(technicians("Great job.", null, "Mike was wonderful")).toEqual(["Mike O'Brien"]);
});

test("analyzeReview() relates a sentence that opens with a pronoun to the only technician named", () => {
  const [vote] = analyse("Darnell came out. He was rude and dismissive.").technicians;
  expect(vote?.[1]).toBeLessThan(0);
});

test("renaming a technician moves only his entry", () => {
  const renamed = {
    ...CATALOG_BUSINESS,
    technicians: CATALOG_BUSINESS.technicians.map((t) =>
      t.id === "mike" ? { ...t, name: "Otto Weiss", aliases: [] } : t,
    ),
  };
  const text = "Mike and Rosa fixed the furnace in Springfield. Great price.";
  const before = analyse(text);
  const after = analyzeReview({ id: "r1", title: null, text, author_name: null }, renamed);
  expect(after.technicians.map(([id]) => id)).toEqual(["rosa"]);
  expect({ ...after, technicians: [], topics: [] }).toEqual({ ...before, technicians: [], topics: [] });
});

test("analyzeReview() has neither who signed nor who did not come among the topics", () => {
  const { topics } = analyse("I love Mike, but this visit wasn't Mike.\nBest regards, Rosa");
  expect(topics.flat().filter((words) => /mike|rosa/.test(words))).toEqual([]);
});

test("analyzeReview() finds a technician whether or not the accents of the name are written", () => {
  const zoe = { id: "zoe", name: "Zoë Bright", aliases: [], public: true };
  for (const text of ["Zoe fixed our sink.", "Zoë fixed our sink."]) {
    const catalog = { ...CATALOG_BUSINESS, technicians: [zoe] };
    const found = analyzeReview({ id: "r", title: null, text, author_name: null }, catalog);
    expect(found.technicians.map(([id]) => id)).toEqual(["zoe"]);
  }
});
