/**
 * Measures the first answers of a server whose database was just imported, and of one whose engine was upgraded, beside those of one
 * whose analyses are kept, in turns; and what the import takes, on the clock.
 */
import { Database } from "bun:sqlite";
import { copyFile, rm } from "node:fs/promises";
import type { BenchOptions } from "./bench_options.ts";
import { type Figure, median, type PartReport } from "./figures.ts";
import { environment, MAIN, type Workplace } from "./prepared.ts";
import { run } from "./processes.ts";
import { untilFirstByte } from "./start_up.ts";

/** Directly after an import, beside what it takes where the analyses are kept. */
const GOAL = 1.2;

const PATHS = { "/reviews.json": "/reviews.json", search: "/api/reviews/search?query=leak" };
const STATES = ["kept", "after import", "after an upgrade"] as const;

export async function benchStartAfterImport(place: Workplace, { isFull }: BenchOptions): Promise<PartReport> {
  const figures: Figure[] = [];
  for (const size of isFull ? [10_000, 100_000] : [10_000])
    figures.push(...(await ofSize(place, size, isFull ? 5 : 3)));
  return { part: "Start after an import, and after an upgrade", figures, notes: [] };
}

async function ofSize(place: Workplace, size: number, rounds: number): Promise<Figure[]> {
  const times = new Map<string, number[]>();
  const note = (name: string, ms: number) => times.set(name, [...(times.get(name) ?? []), ms]);
  const of = (name: string) => median(times.get(name) ?? []);
  const path = place.path(`${size}.started.sqlite`);
  for (let round = 0; round < rounds; round++) {
    for (const state of STATES) {
      for (const [what, asked] of Object.entries(PATHS)) {
        const importMs = await prepare(place, { size, state, path });
        if (importMs !== null) note("import", importMs);
        const env = environment(path);
        note(`${state} ${what}`, (await untilFirstByte({ command: ["bun", MAIN], env, path: asked })).ms);
      }
    }
  }
  const imported: Figure = { name: `${size}: import`, value: of("import"), unit: "ms" };
  const started = STATES.flatMap((state): Figure[] => {
    const isBound = state === "after import";
    return Object.keys(PATHS).map((what): Figure => {
      const [value, kept] = [of(`${state} ${what}`), of(`kept ${what}`)];
      const compared = { beside: { name: "kept", value: kept }, ratio: value / kept };
      const bound = isBound && { goal: { atMost: GOAL } };
      return { name: `${size}, ${state}: first ${what}`, value, unit: "ms", ...compared, ...bound };
    });
  });
  return [imported, ...started];
}

interface Wanted {
  readonly size: number;
  readonly state: (typeof STATES)[number];
  readonly path: string;
}

/** A database at the path in this state; returns what the import took, where there was one. */
async function prepare(place: Workplace, { size, state, path }: Wanted): Promise<number | null> {
  for (const suffix of ["", "-wal", "-shm"]) await rm(path + suffix, { force: true });
  if (state === "after import") {
    const startedAt = performance.now();
    await run(["bun", MAIN, "import", "--quiet", await place.reviewsFile(size)], { env: environment(path) });
    return performance.now() - startedAt;
  }
  await copyFile(await place.database(size), path);
  if (state === "after an upgrade") outdate(path);
  return null;
}

/** As a release with an older engine left it. */
function outdate(path: string): void {
  using database = new Database(path);
  database.run("UPDATE reviews SET analysis_key = 'older'");
  database.run("DELETE FROM keys WHERE name = 'analyzed_under'");
}
