/** Databases of generated reviews, made by the real import, and servers on them. */
import { existsSync, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { analystFor } from "../src/publication/publishing/mod.ts";
import { readBusiness, reanalyzeStale } from "../src/store/mod.ts";
import { openDatabase } from "../src/store/sqlite/mod.ts";
import { generatedBusiness, generateReviews } from "./generate_reviews.ts";
import { answered, freePort, type Running, run, SERVER_CORE, type SpawnOptions, start } from "./processes.ts";

export const MAIN = resolve(import.meta.dir, "../src/main.ts");
const FROM_SOURCE = ["bun", MAIN] as const;
const SEED = 1;

/** A folder for what the parts of a run share. */
export class Workplace implements AsyncDisposable {
  readonly folder: string;
  readonly #isKept: boolean;

  /** `kept` is a folder whose files are used again by later runs. */
  constructor(kept?: string) {
    this.folder = kept === undefined ? mkdtempSync(join(tmpdir(), "goodword-bench-")) : resolve(kept);
    this.#isKept = kept !== undefined;
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** A goodword JSON file with this many generated reviews. */
  async reviewsFile(count: number): Promise<string> {
    const path = this.path(`${count}.json`);
    if (existsSync(path)) return path;
    await Bun.write(path, JSON.stringify({ business: generatedBusiness, reviews: [...generateReviews(count, SEED)] }));
    return path;
  }

  /** A database with this many generated reviews. Not to be written to: see {@link copyOfDatabase}. */
  async database(count: number): Promise<string> {
    const path = this.path(`${count}.sqlite`);
    if (existsSync(path)) return path;
    const making = this.path(`${count}.making`);
    await run([...FROM_SOURCE, "import", "--quiet", await this.reviewsFile(count)], { env: environment(making) });
    await analyzeAll(making);
    // The file alone may lack what stands in its log.
    await run([...FROM_SOURCE, "backup", path], { env: environment(making) });
    return path;
  }

  async copyOfDatabase(count: number): Promise<string> {
    const copy = this.path(`${count}.copy.sqlite`);
    for (const suffix of ["", "-wal", "-shm"]) await rm(copy + suffix, { force: true });
    await Bun.write(copy, Bun.file(await this.database(count)));
    return copy;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#isKept) await rm(this.folder, { recursive: true });
  }
}

/** A server would do this with its first publication, which is no part of what is measured later. */
async function analyzeAll(database: string): Promise<void> {
  await using store = openDatabase(database);
  const business = (await readBusiness(store))?.profile;
  if (business !== undefined) await reanalyzeStale(store, analystFor(business), { thorough: true });
}

/** What the commands of Goodword need to work on this database. */
export function environment(database: string): Record<string, string> {
  return { DATABASE_URL: `file:${database}`, GOODWORD_SEED: "none", LOG_LEVEL: "error" };
}

export interface Server extends Running {
  /** Without a trailing slash. */
  readonly url: string;
}

export interface ServerOptions extends SpawnOptions {
  /** How Goodword is started. Default: from source. */
  readonly program?: readonly string[];
}

/** Starts Goodword on the core for servers, or by `options`; the address is known before it listens. */
export function startGoodword(database: string, options: ServerOptions = { core: SERVER_CORE }): Server {
  const { program = FROM_SOURCE, env, ...rest } = options;
  const port = freePort();
  const own = { ...environment(database), HOST: "127.0.0.1", PORT: String(port), ...env };
  const running = start(program, { ...rest, env: own });
  return { ...running, url: `http://127.0.0.1:${port}` };
}

/** Waits until everything is published, the compressed codings of the large document included. */
export async function wholePublished(server: Server): Promise<void> {
  const { url } = server;
  await answered(server, `${url}/readyz`);
  for (;;) {
    const response = await fetch(`${url}/reviews.json`, { method: "HEAD", headers: { "accept-encoding": "gzip" } });
    if (response.headers.get("content-encoding") === "gzip") return;
    await Bun.sleep(50);
  }
}
