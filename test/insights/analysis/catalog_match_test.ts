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

test("analyzeReview() credits a shared first name to no technician, unless an initial decides", () => {
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

/** The technicians found by first name in a text of a business that employs only Ottilie, Dana and Bill. */
function named(text: string): string[] {
  const technicians = ["Ottilie Brand", "Dana Okafor", "Bill Reyes"].map((name) => ({
    ...{ id: name.split(" ")[0] ?? "", name, aliases: [], public: true },
  }));
  const catalog = { ...CATALOG_BUSINESS, technicians };
  const analysis = analyzeReview({ id: "r1", title: null, text, author_name: null }, catalog);
  return analysis.technicians.map(([id]) => id);
}

test("analyzeReview() credits no name that signs behind a farewell, in every language it reads", () => {
  for (const text of [
    "Great job. Best regards, Ottilie",
    "Great job, thank you all.\nKind regards\nDana and Ottilie",
    "They were here in an hour. Greetings from Ottilie",
    "Sincerely, Ottilie B.",
    "Sehr gute Arbeit, wir sind zufrieden. Mit freundlichen Grüßen, Ottilie",
    "Sehr gute Arbeit, wir sind zufrieden. Viele Grüße von Ottilie",
    "El trabajo quedó muy bien y limpio. Saludos, Ottilie",
    "Un trabajo muy bueno y rápido. Un abrazo de Ottilie",
    "Le travail est très bien fait. Cordialement, Ottilie",
    "Le travail est très bien fait. Bien cordialement\nOttilie",
  ])
    expect([text, named(text)]).toEqual([text, []]);
  expect(named("Thanks, Ottilie, you saved our Sunday.")).toEqual(["Ottilie"]);
  expect(named("Never felt talked down to. Cheers, Dana.")).toEqual(["Dana"]);
  expect(named("Give my best wishes to Ottilie, who fixed it.")).toEqual(["Ottilie"]);
  expect(named("Gracias, Ottilie, por un trabajo muy bueno.")).toEqual(["Ottilie"]);
  expect(named("I send my regards. Ottilie was wonderful.")).toEqual(["Ottilie"]);
});

test("analyzeReview() credits no technician in whose place somebody else came", () => {
  for (const text of [
    ...["I love Dana, but this visit wasn't Dana.", "It was not Dana this time and it showed."],
    ...["They sent a trainee instead of Dana.", "Unlike Dana, this one never explained a thing."],
    ...["Dana was not the one who came.", "Dana wasn't available this week.", "It wasn't our usual Dana Okafor."],
    ...["Diesmal war es nicht Dana und das hat man gemerkt.", "Statt Dana kam ein Lehrling, der nichts wusste."],
    "Anstelle von Dana kam ein Lehrling, der nichts wusste.",
    "Dana war diesmal nicht dabei und das hat man gemerkt.",
    ...["Esta vez no era Dana y se notó mucho en el trabajo.", "En vez de Dana vino un aprendiz que no sabía nada."],
    ...["Dana no estaba disponible y vino otro técnico.", "Cette fois ce n'était pas Dana et ça se voit."],
    "Au lieu de Dana, un apprenti est venu et il ne savait rien.",
    "Dana n'était pas disponible et un autre technicien est venu.",
  ])
    expect([text, named(text)]).toEqual([text, []]);
  expect(named("Ottilie came instead of Dana and fixed it.")).toEqual(["Ottilie"]);
  const { topics } = analyse("I love Mike, but this visit wasn't Mike.\nBest regards, Rosa");
  expect(topics.flat().filter((words) => /mike|rosa/.test(words))).toEqual([]);
  expect(named("Dana could not come, so instead Ottilie came.")).toEqual(["Dana", "Ottilie"]);
  expect(named("Dana was not rude at all.")).toEqual(["Dana"]);
  expect(named("Not only Dana was kind, the office was too.")).toEqual(["Dana"]);
  expect(named("We would not have heat without Dana.")).toEqual(["Dana"]);
  expect(named("Dana war nicht unfreundlich, nur etwas kurz angebunden.")).toEqual(["Dana"]);
});

test("analyzeReview() takes a name that means a price for a person only where no price is spoken of", () => {
  for (const text of [
    "Bill came in under the estimate.",
    "Great work. Bill was $40 less than quoted.",
    "Our Bill came to $300 in the end.",
  ])
    expect([text, named(text)]).toEqual([text, []]);
  expect(named("Bill came on Tuesday and fixed it.")).toEqual(["Bill"]);
  expect(named("Bill fixed it in under an hour.")).toEqual(["Bill"]);
});

const GERMAN_FIRM = {
  ...{ technicians: [], service_areas: [], language: "de" },
  services: [{ id: "bathrooms", name: "Bäder", keywords: ["Bad", "Boiler"] }],
};

const servicesOf = (text: string) =>
  analyzeReview({ id: "r1", title: null, text, author_name: null }, GERMAN_FIRM).services.map(([id]) => id);

test("analyzeReview() finds no service by a keyword that is an ordinary word of the text's own language", () => {
  expect(servicesOf("Not bad at all! They came at once.")).toEqual([]);
  expect(servicesOf("They replaced the boiler and it works.")).toEqual(["bathrooms"]);
  expect(servicesOf("Das neue Bad ist sehr schön geworden.")).toEqual(["bathrooms"]);
  expect(servicesOf("Neues Bad!")).toEqual(["bathrooms"]);
});
