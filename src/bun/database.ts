/**
 * Opens the database file: looks before it touches, then brings the schema up to date.
 *
 * A file that is foreign, corrupt or written by a newer Goodword is refused and left as it is, to the byte.
 *
 * @module
 */
import { constants, Database, SQLiteError } from "bun:sqlite";
import { accessSync, existsSync, constants as fsConstants, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { drizzle } from "drizzle-orm/bun-sqlite";
import { GoodwordError, ReadOnlyDatabaseError } from "../errors.ts";
import { type OpenOptions, type Store, schema } from "../store/mod.ts";
import { APPLICATION_ID, inspectDatabase, pragma } from "./inspect_database.ts";
import { readMigrations } from "./read_migrations.ts" with { type: "macro" };

/** Before this version SQLite can corrupt a WAL when two processes write and checkpoint at the same instant. */
const SAFE_SQLITE = [3, 51, 3];

const migrations: readonly string[] = readMigrations();

/** A store over SQLite, with the connection that its owner has to close. */
export type OpenStore = Store & { readonly $client: Database };

/**
 * A store over the file at `path`, or over memory for ":memory:", with the newest schema.
 *
 * @throws {GoodwordError} `database`, naming the file, when it cannot be used
 */
export function openDatabase(path: string, options: OpenOptions = {}): OpenStore {
  try {
    if (path !== ":memory:") prepareFile(path, options.create ?? true);
    const client = openClient(path, options);
    try {
      if (!options.readonly) migrate(client);
      client.run(`PRAGMA busy_timeout = ${options.busyTimeoutMs ?? 0}`);
      return drizzle({ client, schema });
    } catch (error) {
      client.close();
      throw error;
    }
  } catch (error) {
    throw databaseError(path, error);
  }
}

/** Ends the use of a store; its write-ahead log is folded into the file when nobody else has it open. */
export function closeDatabase(store: Store): void {
  (store as unknown as { readonly $client: Database }).$client.close();
}

/** What is wrong with the database, in words for the person who runs it. Other errors come back as they are. */
export function databaseError(path: string, error: unknown): unknown {
  if (!(error instanceof SQLiteError)) return error;
  const say = (what: string) => new GoodwordError("database", `${path}: ${what}`, { cause: error });
  switch (error.code?.split("_")[1]) {
    case "NOTADB":
      return say("this is not a SQLite database; it was left untouched");
    case "CORRUPT":
      return say("the database is damaged; it was left untouched. Restore a backup");
    case "BUSY":
      return say("another process is writing to the database; try again in a moment");
    case "FULL":
      return say("the disk is full; nothing was changed");
    case "READONLY":
      return new ReadOnlyDatabaseError(path, { cause: error });
    case "IOERR":
      return say("the disk reported an error; nothing was changed");
    case "CANTOPEN":
      return say("the database cannot be opened; is the path right, and may this user read and write it?");
    default:
      return error;
  }
}

/** Small enough to be looked through at every start, in bytes. */
const CHECKED_BYTES = 64 << 20;

/** What is wrong inside the file, or null. Large files are not looked through. */
export function damageOf({ $client }: OpenStore): string | null {
  if (pragma($client, "page_count") * pragma($client, "page_size") > CHECKED_BYTES) return null;
  const finding = $client.query<{ quick_check: string }, []>("PRAGMA quick_check(1)").get()?.quick_check;
  return finding === undefined || finding === "ok" ? null : finding;
}

/** As {@link databaseError}, for an error that others have wrapped. */
export function explainDatabaseError(path: string, error: unknown): unknown {
  for (let at = error; at instanceof Error; at = at.cause) {
    const told = databaseError(path, at);
    if (told !== at) return told;
  }
  return error;
}

function prepareFile(path: string, create: boolean): void {
  if (existsSync(path)) {
    inspectDatabase(path, migrations.length);
    return;
  }
  if (!create) throw new GoodwordError("database", `${path}: there is no database here`);
  try {
    mkdirSync(dirname(path), { recursive: true });
  } catch (error) {
    throw new GoodwordError("database", `${path}: its folder cannot be made`, { cause: error });
  }
}

/** How SQLite says that it has no place for the index of its log: the file system, or the folder, is read-only. */
const NO_PLACE_FOR_INDEX: ReadonlySet<string | undefined> = new Set(["SQLITE_CANTOPEN", "SQLITE_READONLY_DIRECTORY"]);

/** Without a place for the index, and without a log, the file is all there is, and nobody who could change it is at it. */
function openForReading(path: string): Database {
  const client = new Database(path, { readonly: true, strict: true });
  try {
    client.run("PRAGMA schema_version");
    return client;
  } catch (error) {
    client.close();
    const isIndexMissing = error instanceof SQLiteError && NO_PLACE_FOR_INDEX.has(error.code);
    if (!isIndexMissing || existsSync(`${path}-wal`)) throw error;
    const url = `${pathToFileURL(path).href}?immutable=1`;
    return new Database(url, constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI);
  }
}

/** Asked of the system first: over a read-only file system SQLite only says that it cannot open something. */
function refuseUnwritable(path: string): void {
  if (!existsSync(path)) return;
  try {
    accessSync(path, fsConstants.W_OK);
  } catch (error) {
    throw new ReadOnlyDatabaseError(path, { cause: error });
  }
}

function openClient(path: string, options: OpenOptions): Database {
  if (!options.readonly) refuseUnwritable(path);
  const client = options.readonly
    ? openForReading(path)
    : new Database(path, { create: options.create ?? true, readwrite: true, strict: true });
  client.run("PRAGMA busy_timeout = 5000");
  refuseUnsafeSqlite(client);
  if (!options.readonly) client.run("PRAGMA journal_mode = WAL");
  client.run("PRAGMA synchronous = FULL");
  client.run("PRAGMA foreign_keys = ON");
  if (!options.readonly) client.run("PRAGMA secure_delete = ON");
  return client;
}

function refuseUnsafeSqlite(client: Database): void {
  const version = client.query<{ version: string }, []>("SELECT sqlite_version() AS version").get()?.version ?? "0";
  const parts = version.split(".").map(Number);
  const differing = SAFE_SQLITE.findIndex((least, at) => (parts[at] ?? 0) !== least);
  if (differing >= 0 && (parts[differing] ?? 0) < SAFE_SQLITE[differing]!) {
    throw new GoodwordError("database", `SQLite ${version} is not safe for two processes; 3.51.3 or later is needed`);
  }
}

/** Several processes may start at once: the version is read again inside the one immediate transaction. */
function migrate(client: Database): void {
  if (pragma(client, "user_version") === migrations.length) return;
  client
    .transaction(() => {
      for (let version = pragma(client, "user_version"); version < migrations.length; version++) {
        for (const statement of migrations[version]!.split("--> statement-breakpoint")) client.run(statement);
      }
      client.run(`PRAGMA application_id = ${APPLICATION_ID}`);
      client.run(`PRAGMA user_version = ${migrations.length}`);
    })
    .immediate();
}
