/**
 * The command line in a folder of its own, run inside the test's process: real files, a real database, fake time.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PassThrough } from "node:stream";
import { type CommandContext, runCommands } from "../../src/cli/mod.ts";
import { systemClock } from "../../src/server/clock.ts";
import { createMailer } from "../../src/server/mail.ts";
import { openBusinessList, readStoredSettings } from "../../src/server/open_store.ts";
import { preparePhoto, preparePicture } from "../../src/server/pictures.ts";
import { siteFiles } from "../../src/server/site_files.ts";
import { openDatabase } from "../../src/store/sqlite/mod.ts";
import { isDatabaseInUse, replaceDatabaseFile } from "../../src/store/sqlite/replace_file.ts";
import { seededBytes } from "./seeded_random.ts";
import { openTestStore, type TestStore } from "./test_store.ts";

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** The database that the outcome names, taken out of the two above; null when it names none. */
  readonly database: string | null;
  /** Standard output as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into many shapes
  readonly json: any;
}

const NAMED_DATABASE = /(?<=^|\n)Database: (.*)\n$/;

/** The adapter of database files, as main.ts gives it to commands. */
export const databaseFiles: CommandContext["databaseFiles"] = {
  isInUse: async (path) => isDatabaseInUse(path),
  replace: async (...args) => replaceDatabaseFile(...args),
};

export class Workshop implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), "goodword-test-"));
  readonly database = join(this.folder, "goodword.sqlite");
  now = Date.parse("2026-06-01T12:00:00Z");
  /** The clock of its stores. */
  readonly clock = { now: () => this.now, after: () => () => {} };
  /** What is different from an ordinary process. */
  context: Partial<CommandContext> = {};

  path(name: string): string {
    return join(this.folder, name);
  }

  write(name: string, content: string | Uint8Array): string {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), content);
    return this.path(name);
  }

  read(name: string): string {
    return readFileSync(this.path(name), "utf8");
  }

  has(name: string): boolean {
    return existsSync(this.path(name));
  }

  /** Runs a command; words that name a file of the workshop stand for its path. */
  async run(...args: string[]): Promise<Ran> {
    let out = "";
    let err = "";
    const decoder = new TextDecoder();
    const context: CommandContext = {
      open: async (path, options) => openDatabase(path, { ...options, clock: this.clock }),
      openBusinesses: openBusinessList,
      storedSettings: readStoredSettings,
      databaseFiles,
      siteFiles: (...given) => siteFiles(...given, async () => new Uint8Array([137, 80, 78, 71])),
      pictures: {
        fetch: async () => ({ kind: "refused", reason: "there is no network" }),
        prepare: preparePicture,
        preparePhoto,
      },
      mail: {
        open: async (server) => createMailer(server),
        lookUpTexts: async () => null,
      },
      guardedFetch: async () => async () => ({ kind: "failed", reason: "there is no network" }),
      fetch: async () => {
        throw new TypeError("there is no network");
      },
      env: { DATABASE_URL: `file:${this.database}`, BASE_URL: "https://reviews.goodword.test" },
      folder: this.folder,
      now: () => this.now,
      randomBytes: seededBytes,
      print: async (content) => {
        out += typeof content === "string" ? content : decoder.decode(content);
      },
      warn: (text) => {
        err += text;
      },
      printColumns: null,
      columns: null,
      streams: () => ({ input: new PassThrough(), output: new PassThrough() }),
      readInput: async () => new Uint8Array(),
      after: systemClock.after,
      openAnalysisThreads: null,
      collectGarbage: () => {},
      serve: async () => 0,
      ask: null,
      ...this.context,
    };
    const code = await runCommands(
      args.map((arg) => (/^[^-].*\.\w+$/.test(arg) && !arg.startsWith("/") ? this.path(arg) : arg)),
      context,
    );
    const database = NAMED_DATABASE.exec(out)?.[1] ?? NAMED_DATABASE.exec(err)?.[1] ?? null;
    [out, err] = [out.replace(NAMED_DATABASE, ""), err.replace(NAMED_DATABASE, "")];
    return {
      code,
      out,
      err,
      database,
      get json() {
        return JSON.parse(out);
      },
    };
  }

  /** Calls `use` with the open database. */
  async withStore<T>(use: (store: TestStore) => T | Promise<T>): Promise<T> {
    await using store = openTestStore(this.database, { clock: this.clock });
    return await use(store);
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A workshop whose database has these reviews, imported from its reviews.json. */
export async function shopWith(...reviews: readonly Record<string, unknown>[]): Promise<Workshop> {
  const shop = new Workshop();
  shop.write("reviews.json", reviewsFile(...reviews));
  await shop.run("import", "reviews.json");
  return shop;
}

/** A goodword file of reviews that are verified and differ where it matters. */
export function reviewsFile(...reviews: readonly Record<string, unknown>[]): string {
  return JSON.stringify({ business: { name: "Ace Plumbing" }, reviews: reviews.map(reviewOf) });
}

export function reviewOf(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: "a1",
    date: "2026-05-01",
    rating: 5,
    text: "On time and tidy",
    author: { name: "Jane D." },
    source: { name: "google" },
    verification: { method: "operator_attested" },
    ...fields,
  };
}
