import { expect, test } from "bun:test";
import { analyzeReview, foundMentions } from "../../../src/insights/mod.ts";
import { CATALOG_BUSINESS } from "../sample.ts";

const analyse = (text: string, author_name: string | null = null, title: string | null = null) =>
  analyzeReview({ id: "r1", title, text, author_name }, CATALOG_BUSINESS);
const found = (text: string, author: string | null = null) => foundMentions(analyse(text, author), CATALOG_BUSINESS);
const technicians = (text: string, author: string | null = null) => found(text, author).technicians;

test("foundMentions() names a technician as the catalog does, by first name, full name, alias or possessive", () => {
  expect(technicians("Mike fixed it.")).toEqual(["Mike O'Brien"]);
  expect(technicians("We had Mike O'Brien here.")).toEqual(["Mike O'Brien"]);
  expect(technicians("Big Mike is the best.")).toEqual(["Mike O'Brien"]);
  expect(technicians("Mike’s work is great.")).toEqual(["Mike O'Brien"]);
});

test("foundMentions() takes names that are words for a technician only beside a cue", () => {
  expect(technicians("I will call again in May, to be frank.")).toEqual([]);
  expect(technicians("Will was wonderful and our tech May explained it all.")).toEqual(["Will Hart", "May Chen"]);
  expect(technicians("Since May 2024 the heater works.")).toEqual([]);
});

test("foundMentions() takes no relative, company, street, surname or signature for a technician", () => {
  expect(technicians("My husband Mike called them.")).toEqual([]);
  expect(technicians("Mike's Plumbing did it wrong before.")).toEqual([]);
  expect(technicians("They came to Rosa Street at once.")).toEqual([]);
  expect(technicians("The inspector Mike Johnson approved.")).toEqual([]);
  expect(technicians("Thanks for the quick help.\n- Mike")).toEqual([]);
});

test("foundMentions() does not take the reviewer for a technician", () => {
  expect(technicians("Rosa here, great service.", "Rosa M.")).toEqual([]);
  expect(technicians("Rosa here, great service.", "Jane D.")).toEqual(["Rosa Delgado"]);
});

test("analyzeReview() credits a shared first name to nobody, unless an initial tells", () => {
  const shared = analyse("Chris was great.");
  expect(shared.technicians).toEqual([]);
  expect(shared.ambiguous_technicians).toEqual(["chris-a", "chris-b"]);
  expect(technicians("Chris B. was great.")).toEqual(["Chris Bauer"]);
});

test("foundMentions() forgives one slip in a long name", () => {
  expect(technicians("We asked for Darnel and he came.")).toEqual(["Darnell Price"]);
});

test("foundMentions() finds services in any inflection and order, the longer phrase first", () => {
  expect(found("They installed a new water heater.").services).toEqual(["water-heaters"]);
  expect(found("They cleaned out our drains.").services).toEqual(["drain-cleaning"]);
  expect(found("Our AC was repaired.").services).toEqual(["ac-repair"]);
  expect(found("An ac sentence is no air conditioner.").services).toEqual(["ac-repair"]);
  expect(found("Back in an ac moment.").services).toEqual([]);
});

test("foundMentions() finds areas by their capitalised names, not inside longer ones", () => {
  expect(found("Best plumber in Springfield!").service_areas).toEqual(["springfield"]);
  expect(found("We live in Oak Park, IL.").service_areas).toEqual(["oak-park"]);
  expect(found("We live in West Springfield.").service_areas).toEqual([]);
  expect(found("The Springfield Gazette wrote of it.").service_areas).toEqual([]);
});

test("foundMentions() reads the title too", () => {
  const analysis = analyse("Great job.", null, "Mike was wonderful");
  expect(foundMentions(analysis, CATALOG_BUSINESS).technicians).toEqual(["Mike O'Brien"]);
});

test("analyzeReview() lets a sentence that opens with a pronoun speak of the only technician named", () => {
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
