/** /metrics as Prometheus takes it, linted by its own `promtool` (Debian: prometheus). */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { version } from "../../package.json";
import { reviewsFile, Workshop } from "../support/command_line.ts";
import { type RunningServer, startServer } from "../support/server.ts";
import { isMissing } from "../support/tools.ts";

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server[Symbol.asyncDispose]());

async function metrics(): Promise<string> {
  return server.figures();
}

/** The value of a sample without labels. */
function sample(text: string, name: string): number {
  return Number(new RegExp(`^${name} (.+)$`, "m").exec(text)?.[1] ?? Number.NaN);
}

/** One request to every endpoint that counts something. */
async function requestEveryEndpoint(): Promise<void> {
  const headers = { "Content-Type": "application/json" };
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "get_business", arguments: {} } };
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } };
  const initialize = { jsonrpc: "2.0", id: 0, method: "initialize", params };
  const post = (body: object, session = {}) =>
    server.get("/mcp", { method: "POST", headers: { ...headers, ...session }, body: JSON.stringify(body) });
  const session = (await post(initialize)).headers.get("mcp-session-id") ?? "";
  await post(call, { "Mcp-Session-Id": session });
  const form = { "Content-Type": "application/x-www-form-urlencoded" };
  await server.get("/api/websub/hub", { method: "POST", headers: form, body: "hub.mode=subscribe" });
  await server.get("/api/reviews/search?rating=9");
}

describe("/metrics", () => {
  test.skipIf(isMissing("promtool"))("passes promtool check metrics", async () => {
    await requestEveryEndpoint();
    const text = await metrics();
    const { exitCode, stdout, stderr } = Bun.spawnSync(["promtool", "check", "metrics"], {
      stdin: new TextEncoder().encode(text),
    });
    expect([stdout.toString() + stderr.toString(), exitCode]).toEqual(["", 0]);
  });

  test("names the build, the last import and the last publication, and counts publications that failed", async () => {
    using shop = new Workshop();
    const { code } = await server.command("import", shop.write("new.json", reviewsFile({ id: "new" })));
    expect(code).toBe(0);
    const text = await metrics();
    expect(text).toContain(`goodword_build_info{version="${version}",bun="${Bun.version}"} 1\n`);
    const now = Date.now() / 1000;
    const imported = sample(text, "goodword_last_import_timestamp_seconds");
    const published = sample(text, "goodword_last_publication_timestamp_seconds");
    expect(now - imported).toBeLessThan(600);
    expect(now - published).toBeLessThan(600);
    expect(sample(text, "goodword_publication_failures_total")).toBe(0);
  });

  test("is on the owner's listener, at any host and without a login, and the public port names that place", async () => {
    const { origin } = new URL(await server.ownersUrl());
    const answer = await fetch(`${origin}/metrics`, { headers: { Host: "goodword.internal:9090" } });
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect((await fetch(`${origin}/metrics`, { method: "POST" })).status).toBe(405);
    const former = await server.get("/metrics");
    expect([former.status, former.headers.get("content-type")]).toEqual([404, expect.stringContaining("json")]);
    expect(await former.text()).toContain("the owner's listener (CONSOLE_PORT");
  });
});
