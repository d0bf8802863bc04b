import { describe, expect, test } from "bun:test";
import { type Publication, type SearchQuery, searchHints } from "../../src/publication/mod.ts";
import type { Review } from "../../src/review/mod.ts";
import { businessOf, reviewOf } from "../support/page_stage.ts";
import { publicationOf } from "../support/publication_of.ts";

const NOTHING = { entities: [], technicians: [], services: [], service_areas: [] };

/** Reviews by their texts, newest first; each has the number of its place as its id. */
function reviewed(...reviews: (string | Partial<Review>)[]): Publication {
  const given = reviews.map((each, at) => ({
    id: `r${at}`,
    date: `2026-01-${String(28 - at).padStart(2, "0")}`,
    title: null,
    mentions: NOTHING,
    aspects: [],
    ...(typeof each === "string" ? { text: each } : each),
  }));
  return publicationOf(businessOf(), given.map(reviewOf));
}

/** The places of what a search finds. */
function found(publication: Publication, query: SearchQuery | string): number[] {
  const asked = typeof query === "string" ? { words: query } : query;
  return publication.search(asked).ordinals.map((ordinal) => Number(publication.idAt(ordinal).slice(1)));
}

describe("words", () => {
  test("are found in every form", () => {
    const publication = reviewed("Two leaks", "It was leaking", "A leaky tap", "The leak", "Lovely", "pipes broke");
    expect(found(publication, "leaks")).toEqual([0, 1, 2, 3]);
    expect(found(publication, "leaking")).toEqual([1, 0, 2, 3]);
    expect(found(publication, "broken pipe")).toEqual([5]);
  });

  test("find a service by one of many and many by one", () => {
    const publication = reviewed("New water heater", "Our water heaters", "Hot water, no heating");
    expect(found(publication, "water heaters")).toEqual([1, 0]);
  });

  test("are no beginnings of other words", () => {
    const publication = reviewed("Mixed feelings", "A fee of $95", "No trouble, new shower", "A no show");
    expect(found(publication, "fee")).toEqual([1]);
    expect(found(publication, "no show")).toEqual([3]);
  });

  test("come before beginnings in a title", () => {
    const publication = reviewed({ title: "Leaks gone", text: "Fine" }, { title: null, text: "A leak" });
    expect(found(publication, "leak")).toEqual([1, 0]);
    expect(found(publication, { words: "leak", sort: "newest" })).toEqual([0, 1]);
  });

  test("that are adjacent rank above those far apart", () => {
    const far = "They gave us a time. We waited for hours until, very late in the day, one showed up.";
    const publication = reviewed(far, "They showed up on time");
    expect(found(publication, "show up time")).toEqual([1, 0]);
  });

  test("may have one letter wrong, longer ones two", () => {
    const publication = reviewed("The plumber fixed the furnace", "Clogged drain", "Recommended by a friend");
    expect(found(publication, "plummer")).toEqual([0]);
    expect(found(publication, "clogged drian")).toEqual([1]);
    expect(found(publication, "recomendded")).toEqual([2]);
    expect(found(publication, "drone")).toEqual([]);
  });

  test("name technicians, services and areas of the catalog, mistyped too", () => {
    const mentions = { ...NOTHING, technicians: ["Dana Okafor"] };
    const publication = reviewed({ text: "She was great", mentions }, "Great");
    for (const asked of ["okafor", "Dana Okafor", "okaffor"]) expect(found(publication, asked)).toEqual([0]);
    const [service] = businessOf().services;
    const served = reviewed({ text: "Done", mentions: { ...NOTHING, services: [service?.id ?? ""] } }, "Done");
    expect(found(served, service?.name ?? "")).toEqual([0]);
  });

  test("that are stop words do not exclude reviews with the other words", () => {
    const publication = reviewed("On time", "Gas leak found", "What do they do");
    expect(found(publication, "do they find gas leaks")).toEqual([1]);
    expect(found(publication, "what do they do")).toEqual([2]);
  });

  test("all matter; of three one may be missing where no review has all of them", () => {
    const publication = reviewed("Furnace in winter", "Furnace broke", "It broke");
    expect(found(publication, "furnace broke winter")).toEqual([0, 1]);
    expect(found(publication, "furnace broke")).toEqual([1]);
  });

  test("of two that are never together the rarer is found, but nothing where one is unknown", () => {
    const publication = reviewed("A mess", "They left early", "He left");
    expect(found(publication, "left mess")).toEqual([0]);
    expect(found(publication, "left quantum")).toEqual([]);
  });

  test("in quotation marks are found as they stand, and nothing for them", () => {
    const publication = reviewed("Two leaks", "A leak", "Leaky", "Do it");
    expect(found(publication, '"leak"')).toEqual([1]);
    expect(found(publication, "leak")).toEqual([1, 0, 2]);
    expect(found(publication, '"do"')).toEqual([3]);
    expect(found(publication, '"leek"')).toEqual([]);
  });

  test("find apostrophes in either form", () => {
    const publication = reviewed("They didn’t come", "They didn't come");
    expect(found(publication, "didn't come")).toEqual([0, 1]);
    expect(found(publication, "didn’t come")).toEqual([0, 1]);
    expect(found(publication, "didnt come")).toEqual([0, 1]);
    const reviews = reviewed("They didn't show up", "I didnt expect much", "You've got to see it", "It won't leak");
    expect(found(reviews, "didnt show up")).toEqual([0]);
    expect(found(reviews, "youve got")).toEqual([2]);
    expect(found(reviews, "wont leak")).toEqual([3]);
  });
});

