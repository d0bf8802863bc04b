/**
 * A pool of connections whose transactions may be awaited: each has a connection of its own.
 *
 * @module
 */
import type { SQL as Client } from "bun";
import { explainPostgresError } from "./postgres_error.ts";

/** What excludes what: writes of reviews each other, and turns of the hub each other. */
export const LOCKS = { migrations: 1, reviews: 2, hub: 3 } as const;

/** Tells our advisory locks from those of others in the same database: "Good". */
const LOCK_SPACE = 0x476f6f64;

/** The client to run on, and the clock to go by. */
export interface ConnectionOptions {
  readonly client: Client;
  /** SQL of the store's clock, epoch milliseconds. */
  readonly clock: string;
}

/** A transaction, and the instant by the store's clock after every wait for a lock. */
export interface Transaction {
  readonly client: Client;
  readonly now: number;
}

/** Reads and writes a PostgreSQL database, one transaction per call. */
export class Connection {
  readonly #client: Client;
  /** SQL of the store's clock, epoch milliseconds. */
  readonly clock: string;

  constructor({ client, clock }: ConnectionOptions) {
    this.#client = client;
    this.clock = clock;
  }

  /** Calls `work` with one moment of the database. */
  read<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#explained(() =>
      this.#client.begin("isolation level repeatable read read only", async (client) =>
        work({ client, now: await this.#now(client) }),
      ),
    );
  }

  /** Calls `work` in a transaction that no other under the same lock overlaps. */
  write<T>(lock: keyof typeof LOCKS, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#explained(() =>
      this.#client.begin(async (client) => {
        await client.unsafe("select pg_advisory_xact_lock($1, $2)", [LOCK_SPACE, LOCKS[lock]]);
        return work({ client, now: await this.#now(client) });
      }),
    );
  }

  /** Calls `work` in a transaction that may overlap with any other. */
  transact<T>(work: (client: Client) => Promise<T>): Promise<T> {
    return this.#explained(() => this.#client.begin(work));
  }

  /** Calls `work` outside of a transaction. */
  alone<T>(work: (client: Client) => Promise<T>): Promise<T> {
    return this.#explained(() => work(this.#client));
  }

  now(): Promise<number> {
    return this.alone((client) => this.#now(client));
  }

  close(): Promise<void> {
    return this.#client.close();
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
