/** The MCP part of the specification, with the official client and the Inspector as clients. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { version } from "../../package.json";
import { insightsOf } from "../support/insights_of.ts";
import {
  BASE_URL,
  endpointOf,
  initializeParams,
  JSON_HEADERS,
  PLUMBER,
  type RpcBody,
  SIXTY,
} from "../support/mcp_endpoint.ts";
import { publicationOf } from "../support/publication_of.ts";

const publication = publicationOf(PLUMBER, SIXTY, { insights: insightsOf(PLUMBER, SIXTY) });

const textOf = (stream: ReadableStream<Uint8Array>) => new Response(stream).text();

/** The official client, connected to `endpoint` without a network. */
async function connect(endpoint = endpointOf(publication)) {
  const client = new Client({ name: "test", version: "1" });
  const transport = new StreamableHTTPClientTransport(new URL(`${BASE_URL}/mcp`), {
    fetch: (url, init) => endpoint.handle(new Request(url, init)),
  });
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return { endpoint, client, transport };
}

describe("4: POST /mcp", () => {
  test("initialize yields a session id in Mcp-Session-Id, and later requests send it back", async () => {
    const endpoint = endpointOf(publication);
    const initialize = { jsonrpc: "2.0", id: 1, method: "initialize", params: initializeParams("2025-06-18") };
    const handshake = await endpoint.send("POST", JSON_HEADERS, initialize);
    const session = handshake.headers.get("Mcp-Session-Id");
    expect(session).toBeString();
    expect(((await handshake.json()) as RpcBody).result).toMatchObject({
      protocolVersion: "2025-06-18",
      serverInfo: { name: "goodword", version },
    });
    const list = { jsonrpc: "2.0", id: 2, method: "tools/list" };
    const listed = await endpoint.send("POST", { ...JSON_HEADERS, "Mcp-Session-Id": session! }, list);
    expect(listed.headers.get("content-type")).toBe("application/json");
    expect((await listed.json()) as RpcBody).toMatchObject({
      jsonrpc: "2.0",
      id: 2,
      result: { tools: expect.any(Array) },
    });
  });
});

test("5: no authentication is required, and an Authorization header is ignored", async () => {
  const endpoint = endpointOf(publication);
  const initialize = { jsonrpc: "2.0", id: 1, method: "initialize", params: initializeParams() };
  const response = await endpoint.send("POST", { ...JSON_HEADERS, authorization: "Bearer nonsense" }, initialize);
  expect(response.status).toBe(200);
});

describe("The official client", () => {
  test("reads the instructions, lists everything, and finds every answer true to its output schema", async () => {
    const { client } = await connect();
    expect(client.getInstructions()).toContain("quoted words of customers");
    expect(client.getServerVersion()).toMatchObject({ title: "Reviews of Ocean Plumbing" });
    const { tools } = await client.listTools();
    const args: Record<string, object> = {
      get_review: { id: "r_01" },
      get_reviews_since: { date: "2026-01-01" },
      search: { query: "drain" },
      fetch: { id: "r_01" },
    };
    for (const { name } of tools) {
      const result = await client.callTool({ name, arguments: (args[name] ?? {}) as Record<string, unknown> });
      expect(result.isError).toBeUndefined();
    }
    expect((await client.listResources()).resources).toHaveLength(4);
    expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(1);
    expect((await client.listPrompts()).prompts).toHaveLength(4);
    expect((await client.getPrompt({ name: "compare_services" })).messages).toHaveLength(1);
    await client.ping();
  });

  test("goes on where there is no stream to open and no session to end", async () => {
    const { client, transport } = await connect();
    await transport.terminateSession();
    await client.ping();
    await client.close();
  });

  test("may have many requests in flight with any ids", async () => {
    const { client } = await connect();
    const totals = await Promise.all(
      [1, 2, 3, 4, 5].map(async (rating) => {
        const { structuredContent } = await client.callTool({ name: "search_reviews", arguments: { rating } });
        return (structuredContent as { total: number }).total;
      }),
    );
    expect(totals).toEqual([12, 12, 12, 12, 12]);
  });
});

describe("The Inspector", () => {
  const launcher = join(
    import.meta.dir,
    "../../node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js",
  );
  const endpoint = endpointOf(publication);
  let server: ReturnType<typeof Bun.serve>;
  let home: string;
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), "goodword-inspector-"));
    server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: (request) => endpoint.handle(request) });
  });
  afterAll(async () => {
    await server.stop(true);
    rmSync(home, { recursive: true });
  });

  async function inspect(...args: string[]) {
    const url = `http://127.0.0.1:${server.port}/mcp`;
    const command = ["bun", "--bun", launcher, "--cli", url, "--transport", "http", "--format", "json", ...args];
    const child = Bun.spawn(command, {
      cwd: home,
      env: { ...process.env, HOME: home },
      stdout: "pipe",
      stderr: "pipe",
    });
    const [out, errors, code] = await Promise.all([textOf(child.stdout), textOf(child.stderr), child.exited]);
    return { out, errors, code };
  }

  test.each([["legacy"], ["modern"]])("calls a tool in the %s era", async (era) => {
    const args = ["--tool-name", "search_reviews", "--tool-args-json", '{"rating":4,"limit":1}'];
    const { out, code } = await inspect("--protocol-era", era, "--method", "tools/call", ...args);
    expect(code).toBe(0);
    expect(JSON.parse(out).result.structuredContent).toMatchObject({ total: 12, count: 1 });
  });

  test("finds no fault in the schemas of the tools, strictly looked at", async () => {
    const { errors, code } = await inspect("--strict", "--method", "tools/list");
    expect([code, errors.trim()]).toEqual([0, ""]);
  });

  test("sees wrong arguments as an error of the tool", async () => {
    const args = ["--tool-name", "search_reviews", "--tool-args-json", '{"rating":9}'];
    const { out, code } = await inspect("--method", "tools/call", ...args);
    expect(code).toBe(5);
    expect(out).toContain("rating must be an integer from 1 to 5");
  });
});
