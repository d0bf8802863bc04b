import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { type Publication, type SearchQuery, searchHints } from "../../src/publication/mod.ts";
import type { Review } from "../../src/review/mod.ts";
import { businessOf, reviewOf } from "../support/page_stage.ts";
import { readPromises } from "../support/promises.ts";
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

/** Each promise of words_search.txt has the texts of some reviews, and what words find among them, by place. */
test.each(readPromises(join(import.meta.dir, "words_search.txt")))("%s", (_promise, texts = "", ...searches) => {
  const publication = reviewed(...texts.split(" / "));
  const places = searches.map((search) => {
    const [words = ""] = search.split(" => ");
    return `${words} => ${found(publication, words).join(" ") || "nothing"}`;
  });
  expect(searches.length).toBeGreaterThan(0);
  expect(places).toEqual(searches);
});

describe("words", () => {
  test("come before beginnings in a title", () => {
    const publication = reviewed({ title: "Leaks gone", text: "Fine" }, { title: null, text: "A leak" });
    expect(found(publication, "leak")).toEqual([1, 0]);
    expect(found(publication, { words: "leak", sort: "newest" })).toEqual([0, 1]);
  });

  test("name technicians, services and areas of the catalog, mistyped too", () => {
    const mentions = { ...NOTHING, technicians: ["Dana Okafor"] };
    const publication = reviewed({ text: "She was great", mentions }, "Great");
    for (const asked of ["okafor", "Dana Okafor", "okaffor"]) expect(found(publication, asked)).toEqual([0]);
    const [service] = businessOf().services;
    const served = reviewed({ text: "Done", mentions: { ...NOTHING, services: [service?.id ?? ""] } }, "Done");
    expect(found(served, service?.name ?? "")).toEqual([0]);
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
