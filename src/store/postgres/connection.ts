/** Transactions of one store over the connections of its process. */
import { createHash } from "node:crypto";
import { type SQL as Client, SQL } from "bun";
import { sql } from "drizzle-orm";
import { causesOf, GoodwordError } from "../../errors.ts";
import { Interrupt } from "../../platform.ts";
import { CONSOLE_STORE } from "../businesses.ts";
import type { Sql } from "../queries/dialect.ts";

const LOCKS = { migrations: 1, reviews: 2, hub: 3, jobs: 4, console: 5, log: 6, notices: 7 } as const;

/** Keeps our advisory locks apart from those of other programs in the database: "Good". Each schema of a business has its own. */
const LOCK_SPACE = 0x476f6f64;

/** How long a turn of the hub may idle, and wait for the turns before it, in milliseconds: a server stopped in the middle of one loses it. */
const HUB_IDLE_MS = 2000;
const HUB_WAIT_MS = 4000;

interface ConnectionOptions {
  readonly schema: string | null;
  readonly clock: string;
}

/** A transaction, and the instant by the store's clock after every wait for a lock. */
interface Transaction {
  readonly client: Client;
  readonly now: number;
}

export class Connection {
  readonly #pools: ConnectionPools;
  /** Begins whatever is meant for a schema that the URL does not name. */
  readonly #enter: string | null;
  readonly #lockSpace: number;
  readonly schema: string | null;
  readonly clock: string;

  constructor(pools: ConnectionPools, { schema, clock }: ConnectionOptions) {
    this.#pools = pools;
    this.schema = schema;
    this.#enter = schema === null ? null : `set local search_path to "${schema}"`;
    this.#lockSpace = schema === null ? LOCK_SPACE : lockSpaceOf(schema);
    this.clock = clock;
  }

  read<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#begin("isolation level repeatable read read only", async (client) =>
      work({ client, now: await this.#now(client) }),
    );
  }

