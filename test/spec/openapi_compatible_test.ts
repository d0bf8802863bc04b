/**
 * Clients that were generated from the last release go on working: nothing that its OpenAPI document promises is taken
 * back. `test/fixtures/openapi/` keeps that document; after a release, put the new one in its place and empty the list of
 * accepted differences.
 */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { servedOpenApi } from "../support/app_of.ts";
import { incompatibilities } from "../support/openapi_differences.ts";

const RELEASED = JSON.parse(
  readFileSync(new URL("../fixtures/openapi/release_1.0.0.json", import.meta.url), "utf8"),
) as Record<string, unknown>;

/** Differences that were made on purpose, each with its reason. */
const ACCEPTED: readonly (readonly [difference: RegExp, reason: string])[] = [
  [/^GET \/insights\.json: /, "schema_version 2 says so: what it replaced was computed honestly and read wrongly"],
  [
    /^GET (?!\/(?:api|log|reviews\.|insights|record\.json|feed))\S* is gone$/,
    "the document holds the interface, not the website; pages, pictures and files for crawlers stay where they were",
  ],
  [/^DELETE \/mcp is gone$/, "a session holds nothing: it has no end"],
  [/search: parameter cursor: pattern has changed$/, "wider than before: cursors of other orders"],
];

describe("The OpenAPI document", () => {
  test("takes back nothing that the last release promises, what was accepted aside", async () => {
    const now = await servedOpenApi("https://reviews.example");
    const found = incompatibilities(RELEASED, now);
    const unexpected = found.filter((sentence) => !ACCEPTED.some(([difference]) => difference.test(sentence)));
    expect(unexpected.map((sentence) => `Incompatible with the last release: ${sentence}`)).toEqual([]);
    const stale = ACCEPTED.filter(([difference]) => !found.some((sentence) => difference.test(sentence)));
    expect(stale.map(([difference]) => `Accepted, but no longer there: ${difference}`)).toEqual([]);
  });
});

describe("incompatibilities()", () => {
  const field = (schema: object) => ({ type: "object", properties: { a: schema }, required: ["a"] });
  const documentOf = (operation: object) => ({ paths: { "/x": { get: { operationId: "getX", ...operation } } } });
  const answering = (schema: object) =>
    documentOf({ responses: { 200: { content: { "application/json": { schema } } } } });
  const taking = (schema: object, required = false) =>
    documentOf({ parameters: [{ name: "p", in: "query", required, schema }] });
  const number = { type: "number" };
  const text = { type: "string" };

  test.each([
    [documentOf({}), { paths: {} }, "GET /x is gone"],
    [documentOf({}), documentOf({ operationId: "x" }), "GET /x: operationId was getX, is x"],
    [taking(text), documentOf({}), "GET /x: parameter p is gone"],
    [taking(text), taking(text, true), "GET /x: parameter p is required now"],
    [documentOf({}), taking(text, true), "GET /x: parameter p is new and required"],
    [taking({ type: "integer", maximum: 9 }), taking({ type: "integer", maximum: 5 }), "maximum was 9, is 5"],
    [taking({ enum: ["a", "b"] }), taking({ enum: ["a"] }), "GET /x: parameter p no longer takes b"],
    [answering(field(text)), answering({ type: "object" }), "GET /x: 200, field a is gone"],
    [answering(field(text)), answering({ ...field(text), required: [] }), "GET /x: 200, field a may be missing now"],
    [answering(field(text)), answering(field(number)), "GET /x: 200, field a was string, is number or integer"],
    [answering(field(text)), answering(field({ anyOf: [text, { type: "null" }] })), "is string or null"],
  ])("reports of %j and %j: %s", (old, now, sentence) => {
    const found = incompatibilities(old, now);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(sentence);
  });

  test("takes no offence at additions", () => {
    const more = { type: "object", properties: { a: text, b: text }, required: ["a", "b"] };
    expect(incompatibilities(answering(field(text)), answering(more))).toEqual([]);
    expect(incompatibilities(taking({ type: "integer" }), taking(number))).toEqual([]);
    expect(incompatibilities(documentOf({}), taking(text))).toEqual([]);
  });
});
