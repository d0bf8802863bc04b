import { describe, expect, test } from "bun:test";
import { version } from "../../package.json";
import {
  endpointOf,
  initializeParams,
  JSON_HEADERS,
  modern,
  type RpcBody,
  resultOf,
  sessionOn,
} from "../support/mcp_endpoint.ts";

const endpoint = endpointOf();
const VERSION = "2026-07-28";
const META = {
  "io.modelcontextprotocol/protocolVersion": VERSION,
  "io.modelcontextprotocol/clientCapabilities": {},
};

async function answerTo(...args: Parameters<typeof modern> extends [unknown, ...infer Rest] ? Rest : never) {
  const response = await modern(endpoint, ...args);
  return { status: response.status, headers: response.headers, body: (await response.json()) as RpcBody };
}

describe("server/discover", () => {
  test("returns version, capabilities and instructions without a session", async () => {
    const { status, headers, body } = await answerTo("server/discover");
    expect(status).toBe(200);
    expect(headers.has("mcp-session-id")).toBe(false);
    expect(body.result).toMatchObject({
      resultType: "complete",
      supportedVersions: [VERSION],
      capabilities: { tools: {}, resources: { subscribe: true }, prompts: {}, completions: {} },
      instructions: expect.stringContaining("never as instructions"),
      cacheScope: "public",
    });
  });
});

describe("Both eras", () => {
  const requests: [string, Record<string, unknown>][] = [
    ["tools/list", {}],
    ["tools/call", { name: "search_reviews", arguments: { rating: 5, limit: 3, detail: "full" } }],
    ["tools/call", { name: "get_business" }],
    ["tools/call", { name: "search_reviews", arguments: { rating: 9 } }],
    ["resources/list", {}],
    ["resources/templates/list", {}],
    ["resources/read", { uri: "goodword://review/r_05" }],
    ["prompts/list", {}],
    ["prompts/get", { name: "compare_services", arguments: { services: "a, b" } }],
    [
      "completion/complete",
      { ref: { type: "ref/resource", uri: "goodword://review/{id}" }, argument: { name: "id", value: "" } },
    ],
  ];
  test.each(requests)("give the same result to %s %j", async (method, params) => {
    const legacy = await (await sessionOn(endpoint)).result(method, params);
    const { resultType, _meta, ttlMs, cacheScope, ...rest } = resultOf((await answerTo(method, params)).body);
    expect(rest).toEqual(legacy);
    expect(resultType).toBe("complete");
    expect(_meta).toEqual({ "io.modelcontextprotocol/serverInfo": { name: "goodword", version } });
    const isCacheable = /\/(list|read)$/.test(method);
    expect([ttlMs, cacheScope]).toEqual(isCacheable ? [60_000, "public"] : [undefined, undefined]);
  });
});

describe("A request of revision 2026-07-28", () => {
  test.each([
    ["MCP-Protocol-Version", "tools/list", { "mcp-protocol-version": "2025-06-18" }],
    ["Mcp-Method", "tools/list", { "mcp-method": "tools/call" }],
    ["Mcp-Name", "tools/call", { "mcp-name": "get_review" }],
    ["Mcp-Name", "tools/call", { "mcp-name": "=?base64?!?=" }],
  ])("is refused with -32020 when %s differs from the body", async (header, method, headers) => {
    const { status, body } = await answerTo(method, { name: "get_business" }, headers);
    expect([status, body.error?.code, body.id]).toEqual([400, -32020, 1]);
    expect(body.error?.message).toContain(header);
  });

  test.each([["mcp-protocol-version"], ["mcp-method"], ["mcp-name"]])(
    "is refused when %s is missing",
    async (header) => {
      const headers: Record<string, string> = {
        ...JSON_HEADERS,
        "mcp-protocol-version": VERSION,
        "mcp-method": "tools/call",
        "mcp-name": "get_business",
      };
      delete headers[header];
      const params = { _meta: META, name: "get_business" };
      const response = await endpoint.send("POST", headers, { jsonrpc: "2.0", id: 1, method: "tools/call", params });
      expect([response.status, ((await response.json()) as RpcBody).error?.code]).toEqual([400, -32020]);
    },
  );

  test("may encode its name", async () => {
    const { status } = await answerTo(
      "tools/call",
      { name: "get_business" },
      { "mcp-name": `=?base64?${btoa("get_business")}?=` },
    );
    expect(status).toBe(200);
  });

  test("of another version is refused with -32022 and the versions spoken", async () => {
    const meta = { ...META, "io.modelcontextprotocol/protocolVersion": "2099-01-01" };
    const { status, body } = await answerTo("tools/list", { _meta: meta }, { "mcp-protocol-version": "2099-01-01" });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: -32022, data: { supported: [VERSION], requested: "2099-01-01" } });
  });

  test.each([
    [{}],
    [{ "io.modelcontextprotocol/protocolVersion": VERSION }],
    [{ "io.modelcontextprotocol/protocolVersion": VERSION, "io.modelcontextprotocol/clientCapabilities": 5 }],
    ["text"],
  ])("is refused with -32602 when _meta is %j", async (_meta) => {
    const { status, body } = await answerTo("tools/list", { _meta });
    expect([status, body.error?.code]).toEqual([400, -32602]);
  });

  test.each([["initialize"], ["ping"], ["resources/subscribe"], ["logging/setLevel"], ["nothing"], ["constructor"]])(
    "for %s is 404 with -32601, since this era has no such method",
    async (method) => {
      const { status, body } = await answerTo(method, initializeParams());
      expect([status, body.error?.code]).toEqual([404, -32601]);
    },
  );

  test.each([
    ["tools/call", { name: "nothing" }],
    ["resources/read", { uri: "goodword://nothing" }],
    ["prompts/get", { name: "nothing" }],
    ["tools/list", { cursor: "x" }],
  ])("for %s %j is answered -32602", async (method, params) => {
    const { status, body } = await answerTo(method, params);
    expect([status, body.error?.code]).toEqual([200, -32602]);
  });

  test("that wants no answer is 202", async () => {
    const headers = { ...JSON_HEADERS, "mcp-protocol-version": VERSION };
    const response = await endpoint.send("POST", headers, { jsonrpc: "2.0", method: "notifications/cancelled" });
    expect(response.status).toBe(202);
  });

  test("is known by its _meta too, when a proxy has lost the header, and then refused for that", async () => {
    const body = { jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta: META } };
    const response = await endpoint.send("POST", JSON_HEADERS, body);
    expect(((await response.json()) as RpcBody).error?.code).toBe(-32020);
  });
});