  /** Calls `work` in a transaction that no other under the same lock overlaps. */
  write<T>(lock: keyof typeof LOCKS, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#begin("", async (client) => {
      if (lock === "hub") await limitTurn(client);
      await client.unsafe("select pg_advisory_xact_lock($1, $2)", [this.#lockSpace, LOCKS[lock]]);
      return work({ client, now: await this.#now(client) });
    });
  }

  /** Calls `work` in a transaction that may overlap with any other. */
  transact<T>(work: (client: Client) => Promise<T>): Promise<T> {
    return this.#begin("", work);
  }

  /** Calls `work` with a connection, in a transaction only if it has to set the schema. */
  withClient<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const { working, replaced } = this.#pools.current;
    return explained(() => replaced.race(this.#within(working, work)));
  }

  /** Like {@link withClient}, for short queries. On a timeout all connections are replaced, and work in progress on them fails. */
  async ask<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const pools = this.#pools.current;
    const timer = setTimeout(() => this.#pools.replace(pools), this.#pools.answerWithinMs);
    try {
      return await explained(() => pools.replaced.race(this.#within(pools.asking, work)));
    } finally {
      clearTimeout(timer);
    }
  }

  listen(onRenewed: () => void): () => void {
    return this.#pools.listen(onRenewed);
  }

  now(): Promise<number> {
    return this.withClient((client) => this.#now(client));
  }

  /** A connection that is free and does not even begin is as dead as one that leaves a question without an answer. */
  async #begin<T>(options: string, work: (client: Client) => Promise<T>): Promise<T> {
    const pools = this.#pools.current;
    const hasFree = () => pools.begun < (pools.working.options.max ?? 1);
    let timer: Timer | undefined;
    const watch = () => {
      timer = setTimeout(() => (hasFree() ? this.#pools.replace(pools) : watch()), this.#pools.answerWithinMs);
    };
    watch();
    const begun = async (client: Client) => {
      clearTimeout(timer);
      pools.begun++;
      try {
        if (this.#enter !== null) await client.unsafe(this.#enter);
        return await work(client);
      } finally {
        pools.begun--;
      }
    };
    try {
      return await explained(() => pools.replaced.race(pools.working.begin(options, begun)));
    } finally {
      clearTimeout(timer);
    }
  }

  async #within<T>(pool: Client, work: (client: Client) => Promise<T>): Promise<T> {
    const enter = this.#enter;
    if (enter === null) return work(pool);
    return pool.begin(async (client) => {
      await client.unsafe(enter);
      return work(client);
    });
  }

  async #now(client: Client): Promise<number> {
    const [row] = await client.unsafe(`select (${this.clock})::bigint as now`);
    return Number(row?.now);
  }
}

export function serverPlaceOf(url: string): { readonly serverUrl: string; readonly schema: string | null } {
  const server = new URL(url);
  const business = server.searchParams.get("business");
  for (const ours of ["business", "businesses", "keys"]) server.searchParams.delete(ours);
  return { serverUrl: server.href, schema: business === null ? null : schemaOf(business) };
}

/** The schema of what belongs to no business: their list, people and sessions. */
export const CONSOLE_SCHEMA = "goodword_console";
const BUSINESS_SCHEMA = "business_";
/** Before the id of a business that was removed; no business of the list has an id with an underscore. */
export const REMOVED_SCHEMA = "removed_";

/** The schema of a business. The caller checks its id. */
export function schemaOf(business: string): string {
  if (business.startsWith(REMOVED_SCHEMA)) return business;
  return business === CONSOLE_STORE ? CONSOLE_SCHEMA : `${BUSINESS_SCHEMA}${business}`;
}

export function businessOfSchema(schema: string): string | null {
  return schema.startsWith(BUSINESS_SCHEMA) ? schema.slice(BUSINESS_SCHEMA.length) : null;
}

export async function lockWithin({ rows }: Sql, schema: string, lock: keyof typeof LOCKS): Promise<void> {
  await rows(sql`select pg_advisory_xact_lock(${lockSpaceOf(schema)}, ${LOCKS[lock]})`);
}

/** A collision of two schemas is harmless: they only wait for each other's locks. */
function lockSpaceOf(schema: string): number {
  return createHash("sha256").update(schema).digest().readInt32BE();
}

async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw explainPostgresError(error);
  }
}

async function limitTurn(client: Client): Promise<void> {
  await client.unsafe(
    "select set_config('idle_in_transaction_session_timeout', $1, true), set_config('lock_timeout', $2, true)",
    [`${HUB_IDLE_MS}`, `${HUB_WAIT_MS}`],
  );
}

const POOLER =
  "a pooler mixes up prepared statements; use its session mode, or PgBouncer 1.21 or later with max_prepared_statements";

const WORDS: Readonly<Record<string, string>> = {
  "08": "the connection to the database was lost; try again in a moment",
  "28": "authentication failed; check DATABASE_URL",
  "3D": "no database of this name; check DATABASE_URL",
  "25006": "the database is read-only: it is a standby",
  // Statements of other clients: a pooler hands a connection on after each transaction, names and all.
  "26": POOLER,
  "42P05": POOLER,
  "53": "the database is out of connections, disk or memory",
  "57": "the database is shutting down or starting; try again in a moment",
};

function explainPostgresError(error: unknown): unknown {
  for (const at of causesOf(error)) {
    if (at instanceof SQL.PostgresError) return explainError(at, error);
    if (isAboutTls(at)) {
      const message = `cannot verify the server: ${at.message}; check sslmode and sslrootcert in DATABASE_URL`;
      return new GoodwordError("database", `PostgreSQL: ${message}`, { cause: error });
    }
  }
  return error;
}

/** OpenSSL's codes of certificate errors, and those of the runtime. */
function isAboutTls(error: Error): boolean {
  return "code" in error && /^ERR_TLS_|CERT|_SIGNATURE$|^HOSTNAME_MISMATCH$/.test(String(error.code));
}

function explainError({ errno, code, message }: SQL.PostgresError, cause: unknown): unknown {
  const state = String(errno ?? "");
  const words = WORDS[state] ?? WORDS[state.slice(0, 2)];
  if (words !== undefined) return new GoodwordError("database", `PostgreSQL: ${words}`, { cause });
  if (code.startsWith("ERR_POSTGRES_CONNECTION")) {
    return new GoodwordError("database", `PostgreSQL: cannot connect: ${message}`, { cause });
  }
  // Drizzle's own message holds the values of the statement: words of customers, secrets of subscribers.
  return new GoodwordError("database", `PostgreSQL: ${message} (SQLSTATE ${state})`, { cause });
}

/** Omits PostgreSQL's message, which can contain values of the statement, for readers who may not see these values. */
export function withoutValues(error: unknown): GoodwordError {
  const found = causesOf(error).find((at) => at instanceof SQL.PostgresError);
  const reason = found?.errno ?? found?.code ?? "internal error";
  return new GoodwordError("database", `Cannot write to the database: ${reason}`, { cause: error });
}

// Short questions have connections of their own, which no transaction delays. They notice a database whose machine is gone.

const ANSWER_WITHIN_MS = 3000;
const MAX_WORKING = 8;
const MAX_ASKING = 2;

/** Timeout in seconds. A balancer without a primary accepts connections and closes them; this bounds how late the client finds the new one. */
const CONNECTION_TIMEOUT_SECONDS = 3;

interface PoolOptions {
  readonly open: (most?: number) => Client;
  readonly asking?: number | undefined;
  /** A short question without an answer for this long has a dead connection, in milliseconds; 3,000 by default. */
  readonly answerWithinMs?: number | undefined;
}

interface Pools {
  readonly working: Client;
  readonly asking: Client;
  /** Fails what waits when they are replaced: Bun leaves it without an end when a pool is closed. */
  readonly replaced: Interrupt<never>;
  begun: number;
}

export class ConnectionPools {
  readonly #open: () => Pools;
  readonly answerWithinMs: number;
  #pools: Pools;
  readonly #renewed = new Set<() => void>();
  #isClosed = false;

  constructor({ open, asking = MAX_ASKING, answerWithinMs = ANSWER_WITHIN_MS }: PoolOptions) {
    this.answerWithinMs = answerWithinMs;
    this.#open = () => {
      return { working: open(), asking: open(asking), replaced: new Interrupt<never>(), begun: 0 };
    };
    this.#pools = this.#open();
  }

  get current(): Pools {
    return this.#pools;
  }

  listen(onRenewed: () => void): () => void {
    this.#renewed.add(onRenewed);
    return () => void this.#renewed.delete(onRenewed);
  }

  replace({ working, asking, replaced }: Pools): void {
    replaced.end(Promise.reject(new GoodwordError("database", "PostgreSQL: the database does not respond")));
    if (this.#isClosed || this.#pools.working !== working) return;
    this.#pools = this.#open();
    for (const client of [working, asking]) client.close({ timeout: 0 }).catch(() => {});
    for (const onRenewed of this.#renewed) onRenewed();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const { working, asking } = this.#pools;
    await Promise.all([working.close(), asking.close()]);
  }
}

/** Connections in use. Their user has to call `release` at the end. */
interface HeldPools {
  readonly pools: ConnectionPools;
  readonly release: () => Promise<void>;
}

export interface UrlPoolOptions {
  readonly connections?: number | undefined;
  readonly answerWithinMs?: number | undefined;
}

export function ownPools(url: string, { connections = MAX_WORKING, answerWithinMs }: UrlPoolOptions): HeldPools {
  const open = (max = connections) =>
    new SQL({ url, max, bigint: false, connectionTimeout: CONNECTION_TIMEOUT_SECONDS });
  const pools = new ConnectionPools({ open, answerWithinMs });
  return { pools, release: () => pools.close() };
}

const shared = new Map<string, { readonly held: HeldPools; users: number }>();

/** Connections that all stores of a server share until the last releases them: a server accepts hundreds, not thousands. */
export function sharedPools(url: string, options: UrlPoolOptions): HeldPools {
  const entry = shared.get(url) ?? { held: ownPools(url, options), users: 0 };
  shared.set(url, entry);
  entry.users++;
  let isReleased = false;
  return {
    pools: entry.held.pools,
    async release() {
      if (isReleased) return;
      isReleased = true;
      if (--entry.users > 0) return;
      shared.delete(url);
      await entry.held.release();
    },
  };
}
