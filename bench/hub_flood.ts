/**
 * Measures how long an honest subscriber waits for its verification beside a flood over real sockets: a hub over a
 * database file behind an HTTP server, a thousand hostile requests a second from many addresses, whose callbacks take the
 * connection and never answer.
 *
 *     bun bench/hub_flood.ts [SECONDS] [REQUESTS_PER_SECOND]     20 and 1,000 when left out
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHub, hubLimits } from "../src/hub/mod.ts";
import { systemClock, systemRandom } from "../src/server/clock.ts";
import { createGuardedFetch } from "../src/server/guarded_fetch.ts";
import { DatabaseThread } from "../src/server/workers/database_thread.ts";
import { BASE_URL, HUB_URL, SETTINGS, topicsShowing, topicUrl } from "../test/support/hub_stage.ts";
import { AUTHORITY, serverTls } from "../test/support/test_certificates.ts";
import { openTestStore } from "../test/support/test_store.ts";

const GOAL_MS = 10_000;
const HONEST_EVERY_MS = 2000;

async function main(seconds: number, perSecond: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "goodword-flood-"));
  const path = join(folder, "goodword.sqlite");
  await openTestStore(path)[Symbol.asyncDispose]();
  const verifiedAt = new Map<string, number>();
  using honest = Bun.serve({
    port: 0,
    tls: serverTls(),
    fetch(request) {
      const { pathname, searchParams } = new URL(request.url);
      verifiedAt.set(pathname, performance.now());
      return new Response(searchParams.get("hub.challenge"));
    },
  });
  using silent = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const subscriptions = new DatabaseThread().open({ path, isReadOnly: false });
  const hub = startHub(subscriptions);
  using server = Bun.serve({
    port: 0,
    fetch: (request) => hub.handle(request, request.headers.get("X-Forwarded-For") ?? "127.0.0.1"),
  });
  const sender = startSender(server.url.href, silent.port, perSecond);
  const waits: Promise<number>[] = [];
  for (let at = 0; at < seconds * 1000; at += HONEST_EVERY_MS) {
    waits.push(honestWait(server.url.href, `https://reader.subscribers.test:${honest.port}/${at}`, verifiedAt));
    await Bun.sleep(HONEST_EVERY_MS);
  }
  const waited = (await Promise.all(waits)).sort((a, b) => a - b);
  sender.stdin.end();
  const { sent, statuses } = JSON.parse(await new Response(sender.stdout).text());
  await hub[Symbol.asyncDispose]();
  await subscriptions.close();
  rmSync(folder, { recursive: true });
  const longest = waited.at(-1) ?? Number.NaN;
  console.log(`flood of ${sent} requests in ${seconds} s, answered ${JSON.stringify(statuses)}`);
  console.log(`  an honest subscriber waits:   ${longest.toFixed(0)} ms at most of ${waited.length} (goal ${GOAL_MS})`);
  console.log(`    in the middle:              ${(waited[waited.length >> 1] ?? Number.NaN).toFixed(0)} ms`);
}

function startHub(subscriptions: ReturnType<DatabaseThread["open"]>) {
  const topics = topicsShowing("flood");
  const hub = createHub({
    hubUrl: HUB_URL,
    baseUrl: BASE_URL,
    topics: () => topics,
    revision: () => 1,
    generation: "bench",
    subscriptions,
    fetch: createGuardedFetch({
      allowPrivate: true,
      userAgent: "Goodword-Hub/bench",
      authorities: AUTHORITY,
      resolve: async () => ["127.0.0.1"],
    }),
    clock: systemClock,
    random: systemRandom,
    log: { debug() {}, info() {}, warn() {}, error: console.error },
    limits: hubLimits(SETTINGS),
  });
  hub.start();
  return hub;
}

function startSender(url: string, port: number, perSecond: number) {
  const script = join(import.meta.dir, "hub_flood_sender.ts");
  return Bun.spawn(["bun", script, url, topicUrl(), String(port), String(perSecond)], {
    stdin: "pipe",
    stdout: "pipe",
  });
}

/** Asks as a polite client does, again after what Retry-After says, until it is verified; from the first request on. */
async function honestWait(url: string, callback: string, verifiedAt: ReadonlyMap<string, number>): Promise<number> {
  const { pathname } = new URL(callback);
  const begun = performance.now();
  const body = new URLSearchParams({ "hub.mode": "subscribe", "hub.topic": topicUrl(), "hub.callback": callback });
  for (;;) {
    const { status, headers } = await fetch(url, {
      method: "POST",
      body,
      headers: { "X-Forwarded-For": "198.51.100.7" },
    });
    if (status === 202) break;
    await Bun.sleep(Number(headers.get("Retry-After")) * 1000);
  }
  while (!verifiedAt.has(pathname) && performance.now() - begun < 6 * GOAL_MS) await Bun.sleep(20);
  return (verifiedAt.get(pathname) ?? Number.POSITIVE_INFINITY) - begun;
}

const [seconds = 20, perSecond = 1000] = process.argv.slice(2).map(Number);
await main(seconds, perSecond);
process.exit(0);
