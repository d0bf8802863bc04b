/** The OpenAPI 3.1.0 document is valid and describes the server exactly. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Validator } from "@seriousme/openapi-schema-validator";
import fc from "fast-check";
import { INSIGHTS_SCHEMAS } from "../../src/insights/mod.ts";
import { operations } from "../../src/server/app/mod.ts";
import { describedOperations, type OpenApi, undescribed, wrongExamples } from "../support/described_answers.ts";
import { type Init, type RunningServer, startServer } from "../support/server.ts";
import { skipUnless } from "../support/tools.ts";
import { eventually } from "../support/wait.ts";

const inDocument = operations.filter(({ tag }) => tag !== undefined);
const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "goodword-openapi-"));
const file = join(folder, "openapi.json");

let server: RunningServer;
let document: OpenApi;
let session: Record<string, string>;

const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
const RPC = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
const rpc = (method: string, params: object = {}): string => JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
const INITIALIZE = rpc("initialize", {
  protocolVersion: "2025-06-18",
  capabilities: {},
  clientInfo: { name: "test", version: "1" },
});

beforeAll(async () => {
  server = await startServer();
  document = (await (await server.get("/.well-known/openapi.json")).json()) as OpenApi;
  writeFileSync(file, JSON.stringify(document));
  const handshake = await server.get("/mcp", { method: "POST", headers: RPC, body: INITIALIZE });
  session = { "Mcp-Session-Id": handshake.headers.get("mcp-session-id") ?? "" };
  await server.command("remove", "hv-0002", "--reason", "privacy");
  await eventually("the removal", async () => (await server.get("/api/reviews/hv-0002")).status === 410);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await server[Symbol.asyncDispose]();
});

describe("The document", () => {
  test("is OpenAPI 3.1.0, description version 1.0.0, with summary and this site's address", () => {
    expect(document).toMatchObject({
      openapi: "3.1.0",
      info: {
        title: "Goodword",
        version: "1.0.0",
        summary: "The verified customer reviews of one business, as open data",
      },
      servers: [{ url: "https://reviews.goodword.test" }],
      security: [],
    });
  });

  test("has at most 150 kB, and opens with what holds for every operation", async () => {
    expect(JSON.stringify(document).length).toBeLessThanOrEqual(150_000);
    expect(String(document.info.description).match(/(?<=## ).*/g)).toEqual([
      "No keys",
      "Pages",
      "Limits",
      "Errors",
      "CORS",
      "Caching",
      "Staying up to date",
      "Versions",
    ]);
  });

  test("satisfies the OpenAPI 3.1 schema", async () => {
    expect(await new Validator().validate(structuredClone(document) as never)).toMatchObject({ valid: true });
  });

  test("has no finding of redocly's recommended-strict rules", () => {
    const cli = join(ROOT, "node_modules/@redocly/cli/bin/cli.js");
    const { stdout } = spawnSync(
      process.execPath,
      [cli, "lint", file, "--extends=recommended-strict", "--format=json"],
      { cwd: folder, encoding: "utf8", env: { ...process.env, REDOCLY_TELEMETRY: "off" } },
    );
    const { problems } = JSON.parse(stdout.slice(stdout.indexOf("{"))) as { problems: { message: string }[] };
    // No review has the id "since": ids are checked, and the router takes the fixed path first.
    const pair = "`/api/reviews/since/{date}` and `/api/reviews/{id}/proof`";
    expect(problems.filter(({ message }) => !message.includes(pair))).toEqual([]);
  });

  test("documents the interface and not the website", () => {
    const documented = describedOperations(document).map(({ method, path, operationId }) => [
      operationId,
      method,
      path,
    ]);
    expect(documented.sort()).toEqual(inDocument.map(({ id, method, path }) => [id, method as string, path]).sort());
    const { tags } = document as unknown as { tags: { name: string }[] };
    expect(tags.map(({ name }) => name)).toEqual(["Datasets", "Feeds", "Reviews", "Log", "WebSub", "MCP", "Service"]);
  });

  test("describes every operation", () => {
    const undescribed = describedOperations(document).filter(({ description }) => !description);
    expect(undescribed.map(({ operationId }) => operationId)).toEqual([]);
  });

  test("declares every enumeration as type string, for generators of typed clients", () => {
    const schemas = JSON.stringify(document).match(/\{[^{}]*"enum":\[[^\]]*\]/g) ?? [];
    expect(schemas.length).toBeGreaterThan(10);
    expect(schemas.filter((schema) => !schema.includes('"type":"string"'))).toEqual([]);
  });

  test("names every object that a document has, so that generated clients have a type for it", () => {
    const { schemas } = document.components as { schemas: Record<string, object> };
    const unnamed = Object.entries(schemas).flatMap(([name, schema]) =>
      Object.entries(schema).flatMap(([key, part]) => objectsIn(part, `${name}.${key}`)),
    );
    expect(unnamed).toEqual([]);
  });

  test("calls every operation by a verb and what it acts on", () => {
    const odd = describedOperations(document).filter(({ operationId }) => !/^[a-z]+([A-Z][a-z]*)*$/.test(operationId));
    expect(odd).toEqual([]);
  });

  test("leads from a page of results to the next", () => {
    expect(document.paths["/api/reviews/search"]?.get?.responses["200"]).toMatchObject({
      links: { nextPage: { operationId: "searchReviews", parameters: { cursor: "$response.body#/next_cursor" } } },
    });
  });

  test("gives examples that match their schemas", () => {
    expect(wrongExamples(document)).toEqual([]);
  });

  test("every part of the insights has a name of its own, so that generated types read well", () => {
    const unnamed = (part: unknown, path: string): string[] => {
      if (typeof part !== "object" || part === null) return [];
      const inner = Object.entries(part).flatMap(([key, own]) => unnamed(own, `${path}/${key}`));
      return "properties" in part && path.includes("/") ? [path, ...inner] : inner;
    };
    const { schemas } = document.components as { schemas: Record<string, unknown> };
    expect(Object.keys(INSIGHTS_SCHEMAS).flatMap((name) => unnamed(schemas[name], name))).toEqual([]);
    expect(schemas).toContainKeys(Object.keys(INSIGHTS_SCHEMAS));
  });

  test("explains every field that an answer can have", () => {
    expect(unexplained(document)).toEqual([]);
  });
});

