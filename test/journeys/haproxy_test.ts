/** The shipped HAProxy example, run: where it sends reads when some servers are ready, and when none is. */
import { expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { PATHS } from "../../src/http/paths.ts";
import { pathnameOf } from "../../src/http/request.ts";
import { FALLBACK_HEADER } from "../../src/server/lease_gate.ts";
import { freePort } from "../support/postgres_server.ts";
import { ROOT } from "../support/source_files.ts";
import { findTool, isMissing } from "../support/tools.ts";
import { eventually } from "../support/wait.ts";

/** A server as the balancer sees it: ready or not, and what requests it got. It answers a marked read, ready or not. */
class FleetServer {
  isReady = false;
  readonly marks: (string | null)[] = [];
  readonly #listening = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: (request) => this.#answer(request) });

  constructor(readonly name: string) {}

  get address(): string {
    return `127.0.0.1:${this.#listening.port}`;
  }

  stop(): Promise<void> {
    return this.#listening.stop(true);
  }

  #answer({ url, headers }: Request): Response {
    const mark = headers.get(FALLBACK_HEADER);
    if (pathnameOf(url) === PATHS.readiness) return new Response(null, { status: this.isReady ? 200 : 503 });
    this.marks.push(mark);
    return this.isReady || mark === "all-unready"
      ? new Response(this.name)
      : new Response("not ready", { status: 503 });
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
      FLEET_INSIDE: `@goodword-test-${ports.http}`,
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
    /** Who answers 30 reads, one after the other. */
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
  "while no server is ready, HAProxy sends all reads to the one that answered last while it was, and marks them",
  async () => {
    await using example = await startExample();
    const [one, two, three] = example.servers;
    for (const server of [one, two, three]) server.isReady = true;
    await eventually("all servers to answer", async () => (await example.answering()).join() === "one,three,two");
    // The others are cut off from the database: what they hold is older from now on.
    for (const server of [one, three]) server.isReady = false;
    await eventually("the second to answer alone", async () => (await example.answering()).join() === "two");
    two.isReady = false;
    await eventually("reads without a server that is ready", () => example.ask());
    for (const { marks } of example.servers) marks.length = 0;
    expect(await example.answering()).toEqual(["two"]);
    expect(new Set(two.marks)).toEqual(new Set(["all-unready"]));
    expect([...one.marks, ...three.marks]).toEqual([]);

    // Once it is lost, too, one of the others goes on: always the same.
    await two.stop();
    const next = await eventually("a read without the second", () => example.ask());
    expect(await example.answering()).toEqual([next]);

    three.isReady = true;
    await eventually("the third to answer alone", async () => (await example.answering()).join() === "three");
    expect(three.marks.at(-1)).toBeNull();
  },
);

test.skipIf(isMissing("haproxy"))("HAProxy takes the mark from clients, and never marks what writes", async () => {
  await using example = await startExample();
  const [one] = example.servers;
  one.isReady = true;
  const marked = { headers: { [FALLBACK_HEADER]: "all-unready" } };
  await eventually("an answer", () => example.ask(marked));
  one.isReady = false;
  await eventually("a read without a server that is ready", async () => {
    await example.ask();
    return one.marks.at(-1) === "all-unready";
  });
  for (const { marks } of example.servers) marks.length = 0;
  expect(await example.ask({ method: "POST", body: "hub.mode=subscribe", ...marked })).toBeNull();
  expect(example.servers.flatMap(({ marks }) => marks)).toEqual([null]);
});
