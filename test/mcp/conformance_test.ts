/** The official conformance suite as a client on a real socket. */
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endpointOf } from "../support/mcp_endpoint.ts";

const SUITE = join(import.meta.dir, "../../node_modules/@modelcontextprotocol/conformance/dist/index.js");

/** Scenarios of the suite that ask for nothing by the suite's own names. */
const APPLICABLE = [
  "server-initialize",
  "ping",
  "tools-list",
  "resources-list",
  "prompts-list",
  "server-sse-multiple-streams",
  "server-sse-polling",
  "dns-rebinding-protection",
];

async function passedScenarios(edge: (request: Request) => Promise<Response>): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "goodword-conformance-"));
  using server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 0,
    fetch: (request) => edge(request),
  });
  const address = `http://127.0.0.1:${server.port}/mcp`;
  const command = ["bun", "--bun", SUITE, "server", "--url", address, "-o", folder, "--suite", "all"];
  const suite = Bun.spawn(command, { cwd: folder, stdout: "pipe", stderr: "ignore" });
  const output = await new Response(suite.stdout).text();
  await suite.exited;
  rmSync(folder, { recursive: true });
  return [...output.matchAll(/^✓ ([\w-]+):/gm)].map(([, name = ""]) => name);
}

test("A server with tools of its own passes every scenario of the official conformance suite that applies", async () => {
  const passed = await passedScenarios(endpointOf().handle);
  expect(passed).toEqual(expect.arrayContaining(APPLICABLE));
});
