/** MCP 2025-03-26, Transports: the one revision that has a POST hold several messages, and whose servers must take them. */
import { describe, expect, test } from "bun:test";
import { endpointOf, initializeParams, JSON_HEADERS, type RpcBody, sessionOn } from "../support/mcp_endpoint.ts";

const endpoint = endpointOf();
const REVISION = "2025-03-26";
const ping = (id: number | string) => ({ jsonrpc: "2.0", id, method: "ping" });
const NOTIFICATION = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } };

async function send(body: unknown[], headers: Record<string, string> = {}): Promise<Response> {
  const session = await sessionOn(endpoint, REVISION);
  return endpoint.send("POST", { ...session.headers, ...headers }, JSON.stringify(body));
}

async function answersTo(body: unknown[]): Promise<RpcBody[]> {
  return (await (await send(body)).json()) as RpcBody[];
}

describe("A batch on a session of 2025-03-26", () => {
  test("is answered by an array with one answer for each request, errors too", async () => {
    const unknown = { jsonrpc: "2.0", id: "b", method: "no/such" };
    const call = { jsonrpc: "2.0", id: 3, method: "tools/call", params: { name: "get_business" } };
    const answers = await answersTo([ping(1), NOTIFICATION, unknown, call]);
    expect(answers.map(({ id, error }) => [id, error?.code])).toEqual([
      [1, undefined],
      ["b", -32601],
      [3, undefined],
    ]);
    expect(answers[2]?.result).toHaveProperty("structuredContent");
  });

  test("of nothing but notifications and responses is taken with 202", async () => {
    const response = await send([NOTIFICATION, { jsonrpc: "2.0", id: 9, result: {} }]);
    expect([response.status, await response.text()]).toEqual([202, ""]);
  });

  test("comes back as one event where nothing but events is taken", async () => {
    const response = await send([ping(1), ping(2)], { accept: "text/event-stream" });
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    expect(JSON.parse((await response.text()).replace("event: message\ndata: ", ""))).toHaveLength(2);
  });

  test("answers what is no message, and a batch within it, with -32600 in its place", async () => {
    const answers = await answersTo([5, ping(1), [ping(2)], { jsonrpc: "1.0", id: 4, method: "ping" }]);
    expect(answers.map(({ id, error }) => [id, error?.code])).toEqual([
      [null, -32600],
      [1, undefined],
      [null, -32600],
      [4, -32600],
    ]);
  });

  test("must not begin a session", async () => {
    const initialize = { jsonrpc: "2.0", id: 1, method: "initialize", params: initializeParams(REVISION) };
    const response = await send([initialize]);
    expect(response.headers.has("mcp-session-id")).toBe(false);
    expect(await response.json()).toMatchObject([{ id: 1, error: { code: -32600 } }]);
  });

  test.each([
    ["no message", []],
    ["more than twenty", Array.from({ length: 21 }, (_, id) => ping(id))],
  ])("is refused when it holds %s", async (_, body) => {
    const response = await send(body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ id: null, error: { code: -32600 } });
  });
});

test.each([["2025-06-18"], ["2025-11-25"], ["2024-11-05"]])("%s has no batches", async (revision) => {
  const { headers } = await sessionOn(endpoint, revision);
  const response = await endpoint.send("POST", headers, JSON.stringify([ping(1)]));
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: { code: -32600 } });
});

test("2026-07-28 has no batches", async () => {
  const headers = { ...JSON_HEADERS, "mcp-protocol-version": "2026-07-28" };
  const response = await endpoint.send("POST", headers, JSON.stringify([ping(1)]));
  expect([response.status, ((await response.json()) as RpcBody).error?.code]).toEqual([400, -32600]);
});

test("a batch without a session is told to begin one", async () => {
  const response = await endpoint.send("POST", JSON_HEADERS, JSON.stringify([ping(1)]));
  expect([response.status, ((await response.json()) as RpcBody).error?.code]).toEqual([400, -32000]);
});
