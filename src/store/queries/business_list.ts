/** The list of businesses. Each store keeps its address, settings and identity, too, so that a copy of a store is a copy of the business. */
import { and, eq, getTableColumns, ne, type SQL } from "drizzle-orm";
import {
  comparableAddress,
  type ListedBusiness,
  type ListOutcome,
  newIdentity,
  type OwnSettings,
  type RemovedBusiness,
} from "../businesses.ts";
import type { DatabaseAdapter } from "../database.ts";
import type { ChangeToken } from "../edition_store.ts";
import type { Sql, Transaction } from "./dialect.ts";
import { saveSetting } from "./stored_settings.ts";

/** The table of the list. A list may be older than a release that adds a column, so columns have defaults. */
export const BUSINESSES_TABLE = `create table if not exists businesses (id text primary key, base_url text not null,
  address text not null unique, settings text not null default '{}', version bigint not null default 1,
  held_until bigint not null default 0, identity text not null default '')`;

export interface KeptInStore {
  readonly base_url?: string | undefined;
  readonly settings?: string | undefined;
  readonly identity?: string | undefined;
}

export const KEPT_IN_STORE = ["base_url", "settings", "identity"] as const satisfies readonly (keyof KeptInStore)[];

/** The stores of businesses: files of a folder, or schemas of a server. */
export interface BusinessStores {
  /** SQL of a version that is greater than each before. */
  readonly nextVersion: SQL;
  changed(since: ChangeToken | null): Promise<ChangeToken | null>;
  listen(onChanged: (id: string) => void): Promise<AsyncDisposable | null>;
  compare(listed: readonly ListedBusiness[]): { readonly found: readonly string[]; readonly gone: readonly string[] };
  passOver(id: string): void;
  /** Whether anything would be in the way of a store that is given this id. */
  isTaken(sql: Sql, id: string): Promise<boolean>;
  /** Makes room for a store, or checks the one that is there. @throws {GoodwordError} `database` for one that is not ours */
  prepare(sql: Sql, id: string, others: readonly string[]): Promise<"linked" | null>;
  read(sql: Sql, id: string): Promise<KeptInStore | null>;
  /** Calls `work` within a store of the newest schema, created if missing. */
  within(sql: Sql, id: string, work: (store: Sql) => Promise<void>): Promise<void>;
  /** False when another process does not close the store within the time. */
  closed(id: string): Promise<boolean>;
  rename(sql: Sql, id: string, to: string): Promise<void>;
  putAside(sql: Sql, id: string): Promise<string>;
  removed(): Promise<readonly RemovedBusiness[]>;
}

const HOLD_MS = 30_000;

export class BusinessList implements AsyncDisposable {
  constructor(
    private readonly database: Pick<DatabaseAdapter, "ask" | "write" | typeof Symbol.asyncDispose>,
    private readonly stores: BusinessStores,
  ) {}

