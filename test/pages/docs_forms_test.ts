import { describe, expect, test } from "bun:test";
import { type OpenApiDocument, operationsOf } from "../../src/pages/docs/openapi.ts";
import { shortAnswer } from "../../src/pages/docs/samples.tsx";
import { servedOpenApi } from "../support/app_of.ts";
import { pageAt, richPublication, SITE } from "../support/page_stage.ts";

const openapi = await servedOpenApi(SITE.baseUrl);
const at = (path: string) => pageAt(richPublication(), path, { openapi });

describe("the forms of the reference", () => {
  test("have fields with the types, limits and choices of the parameters", async () => {
    const { html } = await at("/docs/reviews");
    const field = (name: string) => new RegExp(`<(input|select)[^>]* id="searchReviews-${name}".*?>`).exec(html)?.[0];
    expect(field("rating")).toContain('type="number" step="1" min="1" max="5"');
    expect(field("min_rating")).toContain('type="number" step="any" min="1" max="5"');
    expect(field("limit")).toContain('placeholder="20"');
    expect(field("since")).toContain('type="date"');
    expect(field("query")).toContain('maxlength="200"');
    expect(field("sort")).toStartWith("<select");
    expect(html).toContain('<option value="lowest">lowest</option>');
  });

  test("stand for every operation that reads", async () => {
    const { html } = await at("/docs/reviews");
    expect([...html.matchAll(/name="operation" value="(\w+)"/g)].map(([, id]) => id)).toEqual([
      "searchReviews",
      "getReviewsSince",
      "getChanges",
      "getReview",
    ]);
  });

  test.each([
    ["operation=searchReviews&rating=5&query=&sort=newest", "/api/reviews/search?rating=5&sort=newest"],
    ["operation=searchReviews&query=a%26b%20%C3%A9", "/api/reviews/search?query=a%26b+%C3%A9"],
    ["operation=searchReviews&elsewhere=1", "/api/reviews/search"],
    ["operation=getReview&id=..%2F..%2F%2Fevil.example", "/api/reviews/..%2F..%2F%2Fevil.example"],
    ["operation=getReview&id=%24%26", "/api/reviews/%24%26"],
  ])("lead from ?%s to %s without scripts", async (query, address) => {
    const { status, headers } = await at(`/docs/reviews?${query}`);
    expect({ status, location: headers?.Location }).toEqual({ status: 308, location: address });
  });

  test.each(["operation=getReview", "operation=getReview&id=", "operation=nothing", "operation=subscribe", "q=1"])(
    "show the page again for ?%s",
    async (query) => {
      expect((await at(`/docs/reviews?${query}`)).status).toBe(200);
    },
  );
});

describe("shortAnswer()", () => {
  const answering = (example: unknown): OpenApiDocument => ({
    paths: { "/": { get: { responses: { "200": { content: { "application/json": { example } } } } } } },
  });
  const shortOf = (document: OpenApiDocument) =>
    operationsOf(document, document.paths ?? {}).map((placed) => shortAnswer(document, placed));

  test("keeps the first of a list and the beginning of a long text", () => {
    const [text] = shortOf(answering({ reviews: [{ text: "a".repeat(500) }, { text: "b" }], next: null }));
    expect(JSON.parse(text ?? "")).toEqual({ reviews: [{ text: `${"a".repeat(120)}…` }], next: null });
  });

  test("is bounded, whatever is answered", () => {
    const wide = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`member ${index}`, index]));
    expect(shortOf(answering(wide))[0]).toHaveLength(2501);
    for (const text of shortOf(openapi)) expect(text?.length ?? 0).toBeLessThanOrEqual(2501);
  });
});
