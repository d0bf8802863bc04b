import { describe, expect, test } from "bun:test";
import { LEGACY_VERSIONS } from "../../src/mcp/identity.ts";
import {
  endpointOf,
  initializeParams,
  JSON_HEADERS,
  PLUMBER,
  type RpcBody,
  sessionOn,
} from "../support/mcp_endpoint.ts";
import { publicationOf } from "../support/publication_of.ts";

const endpoint = endpointOf();
const MODERN_VERSION = "2026-07-28";
const PING = { jsonrpc: "2.0", id: 1, method: "ping" };

async function bodyOf(response: Response): Promise<RpcBody> {
  return (await response.json()) as RpcBody;
}

describe("The guard", () => {
  const cases: [string, Record<string, string>, boolean][] = [
    ["our own host", { host: "reviews.plumber.example" }, true],
    ["our own host on another port", { host: "reviews.plumber.example:8443" }, true],
    ["localhost", { host: "localhost:3000" }, true],
    ["an address", { host: "192.0.2.7:3000" }, true],
    ["an IPv6 address", { host: "[2001:db8::1]:3000" }, true],
    ["a name of a container", { host: "goodword:3000" }, true],
    ["a foreign name", { host: "evil.example" }, false],
    ["a host that is none", { host: "a b" }, false],
    ["our own origin", { origin: "https://reviews.plumber.example" }, true],
    ["our host by another scheme", { origin: "http://reviews.plumber.example" }, false],
    ["another port of our host", { origin: "https://reviews.plumber.example:8443" }, false],
    ["a page on the same machine", { origin: "http://localhost:6274" }, true],
    ["a foreign page", { origin: "https://evil.example" }, false],
    ["a page without an origin of its own", { origin: "null" }, false],
    ["a name that ends like ours", { origin: "https://evil-reviews.plumber.example.org" }, false],
  ];
  test.each(cases)("judges %s", async (_, headers, passes) => {
    const { status } = await endpoint.send("OPTIONS", headers);
    expect(status).toBe(passes ? 204 : 403);
  });

  test("lets pages of configured origins in, and all of them for *", async () => {
    const open = endpointOf(undefined, { allowedOrigins: ["*"] });
    const one = endpointOf(undefined, { allowedOrigins: ["https://agents.example"] });
    expect((await open.send("OPTIONS", { origin: "https://any.example" })).status).toBe(204);
    expect((await one.send("OPTIONS", { origin: "https://agents.example" })).status).toBe(204);
    expect((await one.send("OPTIONS", { origin: "https://other.example" })).status).toBe(403);
  });

  test("answers a refusal as a JSON-RPC error", async () => {
    const response = await endpoint.send("POST", { ...JSON_HEADERS, host: "evil.example" }, PING);
    expect(await bodyOf(response)).toMatchObject({ jsonrpc: "2.0", id: null, error: { code: -32000 } });
  });
});

describe("Browsers", () => {
  test("may read the session id of any answer and send the headers of the protocol", async () => {
    const preflight = await endpoint.send("OPTIONS", { origin: "http://localhost:6274" });
    expect(preflight.headers.get("access-control-allow-headers")?.toLowerCase()).toContain("mcp-session-id");
    expect(preflight.headers.get("access-control-allow-methods")).toContain("POST");
    const { headers } = await sessionOn(endpoint);
    for (const response of [
      await endpoint.send("POST", headers, PING),
      await endpoint.send("POST", JSON_HEADERS, PING),
    ]) {
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
      expect(response.headers.get("access-control-expose-headers")).toContain("Mcp-Session-Id");
    }
  });
});

describe("Content negotiation", () => {
  test.each([[""], ["*/*"], ["application/json"], ["application/*;q=0.5"], ["text/html, */*;q=0.1"]])(
    "answers JSON to Accept: %s",
    async (accept) => {
      const { headers } = await sessionOn(endpoint);
      const response = await endpoint.send("POST", { ...headers, accept }, PING);
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toBe("application/json");
    },
  );

  test("answers a client that takes nothing but event streams with a stream of one event", async () => {
    const { headers } = await sessionOn(endpoint);
    const response = await endpoint.send("POST", { ...headers, accept: "text/event-stream" }, PING);
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    expect(await response.text()).toBe('event: message\ndata: {"result":{},"jsonrpc":"2.0","id":1}\n\n');
  });

  test.each([["text/html"], ["application/json;q=0"], ["image/png"]])("refuses Accept: %s with 406", async (accept) => {
    expect((await endpoint.send("POST", { ...JSON_HEADERS, accept }, PING)).status).toBe(406);
  });

  test("takes JSON with a charset", async () => {
    const { headers } = await sessionOn(endpoint);
    const response = await endpoint.send(
      "POST",
      { ...headers, "content-type": "Application/JSON; charset=utf-8" },
      PING,
    );
    expect(response.status).toBe(200);
  });
});

