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

test("analyzeReview() hears complaints that no phrase of the language has, by what is learned from English", () => {
  for (const [text, aspect] of [
    ["Auf mehrere Mails kam von der Firma keine Antwort mehr.", "responsiveness"],
    ["Dejaron toda la cocina llena de polvo y escombros.", "cleanliness"],
    ["Ils ont laissé de la poussière et des gravats dans la cuisine.", "cleanliness"],
  ] as const)
    expect(judged(text, 1)).toContainEqual([aspect, "negative", text]);
});

test("analyzeReview() lets a negator of the review's own language turn an opinion around", () => {
  const sides = (text: string, rating: number) => judged(text, rating).map(([aspect, side]) => `${aspect} ${side}`);
  expect(sides("No son nada puntuales y eso que llamé antes.", 1)).toEqual(["punctuality negative"]);
  expect(sides("Die Leute waren nicht freundlich und das war schade.", 2)).toEqual(["professionalism negative"]);
  expect(sides("Ils ne sont pas honnêtes avec les clients.", 1)).toEqual(["honesty negative"]);
  expect(sides("Nichts zu meckern, und teuer war es auch nicht.", 5)).not.toContain("price_value negative");
});

test("analyzeReview() takes ä, ö and ü for ae, oe and ue, and accents for plain letters", () => {
  for (const text of ["Sehr pünktlich und höflich, danke.", "Sehr puenktlich und hoeflich, danke."])
    expect(judged(text, 5).map(([aspect]) => aspect)).toEqual(["punctuality", "professionalism"]);
  for (const text of ["El técnico fue muy rápido y puntual.", "El tecnico fue muy rapido y puntual."])
    expect(judged(text, 5).map(([aspect]) => aspect)).toEqual(["punctuality", "speed"]);
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

test("analyzeReview() reads a word or two of Spanish, German and French that judge", () => {
  expect(judged("Mega unfreundlich!", 1)).toEqual([["professionalism", "negative", "Mega unfreundlich!"]]);
  expect(judged("Überteuert.", 1)).toEqual([["price_value", "negative", "Überteuert."]]);
  expect(judged("Sympathique et ponctuel", 5).map(([aspect]) => aspect)).toEqual(["punctuality", "professionalism"]);
  expect(judged("Puntuales y amables", 5).map(([aspect]) => aspect)).toEqual(["punctuality", "professionalism"]);
});

test("analyzeReview() knows short English by its words", () => {
  for (const text of ["Great job", "Fast!", "ok", "On time.", "Excellent plumber, thanks"])
    expect(analyse(text).language).toBe("en");
});

test("analyzeReview() returns und for a text that is too short to identify, and reads it if it may be English", () => {
  for (const text of ["CAUTION!!!", "Xyzzy plugh", "Ķ"]) expect(analyse(text).language).toBe("und");
  expect(analyse("Sehr gut").language).toBe("de");
  expect(analyse("CAUTION!!!").sentiment).not.toBeNull();
});

test("analyzeReview() takes no word that languages share for English beside one of another language", () => {
  for (const [language, text] of [
    ["de", "Toller Service, nette Mitarbeiter"],
    ["de", "So geht Energiewende!"],
    ["de", "Bad saniert"],
    ["de", "Traumhaftes Bad"],
    ["de", "Bad komplett saniert, alles top!"],
    ["nl", "Goede service"],
    ["pl", "Szybko i sprawnie"],
    ["fr", "Super accueil, personnel très pro"],
    ["en", "Top service!"],
    ["en", "Super team"],
  ] as const)
    expect([text, analyse(text).language]).toEqual([text, language]);
  expect(analyse("Top Klempnerbude").language).toBe("und");
  // A German bath is nothing bad.
  for (const text of ["Traumhaftes Bad", "Bad komplett saniert, alles top!"])
    expect(analyse(text).sentiment).toBeGreaterThanOrEqual(0);
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

/** The aspects that a text with so many stars blames. */
const blamed = (text: string, rating: number) =>
  judged(text, rating).flatMap(([aspect, side]) => (side === "negative" ? [aspect] : []));

test("analyzeReview() takes a heat pump for no warm welcome", () => {
  const aspects = (text: string) => judged(text, 5).map(([aspect]) => aspect);
  expect(aspects("Ils ont installé une pompe à chaleur dans notre maison.")).not.toContain("professionalism");
  expect(aspects("L'équipe est très chaleureuse avec nous.")).toContain("professionalism");
});

test("analyzeReview() takes relief, what others failed at, what there was none of and the least expensive offer for no blame", () => {
  for (const text of [
    "Es ist am Sonntag wirklich jemand ans Telefon gegangen.",
    "Endlich ein Betrieb, bei dem jemand ans Telefon geht.",
    "Zwei Elektriker haben die Ursache nicht gefunden, hier war sie gleich klar.",
    "Kein Lärm, kein Dreck, keine Verspätung und keine Ausreden.",
    "Das Angebot war weniger teuer als die anderen.",
    "Dos electricistas no supieron arreglarlo y ellos lo hicieron en una tarde.",
    "Sin ruido, sin retrasos y sin malos modos.",
    "Fue el presupuesto menos caro de todos.",
    "Deux plombiers n'avaient pas su réparer la fuite, eux l'ont fait en une heure.",
    "Pas de bruit, pas de retard, pas de stress.",
    "C'était finalement le devis le moins cher.",
    "Two electricians could not find the fault, here it was found at once.",
    "No noise, no mess, no delays and no lies.",
    "It turned out to be the least expensive quote.",
  ])
    expect([text, blamed(text, 5)]).toEqual([text, []]);
});

test("analyzeReview() still takes the same words for blame where they are meant of this business", () => {
  for (const [text, aspect] of [
    ["Es geht nie jemand ans Telefon.", "responsiveness"],
    ["Wir warten, bis mal jemand ans Telefon geht.", "responsiveness"],
    ["Zwei Elektriker waren da und haben den Fehler nicht gefunden.", "expertise"],
    ["Ein wenig teuer war das schon.", "price_value"],
    ["Dos técnicos vinieron y no supieron arreglarlo.", "workmanship"],
    ["Fueron menos amables que la otra vez.", "professionalism"],
    ["Deux techniciens sont venus et n'ont pas su réparer.", "expertise"],
    ["Ils sont chers, ou au moins trop chers pour nous.", "price_value"],
    ["Two electricians came and could not find the fault.", "expertise"],
  ] as const)
    expect([text, blamed(text, 1)]).toEqual([text, [aspect]]);
  expect(judged("Más o menos puntuales, pero al menos amables.", 4).map(([, side]) => side)).not.toContain("negative");
});
