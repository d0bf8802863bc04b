/**
 * What is compared of commands that run to their end, and of a server's start: processor time, and memory at its most.
 */
import { rm } from "node:fs/promises";
import { type Build, importedBy } from "./builds.ts";
import type { Measure } from "./compare.ts";
import type { Figure } from "./figures.ts";
import { environment, type Workplace } from "./prepared.ts";
import { usageOf } from "./processes.ts";
import { untilFirstByte } from "./start_up.ts";

const REVIEWS = 10_000;

export async function compareCommands(
  place: Workplace,
  compare: (measures: readonly Measure[]) => Promise<Figure[]>,
): Promise<Figure[]> {
  const started = new Map<string, string>();
  const kept = async (build: Build) => {
    const database = started.get(build.name) ?? (await importedBy(build, place, REVIEWS));
    started.set(build.name, database);
    return database;
  };
  return await compare([
    {
      name: `start to the first byte of /reviews.json, ${REVIEWS}, CPU`,
      unit: "ms",
      measure: async (build) => {
        const env = environment(await kept(build));
        return (await untilFirstByte({ command: build.program, env })).cpuMs;
      },
    },
    {
      name: "first start to the sample's first page, CPU",
      unit: "ms",
      measure: async (build) => {
        const env = { ...environment(await emptyPath(place, build)), GOODWORD_SEED: "sample" };
        return (await untilFirstByte({ command: build.program, env, path: "/" })).cpuMs;
      },
    },
    {
      name: `import of ${REVIEWS}, CPU`,
      unit: "ms",
      measure: async (build) => (await importUsage(place, build, await emptyPath(place, build))).cpuMs,
    },
    {
      name: `import of ${REVIEWS} again, CPU`,
      unit: "ms",
      measure: async (build) => (await importUsage(place, build, await kept(build))).cpuMs,
    },
    {
      name: `import of ${REVIEWS}, memory at its most`,
      unit: "MB",
      measure: async (build) => (await importUsage(place, build, await emptyPath(place, build))).peakBytes / 1e6,
    },
  ]);
}

async function importUsage(place: Workplace, { program, folder }: Build, database: string) {
  const file = await place.reviewsFile(REVIEWS);
  return await usageOf([...program, "import", "--quiet", file], { env: environment(database), cwd: folder });
}

/** Where nothing is yet. */
async function emptyPath(place: Workplace, { name }: Build): Promise<string> {
  const path = place.path(`${name}-empty.sqlite`);
  for (const suffix of ["", "-wal", "-shm"]) await rm(path + suffix, { force: true });
  return path;
}
