/** What an import costs beside a process that only upserts the same reviews. */
import { rm } from "node:fs/promises";
import { openDatabase } from "../src/store/sqlite/mod.ts";
import type { BenchOptions } from "./bench_options.ts";
import { type Figure, median, type PartReport } from "./figures.ts";
import { environment, MAIN, type Workplace } from "./prepared.ts";
import { usageOf } from "./processes.ts";

const ROUNDS = 3;

export async function benchImport(place: Workplace, { isFull }: BenchOptions): Promise<PartReport> {
  const figures: Figure[] = [];
  for (const size of isFull ? [10_000, 100_000] : [10_000]) figures.push(...(await measureProcesses(place, size)));
  return { part: "Import", figures, notes: [] };
}

/** Whole processes in turns, from their start to their end, in processor time. */
async function measureProcesses(place: Workplace, size: number): Promise<Figure[]> {
  const file = await place.reviewsFile(size);
  const [bare, own] = [place.path("bare.sqlite"), place.path("import.sqlite")];
  const rounds: {
    readonly bareMs: number;
    readonly ownMs: number;
    readonly againMs: number;
    readonly peakMb: number;
  }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await removeDatabases(bare, own);
    await openDatabase(bare)[Symbol.asyncDispose]();
    const floor = await usageOf(["bun", `${import.meta.dir}/bare_import.ts`, file, bare]);
    const command = ["bun", MAIN, "import", "--quiet", file];
    const first = await usageOf(command, { env: environment(own) });
    const again = await usageOf(command, { env: environment(own) });
    rounds.push({ bareMs: floor.cpuMs, ownMs: first.cpuMs, againMs: again.cpuMs, peakMb: first.peakBytes / 1e6 });
  }
  const rate = (ms: readonly number[]) => (size * 1000) / median(ms);
  return [
    {
      name: `${size}: whole process, by processor time`,
      value: rate(rounds.map(({ ownMs }) => ownMs)),
      unit: "rows/s",
      beside: { name: "one that only upserts", value: rate(rounds.map(({ bareMs }) => bareMs)) },
      ratio: median(rounds.map(({ bareMs, ownMs }) => bareMs / ownMs)),
      goal: { atLeast: 0.2 },
    },
    { name: `${size}: whole process again`, value: rate(rounds.map(({ againMs }) => againMs)), unit: "rows/s" },
    { name: `${size}: memory at its most`, value: median(rounds.map(({ peakMb }) => peakMb)), unit: "MB" },
  ];
}

async function removeDatabases(...paths: readonly string[]): Promise<void> {
  for (const path of paths) for (const suffix of ["", "-wal", "-shm"]) await rm(path + suffix, { force: true });
}
