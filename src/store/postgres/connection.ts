/**
 * A pool of connections whose transactions may be awaited: each has a connection of its own. Beside it there are a
 * few for short questions, which no transaction keeps waiting. They notice when the database's machine is gone
 * without a word: then nothing answers, and nothing ends either, for as long as the system goes on sending.
 */
import { type SQL as Client, SQL } from "bun";
import { GoodwordError } from "../../errors.ts";

/** What excludes what: writes of reviews each other, turns of the hub each other, writes of jobs each other, and so on. */
const LOCKS = { migrations: 1, reviews: 2, hub: 3, jobs: 4, console: 5, log: 6, notices: 7 } as const;

/** Tells our advisory locks from those of others in the same database: "Good". */
const LOCK_SPACE = 0x476f6f64;

const ANSWER_WITHIN_MS = 3000;
const MOST_ASKING = 2;

/**
 * How long a turn of the hub, which takes milliseconds, may leave the database without its next statement, and wait for the turns
 * before it, in milliseconds. A server that is stopped in the middle of one loses it. Imports take their time; nobody else waits.
 */
const HUB_IDLE_MS = 2000;
const HUB_WAIT_MS = 4000;

/** How to connect, and the clock to go by. */
interface ConnectionOptions {
  /** Opens a pool of at most so many connections, or of the usual number. */
  readonly open: (most?: number) => Client;
  /** SQL of the store's clock, epoch milliseconds. */
  readonly clock: string;
  /** A short question without an answer for this long has a dead connection, in milliseconds; 3,000 by default. */
  readonly answerWithinMs?: number | undefined;
}

/** A transaction, and the instant by the store's clock after every wait for a lock. */
interface Transaction {
  readonly client: Client;
  readonly now: number;
}

interface Pools {
  readonly working: Client;
  readonly asking: Client;
  /** Rejected when they are replaced: Bun leaves what waits for a pool that is closed without an end. */
  readonly replaced: PromiseWithResolvers<never>;
  /** Transactions under way. */
  begun: number;
}

/** Reads and writes a PostgreSQL database, one transaction per call. */
export class Connection {
  readonly #open: () => Pools;
  readonly #answerWithinMs: number;
  #pools: Pools;
  readonly #renewed = new Set<() => void>();
  #isClosed = false;
  /** SQL of the store's clock, epoch milliseconds. */
  readonly clock: string;

