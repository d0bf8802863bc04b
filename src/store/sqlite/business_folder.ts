/**
 * Businesses in a folder, a file for each. `_businesses.sqlite` lists them, so that a server that starts need not open
 * thousands of files; it can be lost: files that it does not know are read for their address.
 */
import { Database } from "bun:sqlite";
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { GoodwordError } from "../../errors.ts";
import { fileAt } from "../../system.ts";
import {
  type BusinessList,
  comparableAddress,
  isBusinessId,
  type ListedBusiness,
  type ListOutcome,
  newIdentity,
  type OwnSettings,
  type RemovedBusiness,
} from "../businesses.ts";
import { createForOwner, databaseError, openDatabaseFile, sqliteCode, waitForOthers } from "./database_file.ts";
import { foreignParts, migrate } from "./migrate.ts";
import { isDatabaseInUse } from "./replace_file.ts";

const INDEX = "_businesses.sqlite";
const REMOVED = "_removed";
const SUFFIX = ".sqlite";

/** How long another process's change of the list, or of a store, is waited for, in milliseconds. */
const BUSY_MS = 5000;
/** How long a store is asked for before it is renamed or removed, in milliseconds. */
const HOLD_MS = 30_000;
/** Wait before what others are at is looked at again, in milliseconds. */
const LOOK_MS = 100;

const TABLE = `CREATE TABLE IF NOT EXISTS businesses (id TEXT PRIMARY KEY, base_url TEXT NOT NULL, address TEXT NOT NULL UNIQUE,
  settings TEXT NOT NULL DEFAULT '{}', version INTEGER NOT NULL DEFAULT 1, held_until INTEGER NOT NULL DEFAULT 0,
  identity TEXT NOT NULL DEFAULT '')`;

interface Row {
  readonly id: string;
  readonly base_url: string;
  readonly settings: string;
  readonly version: number;
  readonly held_until: number;
  readonly identity: string;
}

/** What a store has of its place in the list, which can be made again from stores. */
interface KeptInStore {
  readonly base_url?: string | undefined;
  readonly settings?: string | undefined;
  readonly identity?: string | undefined;
}

/** The file of a business. */
function storeFile(folder: string, id: string): string {
  return join(folder, id + SUFFIX);
}

/** The list of a folder, which is made where there is none. @throws {GoodwordError} `database`, naming the list */
export function openBusinessFolder(folder: string): BusinessList {
  const path = join(folder, INDEX);
  return explained(path, () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    createForOwner(path);
    const index = new Database(path, { create: true, readwrite: true, strict: true });
    index.run(`PRAGMA busy_timeout = ${BUSY_MS}`);
    index.run(TABLE);
    return new BusinessFolder(folder, index);
  });
}

class BusinessFolder implements BusinessList {
  /** Files without an address, or with one that is taken, by when they were last changed. */
  readonly #passedOver = new Map<string, number>();
  /** The files that were listed last, and a mark at which they were the same. */
  #listed = "";
  #unchanged: string | null = null;

  constructor(
    private readonly folder: string,
    private readonly index: Database,
  ) {}