/** Where a schema has the fields of an object written out. */
function objectsIn(part: unknown, where: string): string[] {
  if (typeof part !== "object" || part === null) return [];
  const { properties = {} } = part as { properties?: object };
  const own = Object.keys(properties).length > 0 && !where.endsWith(".properties") ? [where] : [];
  return [...own, ...Object.entries(part).flatMap(([key, inner]) => objectsIn(inner, `${where}.${key}`))];
}

/** One call for each way an operation can answer that a client can bring about. */
const CALLS: [operationId: string, status: number, path: string, init?: () => Init][] = [
  ["getReviews", 200, "/reviews.json"],
  ["getReviews", 304, "/reviews.json", () => ({ headers: { "If-None-Match": "*" } })],
  ["getReviews", 405, "/reviews.json", () => ({ method: "PUT" })],
  ["getInsights", 200, "/insights.json"],
  ["getInsights", 304, "/insights.json", () => ({ headers: { "If-None-Match": "*" } })],
  ["getJsonFeed", 200, "/api/feed.json"],
  ["getJsonFeed", 416, "/api/feed.json", () => ({ headers: { Range: "bytes=99999999-" } })],
  ["getAtomFeed", 200, "/feed.xml"],
  ["searchReviews", 200, "/api/reviews/search"],
  ["searchReviews", 200, "/api/reviews/search?query=zzzzzz"],
  ["searchReviews", 304, "/api/reviews/search?rating=5", () => ({ headers: { "If-None-Match": "*" } })],
  ["searchReviews", 400, "/api/reviews/search?rating=9&limt=1&query=a&query=b&since=2024-02-30"],
  ["searchReviews", 405, "/api/reviews/search", () => ({ method: "DELETE" })],
  ["getReviewsSince", 200, "/api/reviews/since/2025-01-01"],
  ["getReviewsSince", 304, "/api/reviews/since/2025-01-01", () => ({ headers: { "If-None-Match": "*" } })],
  ["getReviewsSince", 400, "/api/reviews/since/2025-02-30"],
  ["getReview", 200, "/api/reviews/hv-0001"],
  ["getReview", 304, "/api/reviews/hv-0001", () => ({ headers: { "If-None-Match": "*" } })],
  ["getReview", 400, "/api/reviews/no%20id"],
  ["getReview", 404, "/api/reviews/never"],
  ["getReview", 410, "/api/reviews/hv-0002"],
  ["getUpdatesFeed", 200, "/api/updates.json"],
  ["getChanges", 200, "/api/changes"],
  ["getChanges", 200, "/api/changes?limit=2"],
  ["getChanges", 304, "/api/changes", () => ({ headers: { "If-None-Match": "*" } })],
  ["getChanges", 400, "/api/changes?after=yesterday&limit=0"],
  ["getChanges", 410, "/api/changes?after=00000000-1-1"],
  ["getChanges", 405, "/api/changes", () => ({ method: "PUT" })],
  ["getReviewsCsv", 200, "/reviews.csv"],
  ["getReviewsCsv", 200, "/reviews.csv?rating=5&excel=1"],
  ["getReviewsCsv", 206, "/reviews.csv", () => ({ headers: { Range: "bytes=0-99" } })],
  ["getReviewsCsv", 400, "/reviews.csv?limit=5"],
  ["getReviewsCsv", 416, "/reviews.csv", () => ({ headers: { Range: "bytes=99999999-" } })],
  ["getReviewsCsv", 304, "/reviews.csv", () => ({ headers: { "If-None-Match": "*" } })],
  ["getReviewsNdjson", 200, "/reviews.ndjson"],
  ["getOpenApi", 200, "/.well-known/openapi.json"],
  ["getOpenApi", 304, "/.well-known/openapi.json", () => ({ headers: { "If-None-Match": "*" } })],
  ["getHealth", 200, "/healthz"],
  ["getReadiness", 200, "/readyz"],
  ["explainHub", 200, "/api/websub/hub"],
  ["explainHub", 405, "/api/websub/hub", () => ({ method: "PUT" })],
  ["subscribe", 202, "/api/websub/hub", () => subscription("https://reader.example/push")],
  ["subscribe", 400, "/api/websub/hub", () => subscription("http://reader.example/push")],
  ["subscribe", 400, "/api/websub/hub", () => subscription("no address", { Accept: "application/json" })],
  ["subscribe", 403, "/api/websub/hub", () => subscription("https://reviews.goodword.test/x")],
  ["subscribe", 413, "/api/websub/hub", () => ({ method: "POST", headers: FORM, body: "a".repeat(70_000) })],
  ["subscribe", 415, "/api/websub/hub", () => ({ method: "POST", headers: RPC, body: "{}" })],
  ["callMcp", 200, "/mcp", () => ({ method: "POST", headers: RPC, body: INITIALIZE })],
  ["callMcp", 202, "/mcp", () => ({ ...call(""), body: '{"jsonrpc":"2.0","method":"notifications/initialized"}' })],
  ["callMcp", 400, "/mcp", () => ({ method: "POST", headers: RPC, body: "{" })],
  ["callMcp", 404, "/mcp", () => ({ ...call("tools/list"), headers: { ...RPC, "Mcp-Session-Id": "1.gone" } })],
  ["callMcp", 405, "/mcp", () => ({ method: "PUT" })],
  ["callMcp", 406, "/mcp", () => ({ method: "POST", headers: { ...RPC, Accept: "image/png" }, body: "{}" })],
  ["callMcp", 413, "/mcp", () => ({ method: "POST", headers: RPC, body: "a".repeat((1 << 20) + 1) })],
  ["callMcp", 415, "/mcp", () => ({ method: "POST", headers: { "Content-Type": "text/plain" }, body: "{}" })],
  ["callMcp", 405, "/mcp", () => ({ method: "DELETE", headers: session })],
  ["getRecord", 200, "/record.json"],
  ["getLogCheckpoint", 200, "/log/checkpoint"],
  ["getLogKey", 200, "/log/key"],
  ["getLogTile", 404, "/log/tile/0/000"],
  ["getReviewProof", 404, "/api/reviews/never/proof"],
];

