/**
 * Businesses on a PostgreSQL server, a schema for each. `goodword_console.businesses` lists them; each schema holds its address and
 * settings, too, so that a copy of the schema is a copy of the business.
 */
import type { SQL as Client } from "bun";
import {
  type BusinessList,
  comparableAddress,
  type ListedBusiness,
  type ListOutcome,
  newIdentity,
  type OwnSettings,
  type RemovedBusiness,
} from "../businesses.ts";
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
import { migrateWithin } from "./tables.ts";

const CLOCK = "extract(epoch from clock_timestamp()) * 1000";

/** How long servers have to let go of a store before its schema is renamed, in milliseconds: they look twice a second. */
const LET_GO_MS = 2000;

const TABLE = `create table if not exists businesses (id text collate "C" primary key, base_url text not null,
  address text not null unique, settings text not null default '{}', version bigint not null, held_until bigint not null default 0, identity text not null default '')`;

/** Every change has a greater version than those before, also than that of a business that was removed. */
const NEXT = "nextval('business_versions')";

interface Row {
  readonly id: string;
  readonly base_url: string;
  readonly settings: string;
  readonly version: string;
  readonly held_until: string;
  readonly identity: string;
}

/** The list of a server, which is made where there is none. @throws {GoodwordError} `database` */
export async function openBusinessSchemas(url: string, options: UrlPoolOptions = {}): Promise<BusinessList> {
  const { serverUrl } = serverPlaceOf(url);
  const { pools, leave } = sharedPools(serverUrl, options);
  const connection = new Connection(pools, { schema: CONSOLE_SCHEMA, clock: CLOCK });
  try {
    await connection.write("migrations", async ({ client }) => {
      await client.unsafe(`create schema if not exists ${CONSOLE_SCHEMA}`);
      await client.unsafe(TABLE);
      await client.unsafe("create sequence if not exists business_versions");
    });
    return new BusinessSchemas(connection, pools, leave, serverUrl);
  } catch (error) {
    await leave();
    throw error;
  }
}

class BusinessSchemas implements BusinessList {
  constructor(
    private readonly connection: Connection,
    private readonly pools: ConnectionPools,
    private readonly leave: () => Promise<void>,
    private readonly serverUrl: string,
  ) {}

  async list(): Promise<readonly ListedBusiness[]> {
    const rows: readonly Row[] = await this.connection.ask((client) =>
      client.unsafe("select * from businesses order by id"),
    );
    return rows.map(({ id, identity, base_url, settings, version, held_until }) => ({
      ...{ id, identity, baseUrl: base_url, version: Number(version), heldUntil: Number(held_until) },
      settings: JSON.parse(settings) as OwnSettings,
    }));
  }

  async changed(since: string | number | null): Promise<string | null> {
    const [row] = await this.connection.ask((client) =>
      client.unsafe("select count(*) || '/' || coalesce(max(version), 0) as mark from businesses"),
    );
    const mark = String(row?.mark);
    return mark === since ? null : mark;
  }

  listen(onChanged: (id: string) => void): Promise<AsyncDisposable> {
    const connection = new Connection(this.pools, { schema: null, clock: CLOCK });
    return listenForHints(connection, BUSINESSES_CHANNEL, (schema) => {
      const id = businessOfSchema(schema);
      if (id !== null) onChanged(id);
    });
  }