  constructor({ open, clock, answerWithinMs = ANSWER_WITHIN_MS }: ConnectionOptions) {
    this.#answerWithinMs = answerWithinMs;
    this.#open = () => {
      const replaced = Promise.withResolvers<never>();
      replaced.promise.catch(() => {});
      return { working: open(), asking: open(MOST_ASKING), replaced, begun: 0 };
    };
    this.#pools = this.#open();
    this.clock = clock;
  }

  /** Calls `work` with one moment of the database. */
  read<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#begin("isolation level repeatable read read only", async (client) =>
      work({ client, now: await this.#now(client) }),
    );
  }

  /** Calls `work` in a transaction that no other under the same lock overlaps. */
  write<T>(lock: keyof typeof LOCKS, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#begin("", async (client) => {
      if (lock === "hub") await limitTurn(client);
      await client.unsafe("select pg_advisory_xact_lock($1, $2)", [LOCK_SPACE, LOCKS[lock]]);
      return work({ client, now: await this.#now(client) });
    });
  }

  /** Calls `work` in a transaction that may overlap with any other. */
  transact<T>(work: (client: Client) => Promise<T>): Promise<T> {
    return this.#begin("", work);
  }

  /** Calls `work` outside of a transaction. */
  alone<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const { working, replaced } = this.#pools;
    return this.#explained(() => Promise.race([work(working), replaced.promise]));
  }

  /**
   * Calls `work` outside of a transaction, for what the database answers at once. Where it does not, all connections are replaced, and
   * what was under way on them has failed.
   */
  async ask<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const pools = this.#pools;
    const timer = setTimeout(() => this.#replace(pools), this.#answerWithinMs);
    try {
      return await this.#explained(() => Promise.race([work(pools.asking), pools.replaced.promise]));
    } finally {
      clearTimeout(timer);
    }
  }

  /** Has `onRenewed` called whenever the connections were replaced. Returns how to end that. */
  listen(onRenewed: () => void): () => void {
    this.#renewed.add(onRenewed);
    return () => void this.#renewed.delete(onRenewed);
  }

  now(): Promise<number> {
    return this.alone((client) => this.#now(client));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const { working, asking } = this.#pools;
    await Promise.all([working.close(), asking.close()]);
  }

  /** A connection that is free and does not even begin is as dead as one that leaves a question without an answer. */
  async #begin<T>(options: string, work: (client: Client) => Promise<T>): Promise<T> {
    const pools = this.#pools;
    const hasFree = () => pools.begun < (pools.working.options.max ?? 1);
    let timer: Timer | undefined;
    const watch = () => {
      timer = setTimeout(() => (hasFree() ? this.#replace(pools) : watch()), this.#answerWithinMs);
    };
    watch();
    const begun = async (client: Client) => {
      clearTimeout(timer);
      pools.begun++;
      return work(client).finally(() => pools.begun--);
    };
    try {
      return await this.#explained(() => Promise.race([pools.working.begin(options, begun), pools.replaced.promise]));
    } finally {
      clearTimeout(timer);
    }
  }

  #replace({ working, asking, replaced }: Pools): void {
    replaced.reject(new GoodwordError("database", "PostgreSQL: the database does not respond"));
    if (this.#isClosed || this.#pools.working !== working) return;
    this.#pools = this.#open();
    for (const client of [working, asking]) client.close({ timeout: 0 }).catch(() => {});
    for (const onRenewed of this.#renewed) onRenewed();
  }

  async #now(client: Client): Promise<number> {
    const [row] = await client.unsafe(`select (${this.clock})::bigint as now`);
    return Number(row?.now);
  }

  async #explained<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw explainPostgresError(error);
    }
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

/** By the class of the SQLSTATE, or the whole of it. */
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

/** What is wrong with the database, in words for the person who runs it. Other errors come back as they are. */
function explainPostgresError(error: unknown): unknown {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof SQL.PostgresError) return explained(at, error);
    if (isAboutTls(at)) {
      const message = `cannot verify the server: ${at.message}; check sslmode and sslrootcert in DATABASE_URL`;
      return new GoodwordError("database", `PostgreSQL: ${message}`, { cause: error });
    }
  }
  return error;
}

/** OpenSSL's names of what is wrong with a certificate, and those of the runtime. */
function isAboutTls(error: Error): boolean {
  return "code" in error && /^ERR_TLS_|CERT|_SIGNATURE$|^HOSTNAME_MISMATCH$/.test(String(error.code));
}

function explained({ errno, code, message }: SQL.PostgresError, cause: unknown): unknown {
  const state = String(errno ?? "");
  const words = WORDS[state] ?? WORDS[state.slice(0, 2)];
  if (words !== undefined) return new GoodwordError("database", `PostgreSQL: ${words}`, { cause });
  if (code.startsWith("ERR_POSTGRES_CONNECTION")) {
    return new GoodwordError("database", `PostgreSQL: cannot connect: ${message}`, { cause });
  }
  // Drizzle's own message holds the values of the statement: words of customers, secrets of subscribers.
  return new GoodwordError("database", `PostgreSQL: ${message} (SQLSTATE ${state})`, { cause });
}

/** The same for whoever may not see what the statement was about: PostgreSQL's messages can name values, too. */
export function withoutValues(error: unknown): GoodwordError {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof SQL.PostgresError) {
      return new GoodwordError("database", `Cannot write to the database: ${at.errno ?? at.code}`, { cause: error });
    }
  }
  return new GoodwordError("database", "Cannot write to the database: internal error", { cause: error });
}
