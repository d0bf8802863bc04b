/** Whatever a stranger sends, the endpoint answers, never with a 5xx, and goes on. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { isRecord } from "../../src/mcp/rpc.ts";
import { BASE_URL, CLIENT, endpointOf, JSON_HEADERS, modern, sessionOn } from "../support/mcp_endpoint.ts";

const endpoint = endpointOf();
const { headers } = await sessionOn(endpoint);

const METHODS = [
  "initialize",
  "ping",
  "tools/list",
  "tools/call",
  "resources/read",
  "resources/subscribe",
  "prompts/get",
  "completion/complete",
  "server/discover",
  "__proto__",
  "constructor",
];
const TOOLS = ["get_business", "search_reviews", "get_review_stats", "get_insights", "get_review", "get_reviews_since"];
const ARGUMENTS = [
  "rating",
  "since",
  "until",
  "query",
  "limit",
  "cursor",
  "id",
  "date",
  "section",
  "group_by",
  "mentions_technician",
];

const value = fc.oneof(
  fc.jsonValue(),
  fc.integer({ min: 1, max: 5 }),
  fc.constantFrom("2026-01-01", "month", "all", "r_01"),
);
const params = fc.oneof(
  fc.jsonValue(),
  fc.record({ name: fc.constantFrom(...TOOLS), arguments: fc.dictionary(fc.constantFrom(...ARGUMENTS), value) }),
  fc.record({ uri: fc.oneof(fc.string(), fc.constant("goodword://business")) }),
  fc.record({ ref: fc.jsonValue(), argument: fc.jsonValue() }),
);
const message = fc.record({
  jsonrpc: fc.constantFrom("2.0", "1.0"),
  id: fc.oneof(fc.integer(), fc.string(), fc.jsonValue()),
  method: fc.oneof(fc.constantFrom(...METHODS), fc.string()),
  params,
});
const body = fc.oneof(
  message.map((one) => JSON.stringify(one)),
  fc.json(),
  fc.string(),
);
const header = fc.string({ unit: fc.constantFrom(..."abcXYZ019.-_/*=?,; "), maxLength: 60 });

async function answerTo(request: Request): Promise<void> {
  const response = await endpoint.mcp.handle(request, CLIENT);
  await response.body?.cancel();
  expect(response.status).toBeLessThan(500);
}

test("Mutated bodies on a sound session are answered below 500", async () => {
  const property = fc.asyncProperty(body, (text) =>
    answerTo(new Request(`${BASE_URL}/mcp`, { method: "POST", headers, body: text })),
  );
  await fc.assert(property, { numRuns: 3000 });
  expect(endpoint.log.lines).toEqual([]);
});

test("Mutated headers are answered below 500", async () => {
  const names = [
    "accept",
    "content-type",
    "mcp-session-id",
    "mcp-protocol-version",
    "mcp-method",
    "mcp-name",
    "origin",
    "host",
  ];
  const mutated = fc.dictionary(fc.constantFrom(...names), header);
  const method = fc.constantFrom("POST", "GET", "DELETE", "PUT");
  const property = fc.asyncProperty(mutated, method, message, async (changed, verb, one) => {
    const sent = verb === "GET" ? {} : { body: JSON.stringify(one) };
    await answerTo(
      new Request(`${BASE_URL}/mcp`, { method: verb, headers: { ...JSON_HEADERS, ...headers, ...changed }, ...sent }),
    );
  });
  await fc.assert(property, { numRuns: 1500 });
  expect(endpoint.log.lines).toEqual([]);
});

test("Mutated params of the newest revision are answered below 500", async () => {
  const record = params.filter(isRecord).map((one) => one as Record<string, unknown>);
  const property = fc.asyncProperty(
    fc.constantFrom(...METHODS, "subscriptions/listen"),
    record,
    async (method, one) => {
      const { uri, ...rest } = one;
      const isHeader = typeof uri === "string" && /^[\x21-\x7e]+$/.test(uri);
      const response = await modern(endpoint, method, isHeader ? one : rest);
      await response.body?.cancel();
      expect(response.status).toBeLessThan(500);
    },
  );
  await fc.assert(property, { numRuns: 1500 });
  expect(endpoint.log.lines).toEqual([]);
  expect(endpoint.mcp.metrics().openStreams).toBe(0);
});
