/**
 * Which database a command works on: the one that the owner named, or else `data/goodword.sqlite` below the folder the
 * command is run in. Only a command that is there to begin something creates one that nobody named.
 *
 * @module
 */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { DEFAULT_DATABASE_URL, databasePathOf, isServerUrl, shownDatabase } from "../config.ts";
import { GoodwordError, ReadOnlyDatabaseError } from "../errors.ts";
import type { OpenOptions, Store } from "../store/mod.ts";
import type { Database, StoreOptions } from "./command.ts";
import type { World } from "./world.ts";

/** How long a command waits for another process's writes. */
const PATIENCE_MS = 10_000;

/** How a command found its database: it was there, was created, or is missing and an empty one stood in for it. */
type Standing = "there" | "created" | "missing";

/** The database of one command. Nothing is opened before {@link DatabaseUse.withStore}. */
export class DatabaseUse implements Database {
  /** Absolute, so that two folders cannot be confused; of a URL what may be shown. */
  readonly path: string;
  readonly #database: string;
  readonly #isNamed: boolean;
  readonly #world: World;
  #standing: Standing | null = null;

  /** @param named what `--database` or `DATABASE_URL` say. @throws {GoodwordError} `usage` when it is no file */
  constructor(world: World, named: string | undefined) {
    const url = named?.trim() || DEFAULT_DATABASE_URL;
    this.#isNamed = url === named?.trim();
    this.#world = world;
    const database = pathOf(url);
    this.#database = isServerUrl(database) ? database : resolve(world.folder, database);
    this.path = shownDatabase(this.#database);
  }

  /** How the command found it; null when the command had no need of it. */
  get standing(): Standing | null {
    return this.#standing;
  }

  /** Calls `use` with the open database and closes it. @throws {GoodwordError} `database`, naming the file */
  async withStore<T>(use: (store: Store) => T | Promise<T>, options: StoreOptions = {}): Promise<T> {
    const { ifMissing = "refuse", isReadOnly = false, isMoveTarget = false } = options;
    const isThere = isServerUrl(this.#database) || existsSync(this.#database);
    const create = ifMissing === "create" || (ifMissing === "create_named" && this.#isNamed);
    const standsIn = !isThere && ifMissing === "stand_in";
    if (!isThere && !create && !standsIn) throw this.#missing();
    await using store = await openStore(this.#world, standsIn ? ":memory:" : this.#database, {
      create,
      readonly: isReadOnly,
      busyTimeoutMs: PATIENCE_MS,
      isMoveTarget,
      onMigrated: (what) => this.#world.warn(`goodword: ${this.path}: ${what}\n`),
    });
    if (this.#standing !== "created") this.#standing = standsIn ? "missing" : isThere ? "there" : "created";
    return await use(store);
  }

  #missing(): GoodwordError {
    const wayOut = this.#isNamed
      ? ""
      : "; run this command in the folder of your database, name it by --database or DATABASE_URL, or create one here with goodword init";
    return new GoodwordError("database", `${this.path}: no such database${wayOut}`);
  }
}

function pathOf(url: string): string {
  try {
    return databasePathOf(url);
  } catch (error) {
    throw new GoodwordError("usage", `The database is "${url}", expected ${(error as Error).message}`);
  }
}

/** A database that can only be read will do for all that change nothing; to the others it says so when they write. */
async function openStore(world: World, path: string, options: OpenOptions): Promise<Store> {
  try {
    return await world.open(path, options);
  } catch (error) {
    if (!(error instanceof ReadOnlyDatabaseError)) throw error;
    return world.open(path, { ...options, create: false, readonly: true });
  }
}
