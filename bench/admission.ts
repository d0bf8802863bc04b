/**
 * Measures how long others wait while one client asks for the most that it can: /healthz, the cached /reviews.json (its 304,
 * as its body would measure the loopback), honest searches of another client, and the server's memory. Each row at the
 * connections that were once enough and at 64, beside the same without anybody who attacks.
 */
import { join } from "node:path";
import { ATTACKS } from "./admission_attacks.ts";
import type { BenchOptions } from "./bench_options.ts";
import { type Figure, type PartReport, quantile } from "./figures.ts";
import { type Server, startGoodword, type Workplace, wholePublished } from "./prepared.ts";
import { answered, residentBytes } from "./processes.ts";

const LIMIT_MS = 100;
const LIMIT_MB = 128;
const MANY = 64;
/** How long a row is measured, in milliseconds, after the attack has begun. */
const MEASURED_MS = 3000;
const BEGUN_MS = 500;
/** Between two requests of those who are measured, in milliseconds. */
const EVERY_MS = 10;
/** An honest client asks so often, in milliseconds, and takes what it is told to wait for an answer. */
const HONEST_EVERY_MS = 100;
const PROXIED = { TRUST_PROXY: "127.0.0.1", GOODWORD_SEED: "sample" };
const HONEST = { "X-Forwarded-For": "198.51.100.7", "Accept-Encoding": "gzip" };

interface Waited {
  readonly health: number[];
  readonly document: number[];
  readonly search: number[];
  unanswered: number;
  mostBytes: number;
}

export async function benchAdmission(place: Workplace, { isFull }: BenchOptions): Promise<PartReport> {
  const figures: Figure[] = [];
  const notes: string[] = [];
  for (const size of isFull ? ["sample", 100_000] : ["sample"]) {
    const database = typeof size === "number" ? await place.copyOfDatabase(size) : place.path("sample.sqlite");
    for (const attack of [null, ...ATTACKS]) {
      const counts = attack === null ? [0] : [...new Set([attack.connections, MANY])];
      for (const connections of counts) {
        await using server = startGoodword(database, { env: PROXIED });
        await answered(server, `${server.url}/readyz`);
        if (typeof size === "number") await wholePublished(server);
        const { waited, grown, statuses } = await measure(server, attack?.name ?? null, connections);
        const title = `${size}: ${attack === null ? "idle" : `${attack.name} (${connections})`}`;
        figures.push(...figuresOf(title, waited, grown));
        if (attack !== null) notes.push(`${title}: answered ${statuses}`);
      }
    }
  }
  return { part: "Others beside one client who asks for the most", figures, notes };
}

async function measure(server: Server, attack: string | null, connections: number) {
  await warmUp(server);
  const before = residentBytes(server.pid);
  const hostile = attack === null ? null : startClient(server.url, connections, attack);
  await Bun.sleep(BEGUN_MS);
  const waited = await othersWait(server);
  hostile?.stdin.end();
  const statuses = hostile === null ? "" : await new Response(hostile.stdout).text();
  return { waited, grown: waited.mostBytes - before, statuses: statuses.trim() };
}

/** What is loaded with its first use is there before. */
async function warmUp({ url }: Server): Promise<void> {
  for (const path of ["/healthz", "/reviews.json", "/api/reviews/search?query=leak", "/", "/docs", "/sitemap.xml"]) {
    await (await fetch(url + path, { headers: HONEST })).bytes();
  }
}

function startClient(url: string, connections: number, attack: string) {
  const command = ["bun", join(import.meta.dir, "admission_client.ts"), url, String(connections), attack];
  return Bun.spawn(command, {
    stdin: "pipe",
    stdout: "pipe",
    env: { ...process.env, BUN_CONFIG_MAX_HTTP_REQUESTS: "256" },
  });
}

async function othersWait({ url, pid }: Server): Promise<Waited> {
  const waited: Waited = { health: [], document: [], search: [], unanswered: 0, mostBytes: 0 };
  const end = performance.now() + MEASURED_MS;
  const tag = (await fetch(`${url}/reviews.json`, { method: "HEAD", headers: HONEST })).headers.get("etag") ?? "";
  const every = async (pauseMs: number, ask: (number: number) => Promise<void>) => {
    for (let number = 0; performance.now() < end; number++) {
      await ask(number);
      await Bun.sleep(pauseMs);
    }
  };
  await Promise.all([
    every(EVERY_MS, async () => void waited.health.push((await timed(`${url}/healthz`)).ms)),
    every(EVERY_MS, async () => {
      waited.document.push((await timed(`${url}/reviews.json`, { "If-None-Match": tag })).ms);
      waited.mostBytes = Math.max(waited.mostBytes, residentBytes(pid));
    }),
    every(HONEST_EVERY_MS, async (number) => {
      const { ms, status } = await timed(`${url}/api/reviews/search?query=${(number * 7919).toString(36)}`, HONEST);
      waited.search.push(ms);
      if (status !== 200) waited.unanswered++;
    }),
  ]);
  return waited;
}

async function timed(url: string, headers: Record<string, string> = {}) {
  const begun = performance.now();
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(30_000) });
  await response.arrayBuffer();
  return { ms: performance.now() - begun, status: response.status };
}

function figuresOf(title: string, waited: Waited, grown: number): Figure[] {
  const p99 = (name: string, times: readonly number[]): Figure => {
    return { name: `${title}, p99 of ${name}`, value: quantile(times, 0.99), unit: "ms", goal: { atMost: LIMIT_MS } };
  };
  return [
    p99("/healthz", waited.health),
    p99("/reviews.json", waited.document),
    { name: `${title}, memory grown`, value: grown / (1 << 20), unit: "MB", goal: { atMost: LIMIT_MB } },
    { name: `${title}, p99 of an honest search`, value: quantile(waited.search, 0.99), unit: "ms" },
    { name: `${title}, honest searches not answered`, value: waited.unanswered, unit: "", goal: { atMost: 0 } },
  ];
}
