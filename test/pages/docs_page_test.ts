import { describe, expect, test } from "bun:test";
import { GUIDES } from "../../src/pages/docs/guides.ts";
import { docsPartPath, docsParts, type OpenApiDocument, resolved, type Schema } from "../../src/pages/docs/openapi.ts";
import { boundsInWords, typeInWords } from "../../src/pages/docs/schema_table.tsx";
import { operations } from "../../src/server/app/mod.ts";
import { servedOpenApi } from "../support/app_of.ts";
import { OPENAPI_SAMPLE } from "../support/openapi_sample.ts";
import { pageAt, richPublication } from "../support/page_stage.ts";

/** Every page of the reference, by its path. */
async function reference(openapi: OpenApiDocument = OPENAPI_SAMPLE): Promise<Map<string, string>> {
  const paths = ["/docs", ...[...docsParts(openapi), ...GUIDES].map(({ slug }) => docsPartPath(slug))];
  const pages = paths.map(async (path) => [path, (await pageAt(richPublication(), path, { openapi })).html] as const);
  return new Map(await Promise.all(pages));
}

const anchorsIn = (html = "") => new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, anchor]) => anchor));

describe("the API reference", () => {
  test("shows every operation, callback and webhook of the document", async () => {
    const html = [...(await reference()).values()].join();
    for (const path of ["/reviews.json", "/api/reviews/search", "/api/reviews/since/{date}", "/api/websub/hub"]) {
      expect(html).toContain(`<code>${path}</code></h3>`);
    }
    expect(html).toContain("Callback: Verification of intent");
    expect(html).toContain("Content changed");
  });

  test("shows parameters with meaning and bounds", async () => {
    const { html } = await pageAt(richPublication(), "/docs/reviews");
    expect(html).toContain("Substring of the text");
    expect(html).toContain("at most 200 characters");
    expect(html).toContain("1 to 100, default 20");
    expect((await pageAt(richPublication(), "/docs/other")).html).toContain("path, required");
  });

  test("shows answers with headers, shapes and examples, and links to the shape of a component", async () => {
    const { html } = await pageAt(richPublication(), "/docs/reviews");
    expect(html).toContain("Headers: ETag");
    expect(html).toContain('<a class="type" href="/docs/shapes#shape-Review">array of Review</a>');
    expect(html).toMatch(/<pre><code>\{\s+(&quot;|")reviews\1: \[\]/);
    expect((await pageAt(richPublication(), "/docs/shapes")).html).toContain('id="shape-Review"');
  });

  test("groups operations by tag, with those without one at the end", async () => {
    const { html } = await pageAt(richPublication(), "/docs");
    const headings = [...html.matchAll(/<h2 id="[^"]*"><a [^>]*>([^<]*)</g)].map((match) => match[1]);
    expect(headings).toEqual(["Reviews", "Other", "Sent to subscribers", "Shapes"]);
  });

  test("shows the beginning of an answer beside the call", async () => {
    const { html } = await pageAt(richPublication(), "/docs/reviews");
    expect(html).toMatch(/<summary>Example answer, shortened<\/summary><pre[^>]*>\{\s+(&quot;|")reviews\1: \[\]/);
  });

  test("finds guides by what they say, too", async () => {
    const { html } = await pageAt(richPublication(), "/docs?q=hub.challenge");
    expect(html).toContain('<a href="/docs/guide-websub">WebSub push</a>');
    expect(html).toMatch(/[1-9]\d* found for/);
  });

  test("calls each operation in three languages that are there without scripts", async () => {
    const { html } = await pageAt(richPublication(), "/docs/reviews");
    for (const language of ["curl", "JavaScript", "Python"]) {
      expect(html).toContain(`<pre data-copy="the ${language} of GET /api/reviews/search" tabindex="0">`);
    }
  });

  test("leads from each page to all others", async () => {
    const pages = await reference();
    for (const [path, html] of pages) {
      for (const other of pages.keys()) expect(html).toContain(`<a href="${other}"`);
      expect(html).toContain(`<a href="${path}" aria-current="page">`);
    }
  });

  test("leads to the guides and to the page for agents", async () => {
    const { html } = await pageAt(richPublication(), "/docs/guide-keeping-a-copy");
    expect(html).toContain(
      "<pre data-copy=\"the code of: Continue\">curl 'https://reviews.example/api/changes?after=CURSOR'",
    );
    expect(html).toContain('<a href="/docs/guide-websub"');
    expect(html).toContain('<a href="/mcp"');
  });

  test("answers 404 for a part that the document has not", async () => {
    expect((await pageAt(richPublication(), "/docs/nothing")).status).toBe(404);
  });

  test("shows a document without any of it", async () => {
    const { status } = await pageAt(richPublication(), "/docs", { openapi: {} });
    expect(status).toBe(200);
  });
});

describe("the reference of the document that is served", async () => {
  const openapi = await servedOpenApi("https://reviews.example");
  const pages = await reference(openapi);
  const documented = operations.filter(({ isHidden }) => !isHidden);
  const shapes = Object.keys(openapi.components?.schemas ?? {});

  test("shows every operation and every shape", () => {
    const html = [...pages.values()].join();
    for (const { id, path } of documented) {
      expect(html).toMatch(new RegExp(`<h3 id="${id}">.*?<code>${path.replaceAll(/[.{}]/g, "\\$&")}</code></h3>`));
    }
    for (const name of shapes) expect(html).toContain(`<h3 id="shape-${name}"`);
  });

  test("has no page over 2,000 nodes, text counted", () => {
    for (const [path, html] of pages) {
      const nodes = (html.match(/<[a-z!]|>[^<]+/gi) ?? []).length;
      expect({ path, isWithin: nodes <= 2000, nodes }).toMatchObject({ path, isWithin: true });
    }
  });

  test("has no link into itself that leads nowhere", () => {
    const broken = [...pages].flatMap(([page, html]) =>
      [...html.matchAll(/href="(\/docs[^"#]*)?#([^"]*)"/g)]
        .filter(([, path = page, anchor]) => !anchorsIn(pages.get(path)).has(anchor))
        .map(([link]) => ({ page, link })),
    );
    expect(broken).toEqual([]);
  });

  test("leads on from the anchors of the time when it was one page", () => {
    const anchors = anchorsIn(pages.get("/docs"));
    const old = ["group-Reviews", "group-Pages", "webhooks", "webhooks-topicChanged", "shapes", "searchReviews"];
    const known = [...old, ...documented.map(({ id }) => id), ...shapes.map((name) => `shape-${name}`)];
    expect(known.filter((anchor) => !anchors.has(anchor))).toEqual([]);
  });
});

describe("the search of the reference", () => {
  const found = async (query: string) => {
    const { html } = await pageAt(richPublication(), `/docs?${new URLSearchParams({ q: query })}`);
    return { html, links: [...html.matchAll(/<li id="([^"]*)"/g)].map(([, anchor]) => anchor) };
  };

  test.each([
    ["search LIMIT", ["searchReviews"]],
    ["since", ["get--api-reviews-since-date-"]],
    ["author", ["shape-Review"]],
    ["author limit", []],
  ])("for %p finds %j", async (query, anchors) => {
    expect((await found(query)).links).toEqual(anchors);
  });

  test("says what it searched for and how much there is, and is left alone by search engines", async () => {
    const { html } = await found("<b>hub");
    expect(html).toContain("Nothing found for <strong>&lt;b>hub</strong>");
    expect(html).toContain('<meta name="robots" content="noindex"');
  });

  test("for nothing shows everything", async () => {
    expect((await found("  ")).links).toHaveLength(6);
  });
});

describe("the words for a schema", () => {
  test.each([
    [{ type: "integer" }, "integer"],
    [{ type: ["string", "null"] }, "string or null"],
    [{ anyOf: [{ type: "string" }, { type: "null" }] }, "string or null"],
    [{ type: "array", items: { $ref: "#/components/schemas/Review" } }, "array of Review"],
    [{ enum: ["a", 1] }, '"a" | 1'],
    [{ const: 5 }, "5"],
    [{}, "any"],
  ])("typeInWords(%j) is %s", (schema, words) => {
    expect(typeInWords(schema)).toBe(words);
  });

  test.each([
    [{ minimum: 1, maximum: 5 }, ["1 to 5"]],
    [{ minimum: 0 }, ["at least 0"]],
    [{ maximum: 9 }, ["at most 9"]],
    [{ minLength: 1, maxLength: 80 }, ["at least 1 characters", "at most 80 characters"]],
    [{ maxItems: 3 }, ["at most 3 items"]],
    [{ format: "date", pattern: "^\\d" }, ["date"]],
    [{ pattern: "^r" }, ["matches ^r"]],
  ])("boundsInWords(%j) is %j", (schema, words) => {
    expect(boundsInWords(schema)).toEqual(words);
  });
});

test("resolved() follows a reference with escaped names, and leaves one that leads nowhere", () => {
  const document = { components: { schemas: { "a/b": { type: "string" } } } };
  const reference: Schema = { $ref: "#/components/schemas/a~1b" };
  expect(resolved(document, reference)).toEqual({ type: "string" });
  expect(resolved(document, { $ref: "#/nowhere" })).toEqual({ $ref: "#/nowhere" });
});
