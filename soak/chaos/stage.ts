/**
 * Where a scenario plays: a folder, a database, and review files whose every copy names its generation.
 *
 * A generation is a whole set: all its reviews and its business name carry its number, and the number alone determines how
 * many reviews there are. So a reader can distinguish a whole set from a part or a mixture.
 */
import { Database } from "bun:sqlite";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Random } from "../../src/platform.ts";
import {
  type Ended,
  pushingServer,
  type Service,
  spawnGoodword,
  startService,
} from "../../test/support/goodword_process.ts";
import { createSeededRandom } from "../../test/support/seeded_random.ts";

export const BASE_URL = "https://reviews.goodword.test";

export class Stage implements AsyncDisposable {
  readonly folder = mkdtempSync(join(tmpdir(), "goodword-chaos-"));
  readonly random: Random;
  database = join(this.folder, "goodword.sqlite");
  /** The newest generation that an import has reported as done. */
  acknowledged = 0;
  faults = 0;
  /** From the start of a process to its first answer, in milliseconds. */
  readonly startsMs: number[] = [];
  #generation = 0;
  readonly #services: Service[] = [];

  constructor(seed: number) {
    this.random = createSeededRandom(seed);
  }

  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number {
    return least + Math.floor(this.random.number() * (most - least + 1));
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.between(0, choices.length - 1)] as T;
  }

  environment(more: Readonly<Record<string, string>> = {}): Record<string, string> {
    return {
      ...pushingServer(this.database, BASE_URL),
      GOODWORD_SEED: "none",
      ...more,
    };
  }

  /** Writes the file of the next generation. */
  nextGeneration(factor = 1): { readonly generation: number; readonly file: string } {
    const generation = ++this.#generation;
    const file = join(this.folder, `generation-${generation}.json`);
    writeFileSync(file, fileOf(generation, factor));
    return { generation, file };
  }

  /** Starts an import of a generation; `acknowledged` follows when it has succeeded. */
  startImport({ generation, file }: { generation: number; file: string }, launcher?: readonly string[]) {
    const child = spawnGoodword(["import", file, "--replace", "--remove-missing", "--quiet"], {
      environment: this.environment(),
      ...(launcher && { launcher }),
    });
    const ended = child.ended.then((end) => {
      if (end.code === 0) this.acknowledged = Math.max(this.acknowledged, generation);
      return end;
    });
    return { ...child, ended };
  }

  /** Imports the next generation, which nothing hinders. */
  async import(): Promise<number> {
    const next = this.nextGeneration();
    const { code, err } = await this.startImport(next).ended;
    ensure(code === 0, `an import that nothing hindered ended with ${code}: ${err}`);
    return next.generation;
  }

  command(...args: string[]): Promise<Ended> {
    return spawnGoodword(args, { environment: this.environment() }).ended;
  }

  async serve(more: Readonly<Record<string, string>> = {}, launcher?: readonly string[]): Promise<Service> {
    const started = performance.now();
    const service = await startService({ environment: this.environment(more), ...(launcher && { launcher }) });
    this.#services.push(service);
    await (await fetch(`${service.url}/feed.xml`)).arrayBuffer();
    this.startsMs.push(performance.now() - started);
    return service;
  }

  ensureIntegrity(): void {
    const database = new Database(this.database, { readonly: true });
    const found = database.query<{ integrity_check: string }, []>("PRAGMA integrity_check").all();
    database.close();
    ensure(found[0]?.integrity_check === "ok", `integrity_check: ${JSON.stringify(found)}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const service of this.#services) await service.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export function ensure(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise);
}

/** How many reviews a generation has. */
export function sizeOf(generation: number): number {
  return 20 + ((generation * 37) % 90);
}

/** `factor` makes the texts longer and leaves their number. */
function fileOf(generation: number, factor: number): string {
  const reviews = Array.from({ length: sizeOf(generation) }, (_, at) => ({
    id: `r${at}`,
    date: "2026-05-01",
    rating: 1 + ((at + generation) % 5),
    text: `generation ${generation}; ${"on time, and the leak is gone. ".repeat(factor)}`,
    author: { name: "Jane D." },
    source: { name: "google" },
    verification: { method: "job_record" },
  }));
  return JSON.stringify({ business: { name: `Generation ${generation}` }, reviews });
}
