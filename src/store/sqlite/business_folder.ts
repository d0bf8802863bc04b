/** Businesses in a folder, a file for each. `_businesses.sqlite` lists them and can be lost: files that it lacks are read for their address. */
import { Database } from "bun:sqlite";
import { chmodSync, mkdirSync, readdirSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { GoodwordError } from "../../errors.ts";
import { fileAt } from "../../system.ts";
import { isBusinessId, type ListedBusiness, type OwnSettings, type RemovedBusiness } from "../businesses.ts";
import type { DatabaseAdapter } from "../database.ts";
import type { ChangeToken } from "../edition_store.ts";
import {
  BUSINESSES_TABLE,
  BusinessList,
  type BusinessStores,
  KEPT_IN_STORE,
  type KeptInStore,
} from "../queries/business_list.ts";
import type { Sql } from "../queries/dialect.ts";
import { createForOwner, databaseError, openDatabaseFile, openOwnFile } from "./database_file.ts";
import { foreignParts, migrate } from "./migrate.ts";
import { isDatabaseInUse } from "./replace_file.ts";
import { databaseOver } from "./store.ts";

const INDEX = "_businesses.sqlite";
const REMOVED = "_removed";
const SUFFIX = ".sqlite";

/** How long another process's change of the list, or of a store, is waited for, in milliseconds. */
const BUSY_MS = 5000;
/** How long a store that is to be renamed or removed may stay open, and the wait between two looks, in milliseconds. */
const CLOSED_WITHIN_MS = 15_000;
const LOOK_MS = 100;

/** The list of a folder, created if missing. @throws {GoodwordError} `database`, naming the list */
export function openBusinessFolder(folder: string): BusinessList {
  const path = join(folder, INDEX);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    createForOwner(path);
    const index = openOwnFile(path);
    index.run(BUSINESSES_TABLE);
    const database = databaseOver(index, { lockTimeoutMs: BUSY_MS });
    return new BusinessList(database, new BusinessFolder(folder, database));
  } catch (error) {
    throw databaseError(path, error);
  }
}

class BusinessFolder implements BusinessStores {
  readonly nextVersion = sql`(select coalesce(max(version), 0) + 1 from businesses)`;
  readonly #passedOver = new Map<string, number>();
  /** The files that were listed last, and a mark at which they were the same. */
  #listed = "";
  #unchanged: string | null = null;

  constructor(
    private readonly folder: string,
    private readonly index: DatabaseAdapter,
  ) {}

