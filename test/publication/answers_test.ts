import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { aspectOfWords } from "../../src/insights/mod.ts";
import {
  answerJson,
  InvalidCursor,
  type Publication,
  type SearchQuery,
  searchAnswer,
  sinceAnswer,
  sincePage,
  sinceParts,
} from "../../src/publication/mod.ts";
import { SEARCH_ORDERS } from "../../src/publication/search/mod.ts";
import type { Review, ReviewAspect } from "../../src/review/mod.ts";
import { answerValue } from "../support/answer_value.ts";
import { businessOf, manyReviews, reviewOf } from "../support/page_stage.ts";
import { publicationOf } from "../support/publication_of.ts";

const BUSINESS = businessOf();
const published = (reviews: readonly Review[]) => publicationOf(BUSINESS, reviews);

function page(publication: Publication, query: SearchQuery) {
  return answerValue(publication, searchAnswer(publication, query, { aspectOf: aspectOfWords }));
}

/** Ids of all pages; `between` may put another publication in the place of the first after a page. */
function walk(first: Publication, query: SearchQuery, between = (now: Publication) => now): string[] {
  const ids: string[] = [];
  let publication = first;
  let cursor: string | null = null;
  do {
    const answer = page(publication, { ...query, ...(cursor !== null && { cursor }) });
    ids.push(...answer.reviews.map(({ id }) => id));
    cursor = answer.next_cursor;
    publication = between(publication);
  } while (cursor !== null);
  return ids;
}

test("sinceParts() are sinceAnswer() as JSON, whichever reviews are that new, and share those of /reviews.json", () => {
  const publication = published(manyReviews(45));
  for (const date of ["2000-01-01", ...manyReviews(45).map((review) => review.date), "2999-12-31"]) {
    const parts = sinceParts(publication, date);
    const whole = JSON.parse(answerJson(publication, sinceAnswer(publication, date)));
    expect(JSON.parse(Buffer.concat(parts).toString())).toEqual(whole);
    const shared = publication.json.reviews.map(({ buffer }) => buffer);
    for (const { buffer } of parts.slice(1, -1)) expect(shared).toContain(buffer);
  }
});

