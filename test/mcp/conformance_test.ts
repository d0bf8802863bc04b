/** The official conformance suite as a client on a real socket. */
import { describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Outgoing } from "../../src/http/outgoing.ts";
import { createEndpoint, createGuard, type Endpoint } from "../../src/mcp/endpoint.ts";
import { createSessions } from "../../src/mcp/legacy.ts";
import { CLIENT, endpointOf } from "../support/mcp_endpoint.ts";
import { createSeededRandom } from "../support/seeded_random.ts";
import { createVirtualClock } from "../support/virtual_clock.ts";
import { createFixtureLeg } from "./conformance_fixtures.ts";

const SUITE = join(import.meta.dir, "../../node_modules/@modelcontextprotocol/conformance/dist/index.js");

/** Scenarios of the suite that ask for nothing by the suite's own names. */
const APPLICABLE = [
  ...["server-initialize", "ping", "tools-list", "resources-list", "prompts-list", "server-sse-multiple-streams"],
  ...["server-sse-polling", "dns-rebinding-protection"],
];

/** Runs the suite against `edge`; resolves to the names of scenarios by whether they failed. */
async function runSuite(edge: Endpoint, args: readonly string[]): Promise<{ passed: string[]; failed: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), "goodword-conformance-"));
  using server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 0,
    fetch: (request) => edge(request, CLIENT),
  });
  const command = ["bun", "--bun", SUITE, "server", "--url", `http://127.0.0.1:${server.port}/mcp`, "-o", folder];
  const suite = Bun.spawn([...command, ...args], { cwd: folder, stdout: "pipe", stderr: "ignore" });
  const output = await new Response(suite.stdout).text();
  await suite.exited;
  rmSync(folder, { recursive: true });
  const names = (mark: string) =>
    [...output.matchAll(new RegExp(`^${mark} ([\\w-]+):`, "gm"))].map(([, name]) => name!);
  return { passed: names("✓"), failed: names("✗") };
}

describe("The official conformance suite", () => {
  test("passes every scenario that applies to a server with tools of its own", async () => {
    const { passed } = await runSuite(endpointOf().mcp.handle, ["--suite", "all"]);
    expect(passed).toEqual(expect.arrayContaining(APPLICABLE));
  });

  test("passes every scenario against the same edge with the suite's own fixtures behind it", async () => {
    const edge = createEndpoint({
      guard: createGuard({ baseUrl: "http://goodword.test", allowedOrigins: [] }),
      maxBodyBytes: 1024 * 1024,
      outgoing: new Outgoing(createVirtualClock(), { maxUnsentBytesPerClient: 4 << 20, maxUnsentBytes: 64 << 20 }),
      onDropped: () => {},
      sessions: createSessions({
        key: new Uint8Array(32),
        clock: createVirtualClock(),
        random: createSeededRandom(1),
        lifeSeconds: 3600,
      }),
      legacy: createFixtureLeg(),
      modern: { post: async () => new Response(null, { status: 404 }) },
    });
    const { passed, failed } = await runSuite(edge, ["--suite", "all"]);
    expect(failed).toEqual([]);
    expect(passed).toHaveLength(32);
  });
});
