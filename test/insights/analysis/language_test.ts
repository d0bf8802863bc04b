import { expect, test } from "bun:test";
import { analyzeReview } from "../../../src/insights/mod.ts";
import { CATALOG_BUSINESS } from "../sample.ts";

const analyse = (text: string) => analyzeReview({ id: "r", title: null, text, author_name: null }, CATALOG_BUSINESS);

test("analyzeReview() names other languages and judges nothing in them", () => {
  for (const [language, text] of [
    ["es", "Muy buen servicio, llegaron a tiempo y arreglaron todo el mismo día."],
    ["de", "Sehr freundlich, pünktlich und zuverlässig, gerne wieder."],
    ["fr", "Très bon travail, le plombier est arrivé à l'heure et il était sympathique."],
    ["ru", "Отличная работа, мастер приехал вовремя и всё починил."],
  ] as const) {
    const analysis = analyse(text);
    expect(analysis.language).toBe(language);
    expect(analysis.sentiment).toBeNull();
    expect(analysis.aspects).toEqual([]);
  }
});

test("analyzeReview() knows short English by its words", () => {
  for (const text of ["Great job", "Fast!", "ok", "On time.", "Excellent plumber, thanks"])
    expect(analyse(text).language).toBe("en");
});

test("analyzeReview() names no language of a text that is too short to tell, and reads it if it may be English", () => {
  for (const text of ["CAUTION!!!", "Xyzzy plugh", "Ķ"]) expect(analyse(text).language).toBe("und");
  expect(analyse("Sehr gut").language).toBe("de");
  expect(analyse("CAUTION!!!").sentiment).not.toBeNull();
});

test("analyzeReview() takes no word that languages share for English beside one of another language", () => {
  for (const [language, text] of [
    ["de", "Toller Service, nette Mitarbeiter"],
    ["de", "So geht Energiewende!"],
    ["nl", "Goede service"],
    ["pl", "Szybko i sprawnie"],
    ["fr", "Super accueil, personnel très pro"],
    ["en", "Top service!"],
    ["en", "Super team"],
  ] as const)
    expect([text, analyse(text).language]).toEqual([text, language]);
  expect(analyse("Top Klempnerbude").language).toBe("und");
});

test("analyzeReview() has no language for a review without text", () => {
  expect(analyse("").language).toBe("");
  expect(analyse("").sentiment).toBeNull();
});

test("analyzeReview() counts emoji alone as read, without aspects", () => {
  const analysis = analyse("👍👍👍");
  expect(analysis.label).toBe("positive");
  expect(analysis.aspects).toEqual([]);
});
