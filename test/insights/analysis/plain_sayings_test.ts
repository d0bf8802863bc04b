/** Blame in plain German, Spanish and French must be heard as such, and the same words without blame must not; see the table. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { analyzeReview, judgementsOf } from "../../../src/insights/mod.ts";
import { rowsOf } from "../../../src/review/mod.ts";
import { CATALOG_BUSINESS } from "../sample.ts";

const FILE = join(import.meta.dir, "../data/languages/plain_sayings.tsv");
const SAYINGS = rowsOf(readFileSync(FILE, "utf8"), "language", "blame", "text");

/** Each text begins with one: a few words alone are too short to identify their language. */
const OPENINGS: Readonly<Record<string, string>> = {
  de: "Wir haben die Firma im Mai beauftragt.",
  es: "Contratamos a esta empresa en mayo para nuestra casa.",
  fr: "Nous avons fait appel à cette entreprise en mai.",
};

function blamedAspects(language: string, saying: string, rating: number): string[] {
  const text = `${OPENINGS[language]} ${saying}`;
  const analysis = analyzeReview({ id: "r", title: null, text, author_name: null }, CATALOG_BUSINESS);
  return judgementsOf(analysis, rating)
    .filter(({ sentiment }) => sentiment === "negative" || sentiment === "mixed")
    .map(({ aspect }) => aspect);
}

for (const language of Object.keys(OPENINGS)) {
  const own = SAYINGS.filter((saying) => saying.language === language);
  test(`judgementsOf() hears plain blame of each kind in reviews of two stars in "${language}"`, () => {
    const blaming = own.filter(({ blame }) => blame !== "none");
    expect(blaming.filter(({ blame, text }) => !blamedAspects(language, text, 2).includes(blame))).toEqual([]);
  });
  test(`judgementsOf() finds no blame where its words deny it in reviews of three stars in "${language}"`, () => {
    const harmless = own.filter(({ blame }) => blame === "none");
    expect(harmless.filter(({ text }) => blamedAspects(language, text, 3).length > 0)).toEqual([]);
  });
}
