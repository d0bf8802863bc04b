/**
 * A pool of connections whose transactions may be awaited: each has a connection of its own. Beside it there are a
 * few for short questions, which no transaction keeps waiting. They notice when the database's machine is gone
 * without a word: then nothing answers, and nothing ends either, for as long as the system goes on sending.
 */
import { type SQL as Client, SQL } from "bun";
import { GoodwordError } from "../../errors.ts";

const ANSWER_WITHIN_MS = 3000;
const MOST_WORKING = 8;
const MOST_ASKING = 2;

/**
 * How long a connection may take to be established, in seconds. A balancer without a primary takes connections and closes them; the
 * client tries again with growing waits until this is over, so the time also bounds how late it notices that there is a primary.
 */
const CONNECTION_TIMEOUT_SECONDS = 3;

/** How a process connects to a server. */
interface PoolOptions {
  /** Opens a pool of at most so many connections, or of the usual number. */
  readonly open: (most?: number) => Client;
  /** Connections for short questions. Default 2. */
  readonly asking?: number | undefined;
  /** A short question without an answer for this long has a dead connection, in milliseconds; 3,000 by default. */
  readonly answerWithinMs?: number | undefined;
}

interface Pools {
  readonly working: Client;
  readonly asking: Client;
  /** Rejected when they are replaced: Bun leaves what waits for a pool that is closed without an end. */
  readonly replaced: PromiseWithResolvers<never>;
  /** Transactions under way. */
  begun: number;
}

/** The connections of a process to one server, for one store or for many in schemas of their own. */
export class ConnectionPools {
  readonly #open: () => Pools;
  readonly answerWithinMs: number;
  #pools: Pools;
  readonly #renewed = new Set<() => void>();
  #isClosed = false;

  constructor({ open, asking = MOST_ASKING, answerWithinMs = ANSWER_WITHIN_MS }: PoolOptions) {
    this.answerWithinMs = answerWithinMs;
    this.#open = () => {
      const replaced = Promise.withResolvers<never>();
      replaced.promise.catch(() => {});
      return { working: open(), asking: open(asking), replaced, begun: 0 };
    };
    this.#pools = this.#open();
  }

  get current(): Pools {
    return this.#pools;
  }

  /** Has `onRenewed` called whenever the connections were replaced. Returns how to end that. */
  listen(onRenewed: () => void): () => void {
    this.#renewed.add(onRenewed);
    return () => void this.#renewed.delete(onRenewed);
  }

  /** What is under way on them has failed. */
  replace({ working, asking, replaced }: Pools): void {
    replaced.reject(new GoodwordError("database", "PostgreSQL: the database does not respond"));
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

/** Connections in use, and what whoever uses them has to call at the end. */
interface HeldPools {
  readonly pools: ConnectionPools;
  readonly leave: () => Promise<void>;
}

interface UrlPoolOptions {
  /** Connections for transactions. Default 8. */
  readonly connections?: number | undefined;
  readonly answerWithinMs?: number | undefined;
}

/** Connections of one store's own. */
export function ownPools(url: string, { connections = MOST_WORKING, answerWithinMs }: UrlPoolOptions): HeldPools {
  const open = (max = connections) =>
    new SQL({ url, max, bigint: false, connectionTimeout: CONNECTION_TIMEOUT_SECONDS });
  const pools = new ConnectionPools({ open, answerWithinMs });
  return { pools, leave: () => pools.close() };
}

const shared = new Map<string, { readonly held: HeldPools; users: number }>();

/** Connections that all stores of a server share, until the last has left: a server takes some hundreds, not thousands. */
export function sharedPools(url: string, options: UrlPoolOptions): HeldPools {
  const entry = shared.get(url) ?? { held: ownPools(url, options), users: 0 };
  shared.set(url, entry);
  entry.users++;
  let hasLeft = false;
  return {
    pools: entry.held.pools,
    async leave() {
      if (hasLeft) return;
      hasLeft = true;
      if (--entry.users > 0) return;
      shared.delete(url);
      await entry.held.leave();
    },
  };
}