describe("The envelope", () => {
  const cases: [string, string, number, number, unknown][] = [
    ["text that is not JSON", "{", 400, -32700, null],
    ["nesting without an end", "[".repeat(200_000), 400, -32700, null],
    ["an empty body", "", 400, -32700, null],
    ["a megabyte of brackets", "[".repeat(1_000_000), 400, -32700, null],
    ["objects in 65 levels", `${'{"a":'.repeat(64)}{}${"}".repeat(64)}`, 400, -32700, null],
    ["what only looks deep", `{"a":"${'[{\\"'.repeat(100)}"}`, 400, -32600, null],
    ["an empty batch", "[]", 400, -32600, null],
    ["a bare value", "5", 400, -32600, null],
    ["another version of JSON-RPC", '{"jsonrpc":"1.0","id":3,"method":"ping"}', 400, -32600, 3],
    ["a method that is no text", '{"jsonrpc":"2.0","id":"a","method":5}', 400, -32600, "a"],
    ["an id of null", '{"jsonrpc":"2.0","id":null,"method":"ping"}', 400, -32600, null],
    ["a fractional id", '{"jsonrpc":"2.0","id":1.5,"method":"ping"}', 400, -32600, null],
    ["params that are a list", '{"jsonrpc":"2.0","id":4,"method":"ping","params":[]}', 400, -32602, 4],
  ];
  test.each(cases)("refuses %s", async (_, body, status, code, id) => {
    const { headers } = await sessionOn(endpoint);
    const response = await endpoint.send("POST", headers, body);
    expect(response.status).toBe(status);
    expect(await bodyOf(response)).toMatchObject({ jsonrpc: "2.0", id: id as null, error: { code } });
  });

  // One POST could ask by a batch for many times what its sender will read.
  test.each([...LEGACY_VERSIONS, MODERN_VERSION])("refuses a batch under %s", async (revision) => {
    const { headers } = revision === MODERN_VERSION ? { headers: JSON_HEADERS } : await sessionOn(endpoint, revision);
    const response = await endpoint.send("POST", { ...headers, "mcp-protocol-version": revision }, [PING]);
    const { id, error } = await bodyOf(response);
    expect([response.status, id, error?.code]).toEqual([400, null, -32600]);
    expect(error?.message).toBe("Batches are not supported: send one message");
  });

  test("refuses a body that is not UTF-8", async () => {
    const { headers } = await sessionOn(endpoint);
    const request = new Request("https://reviews.plumber.example/mcp", {
      method: "POST",
      headers,
      body: new Uint8Array([0x22, 0xff, 0x22]),
    });
    const response = await endpoint.handle(request);
    expect((await bodyOf(response)).error?.code).toBe(-32700);
  });

  test.each([[0], ["text"], [Number.MAX_SAFE_INTEGER], [-1], [""]])("echoes the id %p", async (id) => {
    const { headers } = await sessionOn(endpoint);
    expect((await bodyOf(await endpoint.send("POST", headers, { ...PING, id }))).id).toBe(id);
  });

  test("passes over members it does not know", async () => {
    const { headers } = await sessionOn(endpoint);
    expect((await bodyOf(await endpoint.send("POST", headers, { ...PING, extra: 1 }))).result).toEqual({});
  });

  test.each([
    [{ jsonrpc: "2.0", method: "notifications/initialized" }],
    [{ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } }],
    [{ jsonrpc: "2.0", id: 7, result: {} }],
  ])("answers 202 without a body to %j", async (message) => {
    const { headers } = await sessionOn(endpoint);
    const response = await endpoint.send("POST", headers, message);
    expect(response.status).toBe(202);
    expect(await response.text()).toBe("");
  });
});

