/**
 * Measures the time from starting the process to the first byte of /reviews.json, from source and as the binary; then how long
 * a killed server is away, and how long a first start takes until it shows the sample.
 */
import { resolve } from "node:path";
import { type BenchOptions, type Figure, median, type PartReport, quantile } from "./figures.ts";
import { environment, MAIN, type Workplace } from "./prepared.ts";
import { cpuMicroseconds, freePort, run, start } from "./processes.ts";

const BUILD = resolve(import.meta.dir, "../scripts/build.ts");
/** Of a firm with 10,000 reviews. */
const START_GOAL_MS = 2000;
const GIVE_UP_MS = 120_000;
const RESTARTS = 20;
const FIRST_STARTS = 5;
const FIRST_START_GOAL_MS = 1500;

interface Starter {
  readonly title: string;
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly goalMs: number | null;
  readonly times: number[];
  /** Processor time of all threads until then. */
  readonly cpuTimes: number[];
}

export async function benchStartUp(place: Workplace, { isFull }: BenchOptions): Promise<PartReport> {
  const binary = place.path("goodword");
  await run(["bun", BUILD, binary], { cwd: resolve(import.meta.dir, "..") });
  const starters: Starter[] = [];
  for (const size of isFull ? [10_000, 100_000] : [10_000]) {
    const env = restarted(await place.copyOfDatabase(size));
    const goalMs = size === 10_000 ? START_GOAL_MS : null;
    starters.push({ title: `source, ${size}`, command: ["bun", MAIN], env, goalMs, times: [], cpuTimes: [] });
    starters.push({ title: `binary, ${size}`, command: [binary], env, goalMs, times: [], cpuTimes: [] });
  }
  for (let round = -1; round < (isFull ? 15 : 7); round++) {
    for (const starter of starters) {
      const { ms, cpuMs } = await untilFirstByte(starter);
      if (round < 0) continue;
      starter.times.push(ms);
      starter.cpuTimes.push(cpuMs);
    }
  }
  const figures = [
    ...starters.flatMap(figuresOf),
    ...(await restarts(restarted(await place.copyOfDatabase(10_000)))),
    ...(await firstStarts(place)),
  ];
  const notes = [
    "CPU is that of all threads until the first byte: it is steadier than the clock while others use the machine",
  ];
  return { part: "Start to the first byte of /reviews.json", figures, notes };
}

/** The same address at any port: a server finds the publication of the one before only at its address. */
function restarted(database: string): Starter["env"] {
  return { ...environment(database), BASE_URL: "http://localhost:3000" };
}

/** Each server is killed when it has answered, and the next one finds what it left. */
async function restarts(env: Starter["env"]): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [title, path] of Object.entries({ answer: "/reviews.json", page: "/" })) {
    const times: number[] = [];
    for (let round = 0; round < RESTARTS; round++) {
      times.push((await untilFirstByte({ command: ["bun", MAIN], env, path })).ms);
    }
    const goal = path === "/" ? {} : { goal: { atMost: START_GOAL_MS } };
    figures.push({ name: `after SIGKILL, first ${title}, p99`, value: quantile(times, 0.99), unit: "ms", ...goal });
  }
  return figures;
}

async function firstStarts(place: Workplace): Promise<Figure[]> {
  const runs: { readonly ms: number; readonly cpuMs: number }[] = [];
  for (let round = 0; round < FIRST_STARTS; round++) {
    const env = { ...environment(place.path(`first-${round}.sqlite`)), GOODWORD_SEED: "sample" };
    runs.push(await untilFirstByte({ command: ["bun", MAIN], env, path: "/" }));
  }
  const name = "first start, first page of the sample";
  return [
    { name, value: median(runs.map(({ ms }) => ms)), unit: "ms", goal: { atMost: FIRST_START_GOAL_MS } },
    { name: `${name}, CPU`, value: median(runs.map(({ cpuMs }) => cpuMs)), unit: "ms" },
  ];
}

interface Asked extends Pick<Starter, "command" | "env"> {
  /** The path that is asked for; /reviews.json when left out. */
  readonly path?: string;
  /** Default: localhost. */
  readonly host?: string;
}

/** Starts a server and asks it until it answers; it is ended then. */
export async function untilFirstByte({
  command,
  env,
  path = "/reviews.json",
  host = "localhost",
}: Asked): Promise<{ ms: number; cpuMs: number }> {
  const port = freePort();
  const started = performance.now();
  await using running = start(command, { env: { ...env, HOST: "127.0.0.1", PORT: String(port) } });
  for (;;) {
    const isAnswered = await firstByte(port, path, host);
    if (isAnswered) return { ms: performance.now() - started, cpuMs: cpuMicroseconds(running.pid) / 1000 };
    if (performance.now() - started > GIVE_UP_MS)
      throw new Error(`${command.join(" ")} (${running.pid}) does not answer`);
    await Bun.sleep(0);
  }
}

/** Asks once over a connection of its own; false when nobody listens yet. */
function firstByte(port: number, path: string, host: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const request = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
  Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: {
      open: (socket) => void socket.write(request),
      data(socket, bytes) {
        if (!bytes.toString("latin1").startsWith("HTTP/1.1 200"))
          throw new Error(bytes.toString("latin1").slice(0, 200));
        resolve(true);
        socket.end();
      },
      close: () => resolve(false),
      connectError: () => resolve(false),
      error: () => resolve(false),
    },
  }).catch(() => resolve(false));
  return promise;
}

function figuresOf({ title, times, cpuTimes, goalMs }: Starter): Figure[] {
  const clock: Figure = { name: title, value: median(times), unit: "ms" };
  return [
    goalMs === null ? clock : { ...clock, goal: { atMost: goalMs } },
    { name: `${title}, CPU`, value: median(cpuTimes), unit: "ms" },
  ];
}