  async add(id: string, baseUrl: string): Promise<ListOutcome> {
    return this.#change(async (client): Promise<ListOutcome> => {
      const address = comparableAddress(baseUrl);
      if (await isThere(client, "id = $1", id)) return "id_taken";
      if (await isThere(client, "address = $1", address)) return "address_taken";
      const identity = newIdentity(id);
      await client.unsafe(`create schema if not exists "${schemaOf(id)}"`);
      await saveInStore(client, id, { base_url: baseUrl, identity });
      const settings = (await readInStore(client, id, "settings")) ?? "{}";
      await client.unsafe(
        `insert into businesses (id, base_url, address, settings, identity, version) values ($1, $2, $3, $4, $5, ${NEXT})`,
        [id, baseUrl, address, settings, identity],
      );
      return "done";
    });
  }

  async move(id: string, baseUrl: string): Promise<ListOutcome> {
    return this.#change(async (client): Promise<ListOutcome> => {
      const address = comparableAddress(baseUrl);
      if (!(await isThere(client, "id = $1", id))) return "unknown";
      if (await isThere(client, "address = $1 and id <> $2", address, id)) return "address_taken";
      await saveInStore(client, id, { base_url: baseUrl });
      await client.unsafe(`update businesses set base_url = $2, address = $3, version = ${NEXT} where id = $1`, [
        ...[id, baseUrl, address],
      ]);
      return "done";
    });
  }

  async saveSettings(id: string, change: (kept: OwnSettings) => OwnSettings | null): Promise<ListOutcome> {
    return this.#change(async (client): Promise<ListOutcome> => {
      const [row] = await client.unsafe<Row[]>("select * from businesses where id = $1", [id]);
      if (row === undefined) return "unknown";
      const changed = change(JSON.parse(row.settings));
      if (changed === null) return "done";
      const json = JSON.stringify(changed);
      await saveInStore(client, id, { settings: json });
      await client.unsafe(`update businesses set settings = $2, version = ${NEXT} where id = $1`, [id, json]);
      return "done";
    });
  }

  async rename(id: string, to: string): Promise<ListOutcome> {
    if (!(await this.#hold(id))) return "unknown";
    return this.#change(async (client): Promise<ListOutcome> => {
      const isTaken = (await isThere(client, "id = $1", to)) || (await hasSchema(client, schemaOf(to)));
      if (isTaken) {
        await client.unsafe(`update businesses set held_until = 0, version = ${NEXT} where id = $1`, [id]);
        return "id_taken";
      }
      if (!(await isThere(client, "id = $1", id))) return "unknown";
      await client.unsafe(`alter schema "${schemaOf(id)}" rename to "${schemaOf(to)}"`);
      await client.unsafe(`update businesses set id = $2, held_until = 0, version = ${NEXT} where id = $1`, [id, to]);
      return "done";
    });
  }

  async remove(id: string) {
    if (!(await this.#hold(id))) return "unknown";
    return this.#change(async (client): Promise<ListOutcome | { readonly leftAt: string }> => {
      const stamp = new Date()
        .toISOString()
        .replace(/[^\dT]/g, "")
        .slice(0, 15);
      const leftAt = `${REMOVED_SCHEMA}${id}_${stamp}`;
      if (!(await isThere(client, "id = $1", id))) return "unknown";
      await client.unsafe(`alter schema "${schemaOf(id)}" rename to "${leftAt}"`);
      await client.unsafe("delete from businesses where id = $1", [id]);
      return { leftAt };
    });
  }

  async removed(): Promise<readonly RemovedBusiness[]> {
    const rows = await this.connection.ask((client) =>
      client.unsafe("select nspname from pg_namespace where nspname like $1 order by 1", [`${REMOVED_SCHEMA}%`]),
    );
    const found: RemovedBusiness[] = [];
    for (const { nspname } of rows) {
      const url = new URL(this.serverUrl);
      url.searchParams.set("business", nspname);
      const query = `select value from "${nspname}".keys where name = 'settings'`;
      const [kept] = await this.connection.ask((client) => client.unsafe(query));
      found.push({ database: url.href, settings: JSON.parse(kept?.value ?? "{}") as OwnSettings });
    }
    return found;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.leave();
  }

  /** One after another, so that versions become visible in their order. */
  #change<Done>(work: (client: Client) => Promise<Done>): Promise<Done> {
    return this.connection.write("console", ({ client }) => work(client));
  }

  /** Has servers let go of a store, and gives them time to. Whether there is such a business. */
  async #hold(id: string): Promise<boolean> {
    const isHeld = await this.#change(async (client) => {
      const until = Date.now() + 10 * LET_GO_MS;
      const held = await client.unsafe(
        `update businesses set held_until = $2, version = ${NEXT} where id = $1 returning id`,
        [id, until],
      );
      return held.length > 0;
    });
    if (isHeld) await Bun.sleep(LET_GO_MS);
    return isHeld;
  }
}

/**
 * Saves what the business has of its place in the list in its schema, which gets the newest tables. Within the transaction of the
 * list: another connection of the same pool might never come free while this one waits for it.
 */
async function saveInStore(client: Client, id: string, keys: Readonly<Record<string, string>>): Promise<void> {
  await within(client, schemaOf(id), async () => {
    await lockWithin(client, schemaOf(id), "migrations");
    await migrateWithin(client);
    for (const [name, value] of Object.entries(keys)) {
      await client.unsafe("insert into keys values ($1, $2) on conflict (name) do update set value = excluded.value", [
        name,
        value,
      ]);
    }
  });
}

async function readInStore(client: Client, id: string, name: string): Promise<string | null> {
  const [row] = await client.unsafe(`select value from "${schemaOf(id)}".keys where name = $1`, [name]);
  return row === undefined ? null : String(row.value);
}

/** Calls `work` with the tables of a schema, in the transaction of the console's. */
async function within(client: Client, schema: string, work: () => Promise<void>): Promise<void> {
  await client.unsafe(`set local search_path to "${schema}"`);
  await work();
  await client.unsafe(`set local search_path to "${CONSOLE_SCHEMA}"`);
}

async function isThere(client: Client, condition: string, ...values: readonly string[]): Promise<boolean> {
  return (await client.unsafe(`select 1 from businesses where ${condition}`, [...values])).length > 0;
}

async function hasSchema(client: Client, name: string): Promise<boolean> {
  return (await client.unsafe("select 1 from pg_namespace where nspname = $1", [name])).length > 0;
}
