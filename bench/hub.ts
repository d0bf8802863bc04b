/**
 * Measures the hub's fan-out of 60 kB over TLS beside a bare fetch loop over the same connections, in turns. The
 * subscribers, each a host of its own, live in another process, and a third one reads a page all the while.
 *
 *     bun bench/hub.ts [--full]     1,000 subscribers; with --full 10,000
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bareFetchLoop, type FanOut, startHub, targets } from "./hub_fan_out.ts";

/** How long a subscriber in another part of the world takes to answer. */
const DISTANCE_MS = 100;

interface Measured {
  readonly wallMs: number;
  readonly cpuMs: number;
  /** The longest that the event loop was away, less what it waited for a processor. */
  readonly longestHoldMs: number;
  readonly rssBytes: number;
}

async function main(count: number, rounds: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "goodword-bench-"));
  const [sink, port] = await startSink();
  const [distantSink, distantPort] = await startSink(DISTANCE_MS);
  try {
    await compare(join(folder, "fan-out.sqlite"), port, count, rounds);
    await toDistantOnes(join(folder, "distant.sqlite"), distantPort, count);
    await withHangingOnes(join(folder, "hanging.sqlite"), port);
  } finally {
    sink.kill();
    distantSink.kill();
    rmSync(folder, { recursive: true });
  }
}

async function compare(path: string, port: number, count: number, rounds: number): Promise<void> {
  const subscribers = targets(count, port);
  const hub = startHub(path, subscribers);
  const bare = bareFetchLoop(subscribers);
  await bare.run(count);
  await hub.run(count);
  const idleP99 = await readersP99(() => Bun.sleep(3000));
  const before = process.memoryUsage.rss();
  const runs: { hub: Measured; bare: Measured }[] = [];
  for (let round = 0; round < rounds; round++) {
    runs.push({ hub: await measure(hub, count), bare: await measure(bare, count) });
  }
  const busyP99 = await readersP99(() => hub.run(count));
  const bareP99 = await readersP99(() => bare.run(count));
  const fetchProcessP99 = await readersP99(() => bareFetchInProcess(count, port));
  await hub.stop();
  const grown = Math.max(...runs.map((run) => run.hub.rssBytes)) - before;
  const held = Math.max(...runs.map((run) => run.hub.longestHoldMs));
  const bareHeld = Math.max(...runs.map((run) => run.bare.longestHoldMs));
  const hubMs = median(runs.map((run) => run.hub.wallMs));
  console.log(`fan-out to ${count} hosts, ${rounds} rounds, median: ${hubMs.toFixed(0)} ms`);
  console.log(`  deliveries per second:        ${((count / hubMs) * 1000).toFixed(0)}`);
  console.log(
    `  speed beside bare fetch:      ${median(runs.map((run) => run.bare.wallMs / run.hub.wallMs)).toFixed(2)}`,
  );
  console.log(
    `  CPU beside bare fetch:        ${median(runs.map((run) => run.hub.cpuMs / run.bare.cpuMs)).toFixed(2)}`,
  );
  console.log(`  memory grows by:              ${(grown / 1e6).toFixed(0)} MB`);
  console.log(`  event loop held at most:      ${held.toFixed(1)} ms (bare fetch ${bareHeld.toFixed(1)} ms)`);
  console.log(`  p99 of a small read:          ${busyP99.toFixed(1)} ms (idle ${idleP99.toFixed(1)} ms)`);
  console.log(`    while a bare fetch loop does the same here: ${bareP99.toFixed(1)} ms`);
  console.log(`    while it does so in another process:        ${fetchProcessP99.toFixed(1)} ms`);
}

/** The same while subscribers take their time, as they do over a network: the machine is not the bottleneck then. */
async function toDistantOnes(path: string, port: number, count: number): Promise<void> {
  const hub = startHub(path, targets(count, port));
  await hub.run(count);
  const idleP99 = await readersP99(() => Bun.sleep(3000));
  const begun = performance.now();
  const busyP99 = await readersP99(() => hub.run(count));
  const seconds = (performance.now() - begun) / 1000;
  await hub.stop();
  console.log(`fan-out to ${count} hosts that answer after ${DISTANCE_MS} ms: ${seconds.toFixed(1)} s`);
  console.log(`  p99 of a small read:          ${busyP99.toFixed(1)} ms (idle ${idleP99.toFixed(1)} ms)`);
}

/** 8 of 200 subscribers never answer: how long the other 192 wait. */
async function withHangingOnes(path: string, port: number): Promise<void> {
  const hub = startHub(
    path,
    targets(200, port, (k) => (k % 25 === 0 ? "/hang" : "/push")),
  );
  const { wallMs } = await measure(hub, 192);
  console.log(`192 of 200 served beside 8 that hang: ${wallMs.toFixed(0)} ms`);
}

async function measure(fanOut: FanOut, count: number): Promise<Measured> {
  let longestHoldMs = 0;
  let rssBytes = 0;
  let last = performance.now() - waitedForProcessorMs();
  const watch = setInterval(() => {
    const now = performance.now() - waitedForProcessorMs();
    longestHoldMs = Math.max(longestHoldMs, now - last - 10);
    last = now;
    rssBytes = Math.max(rssBytes, process.memoryUsage.rss());
  }, 10);
  const cpu = process.cpuUsage();
  const begun = performance.now();
  await fanOut.run(count);
  const wallMs = performance.now() - begun;
  const { user, system } = process.cpuUsage(cpu);
  clearInterval(watch);
  return { wallMs, cpuMs: (user + system) / 1000, longestHoldMs, rssBytes };
}

/** For how long this thread was ready to run while others had the processors, in all. */
function waitedForProcessorMs(): number {
  const [, waitedNs] = readFileSync("/proc/thread-self/schedstat", "utf8").split(" ");
  return Number(waitedNs) / 1e6;
}

/** 99th percentile of the time another process waits for a small answer of this one during `work`, in milliseconds. */
async function readersP99(work: () => Promise<unknown>): Promise<number> {
  const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response("a small answer") });
  const script = join(import.meta.dir, "hub_reader.ts");
  const reader = Bun.spawn(["bun", script, server.url.href], { stdin: "pipe", stdout: "pipe" });
  await work();
  reader.stdin.write("\n");
  await reader.stdin.end();
  const latencies: number[] = JSON.parse(await new Response(reader.stdout).text());
  await server.stop(true);
  return latencies.sort((a, b) => a - b)[Math.floor(latencies.length * 0.99)] ?? 0;
}

async function bareFetchInProcess(count: number, port: number): Promise<void> {
  const script = join(import.meta.dir, "hub_fetch_process.ts");
  await Bun.spawn(["bun", script, String(count), String(port)], { stdout: "inherit", stderr: "inherit" }).exited;
}

async function startSink(delayMs = 0): Promise<[Bun.Subprocess, number]> {
  const script = join(import.meta.dir, "hub_sink.ts");
  const sink = Bun.spawn(["bun", script, String(delayMs)], { stdout: "pipe", stderr: "inherit" });
  const { value } = await sink.stdout.getReader().read();
  return [sink, Number(new TextDecoder().decode(value))];
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;
}

const isFull = process.argv.includes("--full");
await main(isFull ? 10_000 : 1000, isFull ? 3 : 7);
process.exit(0);
