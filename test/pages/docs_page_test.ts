import { describe, expect, test } from "bun:test";
import { operations } from "../../src/app/mod.ts";
import { curlCommand } from "../../src/pages/docs/curl.ts";
import { operationsOf, resolved, type Schema } from "../../src/pages/docs/openapi.ts";
import { boundsInWords, typeInWords } from "../../src/pages/docs/schema_words.ts";
import { servedOpenApi } from "../support/app_of.ts";
import { OPENAPI_SAMPLE } from "../support/openapi_sample.ts";
import { pageAt, richPublication } from "../support/page_stage.ts";

describe("the API reference", () => {
  test("shows every operation, callback and webhook of the document", async () => {
    const { html } = await pageAt(richPublication(), "/docs");
    for (const path of ["/reviews.json", "/api/reviews/search", "/api/reviews/since/{date}", "/api/websub/hub"]) {
      expect(html).toContain(`<code>${path}</code></h3>`);
    }
    expect(html).toContain("Callback: Verification of intent");
    expect(html).toContain("Content changed");
  });

  test("shows parameters with meaning and bounds", async () => {
    const { html } = await pageAt(richPublication(), "/docs");
    expect(html).toContain("Substring of the text");
    expect(html).toContain("at most 200 characters");
    expect(html).toContain("1 to 100, default 20");
    expect(html).toContain("path, required");
  });

  test("shows answers with headers, shapes and examples, and links to the shape of a component", async () => {
    const { html } = await pageAt(richPublication(), "/docs");
    expect(html).toContain("Headers: ETag");
    expect(html).toContain('<a class="type" href="#shape-Review">array of Review</a>');
    expect(html).toContain('id="shape-Review"');
    expect(html).toMatch(/<pre><code>\{\s+(&quot;|")reviews\1: \[\]/);
  });

  test("groups operations by tag, with those without one at the end", async () => {
    const { html } = await pageAt(richPublication(), "/docs");
    const headings = [...html.matchAll(/<h2 id="[^"]*">([^<]*)</g)].map((match) => match[1]);
    expect(headings).toEqual(["Reviews", "Other", "Sent to subscribers", "Shapes"]);
  });

  test("offers an example to follow where scripts do not run", async () => {
    const { html } = await pageAt(richPublication(), "/docs");
    expect(html).toContain('<a href="https://reviews.example/api/reviews/since/2026-01-01">');
  });

  test("shows every operation and every shape of the document that is served", async () => {
    const openapi = await servedOpenApi("https://reviews.example");
    const { html } = await pageAt(richPublication(), "/docs", { openapi });
    for (const { id, path } of operations) {
      expect(html).toMatch(new RegExp(`<h3 id="${id}">.*?<code>${path.replaceAll(/[.{}]/g, "\\$&")}</code></h3>`));
    }
    for (const name of Object.keys(openapi.components?.schemas ?? {})) expect(html).toContain(`id="shape-${name}"`);
    const anchors = new Set([...html.matchAll(/ id="([^"]*)"/g)].map((match) => match[1]));
    const links = [...html.matchAll(/href="#([^"]*)"/g)].map((match) => match[1]);
    expect(links.filter((link) => !anchors.has(link))).toEqual([]);
  });

  test("shows a document without any of it", async () => {
    const { status } = await pageAt(richPublication(), "/docs", { openapi: {} });
    expect(status).toBe(200);
  });
});

describe("curlCommand()", () => {
  const commands = operationsOf(OPENAPI_SAMPLE, OPENAPI_SAMPLE.paths ?? {}).map((placed) =>
    curlCommand(OPENAPI_SAMPLE, "https://reviews.example", placed),
  );

  test("fills in the examples and quotes for the shell", () => {
    expect(commands).toContain("curl 'https://reviews.example/api/reviews/search?query=it%27s'");
    expect(commands).toContain("curl 'https://reviews.example/api/reviews/since/2026-01-01'");
  });

  test("sends a form as a form", () => {
    expect(commands).toContain(
      "curl -X POST -H 'Content-Type: application/x-www-form-urlencoded' -d 'hub.mode=subscribe' 'https://reviews.example/api/websub/hub'",
    );
  });

  test("sends JSON as JSON and headers as the document gives them, whatever quotes are in it", () => {
    const placed = {
      method: "post" as const,
      path: "/mcp",
      operation: { requestBody: { content: { "application/json": { example: { name: "it's" } } } } },
      parameters: [{ name: "Accept", in: "header" as const, example: "application/json" }],
    };
    expect(curlCommand({}, "https://a.example", placed)).toBe(
      `curl -X POST -H 'Accept: application/json' -H 'Content-Type: application/json' -d '{"name":"it'\\''s"}' 'https://a.example/mcp'`,
    );
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
