/**
 * What the engine finds in single sentences. Each promise of data/sentences.txt is a heading with its sentences below: what is asked,
 * the answer, the sentence. An answer is a list in order, "nothing", or begins with "has" or "no" and names a part.
 */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { analyzeAspect, analyzeReview, analyzeText, foundMentions, judgementsOf } from "../../../src/insights/mod.ts";
import { readPromises } from "../../support/promises.ts";
import { CATALOG_BUSINESS } from "../sample.ts";

const MORE = ["Ottilie Brand", "Dana Okafor", "Bill Reyes"].map((name) => ({
  id: name,
  name,
  aliases: [],
  public: true,
}));
const BUSINESS = { ...CATALOG_BUSINESS, technicians: [...CATALOG_BUSINESS.technicians, ...MORE] };
const GERMAN_FIRM = {
  technicians: [],
  service_areas: [],
  language: "de",
  services: [{ id: "bathrooms", name: "Bäder", keywords: ["Bad", "Boiler"] }],
};

/** What the engine answers to what is asked of a text, such as "5 stars", "blame, 1 star" or "label of price". */
function answersTo(asked: string, text: string): readonly string[] {
  const review = { id: "r", title: null, text, author_name: null };
  const [, term] = /^label of (.*)$/.exec(asked) ?? [];
  if (asked === "label") return [analyzeText(text).label];
  if (term !== undefined) return [analyzeAspect(text, term).label];
  if (asked === "German services") return analyzeReview(review, GERMAN_FIRM).services.map(([id]) => id);
  const analysis = analyzeReview(review, BUSINESS);
  const found = foundMentions(analysis, BUSINESS);
  if (asked === "language") return [analysis.language];
  if (asked === "technicians") return found.technicians;
  if (asked === "services") return found.services;
  if (asked === "areas") return found.service_areas;
  const [, blame, stars] = /^(blame, )?([1-5]) stars?$/.exec(asked) ?? [];
  if (stars === undefined) throw new Error(`Nothing is known that answers "${asked}"`);
  const sided = judgementsOf(analysis, Number(stars)).filter(({ sentiment }) => sentiment !== "unclear");
  if (blame === undefined) return sided.map(({ aspect, sentiment }) => `${aspect} ${sentiment}`);
  return sided.filter(({ sentiment }) => sentiment === "negative").map(({ aspect }) => aspect);
}

function isAnswered(answers: readonly string[], expected: string): boolean {
  const [, kind, part = ""] = /^(has|no) (.*)$/.exec(expected) ?? [];
  if (kind === undefined) return (answers.join(", ") || "nothing") === expected;
  return answers.some((answer) => answer.includes(part)) === (kind === "has");
}

test.each(readPromises(join(import.meta.dir, "../data/sentences.txt")))("%s", (_promise, ...rows) => {
  const wrong = rows.flatMap((row) => {
    const [asked = "", expected = "", text = ""] = row.split(" | ").map((part) => part.replaceAll("\\n", "\n"));
    const answers = answersTo(asked, text);
    return isAnswered(answers, expected) ? [] : [`${row}: ${answers.join(", ") || "nothing"}`];
  });
  expect(wrong).toEqual([]);
});