  async changed(since: ChangeToken | null): Promise<string | null> {
    const version = await this.index.changed(null);
    const mark = `${version}|${statSync(this.folder, { bigint: true }).mtimeNs}`;
    if (mark === since) return null;
    // Whenever a business is opened or closed, files come and go beside those of the businesses.
    const isSame = typeof since === "string" && since.startsWith(`${version}|`) && this.#passedOver.size === 0;
    if (!isSame || (mark !== this.#unchanged && this.#ids().join(" ") !== this.#listed)) return mark;
    this.#unchanged = mark;
    return null;
  }

  async listen(): Promise<null> {
    return null;
  }

  compare(listed: readonly ListedBusiness[]) {
    const ids = this.#ids();
    this.#listed = ids.join(" ");
    const present = new Set(ids);
    const known = new Set(listed.map(({ id }) => id));
    const isNew = (id: string) => {
      const file = fileAt(this.#file(id));
      return !known.has(id) && file?.isFile() === true && this.#passedOver.get(id) !== file.mtimeMs;
    };
    const gone = listed.filter(({ id, heldUntil }) => !present.has(id) && heldUntil < Date.now());
    return { found: ids.filter(isNew), gone: gone.map(({ id }) => id) };
  }

  passOver(id: string): void {
    this.#passedOver.set(id, fileAt(this.#file(id))?.mtimeMs ?? 0);
  }

  /** A key or log that was left there would be taken for its own. */
  async isTaken(_index: Sql, id: string): Promise<boolean> {
    return this.#filesOf(id).length > 0;
  }

  /** A store that was put in place brings rows alone, and becomes its owner's alone. */
  async prepare(_index: Sql, id: string, others: readonly string[]): Promise<"linked" | null> {
    const path = this.#file(id);
    const own = fileAt(path);
    if (own === undefined) return null;
    const isLinked = others.some((other) => {
      const place = fileAt(this.#file(other));
      return place?.ino === own.ino && place.dev === own.dev;
    });
    if (isLinked) return "linked";
    const foreign = foreignPartsOf(path);
    if (foreign.length > 0) {
      const wayOut = "move it elsewhere and take its reviews by goodword recover --unsealed";
      throw new GoodwordError("database", `${path}: no release has made its ${foreign.join(", ")}; ${wayOut}`);
    }
    chmodSync(path, 0o600);
    return null;
  }

  async read(_index: Sql, id: string): Promise<KeptInStore | null> {
    return readStore(this.#file(id));
  }

  async within(_index: Sql, id: string, work: (store: Sql) => Promise<void>): Promise<void> {
    const file = openDatabaseFile(this.#file(id));
    migrate(file);
    await using store = databaseOver(file, { lockTimeoutMs: BUSY_MS });
    await store.write("reviews", work);
  }

  async closed(id: string): Promise<boolean> {
    const until = Date.now() + CLOSED_WITHIN_MS;
    while (isDatabaseInUse(this.#file(id))) {
      if (Date.now() > until) return false;
      await Bun.sleep(LOOK_MS);
    }
    return true;
  }

  async rename(_index: Sql, id: string, to: string): Promise<void> {
    this.#rename(id, (name) => join(this.folder, to + name));
  }

  async putAside(_index: Sql, id: string): Promise<string> {
    const leftAt = join(this.folder, REMOVED, `${id}-${new Date().toISOString().replace(/[:.]/g, "")}`);
    mkdirSync(leftAt, { recursive: true, mode: 0o700 });
    this.#rename(id, (name) => join(leftAt, id + name));
    return leftAt;
  }

  async removed(): Promise<readonly RemovedBusiness[]> {
    const folder = join(this.folder, REMOVED);
    const names = fileAt(folder) === undefined ? [] : readdirSync(folder);
    return names.flatMap((name) => {
      const database = join(folder, name, name.replace(/-\d{4}-\d{2}-\d{2}T\w+$/, "") + SUFFIX);
      const kept = readStore(database);
      return kept === null ? [] : [{ database, settings: JSON.parse(kept.settings ?? "{}") as OwnSettings }];
    });
  }

  #file(id: string): string {
    return join(this.folder, id + SUFFIX);
  }

  #ids(): string[] {
    return readdirSync(this.folder).flatMap(idOf);
  }

  #filesOf(id: string): string[] {
    return readdirSync(this.folder).filter((name) => new RegExp(`^${id}\\.sqlite(?:[-.].*)?$`).test(name));
  }

  /** The database and all files next to it; the database last, so that an interrupted move can be repeated. */
  #rename(id: string, target: (name: string) => string): void {
    for (const name of this.#filesOf(id).sort((a, b) => b.length - a.length)) {
      renameSync(join(this.folder, name), target(name.slice(id.length)));
    }
  }
}

function readStore(path: string): KeptInStore | null {
  try {
    using store = new Database(path, { readonly: true });
    if (foreignParts(store).length > 0) return null;
    const kept = store.query<{ name: string; value: string }, [string]>(
      "SELECT name, value FROM keys WHERE name IN (SELECT value FROM json_each(?))",
    );
    return Object.fromEntries(kept.all(JSON.stringify(KEPT_IN_STORE)).map(({ name, value }) => [name, value]));
  } catch {
    return null;
  }
}

function foreignPartsOf(path: string): string[] {
  const file = openDatabaseFile(path, { readonly: true });
  try {
    return foreignParts(file);
  } finally {
    file.close();
  }
}

function idOf(name: string): string[] {
  if (!name.endsWith(SUFFIX)) return [];
  const id = name.slice(0, -SUFFIX.length);
  return isBusinessId(id) ? [id] : [];
}