describe("Every answer is as documented", () => {
  test.each(CALLS)("%s answers %i to %s", async (operationId, status, path, init) => {
    const operation = describedOperations(document).find((each) => each.operationId === operationId);
    const response = await server.get(path, init?.());
    expect(response.status).toBe(status);
    expect(await undescribed(document, operation!, response)).toEqual([]);
  });

  test("the calls above reach every operation", () => {
    const called = new Set<string>(CALLS.map(([operationId]) => operationId));
    expect(inDocument.map(({ id }) => id as string).filter((id) => !called.has(id))).toEqual([]);
  });
});

describe("Search takes whatever its description allows", () => {
  test("a min_rating as exact as a double, and every whole number as one", async () => {
    const arbitrary = fc.double({ min: 1, max: 5, noNaN: true });
    const values = fc.sample(arbitrary, { numRuns: 60, seed: 1 });
    const statuses = values.map(async (value) => [
      value,
      (await server.get(`/api/reviews/search?min_rating=${value}`)).status,
    ]);
    expect((await Promise.all(statuses)).filter(([, status]) => status !== 200)).toEqual([]);
  });
});

describe("A client generated by openapi-typescript", () => {
  const client = join(ROOT, "test/client");
  const bun = (...args: string[]) => spawnSync(process.execPath, args, { cwd: client, encoding: "utf8" });
  const isInstalled = bun("install", "--frozen-lockfile", "--silent").status === 0;
  const skips = skipUnless(isInstalled, "a generated client: cannot install test/client from the package registry");

  test.skipIf(skips)("compiles, and knows parameters, fields and errors by their types", () => {
    const schema = join(folder, "schema.d.ts");
    const generated = bun("node_modules/openapi-typescript/bin/cli.js", file, "--output", schema);
    expect([generated.status, generated.stderr]).toEqual([0, ""]);
    const uses = join(folder, "uses.ts");
    writeFileSync(uses, USES);
    const flags = [
      "--strict",
      "--noEmit",
      "--skipLibCheck",
      "false",
      "--target",
      "esnext",
      "--lib",
      "esnext",
      "--module",
      "esnext",
      // Not the packages of types that this repository has installed.
      "--typeRoots",
      folder,
    ];
    const compiled = bun("node_modules/typescript/bin/tsc", ...flags, "--moduleResolution", "bundler", uses);
    expect(compiled.stdout).toBe("");
  });
});