  async list(): Promise<readonly ListedBusiness[]> {
    const listed = await this.database.ask(rowsOf);
    const { found, gone } = this.stores.compare(listed);
    if (found.length + gone.length === 0) return listed;
    return this.#change(async (sql) => {
      for (const id of gone) await this.#delete(sql, id);
      // Checked again in the transaction: another process may just have added one of them, with an identity of its own.
      for (const id of found) if ((await rowOf(sql, id)) === undefined) await this.#takeIn(sql, id);
      return rowsOf(sql);
    });
  }

  /** A new mark when the list may have changed since the last; null when it has not. Cheap enough to be asked twice a second. */
  changed(since: ChangeToken | null): Promise<ChangeToken | null> {
    return this.stores.changed(since);
  }

  /** Calls `onChanged` after changes of reviews, and on subscription requests. Null if changes are seen in files. */
  listen(onChanged: (id: string) => void): Promise<AsyncDisposable | null> {
    return this.stores.listen(onChanged);
  }

  /** Creates the store, or adopts one in its place, under a new identity. If two do so at once, one wins. */
  add(id: string, baseUrl: string): Promise<ListOutcome> {
    return this.#change(async (sql) => {
      if ((await rowOf(sql, id)) !== undefined) return "id_taken";
      if (await isAddressTaken(sql, baseUrl, id)) return "address_taken";
      const others = (await rowsOf(sql)).map((listed) => listed.id);
      if ((await this.stores.prepare(sql, id, others)) === "linked") return "linked";
      const identity = newIdentity(id);
      await this.#saveInStore(sql, id, { base_url: baseUrl, identity });
      const settings = (await this.stores.read(sql, id))?.settings;
      await this.#insert(sql, { id, baseUrl, settings, identity });
      return "done";
    });
  }

  move(id: string, baseUrl: string): Promise<ListOutcome> {
    return this.#change(async (sql) => {
      if ((await rowOf(sql, id)) === undefined) return "unknown";
      if (await isAddressTaken(sql, baseUrl, id)) return "address_taken";
      await this.#saveInStore(sql, id, { base_url: baseUrl });
      await this.#update(sql, id, { baseUrl, address: comparableAddress(baseUrl) });
      return "done";
    });
  }

  /** `change` is given the settings, which nobody else changes until it returns; when it returns null or throws, they stay. */
  saveSettings(id: string, change: (kept: OwnSettings) => OwnSettings | null): Promise<ListOutcome> {
    return this.#change(async (sql) => {
      const row = await rowOf(sql, id);
      if (row === undefined) return "unknown";
      const settings = change(row.settings);
      if (settings === null) return "done";
      await this.#saveInStore(sql, id, { settings: JSON.stringify(settings) });
      await this.#update(sql, id, { settings });
      return "done";
    });
  }

  async rename(id: string, to: string): Promise<ListOutcome> {
    const isTaken = async (sql: Sql) => (await rowOf(sql, to)) !== undefined || (await this.stores.isTaken(sql, to));
    if (await this.database.ask(isTaken)) return "id_taken";
    return this.#whileClosed(id, async (sql) => {
      if (await isTaken(sql)) return "id_taken";
      await this.stores.rename(sql, id, to);
      await this.#update(sql, id, { id: to, heldUntil: 0 });
      return "done";
    });
  }

  /** Nothing is erased: the outcome names the place of the store. */
  remove(id: string): Promise<ListOutcome | { readonly leftAt: string }> {
    return this.#whileClosed(id, async (sql) => {
      const leftAt = await this.stores.putAside(sql, id);
      await this.#delete(sql, id);
      return { leftAt };
    });
  }

  /** Stores that were removed and are kept: their contacts are still erased on time. */
  removed(): Promise<readonly RemovedBusiness[]> {
    return this.stores.removed();
  }

  [Symbol.asyncDispose](): PromiseLike<void> {
    return this.database[Symbol.asyncDispose]();
  }

  #change<Done>(work: (sql: Transaction) => Promise<Done>): Promise<Done> {
    return this.database.write("console", work);
  }

  async #whileClosed<Done>(id: string, work: (sql: Sql) => Promise<Done>): Promise<Done | ListOutcome> {
    const hold = (ms: number) =>
      this.#change(async (sql) => {
        const row = await rowOf(sql, id);
        if (row !== undefined) await this.#update(sql, id, { heldUntil: ms === 0 ? 0 : sql.now + ms });
        return row !== undefined;
      });
    if (!(await hold(HOLD_MS))) return "unknown";
    try {
      if (!(await this.stores.closed(id))) return "in_use";
      return await this.#change(async (sql) => {
        const row = await rowOf(sql, id);
        if (row === undefined) return "unknown";
        // A store that was put in place without an identity gets its own; a damaged one goes without.
        const kept = await this.stores.read(sql, id);
        if (kept !== null && kept.identity !== row.identity) {
          await this.#saveInStore(sql, id, { identity: row.identity });
        }
        return work(sql);
      });
    } finally {
      await hold(0);
    }
  }

  async #takeIn(sql: Sql, id: string): Promise<void> {
    const { base_url: baseUrl, settings, identity = id } = (await this.stores.read(sql, id)) ?? {};
    if (baseUrl === undefined || (await isAddressTaken(sql, baseUrl, id))) {
      this.stores.passOver(id);
      return;
    }
    const { businesses } = sql.tables;
    const isCopy = (await rowsOf(sql, eq(businesses.identity, identity))).length > 0;
    const own = isCopy ? newIdentity(id) : identity;
    if (isCopy) await this.#saveInStore(sql, id, { identity: own });
    await this.#insert(sql, { id, baseUrl, settings, identity: own });
  }

  async #insert(
    { db, tables: { businesses } }: Sql,
    { settings = "{}", ...listed }: Pick<ListedBusiness, "id" | "baseUrl" | "identity"> & Pick<KeptInStore, "settings">,
  ): Promise<void> {
    const address = comparableAddress(listed.baseUrl);
    const version = this.stores.nextVersion;
    await db.insert(businesses).values({ ...listed, address, settings: JSON.parse(settings), version });
  }

  async #update(
    { db, tables: { businesses } }: Sql,
    id: string,
    change: Partial<Omit<ListedBusiness, "version"> & { readonly address: string }>,
  ): Promise<void> {
    await db
      .update(businesses)
      .set({ ...change, version: this.stores.nextVersion })
      .where(eq(businesses.id, id));
  }

  async #delete({ db, tables: { businesses } }: Sql, id: string): Promise<void> {
    await db.delete(businesses).where(eq(businesses.id, id));
  }

  #saveInStore(sql: Sql, id: string, kept: KeptInStore): Promise<void> {
    return this.stores.within(sql, id, async (store) => {
      for (const [name, value] of Object.entries(kept)) await saveSetting(store, name, value);
    });
  }
}

async function rowsOf({ db, tables: { businesses } }: Sql, where?: SQL): Promise<ListedBusiness[]> {
  const { address: _, ...columns } = getTableColumns(businesses);
  const rows = await db.select(columns).from(businesses).where(where);
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1));
}

async function rowOf(sql: Sql, id: string): Promise<ListedBusiness | undefined> {
  return (await rowsOf(sql, eq(sql.tables.businesses.id, id)))[0];
}

async function isAddressTaken(sql: Sql, baseUrl: string, by: string): Promise<boolean> {
  const { address, id } = sql.tables.businesses;
  return (await rowsOf(sql, and(eq(address, comparableAddress(baseUrl)), ne(id, by)))).length > 0;
}