describe("A session", () => {
  test("is not needed by requests that stand for themselves", async () => {
    const alone = await endpoint.send("POST", JSON_HEADERS, { ...PING, id: 9 });
    expect(alone.status).toBe(200);
    expect(await bodyOf(alone)).toMatchObject({ id: 9, result: {} });
    const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "get_business" } };
    const { headers } = await sessionOn(endpoint);
    const bodies = [JSON_HEADERS, headers].map(async (sent) => bodyOf(await endpoint.send("POST", sent, call)));
    const [without, within] = await Promise.all(bodies);
    expect(JSON.stringify(without?.result)).toBe(JSON.stringify(within?.result));
  });

  test("has no stream to open and no end, and subscribes to nothing", async () => {
    const { headers, rpc, handshake } = await sessionOn(endpoint);
    const stream = await endpoint.send("GET", { ...headers, accept: "text/event-stream" });
    expect([stream.status, stream.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
    expect((await endpoint.send("DELETE", headers)).status).toBe(405);
    expect(handshake.result?.capabilities).toEqual({ tools: {}, resources: {}, prompts: {}, completions: {} });
    expect((await rpc("resources/subscribe", { uri: "goodword://business" })).error?.code).toBe(-32601);
    expect((await endpoint.send("POST", headers, PING)).status).toBe(200);
  });

  test("that is unknown gets 404, after which clients start a new one", async () => {
    const { headers } = await sessionOn(endpoint);
    const response = await endpoint.send("POST", { ...headers, "mcp-session-id": "nobody" }, PING);
    expect(response.status).toBe(404);
    expect((await bodyOf(response)).error?.code).toBe(-32001);
  });

  test("goes on after a restart with the same key", async () => {
    const { headers } = await sessionOn(endpoint);
    expect((await endpointOf().send("POST", headers, PING)).status).toBe(200);
  });
});

describe("The version header", () => {
  test("that names no revision spoken here is 400 with the list of those that are", async () => {
    const { headers } = await sessionOn(endpoint);
    const response = await endpoint.send("POST", { ...headers, "mcp-protocol-version": "2099-01-01" }, PING);
    expect(response.status).toBe(400);
    expect((await bodyOf(response)).error?.message).toContain("2025-06-18");
  });

  test("may be absent", async () => {
    const { id } = await sessionOn(endpoint);
    expect((await endpoint.send("POST", { ...JSON_HEADERS, "mcp-session-id": id }, PING)).status).toBe(200);
  });
});

describe("initialize", () => {
  test.each([
    [{}],
    [{ protocolVersion: 5 }],
    [{ ...initializeParams(), clientInfo: {} }],
    [{ ...initializeParams(), capabilities: 1 }],
  ])("refuses malformed params %j with -32602 and no session", async (params) => {
    const response = await endpoint.send("POST", JSON_HEADERS, { ...PING, method: "initialize", params });
    expect((await bodyOf(response)).error?.code).toBe(-32602);
    expect(response.headers.has("mcp-session-id")).toBe(false);
  });

  test("ignores a client's description of itself beyond name and version", async () => {
    const clientInfo = { name: "odd", version: "1", icons: 5, websiteUrl: [] };
    const params = { ...initializeParams(), clientInfo, capabilities: { roots: 7 }, _meta: 5 };
    const response = await endpoint.send("POST", JSON_HEADERS, { ...PING, method: "initialize", params });
    expect((await bodyOf(response)).result?.protocolVersion).toBe("2025-06-18");
  });

  test("mentions sample data in its instructions", async () => {
    const sample = endpointOf(publicationOf({ ...PLUMBER, is_sample: true }, []));
    const { handshake } = await sessionOn(sample);
    expect(handshake.result?.instructions).toContain("sample data");
  });
});

test("An internal error is reported with an id only; the log has the details", async () => {
  const broken = endpointOf(undefined, {
    publication: () => Promise.reject(new Error("disk on fire at /var/lib")),
  });
  const params = initializeParams();
  const response = await broken.send("POST", JSON_HEADERS, { ...PING, method: "initialize", params });
  const { error } = await bodyOf(response);
  expect(error).toMatchObject({
    code: -32603,
    message: expect.stringMatching(/^Could not answer; try again\. Error [0-9a-f]{8}$/),
  });
  expect(String(broken.log.lines[0]?.fields.error)).toContain("disk on fire");
});
