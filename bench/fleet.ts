/**
 * Two servers on one PostgreSQL: what a reader who asks them in turn notices of a change while their wall clocks are an hour apart, and how
 * soon one delivers what the other had begun when it was killed.
 */
import { existsSync, readdirSync } from "node:fs";
import { pushingServer, type Service, startService } from "../test/support/goodword_process.ts";
import { startOwnPostgres } from "../test/support/postgres_server.ts";
import { agreeing, startTlsSubscriber } from "../test/support/tls_subscriber.ts";
import { type BenchOptions, type Figure, median, type PartReport, quantile } from "./figures.ts";
import { MAIN, type Workplace } from "./prepared.ts";
import { run } from "./processes.ts";

const LIBRARIES = "/usr/lib";
const BASE_URL = "https://reviews.goodword.test";
const HOUR_LATER = { FAKETIME: "+3600", FAKETIME_DONT_FAKE_MONOTONIC: "1" };
/** How long a killed server's delivery may take, with the start of the next round, in milliseconds. */
const TAKEN_OVER_WITHIN_MS = 60_000;
/** Between two requests of the reader, in milliseconds. */
const READ_EVERY_MS = 5;

export async function benchFleet(place: Workplace, { isFull }: BenchOptions): Promise<PartReport> {
  const part = "Two servers on one PostgreSQL";
  const library = clockLibrary();
  if (library === null) return { part, figures: [], notes: ["libfaketime is not installed"] };
  const postgres = await startOwnPostgres();
  if (typeof postgres === "string") return { part, figures: [], notes: [postgres] };
  using _ = postgres;
  const environment = { ...pushingServer("", BASE_URL), DATABASE_URL: postgres.url };
  const command = (...args: readonly string[]) => run(["bun", MAIN, ...args, "--json"], { env: environment });
  await command("import", await place.reviewsFile(1));
  const { token } = JSON.parse(
    await command("jobs", "token", "create", "bench", "--may", "reviews", "--verified-by", "platform"),
  );
  const start = (own: Readonly<Record<string, string>> = {}) =>
    startService({ environment: { ...environment, ...own } });
  const figures = [
    ...(await swaps(start, { LD_PRELOAD: library, ...HOUR_LATER }, { token, count: isFull ? 1000 : 100 })),
    ...(await takeovers(start, { token, count: isFull ? 20 : 5 })),
  ];
  return { part, figures, notes: [] };
}

/** Where libfaketime for programs of several threads lies, or null. */
function clockLibrary(): string | null {
  const paths = readdirSync(LIBRARIES).map((name) => `${LIBRARIES}/${name}/faketime/libfaketimeMT.so.1`);
  return paths.find((path) => existsSync(path)) ?? null;
}

type Start = (own?: Readonly<Record<string, string>>) => Promise<Service>;

interface Played {
  readonly token: string;
  readonly count: number;
}

async function swaps(
  start: Start,
  later: Readonly<Record<string, string>>,
  { token, count }: Played,
): Promise<Figure[]> {
  await using first = await start();
  await using second = await start(later);
  const servers = [first, second];
  const [now, ahead] = await Promise.all(servers.map(async ({ url }) => (await fetch(url)).headers.get("date")));
  const owner = await first.ownersUrl();
  const seen = await watchSwaps(servers, count, (number) => add(owner, token, `swap-${number}`));
  return [
    { name: `older after newer, ${count} swaps`, value: seen.backInTime, unit: "", goal: { atMost: 0 } },
    { name: "first read of a change, which may have waited for it, median", value: median(seen.waitedMs), unit: "ms" },
    { name: "the same, p99", value: quantile(seen.waitedMs, 0.99), unit: "ms", goal: { atMost: 50 } },
    { name: "longest read from the change to both, median", value: median(seen.longestMs), unit: "ms" },
    { name: "the same, p99", value: quantile(seen.longestMs, 0.99), unit: "ms" },
    { name: "visible on both after, median", value: median(seen.visibleMs), unit: "ms" },
    { name: "reads", value: seen.reads, unit: "" },
    { name: "clocks apart", value: (Date.parse(ahead ?? "") - Date.parse(now ?? "")) / 1000, unit: "s" },
  ];
}