describe("hints beside hits", () => {
  const hintsOf = (publication: Publication, words: string) => {
    const total = publication.search({ words }).total;
    return searchHints(publication, { words }, { total, aspectOf: () => null }).map(
      ({ message, try: value, finds }) => {
        return { message, value, finds };
      },
    );
  };
  const publication = reviewed("The plumber fixed the furnace", "A furnace in winter", "They left", "A mess");

  test("name the word that a mistyped one was taken for", () => {
    expect(hintsOf(publication, "plummer")).toEqual([
      { message: 'No review has the word "plummer"; words=plumber finds 1', value: "plumber", finds: 1 },
    ]);
  });

  test("name the words that were left out, and are empty where all were found", () => {
    expect(hintsOf(publication, "left mess")).toEqual([
      { message: "No review has all of these words; words=left finds 1", value: "left", finds: 1 },
    ]);
    expect(hintsOf(publication, "plumber furnace winter")[0]?.message).toStartWith(
      "No review has all of these words; words=plumber furnace finds 1",
    );
    expect(hintsOf(publication, "furnaces")).toEqual([]);
  });

  test("keep a word that reviews have before a guess at one that none has", () => {
    const reviews = reviewed("Copper pipes", "A friendly man", "The man was late", "Copper everywhere", "Our copper");
    expect(found(reviews, "copper mani")).toEqual([0, 3, 4]);
    expect(hintsOf(reviews, "copper mani")).toEqual([
      { message: "No review has all of these words; words=copper finds 3", value: "copper", finds: 3 },
    ]);
    expect(hintsOf(reviews, "copper mani friendlt pipes")[0]?.value).toBe("copper pipes");
  });

  test("propose words without the quotation marks that find nothing", () => {
    const leaks = reviewed("Two leaks", "Fine");
    expect(hintsOf(leaks, '"leaking"')[0]).toMatchObject({ value: "leaking", finds: 1 });
  });
});

describe("Signs without a word", () => {
  const publication = reviewed("It cost $95", "Great 👍", "100 % satisfied", "Nothing odd");

  test.each([
    ["$", [0]],
    ["👍", [1]],
    ["%", [2]],
    ["!!!", []],
  ])("%s finds what has it, in words as in query", (signs, places) => {
    for (const query of [{ words: signs }, { query: signs }, { words: ` ${signs} ` }]) {
      expect(found(publication, query)).toEqual(places);
    }
  });

  test("propose nothing but the search without them where no review has them", () => {
    const { total } = publication.search({ words: "€" });
    const hints = searchHints(publication, { words: "€" }, { total, aspectOf: () => null });
    expect(hints.map(({ change, finds }) => ({ change, finds }))).toEqual([{ change: { words: null }, finds: 4 }]);
  });

  test("beside words change nothing", () => {
    expect(found(publication, "cost $")).toEqual([0]);
  });
});

describe("query", () => {
  test("takes typographic apostrophes and hyphens for those of a keyboard", () => {
    const publication = reviewed("They didn’t come: a no‑show", "They didn't come: a no-show", "It is 5 – 6 years old");
    for (const query of ["didn't", "didn’t", "no-show", "no‑show"])
      expect(found(publication, { query })).toEqual([0, 1]);
    expect(found(publication, { query: "5 - 6" })).toEqual([2]);
  });

  test("stays a substring", () => {
    expect(found(reviewed("Mixed feelings", "Two leaks"), { query: "fee" })).toEqual([0]);
  });
});
