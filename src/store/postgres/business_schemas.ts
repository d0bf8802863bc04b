/** Businesses on a PostgreSQL server, a schema for each. `goodword_console.businesses` lists them. */
import { sql } from "drizzle-orm";
import type { OwnSettings, RemovedBusiness } from "../businesses.ts";
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
import { BUSINESSES_CHANNEL, listenForHints } from "./activation.ts";
import {
  businessOfSchema,
  CONSOLE_SCHEMA,
  Connection,
  type ConnectionPools,
  lockWithin,
  REMOVED_SCHEMA,
  schemaOf,
  serverPlaceOf,
  sharedPools,
  type UrlPoolOptions,
} from "./connection.ts";
import { CLOCK, databaseOver } from "./store.ts";
import { migrateWithin } from "./tables.ts";

/** How long servers have to let go of a store before its schema is renamed, in milliseconds: they look twice a second. */
const LET_GO_MS = 2000;

/** The list of a server, created if missing. @throws {GoodwordError} `database` */
export async function openBusinessSchemas(url: string, options: UrlPoolOptions = {}): Promise<BusinessList> {
  const { serverUrl } = serverPlaceOf(url);
  const { pools, release } = sharedPools(serverUrl, options);
  const connection = new Connection(pools, { schema: CONSOLE_SCHEMA, clock: CLOCK });
  try {
    await connection.write("migrations", async ({ client }) => {
      await client.unsafe(`create schema if not exists ${CONSOLE_SCHEMA}`);
      await client.unsafe(BUSINESSES_TABLE);
      await client.unsafe("create sequence if not exists business_versions");
    });
    const database = databaseOver(connection, release);
    return new BusinessList(database, new BusinessSchemas(database, pools, serverUrl));
  } catch (error) {
    await release();
    throw error;
  }
}

class BusinessSchemas implements BusinessStores {
  readonly nextVersion = sql`nextval('business_versions')`;

  constructor(
    private readonly database: DatabaseAdapter,
    private readonly pools: ConnectionPools,
    private readonly serverUrl: string,
  ) {}

  async changed(since: ChangeToken | null): Promise<string | null> {
    const [row] = await this.database.ask(({ rows }) =>
      rows<{ mark: string }>(sql`select count(*) || '/' || coalesce(max(version), 0) as mark from businesses`),
    );
    return row === undefined || row.mark === since ? null : row.mark;
  }

  listen(onChanged: (id: string) => void): Promise<AsyncDisposable> {
    const connection = new Connection(this.pools, { schema: null, clock: CLOCK });
    return listenForHints(connection, BUSINESSES_CHANNEL, (schema) => {
      const id = businessOfSchema(schema);
      if (id !== null) onChanged(id);
    });
  }

  compare() {
    return { found: [], gone: [] };
  }

  passOver(): void {}

  async isTaken({ rows }: Sql, id: string): Promise<boolean> {
    return (await rows(sql`select 1 from pg_namespace where nspname = ${schemaOf(id)}`)).length > 0;
  }

  async prepare({ rows }: Sql, id: string): Promise<null> {
    await rows(sql`create schema if not exists ${nameOf(id)}`);
    return null;
  }

  async read({ rows }: Sql, id: string): Promise<KeptInStore> {
    const kept = await rows<{ name: keyof KeptInStore; value: string }>(
      sql`select name, value from ${nameOf(id)}.keys where name in ${KEPT_IN_STORE}`,
    );
    return Object.fromEntries(kept.map(({ name, value }) => [name, value]));
  }

  /** Works in the same transaction: another connection of the same pool might never become free while this one waits for it. */
  async within(list: Sql, id: string, work: (store: Sql) => Promise<void>): Promise<void> {
    await list.rows(sql`set local search_path to ${nameOf(id)}`);
    await lockWithin(list, schemaOf(id), "migrations");
    await migrateWithin(list);
    await work(list);
    await list.rows(sql`set local search_path to ${sql.identifier(CONSOLE_SCHEMA)}`);
  }

  async closed(): Promise<boolean> {
    await Bun.sleep(LET_GO_MS);
    return true;
  }

  async rename({ rows }: Sql, id: string, to: string): Promise<void> {
    await rows(sql`alter schema ${nameOf(id)} rename to ${nameOf(to)}`);
  }

  async putAside({ rows }: Sql, id: string): Promise<string> {
    const stamp = new Date()
      .toISOString()
      .replace(/[^\dT]/g, "")
      .slice(0, 15);
    const leftAt = `${REMOVED_SCHEMA}${id}_${stamp}`;
    await rows(sql`alter schema ${nameOf(id)} rename to ${sql.identifier(leftAt)}`);
    return leftAt;
  }

  removed(): Promise<readonly RemovedBusiness[]> {
    return this.database.read(async (list) => {
      const schemas = await list.rows<{ id: string }>(
        sql`select nspname as id from pg_namespace where nspname like ${`${REMOVED_SCHEMA}%`} order by 1`,
      );
      const found: RemovedBusiness[] = [];
      for (const { id } of schemas) {
        const url = new URL(this.serverUrl);
        url.searchParams.set("business", id);
        const kept = await this.read(list, id);
        found.push({ database: url.href, settings: JSON.parse(kept.settings ?? "{}") as OwnSettings });
      }
      return found;
    });
  }
}

function nameOf(id: string) {
  return sql.identifier(schemaOf(id));
}