/** Reads servers in turn from before each review is added until all show it. */
async function watchSwaps(servers: readonly Service[], count: number, change: (number: number) => Promise<void>) {
  const waitedMs: number[] = [];
  const longestMs: number[] = [];
  const visibleMs: number[] = [];
  let newest = await shownBy(servers[0]!);
  let backInTime = 0;
  let reads = 0;
  for (let number = 0; number < count; number++) {
    const begun = performance.now();
    const changing = change(number);
    const target = newest + 1;
    const showing = new Set<Service>();
    let longest = 0;
    while (showing.size < servers.length) {
      const server = servers[reads++ % servers.length]!;
      const asked = performance.now();
      const shown = await shownBy(server);
      const tookMs = performance.now() - asked;
      longest = Math.max(longest, tookMs);
      if (shown < newest) backInTime++;
      newest = Math.max(newest, shown);
      if (shown >= target && !showing.has(server)) {
        showing.add(server);
        waitedMs.push(tookMs);
      }
      await Bun.sleep(READ_EVERY_MS);
    }
    visibleMs.push(performance.now() - begun);
    longestMs.push(longest);
    await changing;
  }
  return { waitedMs, longestMs, visibleMs, backInTime, reads };
}

/** How many reviews a server shows. */
async function shownBy({ url }: Service): Promise<number> {
  const response = await fetch(`${url}/api/reviews/search?limit=1`);
  if (!response.ok) throw new Error(`${url} answers ${response.status}`);
  return ((await response.json()) as { readonly total: number }).total;
}

/** A server is killed while a subscriber keeps it waiting; another one, started since, delivers. */
async function takeovers(start: Start, { token, count }: Played): Promise<Figure[]> {
  const afterMs: number[] = [];
  using subscriber = startTlsSubscriber();
  let running = await start();
  await subscribe(running, subscriber.callback);
  await subscriber.seen(({ method }) => method === "GET");
  for (let round = 0; round < count; round++) {
    const first = Promise.withResolvers<void>();
    const second = Promise.withResolvers<void>();
    const kept = Promise.withResolvers<Response>();
    let deliveries = 0;
    subscriber.answer = (request) => {
      if (request.method === "GET") return agreeing(request);
      if (++deliveries === 1) {
        first.resolve();
        return kept.promise;
      }
      second.resolve();
      return agreeing(request);
    };
    await add(await running.ownersUrl(), token, `delivery-${round}`);
    await first.promise;
    const next = await start();
    const killed = performance.now();
    await running.kill();
    await Promise.race([second.promise, Bun.sleep(TAKEN_OVER_WITHIN_MS)]);
    afterMs.push(performance.now() - killed);
    kept.resolve(new Response(null, { status: 204 }));
    running = next;
  }
  await running.kill();
  return [
    { name: "delivered after kill -9, median", value: median(afterMs) / 1000, unit: "s" },
    { name: `the same, most of ${count}`, value: Math.max(...afterMs) / 1000, unit: "s", goal: { atMost: 8 } },
  ];
}

async function subscribe({ url }: Service, callback: string): Promise<void> {
  const form = { "hub.callback": callback, "hub.mode": "subscribe", "hub.topic": `${BASE_URL}/feed.xml` };
  const response = await fetch(`${url}/api/websub/hub`, { method: "POST", body: new URLSearchParams(form) });
  if (response.status !== 202) throw new Error(`subscription: ${response.status} ${await response.text()}`);
}

async function add(ownersUrl: string, token: string, id: string): Promise<void> {
  const review = {
    id,
    author: { name: "Pat R." },
    rating: 5,
    date: "2026-01-02",
    text: `They came at once, ${id}.`,
    source: { name: "google" },
  };
  const response = await fetch(`${ownersUrl}/api/reviews`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ reviews: [review] }),
  });
  if (!response.ok) throw new Error(`${id}: ${response.status} ${await response.text()}`);
}
