/**
 * Measures the hub's fan-out of 60 kB over TLS beside a bare fetch loop over the same connections, in turns. The
 * subscribers, each a host of its own, live in another process, and a third one reads a page all the while.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type BenchOptions, median, type PartReport, quantile } from "./figures.ts";
import { bareFetchLoop, type FanOut, startHub, targets } from "./hub_fan_out.ts";
import type { Workplace } from "./prepared.ts";
import { readDuring } from "./small_reads.ts";

interface Measured {
  readonly wallMs: number;
  readonly cpuMs: number;
  /** The longest that the event loop was away, less what it waited for a processor. */
  readonly longestHoldMs: number;
  readonly rssBytes: number;
}

export async function benchHub(place: Workplace, { isFull }: BenchOptions): Promise<PartReport> {
  const [count, rounds] = isFull ? [10_000, 3] : [1000, 7];
  const [sink, port] = await startSink();
  try {
    const figures = await compare(place.path("fan-out.sqlite"), port, count, rounds);
    const besideHanging = await withHangingOnes(place.path("hanging.sqlite"), port);
    figures.push({ name: "192 of 200 beside 8 that hang", value: besideHanging, unit: "ms", goal: { atMost: 4000 } });
    return { part: `Hub, fan-out to ${count} hosts`, figures, notes: [] };
  } finally {
    sink.kill();
  }
}

async function compare(path: string, port: number, count: number, rounds: number) {
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
  await hub.stop();
  const most = (of: "hub" | "bare", what: keyof Measured) => Math.max(...runs.map((run) => run[of][what]));
  const usual = (of: "hub" | "bare", what: keyof Measured) => median(runs.map((run) => run[of][what]));
  const bareLoop = (value: number) => ({ name: "bare loop", value });
  return [
    {
      name: "speed",
      value: (count / usual("hub", "wallMs")) * 1000,
      unit: "deliveries/s",
      beside: bareLoop((count / usual("bare", "wallMs")) * 1000),
      ratio: median(runs.map((run) => run.bare.wallMs / run.hub.wallMs)),
      goal: { atLeast: 0.9 },
    },
    {
      name: "CPU time",
      value: usual("hub", "cpuMs"),
      unit: "ms",
      beside: bareLoop(usual("bare", "cpuMs")),
      ratio: median(runs.map((run) => run.hub.cpuMs / run.bare.cpuMs)),
      goal: { atMost: 1.1 },
    },
    {
      name: "event loop held at most",
      value: most("hub", "longestHoldMs"),
      unit: "ms",
      beside: bareLoop(most("bare", "longestHoldMs")),
    },
    {
      name: "p99 of a small read",
      value: busyP99,
      unit: "ms",
      beside: { name: "idle", value: idleP99 },
      ratio: busyP99 / idleP99,
      goal: { atMost: 3 },
    },
    { name: "the same beside the bare loop", value: bareP99, unit: "ms" },
    {
      name: "memory grows by",
      value: (most("hub", "rssBytes") - before) / 1e6,
      unit: "MB",
      goal: { atMost: 100 },
    },
  ];
}

/** 8 of 200 subscribers never answer: how many milliseconds the other 192 wait. */
async function withHangingOnes(path: string, port: number): Promise<number> {
  const hub = startHub(
    path,
    targets(200, port, (k) => (k % 25 === 0 ? "/hang" : "/push")),
  );
  const { wallMs } = await measure(hub, 192);
  await hub.stop();
  return wallMs;
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
  const { href } = server.url;
  const waits = await readDuring([href], work);
  await server.stop(true);
  return quantile(waits[href] ?? [], 0.99);
}

async function startSink(): Promise<[Bun.Subprocess, number]> {
  const script = join(import.meta.dir, "hub_sink.ts");
  const sink = Bun.spawn(["bun", script], { stdout: "pipe", stderr: "inherit" });
  const { value } = await sink.stdout.getReader().read();
  return [sink, Number(new TextDecoder().decode(value))];
}