  async list(): Promise<readonly ListedBusiness[]> {
    return explained(this.index.filename, () => {
      const files = new Set(this.#ids());
      this.#listed = [...files].join(" ");
      const isNew = (id: string) => {
        const file = fileAt(storeFile(this.folder, id));
        return file?.isFile() === true && this.#passedOver.get(id) !== file.mtimeMs;
      };
      const listed = this.#rows();
      const ids = new Set(listed.map(({ id }) => id));
      const found = [...files].filter((id) => !ids.has(id) && isNew(id));
      const gone = listed.filter(({ id, heldUntil }) => !files.has(id) && heldUntil < Date.now());
      if (found.length + gone.length === 0) return listed;
      // Looked at again under the lock: another process may just have added one of them, with an identity of its own.
      const takeIn = () => {
        for (const { id } of gone) this.index.query("DELETE FROM businesses WHERE id = ?").run(id);
        for (const id of found) if (this.#row(id) === null) this.#takeIn(id);
      };
      this.index.transaction(takeIn).immediate();
      return this.#rows().filter(({ id }) => files.has(id));
    });
  }

  async changed(since: string | number | null): Promise<string | null> {
    return explained(this.index.filename, () => {
      const version = this.index.query<{ data_version: number }, []>("PRAGMA data_version").get()?.data_version;
      const mark = `${version}/${statSync(this.folder, { bigint: true }).mtimeNs}`;
      if (mark === since) return null;
      // Whenever a business is opened or closed, files come and go beside those of the businesses.
      const isSame = typeof since === "string" && since.startsWith(`${version}/`) && this.#passedOver.size === 0;
      if (!isSame || (mark !== this.#unchanged && this.#ids().join(" ") !== this.#listed)) return mark;
      this.#unchanged = mark;
      return null;
    });
  }

  async listen(): Promise<null> {
    return null;
  }

  /** The businesses that there are files of. */
  #ids(): string[] {
    return readdirSync(this.folder).flatMap(idOf);
  }

  async add(id: string, baseUrl: string): Promise<ListOutcome> {
    return this.#change((): ListOutcome => {
      if (this.#row(id) !== null) return "id_taken";
      if (this.#isTaken(baseUrl, id)) return "address_taken";
      if (this.#isLinked(id)) return "linked";
      this.#refuseForeign(id);
      const identity = newIdentity(id);
      this.#saveInStore(id, { base_url: baseUrl, identity });
      this.#insert(id, { base_url: baseUrl, settings: this.#readStore(id)?.settings, identity });
      return "done";
    });
  }

  async move(id: string, baseUrl: string): Promise<ListOutcome> {
    return this.#change((): ListOutcome => {
      if (this.#row(id) === null) return "unknown";
      if (this.#isTaken(baseUrl, id)) return "address_taken";
      this.#saveInStore(id, { base_url: baseUrl });
      const change = "UPDATE businesses SET base_url = ?, address = ?, version = version + 1 WHERE id = ?";
      this.index.query(change).run(baseUrl, comparableAddress(baseUrl), id);
      return "done";
    });
  }

  async saveSettings(id: string, change: (kept: OwnSettings) => OwnSettings | null): Promise<ListOutcome> {
    return this.#change((): ListOutcome => {
      const row = this.#row(id);
      if (row === null) return "unknown";
      const changed = change(JSON.parse(row.settings));
      if (changed === null) return "done";
      const json = JSON.stringify(changed);
      this.#saveInStore(id, { settings: json });
      this.index.query("UPDATE businesses SET settings = ?, version = version + 1 WHERE id = ?").run(json, id);
      return "done";
    });
  }

  async rename(id: string, to: string): Promise<ListOutcome> {
    // A key or log that was left there would be taken for its own.
    if (this.#filesOf(to).length > 0) return "id_taken";
    return this.#alone(id, () => {
      this.#keepIdentity(id);
      this.#rename(id, (name) => join(this.folder, to + name));
      this.index.query("UPDATE businesses SET id = ?, version = version + 1, held_until = 0 WHERE id = ?").run(to, id);
      return "done";
    });
  }

  async remove(id: string) {
    return this.#alone(id, () => {
      const leftAt = join(this.folder, REMOVED, `${id}-${new Date().toISOString().replace(/[:.]/g, "")}`);
      mkdirSync(leftAt, { recursive: true, mode: 0o700 });
      this.#keepIdentity(id);
      this.#rename(id, (name) => join(leftAt, id + name));
      this.index.query("DELETE FROM businesses WHERE id = ?").run(id);
      return { leftAt };
    });
  }

  async removed(): Promise<readonly RemovedBusiness[]> {
    const folder = join(this.folder, REMOVED);
    const names = fileAt(folder) === undefined ? [] : readdirSync(folder);
    return names.flatMap((name) => {
      // Its id, and when it was removed.
      const database = storeFile(join(folder, name), name.replace(/-\d{4}-\d{2}-\d{2}T\w+$/, ""));
      const kept = readStore(database);
      return kept === null ? [] : [{ database, settings: JSON.parse(kept.settings ?? "{}") as OwnSettings }];
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.index.close();
  }

  /** Has servers let go of a store, and calls `work` once nobody is at it. */
  async #alone<Done>(id: string, work: () => Done): Promise<Done | ListOutcome> {
    const hold = (until: number) =>
      this.index.query("UPDATE businesses SET held_until = ?, version = version + 1 WHERE id = ?").run(until, id);
    const until = Date.now() + HOLD_MS;
    if (explained(this.index.filename, () => hold(until)).changes === 0) return "unknown";
    try {
      while (isDatabaseInUse(storeFile(this.folder, id))) {
        if (Date.now() > until - HOLD_MS / 2) return "in_use";
        await Bun.sleep(LOOK_MS);
      }
      return await this.#change(work);
    } finally {
      // Without a business of this id there is nothing left to hold.
      explained(this.index.filename, () => hold(0));
    }
  }

  /** The database and all that lies beside it; the database last, so that what is interrupted can be repeated. */
  #rename(id: string, target: (name: string) => string): void {
    for (const name of this.#filesOf(id).sort((a, b) => b.length - a.length)) {
      renameSync(join(this.folder, name), target(name.slice(id.length)));
    }
  }

  #filesOf(id: string): string[] {
    return readdirSync(this.folder).filter((name) => new RegExp(`^${id}\\.sqlite(?:[-.].*)?$`).test(name));
  }

  /** Whether what stands in its place is the store of another business. */
  #isLinked(id: string): boolean {
    const placeOf = (each: string) => fileAt(storeFile(this.folder, each));
    const own = placeOf(id);
    if (own === undefined) return false;
    return this.#rows().some((other) => {
      const place = placeOf(other.id);
      return place?.ino === own.ino && place.dev === own.dev;
    });
  }

  /** Begins anew while somebody writes to the store: it may be somebody in this thread, who has to go on meanwhile. */
  async #change<Done>(work: () => Done): Promise<Done> {
    const until = Date.now() + BUSY_MS;
    for (;;) {
      try {
        return explained(this.index.filename, () => this.index.transaction(work).immediate());
      } catch (error) {
        if (!sqliteCode(error)?.startsWith("SQLITE_BUSY") || Date.now() > until) throw error;
      }
      await Bun.sleep(LOOK_MS);
    }
  }

  /** A store that was put in place brings rows alone, and becomes its owner's alone. */
  #refuseForeign(id: string): void {
    const path = storeFile(this.folder, id);
    if (!existsSync(path)) return;
    const foreign = this.#foreignPartsOf(path);
    if (foreign.length > 0) {
      const wayOut = "move it elsewhere and take its reviews by goodword recover --unsealed";
      throw new GoodwordError("database", `${path}: no release has made its ${foreign.join(", ")}; ${wayOut}`);
    }
    chmodSync(path, 0o600);
  }

  #foreignPartsOf(path: string): string[] {
    const file = openDatabaseFile(path, { readonly: true });
    try {
      return foreignParts(file);
    } finally {
      file.close();
    }
  }

  #takeIn(id: string): void {
    const file = storeFile(this.folder, id);
    const kept = this.#readStore(id);
    const { base_url, settings, identity = id } = kept ?? {};
    if (base_url === undefined || this.#isTaken(base_url, id)) {
      this.#passedOver.set(id, fileAt(file)?.mtimeMs ?? 0);
      return;
    }
    const isCopy = this.index.query("SELECT 1 FROM businesses WHERE identity = ?").get(identity) !== null;
    const own = isCopy ? newIdentity(id) : identity;
    if (isCopy) this.#saveInStore(id, { identity: own });
    this.#insert(id, { base_url, settings, identity: own });
  }

  #insert(id: string, { base_url, settings = "{}", identity }: KeptInStore & Pick<Row, "base_url" | "identity">): void {
    const insert =
      "INSERT OR IGNORE INTO businesses (id, base_url, address, settings, identity) VALUES (?, ?, ?, ?, ?)";
    this.index.query(insert).run(id, base_url, comparableAddress(base_url), settings, identity);
  }

  /** A store that was put in place without an identity gets its own; a damaged one goes without. */
  #keepIdentity(id: string): void {
    const identity = this.#row(id)?.identity;
    const kept = this.#readStore(id);
    if (identity !== undefined && kept !== null && kept.identity !== identity) this.#saveInStore(id, { identity });
  }

  #readStore(id: string): KeptInStore | null {
    return readStore(storeFile(this.folder, id));
  }

  #saveInStore(id: string, kept: KeptInStore): void {
    const path = storeFile(this.folder, id);
    const file = openDatabaseFile(path);
    explained(path, () => {
      try {
        waitForOthers(file, 0);
        migrate(file);
        const save = "INSERT INTO keys (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value";
        for (const [name, value] of Object.entries(kept)) file.query(save).run(name, value);
      } finally {
        file.close();
      }
    });
  }

  #isTaken(baseUrl: string, by: string): boolean {
    return (
      this.index.query("SELECT 1 FROM businesses WHERE address = ? AND id <> ?").get(comparableAddress(baseUrl), by) !==
      null
    );
  }

  #row(id: string): Row | null {
    return this.index.query<Row, [string]>("SELECT * FROM businesses WHERE id = ?").get(id);
  }

  #rows(): ListedBusiness[] {
    return this.index
      .query<Row, []>("SELECT * FROM businesses ORDER BY id")
      .all()
      .map(({ id, identity, base_url, settings, version, held_until }) => ({
        ...{ id, identity, baseUrl: base_url, version, heldUntil: held_until },
        settings: JSON.parse(settings) as OwnSettings,
      }));
  }
}

/** What a store has of its place in the list; null where it cannot be read. */
function readStore(path: string): KeptInStore | null {
  try {
    using store = new Database(path, { readonly: true });
    if (foreignParts(store).length > 0) return null;
    const rows = store.query<{ name: string; value: string }, []>(
      "SELECT name, value FROM keys WHERE name IN ('base_url', 'settings', 'identity')",
    );
    return Object.fromEntries(rows.all().map(({ name, value }) => [name, value]));
  } catch {
    return null;
  }
}

function idOf(name: string): string[] {
  if (!name.endsWith(SUFFIX)) return [];
  const id = name.slice(0, -SUFFIX.length);
  return isBusinessId(id) ? [id] : [];
}

function explained<Done>(path: string, work: () => Done): Done {
  try {
    return work();
  } catch (error) {
    throw databaseError(path, error);
  }
}