describe("searchAnswer()", () => {
  const REVIEWS = manyReviews(45);
  const publication = published(REVIEWS);

  test("returns 20 reviews by default, with the limit and the total", () => {
    expect(page(publication, {})).toMatchObject({ count: 20, limit: 20, total: 45, total_is_exact: true });
  });

  test("total counts the matches of all pages, whichever page is asked for", () => {
    const first = page(publication, { limit: 10, min_rating: 3 });
    const second = page(publication, { limit: 10, min_rating: 3, cursor: first.next_cursor! });
    const matching = REVIEWS.filter(({ rating }) => rating >= 3).length;
    expect([first.total, second.total]).toEqual([matching, matching]);
  });

  test("count is the number of reviews in the answer, next_cursor null on the last page", () => {
    expect(page(publication, { limit: 100 })).toMatchObject({ count: 45, limit: 100, next_cursor: null });
    expect(page(publication, { query: "nothing like it" })).toMatchObject({ count: 0, total: 0, next_cursor: null });
  });

  test("a page that ends exactly with the last match is the last", () => {
    expect(page(publication, { limit: 45 }).next_cursor).toBeNull();
    expect(page(publication, { limit: 44 }).next_cursor).not.toBeNull();
  });

  test("every filter that is given must hold", () => {
    const query = { query: "DRAIN", rating: 5, since: "2026-03-10", mentions_technician: "dana okafor" };
    const expected = REVIEWS.filter(
      ({ text, rating, date, mentions }) =>
        text.includes("drain") && rating === 5 && date >= "2026-03-10" && mentions.technicians.includes("Dana Okafor"),
    );
    expect(page(publication, query).reviews.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    expect(expected.length).toBeGreaterThan(0);
  });

  test("since and until include their own day", () => {
    const dates = page(publication, { since: "2026-03-05", until: "2026-03-07" }).reviews.map(({ date }) => date);
    expect(dates).toEqual(["2026-03-07", "2026-03-06", "2026-03-05"]);
  });

  test("answerJson() writes the members of the value in their order", () => {
    const answer = searchAnswer(publication, { limit: 3 }, { aspectOf: aspectOfWords });
    expect(answerJson(publication, answer)).toBe(JSON.stringify(answerValue(publication, answer)));
    const since = sinceAnswer(publication, "2026-03-20");
    expect(answerJson(publication, since)).toBe(JSON.stringify(answerValue(publication, since)));
  });

  test("a page ends early where it would grow too large, and goes on from there", () => {
    const size = publication.reviewBytesAt(0).length;
    const answer = searchAnswer(publication, { limit: 20 }, { aspectOf: aspectOfWords, maxBytes: size * 3.5 });
    expect(answer.ordinals).toEqual([0, 1, 2]);
    const next = searchAnswer(
      publication,
      { limit: 20, cursor: answer.head.next_cursor! },
      { aspectOf: aspectOfWords, maxBytes: 1 },
    );
    expect(next.ordinals).toEqual([3]);
  });
});

describe("Cursors", () => {
  const REVIEWS = manyReviews(45);

  test.each([1, 7, 20, 44, 45])("walking by %i gives every match once, in order", (limit) => {
    const publication = published(REVIEWS);
    const all = page(publication, { limit: 100 }).reviews.map(({ id }) => id);
    expect(walk(publication, { limit })).toEqual(all);
  });

  test.each(["", "x", "2026-01-01", "2026-01-01.", "2026-01-01.a b", `2026-01-01.${"a".repeat(65)}`])(
    "%j, which no answer can have given, is refused",
    (cursor) => {
      expect(() => published(REVIEWS).search({ cursor })).toThrow(InvalidCursor);
    },
  );
});

describe("sinceAnswer()", () => {
  const removal = (id: string, removed_at: string) => ({ id, removed_at });

  test("gives the reviews dated on or after the date, newest first", () => {
    const reviews = ["2026-01-01", "2026-01-02", "2026-01-03"].map((date, at) => reviewOf({ id: `r${at}`, date }));
    const publication = published(reviews);
    const answer = answerValue(publication, sinceAnswer(publication, "2026-01-02"));
    expect([answer.since, answer.count, answer.reviews.map(({ id }) => id)]).toEqual(["2026-01-02", 2, ["r2", "r1"]]);
  });

  test("lists the removals since that day began in the business's time zone, latest first", () => {
    // In Chicago the 2nd of May begins at 05:00 UTC.
    const removals = [removal("after", "2026-05-02T05:00:00.000Z"), removal("before", "2026-05-02T04:59:59.999Z")];
    const publication = publicationOf(BUSINESS, [reviewOf()], { removals });
    expect(sinceAnswer(publication, "2026-05-02").tail.removed).toEqual([removals[0]!]);
    expect(sinceAnswer(publication, "2026-05-01").tail.removed).toEqual(removals);
  });
});

describe("sincePage()", () => {
  const removals = Array.from({ length: 40 }, (_, at) => ({
    id: `g${String(at).padStart(2, "0")}`,
    removed_at: new Date(Date.parse("2026-05-20T08:00:00Z") - Math.floor(at / 3) * 1000).toISOString(),
  }));
  const withRemovals = (kept: readonly { id: string; removed_at: string }[]) =>
    publicationOf(BUSINESS, manyReviews(12), { removals: kept });

  function walkSince(first: Publication, after: Publication) {
    const reviews: string[] = [];
    const removed: string[] = [];
    let publication = first;
    let cursor: string | undefined;
    do {
      const { head, ordinals, tail } = sincePage(publication, "2020-01-01", { limit: 5, cursor, maxBytes: 1500 });
      reviews.push(...ordinals.map((ordinal) => first.reviewAt(ordinal).id));
      removed.push(...tail.removed.map(({ id }) => id));
      cursor = head.next_cursor ?? undefined;
      if (removed.length > 0) publication = after;
    } while (cursor !== undefined);
    return { reviews, removed };
  }

  test("gives all reviews, then all removals, each once", () => {
    const publication = withRemovals(removals);
    const { reviews, removed } = walkSince(publication, publication);
    expect(reviews).toHaveLength(12);
    expect(removed).toEqual(removals.map(({ id }) => id));
  });

  test("continues at its place when removals are added or reversed between two pages", () => {
    const latest = { id: "new", removed_at: "2026-06-01T08:00:00.000Z" };
    const { removed: before } = walkSince(withRemovals(removals), withRemovals(removals));
    const without = withRemovals([latest, ...removals.filter((_, at) => at % 2 === 0)]);
    const { removed } = walkSince(withRemovals(removals), without);
    const firstPage = removed.filter((id) => before.indexOf(id) % 2 === 1);
    expect(new Set(removed).size).toBe(removed.length);
    expect(removed).not.toContain("new");
    expect(removed.filter((id) => !firstPage.includes(id))).toEqual(before.filter((_, at) => at % 2 === 0));
  });

  test.each(["removed.", "removed.nobody", "removed.12", "removed.x.g1"])("refuses the cursor %j", (cursor) => {
    const ask = () => sincePage(withRemovals(removals), "2020-01-01", { limit: 5, cursor, maxBytes: 1500 });
    expect(ask).toThrow(InvalidCursor);
  });
});

describe("search by aspect, area and language", () => {
  const says = (aspect: ReviewAspect["aspect"], sentiment: ReviewAspect["sentiment"]): ReviewAspect => {
    return { aspect, sentiment, certainty: 0.97, quote: "" };
  };
  const mentions = { entities: [], technicians: [], services: [], service_areas: ["old-mill"] };
  const publication = published([
    reviewOf({ id: "a", aspects: [says("speed", "positive"), says("price_value", "negative")], language: "en" }),
    reviewOf({ id: "b", aspects: [says("speed", "unclear")], language: "pt-BR", mentions }),
    reviewOf({ id: "c", aspects: [], language: null }),
  ]);
  const found = (query: SearchQuery) => walk(publication, query).sort();

  test("mentions_aspect finds the reviews that mention it, sentiment those with that sentiment", () => {
    expect(found({ mentions_aspect: "speed" })).toEqual(["a", "b"]);
    expect(found({ mentions_aspect: "speed", sentiment: "unclear" })).toEqual(["b"]);
    expect(found({ mentions_aspect: "speed", sentiment: "negative" })).toEqual([]);
    expect(found({ mentions_aspect: "price_value", sentiment: "negative" })).toEqual(["a"]);
    expect(found({ mentions_aspect: "honesty" })).toEqual([]);
  });

  test("mentions_area and language find by id and by code, whose case does not matter", () => {
    expect(found({ mentions_area: "old-mill" })).toEqual(["b"]);
    expect(found({ language: "PT-br" })).toEqual(["b"]);
    expect(found({ language: "EN", mentions_area: "old-mill" })).toEqual([]);
    expect(found({ language: "" })).toEqual(["a", "b", "c"]);
  });
});

describe("search by the other filters", () => {
  const replied = { text: "Thank you", date: "2026-03-01" };
  const publication = published([
    reviewOf({
      id: "a",
      rating: 5,
      source: { name: "google", url: null },
      reply: replied,
      title: "Boiler saved",
      text: "",
    }),
    reviewOf({ id: "b", rating: 3, source: { name: "yelp", url: null }, text: "They came to fix a leaking boiler." }),
    reviewOf({ id: "c", rating: 1, text: "", updated_at: "2026-05-02T04:59:59.999Z" }),
    reviewOf({ id: "d", rating: 1, text: "", updated_at: "2026-05-02T05:00:00.000Z" }),
  ]);
  const found = (query: SearchQuery) => walk(publication, query).sort();

  test("max_rating is the highest number of stars, inclusive, and need not be an integer", () => {
    expect(found({ max_rating: 3 })).toEqual(["b", "c", "d"]);
    expect(found({ max_rating: 2.9 })).toEqual(["c", "d"]);
    expect(found({ min_rating: 2, max_rating: 4 })).toEqual(["b"]);
    expect(found({ min_rating: 4, max_rating: 3 })).toEqual([]);
  });

  test("source is found however it is spelled", () => {
    for (const source of ["google", "Google Maps", "GOOGLE"]) expect(found({ source })).toContain("a");
    expect(found({ source: "Yelp" })).toEqual(["b"]);
  });

  test("has_reply separates answered reviews from unanswered ones", () => {
    expect(found({ has_reply: true })).toEqual(["a"]);
    expect(found({ has_reply: false })).toEqual(["b", "c", "d"]);
  });

  test("updated_since counts days in the business's time zone", () => {
    // In Chicago the 2nd of May begins at 05:00 UTC.
    expect(found({ updated_since: "2026-05-02", rating: 1 })).toEqual(["d"]);
    expect(found({ updated_since: "2026-05-01", rating: 1 })).toEqual(["c", "d"]);
  });

  test("query and words look into titles, too", () => {
    expect(found({ query: "boiler s" })).toEqual(["a"]);
    expect(found({ words: "BOILER" })).toEqual(["a", "b"]);
  });

  test("services are found by name and by id", () => {
    const [service] = businessOf().services;
    const mentions = { entities: [], technicians: [], services: [service?.id ?? ""], service_areas: [] };
    const named = published([reviewOf({ id: "m", mentions })]);
    for (const mentions_service of [service?.id ?? "", service?.name.toUpperCase() ?? ""]) {
      expect(walk(named, { mentions_service })).toEqual(["m"]);
    }
  });

  test("total is exact for any combination without query and words", () => {
    const many = published(Array.from({ length: 2500 }, (_, at) => reviewOf({ id: `r${at}`, rating: 1 + (at % 2) })));
    expect(page(many, { max_rating: 4, has_reply: false, limit: 1 })).toMatchObject({
      total: 2500,
      total_is_exact: true,
    });
  });
});

describe("sort", () => {
  const publication = published([
    reviewOf({ id: "old5", date: "2026-01-01", rating: 5, text: "A leaky tap" }),
    reviewOf({ id: "mid1", date: "2026-01-02", rating: 1, text: "A leak", title: null }),
    reviewOf({ id: "mid5", date: "2026-01-02", rating: 5, text: "Fine", title: "Leaks gone" }),
    reviewOf({ id: "new3", date: "2026-01-03", rating: 3, text: "Never leaked again" }),
  ]);
  const sorted = (query: SearchQuery) => walk(publication, { limit: 1, ...query });

  test("oldest is newest backwards", () => {
    expect(sorted({})).toEqual(["new3", "mid1", "mid5", "old5"]);
    expect(sorted({ sort: "oldest" })).toEqual(["old5", "mid5", "mid1", "new3"]);
  });

  test("highest and lowest go by stars, and by date among equals", () => {
    expect(sorted({ sort: "highest" })).toEqual(["mid5", "old5", "new3", "mid1"]);
    expect(sorted({ sort: "lowest" })).toEqual(["mid1", "new3", "mid5", "old5"]);
  });
});

describe("Cursors under every sort, across revisions", () => {
  const text = fc.constantFrom("a leak", "leaky", "the leak and the tap", "tap", "");
  const one = fc.record({
    id: fc.integer({ min: 0, max: 999 }).map((number) => `r${number}`),
    date: fc.constantFrom("2026-01-01", "2026-01-02", "2026-01-03"),
    rating: fc.integer({ min: 1, max: 5 }),
    title: fc.option(text),
    text,
  });
  const some = fc.uniqueArray(one, { selector: ({ id }) => id, maxLength: 25 });
  const publicationOfThese = (fields: readonly Partial<Review>[]) => published(fields.map((field) => reviewOf(field)));

  test("a walk gives every review that did not change exactly once, in order", () => {
    fc.assert(
      fc.property(
        some,
        fc.array(fc.tuple(some, fc.array(fc.nat(24))), { minLength: 1, maxLength: 3 }),
        fc.constantFrom(...SEARCH_ORDERS),
        fc.integer({ min: 1, max: 6 }),
        (first, changes, sort, limit) => {
          // Each change takes some reviews away and brings others; those of the first that stay never change.
          let now = first;
          const revisions = changes.map(([added, removed]) => {
            const kept = now.filter((_, at) => !removed.includes(at));
            const ids = new Set(first.map(({ id }) => id));
            now = [...kept, ...added.filter(({ id }) => !ids.has(id) && kept.every((other) => other.id !== id))];
            return publicationOfThese(now);
          });
          const query = { sort, limit, query: "leak" };
          let revision = 0;
          const walked = walk(publicationOfThese(first), query, (before) => revisions[revision++] ?? before);
          const stayed = new Set(now.map(({ id }) => id));
          const unchanged = walk(publicationOfThese(first), query).filter((id) => stayed.has(id));
          expect(walked.filter((id) => unchanged.includes(id))).toEqual(unchanged);
        },
      ),
      { numRuns: 150 },
    );
  });
});

test("A technician whom no catalog lists is one person, whatever the case, accents and full stops of the name", () => {
  const names = [["Zoë Q."], ["Zoe Q"], ["zoë q."], ["ZOË  Q", "Zoe Q."], ["Zoltan Q."]];
  const reviews = names.map((technicians, at) =>
    reviewOf({ id: `r${at}`, mentions: { entities: [], technicians, services: [], service_areas: [] } }),
  );
  const publication = published(reviews);
  for (const name of ["Zoë Q.", "zoe q", "ZOE", "Zoë"]) {
    expect(page(publication, { mentions_technician: name }).total).toBe(4);
  }
  expect([...publication.mentionCounts.technicians.values()]).toEqual([4, 1]);
});

describe("hints", () => {
  const publication = published([
    reviewOf({ id: "a", rating: 5, text: "A bit too pricey, and expensive parts", language: "en" }),
    reviewOf({ id: "b", rating: 1, text: "Great", source: { name: "google", url: null } }),
  ]);
  const hintsFor = (query: SearchQuery) => page(publication, query).hints;

  test("are empty where something is found", () => {
    expect(hintsFor({ rating: 5 })).toEqual([]);
  });

  test("name the nearest technician, service, area, source and language, all corrected together", () => {
    const mentions = { entities: [], technicians: ["Dana Okafor"], services: [], service_areas: [] };
    const google = { name: "google", url: null };
    const { hints } = page(published([reviewOf({ id: "a", mentions, source: google })]), {
      mentions_technician: "Dana Okafr",
      source: "gogle",
    });
    const change = { mentions_technician: "Dana Okafor", source: "google" };
    expect(hints).toMatchObject([
      { parameter: "mentions_technician", try: "Dana Okafor", change, finds: 1 },
      { parameter: "source", try: "google", change, finds: 1 },
    ]);
  });

  test("do not ask whether a name was meant that no review has", () => {
    expect(JSON.stringify(hintsFor({ mentions_technician: "Dana Okafr" }))).toContain("known are");
  });

  test("name the technician whom no review mentions", () => {
    expect(hintsFor({ mentions_technician: "dana okafor" })).toMatchObject([
      { parameter: "mentions_technician", try: null, change: { mentions_technician: null }, finds: 2 },
    ]);
  });

  test("offer words where a text stands in several pieces, in place of it", () => {
    const [hint] = hintsFor({ query: "too expensive" });
    expect(hint).toMatchObject({ parameter: "words", change: { words: "too expensive", query: null }, finds: 1 });
    expect(walk(publication, { words: "too expensive" })).toEqual(["a"]);
  });

  test("name the words that no review has, and keep the others", () => {
    expect(hintsFor({ words: "expensive quantum" })).toEqual([
      {
        parameter: "words",
        message: 'No review has the word "quantum"; words=expensive finds 1',
        try: "expensive",
        change: { words: "expensive" },
        finds: 1,
      },
    ]);
  });

  test.each([
    ["a keyword of a service", { query: "blocked drains at night" }, { mentions_service: "drains" }],
    ["a service by a keyword", { mentions_service: "clogged drains" }, { mentions_service: "drains" }],
    ["a surname", { query: "ask for Okafor" }, { mentions_technician: "Dana Okafor" }],
    ["a surname as a name", { mentions_technician: "okafor" }, { mentions_technician: "Dana Okafor" }],
    ["a complaint", { query: "too expensive" }, { mentions_aspect: "price_value", sentiment: "negative" }],
    ["a phrase that is too long", { query: "found nowhere slab quarter" }, { query: "found" }],
  ])("lead from %s to reviews, and give their number", (_, query: SearchQuery, change) => {
    const mentions = { entities: [], technicians: ["Dana Okafor"], services: ["drains"], service_areas: [] };
    const judged = { aspect: "price_value", sentiment: "negative", certainty: 0.9, quote: "Pricey" } as const;
    const found = published([
      reviewOf({ id: "a", text: "She found it.", mentions }),
      reviewOf({ id: "b", text: "Pricey", aspects: [judged] }),
    ]);
    const hints = page(found, query).hints;
    const [text] = Object.keys(query);
    const whole = text === "query" && !("query" in change) ? { ...change, query: null } : change;
    expect(hints.map((hint) => hint.change)).toContainEqual(whole);
    for (const hint of hints) expect(hint.message).toContain(`finds ${hint.finds}`);
  });

  test("offer the words of a text that few reviews have, where more have the words", () => {
    const few = published(
      ["Left a real mess", "a mess they left", "left without a mess", "left a mess"].map((text, at) =>
        reviewOf({ id: `m${at}`, text }),
      ),
    );
    expect(page(few, { query: "left a mess" })).toMatchObject({
      total: 1,
      hints: [{ change: { words: "left a mess", query: null }, finds: 4 }],
    });
    expect(page(few, { query: "mess" }).hints).toEqual([]);
    expect(page(few, { query: "real mess" }).hints).toEqual([]);
  });

  test("name the filters that rule the others out", () => {
    const hints = hintsFor({ query: "great", min_rating: 4 });
    expect(hints.map(({ parameter }) => parameter)).toEqual(["min_rating", "query"]);
  });

  test("come in the same order, however the parameters are ordered", () => {
    expect(hintsFor({ min_rating: 4, query: "great" })).toEqual(hintsFor({ query: "great", min_rating: 4 }));
  });

  test("each hint of any query finds as many reviews as it states", () => {
    const value = fc.constantFrom("too expensive", "great", "quantum", "google", "Dana", "okafor", "x y z", "en");
    const rating = fc.integer({ min: 1, max: 5 });
    const asked = fc.record(
      {
        query: value,
        words: value,
        source: value,
        language: value,
        rating,
        max_rating: rating,
        mentions_technician: value,
        mentions_service: value,
        has_reply: fc.boolean(),
        mentions_aspect: fc.constantFrom("price_value" as const, "honesty" as const),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(asked, (query) => {
        const { total, hints } = page(publication, query);
        if (total === 0) expect(hints.length).toBeGreaterThan(0);
        for (const { change, finds } of hints) {
          const changed = Object.entries({ ...query, ...change }).filter(([, given]) => given !== null);
          expect(page(publication, Object.fromEntries(changed)).total).toBe(finds);
        }
      }),
      { numRuns: 300 },
    );
  });
});
