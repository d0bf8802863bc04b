/** The shipped HAProxy example, run: where it sends reads when some servers are ready, and when none is. */
import { expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { PATHS } from "../../src/http/paths.ts";
import { pathnameOf } from "../../src/http/request.ts";
import { freePort } from "../support/postgres_server.ts";
import { ROOT } from "../support/source_files.ts";
import { findTool, isMissing } from "../support/tools.ts";
import { eventually } from "../support/wait.ts";

/** A server as the balancer sees it: ready or not, it answers reads. */
class FleetServer {
  isReady = false;
  requests = 0;
  readonly #listening = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: (request) => this.#answer(request) });

  constructor(readonly name: string) {}

  get address(): string {
    return `127.0.0.1:${this.#listening.port}`;
  }

  stop(): Promise<void> {
    return this.#listening.stop(true);
  }

  #answer({ url, method }: Request): Response {
    if (pathnameOf(url) === PATHS.readiness) return new Response(null, { status: this.isReady ? 200 : 503 });
    this.requests++;
    return method === "GET" ? new Response(this.name) : new Response("not ready", { status: 503 });
  }
}

/** Three servers behind HAProxy with the shipped configuration. */
async function startExample() {
  const servers = [new FleetServer("one"), new FleetServer("two"), new FleetServer("three")] as const;
  const ports = { http: await freePort(), database: await freePort(), a: await freePort(), b: await freePort() };
  const haproxy = spawn(findTool("haproxy") ?? "", ["-db", "-f", join(ROOT, "ops/fleet/haproxy.cfg")], {
    stdio: "ignore",
    env: {
      FLEET_HTTP: `127.0.0.1:${ports.http}`,
      FLEET_ONE: servers[0].address,
      FLEET_TWO: servers[1].address,
      FLEET_THREE: servers[2].address,
      FLEET_DATABASE: `127.0.0.1:${ports.database}`,
      FLEET_DATABASE_A: `127.0.0.1:${ports.a}`,
      FLEET_DATABASE_B: `127.0.0.1:${ports.b}`,
    },
  });
  const ended = new Promise((resolve) => haproxy.once("exit", resolve));
  const ask = async (init: RequestInit = {}) => {
    const answer = await fetch(`http://127.0.0.1:${ports.http}${PATHS.reviews}`, init).catch(() => null);
    return answer?.status === 200 ? answer.text() : null;
  };
  return {
    servers,
    ask,
    /** The servers that answer 30 reads, one after the other. */
    async answering(): Promise<(string | null)[]> {
      const names = [];
      for (let read = 0; read < 30; read++) names.push(await ask());
      return [...new Set(names)].sort();
    },
    async [Symbol.asyncDispose]() {
      haproxy.kill("SIGKILL");
      await ended;
      for (const server of servers) await server.stop();
    },
  };
}

test.skipIf(isMissing("haproxy"))(
  "HAProxy sends reads to servers that are ready, and while none is, to all that answer",
  async () => {
    await using example = await startExample();
    const [one, two, three] = example.servers;
    for (const server of [one, two, three]) server.isReady = true;
    await eventually("all servers to answer", async () => (await example.answering()).join() === "one,three,two");
    for (const server of [one, three]) server.isReady = false;
    await eventually("the second to answer alone", async () => (await example.answering()).join() === "two");
    two.isReady = false;
    await eventually("all to answer unready", async () => (await example.answering()).join() === "one,three,two");
    await two.stop();
    await eventually("the others to go on", async () => (await example.answering()).join() === "one,three");
    three.isReady = true;
    await eventually("the third to answer alone", async () => (await example.answering()).join() === "three");
  },
);

test.skipIf(isMissing("haproxy"))("HAProxy never sends a form twice", async () => {
  await using example = await startExample();
  for (const server of example.servers) server.isReady = true;
  await eventually("all servers to answer", async () => (await example.answering()).join() === "one,three,two");
  for (const server of example.servers) server.requests = 0;
  expect(await example.ask({ method: "POST", body: "hub.mode=subscribe" })).toBeNull();
  expect(example.servers.reduce((sum, { requests }) => sum + requests, 0)).toBe(1);
});
