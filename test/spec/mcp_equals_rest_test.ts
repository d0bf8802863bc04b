/** MCP and REST return the same answers to the same questions. */
import { describe, expect, test } from "bun:test";
import { PATHS } from "../../src/http/paths.ts";
import { SearchQuery } from "../../src/publication/mod.ts";
import { appOf, getOf } from "../support/app_of.ts";
import { BASE_URL, endpointOf, PLUMBER, SIXTY, sessionOn } from "../support/mcp_endpoint.ts";
import { publicationOf } from "../support/publication_of.ts";
import { SEARCH_VALUES } from "../support/search_values.ts";

const removals = [{ id: "gone", removed_at: "2026-05-20T08:00:00.000Z" }];
// As many as fit into one answer of MCP with every field.
const publication = publicationOf(PLUMBER, SIXTY.slice(0, 50), { removals });
const app = appOf(publication, { site: { baseUrl: BASE_URL } });
const { call } = await sessionOn(endpointOf(publication));

type Filters = Readonly<Record<string, string | number | boolean>>;

async function restSearch(filters: Filters) {
  const texts = Object.entries(filters).map(([name, value]) => [name, String(value)]);
  const query = new URLSearchParams(texts as [string, string][]).toString();
  const response = await getOf(app, `${PATHS.search}?${query}`);
  return (await response.json()) as Record<string, unknown> & { issues?: { message: string }[] };
}

const FILTERS: Filters = SEARCH_VALUES;
const names = Object.keys(FILTERS);
const { dependentRequired: COMPANIONS } = SearchQuery as unknown as {
  dependentRequired: Readonly<Record<string, readonly string[]>>;
};
const PAIRS = names.flatMap((first, index) => names.slice(index).map((second) => [first, second] as const));

describe("search_reviews in full and GET /api/reviews/search", () => {
  test.each(PAIRS)("answer the same to %s and %s", async (first, second) => {
    const asked = [first, second].flatMap((name) => [name, ...(COMPANIONS[name] ?? [])]);
    const filters = Object.fromEntries(asked.map((name) => [name, FILTERS[name]!]));
    expect((await call("search_reviews", { ...filters, detail: "full" })).structured).toEqual(
      await restSearch(filters),
    );
  });

  test("answer the same with all filters and without filters", async () => {
    for (const filters of [{}, FILTERS]) {
      expect((await call("search_reviews", { ...filters, detail: "full" })).structured).toEqual(
        await restSearch(filters),
      );
    }
  });

  test("give the same cursors, which either takes", async () => {
    const { next_cursor } = await restSearch({ limit: 3 });
    const filters = { limit: 3, cursor: next_cursor as string };
    expect((await call("search_reviews", { ...filters, detail: "full" })).structured).toEqual(
      await restSearch(filters),
    );
  });

  test.each([
    [{ rating: 9 }],
    [{ rating: 4.5, limit: 0 }],
    [{ since: "2026-02-30", until: "tomorrow" }],
    [{ limt: 5 }],
    [{ query: "x".repeat(201), mentions_service: "x".repeat(65) }],
    [{ cursor: "made up" }],
    [{ cursor: "oldest.0.2026-01-01.r_01" }],
    [{ cursor: "2026-01-01.r_01", sort: "highest" }],
    [{ sort: "relevant", query: " " }],
    [{ words: "a ".repeat(21) }],
    [{ sentiment: "negative" }],
    [{ mentions_aspect: "price" }],
  ] as Filters[][])("find the same faults with %j, in the same words", async (filters) => {
    const { text, isError } = await call("search_reviews", { ...filters, detail: "full" });
    const { issues } = await restSearch(filters!);
    expect(isError).toBe(true);
    expect(issues?.length).toBeGreaterThan(0);
    for (const { message } of issues ?? []) expect(text).toContain(message);
  });
});

test("get_reviews_since in full and GET /api/reviews/since/{date} answer the same, removals too", async () => {
  for (const date of ["2026-02-01", "2026-05-20", "2026-12-31", "2030-01-01"]) {
    const response = await getOf(app, PATHS.since.replace("{date}", date));
    const { total, next_cursor, ...answer } =
      (await call("get_reviews_since", { date, detail: "full" })).structured ?? {};
    expect<unknown>(answer).toEqual(await response.json());
    expect([total, next_cursor]).toEqual([answer.count, null]);
  }
});

test("get_business and get_review in full answer what stands in /reviews.json", async () => {
  const { business, aggregate_rating } = (await call("get_business")).structured ?? {};
  expect<unknown>([business, aggregate_rating]).toEqual([PLUMBER, { ...publication.aggregateRating }]);
  const ordinal = publication.ordinalOf("r_07") ?? -1;
  expect<unknown>((await call("get_review", { id: "r_07", detail: "full" })).structured).toEqual({
    ...publication.reviewAt(ordinal),
    revision: publication.contentDigest,
  });
});
