/** Opens databases: the one place where it matters whether one is a SQLite file or on a PostgreSQL server. */
import { resolve } from "node:path";
import { folderPathOf } from "../business_environment.ts";
import { isServerUrl, shownDatabase } from "../config.ts";
import { GoodwordError } from "../errors.ts";
import { once } from "../memo.ts";
import type { Log } from "../platform.ts";
import type { BusinessList, Store } from "../store/mod.ts";
import type { DatabaseOptions } from "../store/sqlite/mod.ts";
import type { ServedStore, ServingOptions } from "../store/sqlite/open_for_serving.ts";

const LOCK_TIMEOUT_MS = 3000;

const postgres = () => import("../store/postgres/mod.ts");

/** A database as the log names it: a file by its whole path, a URL without its password. */
export function nameOfDatabase(database: string): string {
  return isServerUrl(database) ? shownDatabase(database) : resolve(database);
}

interface StoreOptions extends DatabaseOptions {
  readonly connections?: number;
}

/** Opens a store, migrates it, and creates it if it is missing. @throws {GoodwordError} `database` when it cannot be opened */
export async function openUpToDate(database: string, options: StoreOptions = {}): Promise<Store> {
  if (isServerUrl(database)) return (await postgres()).openPostgres(database, { connections: options.connections });
  return (await import("../store/sqlite/mod.ts")).openDatabase(database, options);
}

/** A store of a thread's own, apart from that of the event loop. @throws {GoodwordError} `database` when it cannot be opened */
export function openStore(
  database: string,
  { lockTimeoutMs = LOCK_TIMEOUT_MS, readonly = false }: Pick<StoreOptions, "lockTimeoutMs" | "readonly"> = {},
): Promise<Store> {
  return openUpToDate(database, { create: false, connections: 2, lockTimeoutMs, readonly });
}

/** The store of a service in a thread. A file is open only while calls are under way: a rename waits for that. Connections are kept. */
export class StoreOfCalls implements AsyncDisposable {
  #opened: Promise<Store> | null = null;
  #calls = 0;

  constructor(
    private readonly database: string,
    private readonly lockTimeoutMs = LOCK_TIMEOUT_MS,
  ) {}

  /** @throws {GoodwordError} `database` when it cannot be opened */
  async use<Done>(work: (store: Store) => Promise<Done>): Promise<Done> {
    this.#opened ??= openStore(this.database, { lockTimeoutMs: this.lockTimeoutMs });
    const opened = this.#opened;
    opened.catch(() => {
      if (this.#opened === opened) this.#opened = null;
    });
    this.#calls++;
    try {
      return await work(await opened);
    } finally {
      if (--this.#calls === 0 && !isServerUrl(this.database)) await this[Symbol.asyncDispose]();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const opened = this.#opened;
    this.#opened = null;
    await (await opened)?.[Symbol.asyncDispose]();
  }
}

export interface OpenedStore extends ServedStore {
  /** Whether it is a file: writing it waits for the disk. */
  readonly isFile: boolean;
}

export async function openServed(database: string, log: Log, options: ServingOptions): Promise<OpenedStore> {
  if (!isServerUrl(database)) {
    const { openForServing } = await import("../store/sqlite/open_for_serving.ts");
    return { ...openForServing(database, log, options), isFile: true };
  }
  const store = await (await postgres()).openPostgres(database);
  const close = once(() => store[Symbol.asyncDispose]());
  return { store, isFile: false, isReadOnly: false, trouble: () => null, setLogAside() {}, close };
}

/** The settings that the store of an only business keeps, as JSON; undefined where it has none, or cannot be read now. */
export async function readStoredSettings(database: string): Promise<string | undefined> {
  if (!isServerUrl(database)) return (await import("../store/sqlite/peek_database.ts")).peekSettings(database);
  try {
    await using store = await openStore(database);
    return await store.reviews.read((reads) => reads.setting("settings"));
  } catch (error) {
    if (!(error instanceof GoodwordError)) throw error;
    return undefined;
  }
}

/** The list of a database that holds many businesses. @throws {GoodwordError} `database` when it cannot be opened */
export async function openBusinessList(database: string): Promise<BusinessList> {
  if (isServerUrl(database)) return (await postgres()).openBusinessSchemas(database);
  return (await import("../store/sqlite/business_folder.ts")).openBusinessFolder(folderPathOf(database));
}
