/**
 * Measures what readers of a server notice of the backups that it makes by itself, in turns with an idle one, and how much memory
 * a backup takes.
 */
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { loadavg } from "node:os";
import type { BenchOptions } from "./bench_options.ts";
import { median, type PartReport, quantile } from "./figures.ts";
import { startGoodword, type Workplace, wholePublished } from "./prepared.ts";
import { residentBytes } from "./processes.ts";
import { readUntil } from "./reader.ts";

const ROUNDS = 5;
/** How long an idle server is read, in milliseconds. */
const IDLE_MS = 10_000;
const SAMPLE_MS = 20;

export async function benchBackup(place: Workplace, { isFull }: BenchOptions): Promise<PartReport> {
  const size = isFull ? 100_000 : 10_000;
  const folder = place.path("backups");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  // The shortest that there is: one is made each minute.
  const env = { BACKUP_DIR: folder, BACKUP_EVERY: "1m", BACKUP_KEEP: "1", CONSOLE_PORT: "off" };
  await using server = startGoodword(await place.copyOfDatabase(size), { env });
  await wholePublished(server);
  const rounds: Round[] = [];
  for (let round = 0; round < (isFull ? ROUNDS : 3); round++) {
    await untilBackup(folder, false);
    await readUntil(server.url, Bun.sleep(2000));
    const idle = await readUntil(server.url, Bun.sleep(IDLE_MS));
    const before = residentBytes(server.pid);
    await untilBackup(folder, true);
    const begun = performance.now();
    let peak = before;
    const sampled = setInterval(() => {
      peak = Math.max(peak, residentBytes(server.pid));
    }, SAMPLE_MS);
    const busy = await readUntil(server.url, untilBackup(folder, false));
    clearInterval(sampled);
    const [idleMs, busyMs] = [quantile(idle, 0.99), quantile(busy, 0.99)];
    const seconds = (performance.now() - begun) / 1000;
    rounds.push({
      idleMs,
      busyMs,
      ratio: busyMs / idleMs,
      seconds,
      grownMb: (peak - before) / 1e6,
      reads: busy.length,
    });
  }
  const of = (figure: keyof Round) => median(rounds.map((round) => round[figure]));
  return {
    part: `A backup of ${size} reviews, made by the server`,
    figures: [
      {
        name: "p99 of readers meanwhile",
        value: of("busyMs"),
        unit: "ms",
        beside: { name: "idle", value: of("idleMs") },
        ratio: of("ratio"),
        goal: { atMost: 1.5 },
      },
      { name: "memory that the server grows by", value: of("grownMb"), unit: "MB", goal: { atMost: 64 } },
      { name: "from the first byte to the verified file", value: of("seconds"), unit: "s" },
      { name: "reads while one was made", value: of("reads"), unit: "" },
    ],
    notes: [`medians of ${rounds.length} rounds, each idle and busy in turn; load ${loadavg()[0]?.toFixed(1)}`],
  };
}

interface Round {
  readonly idleMs: number;
  readonly busyMs: number;
  readonly ratio: number;
  readonly seconds: number;
  readonly grownMb: number;
  readonly reads: number;
}

/** Until one is being made, or none is. */
async function untilBackup(folder: string, isBeingMade: boolean): Promise<void> {
  while (readdirSync(folder).some((name) => name.includes(".unfinished")) !== isBeingMade) await Bun.sleep(SAMPLE_MS);
}
