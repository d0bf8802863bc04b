/** Words meet words of their own language, in original and translation; nothing but the text itself is a `query`. */
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Publication, SearchQuery } from "../../src/publication/mod.ts";
import type { Review } from "../../src/review/mod.ts";
import { businessOf, reviewOf } from "../support/page_stage.ts";
import { publicationOf } from "../support/publication_of.ts";

/** The reviews of a business, newest first; each has the number of its place as its id. */
function reviewed(language: string, ...reviews: Partial<Review>[]): Publication {
  const given = reviews.map((fields, at) =>
    reviewOf({ id: `r${at}`, date: `2026-01-${28 - (at % 28)}`, title: null, aspects: [], ...fields }),
  );
  return publicationOf(businessOf({ language }), given);
}

/** The places of what a search finds, in order of place. */
function found(publication: Publication, query: SearchQuery | string): number[] {
  const asked = typeof query === "string" ? { words: query } : query;
  const { ordinals } = publication.search({ limit: 100, ...asked });
  return ordinals.map((ordinal) => Number(publication.idAt(ordinal).slice(1))).sort((a, b) => a - b);
}

const spoken = (language: string | null, text: string): Partial<Review> => ({ language, text });
const translated = (language: string | null, text: string) => ({ language, text });

describe("a word", () => {
  const baths = [
    spoken("en", "A bad job"),
    spoken("de", "Unser Bad ist fertig"),
    spoken(null, "Bad again"),
    spoken("de-AT", "Zwei Bäder saniert"),
  ];

  test("meets words of the business's language", () => {
    expect(found(reviewed("en", ...baths), "bad")).toEqual([0, 2]);
    expect(found(reviewed("de-DE", ...baths), "Bad")).toEqual([1, 2, 3]);
  });

  test("meets words of the language that a search is limited to", () => {
    expect(found(reviewed("en", ...baths), { words: "bad", language: "de" })).toEqual([1]);
    expect(found(reviewed("de", ...baths), { words: "bad", language: "en" })).toEqual([0]);
  });

  test("meets words of other languages where the business's has none", () => {
    const publication = reviewed("en", spoken("de", "Die Heizungen laufen"), spoken("fr", "Chaudière réparée"));
    expect(found(publication, "Heizung")).toEqual([0]);
    expect(found(publication, "reparer chaudieres")).toEqual([1]);
  });

  test("meets translations as it meets originals", () => {
    const publication = reviewed(
      "de",
      { ...spoken("de", "Heizung repariert"), translation: translated("en", "Heater repaired") },
      { ...spoken(null, ""), translation: translated(null, "Die Heizungen laufen") },
      { ...spoken("en", "They fixed the heater"), translation: translated("de", "Sie haben die Heizung repariert") },
    );
    expect(found(publication, "heizung")).toEqual([0, 1, 2]);
    expect(found(publication, "heaters")).toEqual([0, 2]);
    expect(found(publication, "heizung reparieren")).toEqual([0, 2]);
    expect(found(publication, '"heizungen"')).toEqual([1]);
  });

  test("is found in every form of its language, with accents or without", () => {
    const spanish = ["El técnico llegó", "Los técnicos, una reparación", "dos reparaciones", "reparacion"];
    const publication = reviewed("es", ...spanish.map((text) => spoken("es", text)));
    for (const asked of ["tecnico", "técnicos"]) expect(found(publication, asked)).toEqual([0, 1]);
    for (const asked of ["reparación", "reparaciones", "REPARACION"]) {
      expect(found(publication, asked)).toEqual([1, 2, 3]);
    }
    const french = reviewed("fr", spoken("fr", "Fuite réparée"), spoken("fr", "Les fuites réparés"));
    expect(found(french, "reparer fuite")).toEqual([0, 1]);
  });

  test("has ä, ö and ü, ae, oe and ue, a, o and u alike in German", () => {
    const texts = ["Sehr pünktlich", "Immer puenktlich", "punktlich wie stets", "Neue Quelle"];
    const publication = reviewed("en", ...texts.map((text) => spoken("de", text)));
    for (const asked of ["punktlich", "puenktlich", "pünktlich", "PÜNKTLICHE"]) {
      expect(found(publication, asked)).toEqual([0, 1, 2]);
    }
    expect(found(publication, "Quelle")).toEqual([3]);
  });

  test("that is a stop word in the business's language does not exclude a review", () => {
    const publication = reviewed("de", spoken("de", "Heizung läuft"), spoken("de", "die Rechnung und der Termin"));
    expect(found(publication, "was ist mit der Heizung")).toEqual([0]);
  });

  test("of a language without a stemmer is found as written, without regard to accents", () => {
    const publication = reviewed("en", spoken("pt", "Aquecedor instalação"), spoken("tlh", "Quch"));
    expect(found(publication, "instalacao")).toEqual([0]);
    expect(found(publication, "quch")).toEqual([1]);
  });
});

test("a query is a substring of the text and title alone, whatever their languages", () => {
  const publication = reviewed(
    "en",
    { ...spoken("de", "Das Bad"), translation: translated("en", "The bathroom badly") },
    { ...spoken("en", "bad"), title: "Bathroom" },
  );
  expect(found(publication, { query: "bad" })).toEqual([0, 1]);
  expect(found(publication, { query: "bathroom" })).toEqual([1]);
  expect(found(publication, { query: "badly" })).toEqual([]);
});

test("a query that words decide is no substring of translations", () => {
  // So many that grams and words are built, and that words and not texts are looked through.
  const many = Array.from({ length: 3000 }, (_, at) => ({
    ...spoken("de", at % 2 === 0 ? "Unsere Heizungsanlage" : "Rohr"),
    translation: translated(at % 2 === 0 ? null : "en", at % 3 === 0 ? "our heatingsystem" : "eine heizungsanlage"),
  }));
  const publication = reviewed("en", ...many);
  const total = (query: SearchQuery) => publication.search(query).total;
  expect(total({ query: "eizungsanlag" })).toBe(1500);
  expect(total({ query: "eatingsys" })).toBe(0);
  expect(total({ words: "heatingsystem" })).toBe(1000);
});

const GERMAN = join(import.meta.dir, "../../../shared/data/insights/stars_plumbers_de.jsonl");

if (existsSync(GERMAN)) {
  test("Heizung finds the German reviews that have the word or a form of it, whatever the business speaks", () => {
    const rows: { id: string; stars: number; text_de: string; text_en: string }[] = readFileSync(GERMAN, "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));
    const given = rows.map(({ stars, text_de: text, text_en }) => {
      return { rating: stars, ...spoken("de", text), translation: translated("en", text_en) };
    });
    const said = rows.filter(({ text_de }) => /(?<!\p{L})heizung(?:s|en)?(?!\p{L})/iu.test(text_de)).length;
    expect(said).toBe(71);
    for (const language of ["de", "en"]) {
      const publication = reviewed(language, ...given);
      const total = (words: string) => publication.search({ words }).total;
      expect(total("Heizung")).toBe(said);
      expect(total("puenktlich")).toBe(total("pünktlich"));
      expect(total("punktlich")).toBe(total("pünktlich"));
    }
  });
} else {
  console.warn(`SKIPPED: no German reviews at ${GERMAN}`);
}
