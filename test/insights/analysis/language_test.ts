import { expect, test } from "bun:test";
import { analyzeReview, judgementsOf } from "../../../src/insights/mod.ts";
import { CATALOG_BUSINESS } from "../sample.ts";

const analyse = (text: string) => analyzeReview({ id: "r", title: null, text, author_name: null }, CATALOG_BUSINESS);

const judged = (text: string, rating: number) =>
  judgementsOf(analyse(text), rating).map(({ aspect, sentiment, start, end }) => [
    aspect,
    sentiment,
    text.slice(start, end),
  ]);

test("analyzeReview() names languages that it does not read and judges nothing in them", () => {
  for (const [language, text] of [
    ["it", "Molto bravi, sono arrivati puntuali e hanno sistemato tutto in un giorno."],
    ["ru", "Отличная работа, мастер приехал вовремя и всё починил."],
  ] as const) {
    const analysis = analyse(text);
    expect(analysis.language).toBe(language);
    expect(analysis.sentiment).toBeNull();
    expect(analysis.aspects).toEqual([]);
  }
});

test("analyzeReview() reads Spanish, German and French in their own words, and quotes them", () => {
  expect(judged("Llegaron muy puntuales. El precio me pareció caro.", 3)).toEqual([
    ["punctuality", "positive", "Llegaron muy puntuales."],
    ["price_value", "negative", "El precio me pareció caro."],
  ]);
  expect(judged("Der Monteur war sehr freundlich. Auf einen Rückruf warte ich seit Wochen.", 3)).toEqual([
    ["responsiveness", "negative", "Auf einen Rückruf warte ich seit Wochen."],
    ["professionalism", "positive", "Der Monteur war sehr freundlich."],
  ]);
  expect(judged("L'équipe est arrivée à l'heure. Par contre le chantier a été laissé sale.", 3)).toEqual([
    ["punctuality", "positive", "L'équipe est arrivée à l'heure."],
    ["cleanliness", "negative", "Par contre le chantier a été laissé sale."],
  ]);
});

test("analyzeReview() credits technicians behind the titles of other languages", () => {
  for (const text of [
    "Herr Hagenau war sehr nett.",
    "El señor Hagenau fue muy amable.",
    "M. Hagenau est très gentil.",
  ]) {
    const catalog = {
      ...CATALOG_BUSINESS,
      technicians: [{ id: "h", name: "Jo Hagenau", public: true, aliases: ["Hagenau"] }],
    };
    const [technician] = analyzeReview({ id: "r", title: null, text, author_name: null }, catalog).technicians;
    expect([text, technician?.[0]]).toEqual([text, "h"]);
    expect(technician?.[1]).toBeGreaterThan(0);
  }
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

test("analyzeReview() reads a text that is too short to identify if it may be English, and no German bath as bad", () => {
  expect(analyse("CAUTION!!!").sentiment).not.toBeNull();
  for (const text of ["Traumhaftes Bad", "Bad komplett saniert, alles top!"])
    expect(analyse(text).sentiment).toBeGreaterThanOrEqual(0);
});

test("analyzeReview() tells words apart that share a stem: schon and schön, piso and pisadas, mejor and mejorable, devis and devait", () => {
  for (const text of [
    "Die Firma war schon im Keller und an der Heizung.",
    "Contratamos a los obreros para la cocina de nuestro piso en Madrid.",
    "Nous avons reçu le devis de cette entreprise en mai, pour la salle de bain.",
  ])
    expect([text, analyse(text).sentiment]).toEqual([text, 0]);
  expect(analyse("Es el mejor de los fontaneros que hay en esta ciudad.").sentiment).toBeGreaterThan(0);
  expect(judged("Le devis était juste et nous avons payé le prix convenu.", 3)).toEqual([
    ["price_value", "positive", "Le devis était juste et nous avons payé le prix convenu."],
  ]);
});