const USES = `
import type { components, operations, paths } from "./schema";
const query: operations["searchReviews"]["parameters"]["query"] = { rating: 5, since: "2026-01-01", limit: 10 };
// @ts-expect-error a rating is a number
const wrong: operations["searchReviews"]["parameters"]["query"] = { rating: "five" };
export function newest(answer: components["schemas"]["SearchAnswer"]): string | null {
  const review = answer.reviews[0];
  const mode: "job_record" | "invitation" | "platform" | "operator_attested" | "none" = review.verification.method;
  return answer.next_cursor ?? review.reply?.text ?? mode;
}
export function codes(problem: paths["/api/reviews/search"]["get"]["responses"]["400"]["content"]["application/json"]) {
  return problem.issues.map(({ code, path }) => code + path.join("."));
}
export { query, wrong };
`;

function subscription(callback: string, headers: Record<string, string> = {}): Init {
  const topic = "https://reviews.goodword.test/feed.xml";
  const form = { "hub.mode": "subscribe", "hub.callback": callback, "hub.topic": topic };
  return { method: "POST", headers: { ...FORM, ...headers }, body: new URLSearchParams(form).toString() };
}

function call(method: string): Init {
  return { method: "POST", headers: { ...RPC, ...session }, body: rpc(method) };
}

/** Properties of component schemas that neither they nor what they refer to explains. */
function unexplained({ components }: OpenApi): string[] {
  const { schemas } = components as { schemas: Record<string, SchemaPart> };
  const found: string[] = [];
  const visit = (at: string, part: SchemaPart): void => {
    for (const [name, property] of Object.entries(part.properties ?? {})) {
      const isStarCount = /^[1-5]$/.test(name);
      if (!isStarCount && property.description === undefined && property.$ref === undefined)
        found.push(`${at}.${name}`);
      visit(`${at}.${name}`, property);
    }
    for (const inner of [part.items, ...(part.anyOf ?? [])]) if (inner) visit(`${at}[]`, inner);
  };
  for (const [name, schema] of Object.entries(schemas)) visit(name, schema);
  return found;
}

interface SchemaPart {
  readonly description?: string;
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, SchemaPart>>;
  readonly items?: SchemaPart;
  readonly anyOf?: readonly SchemaPart[];
}
