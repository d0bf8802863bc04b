/** One business that the process serves: its store with the lease to serve it, what is published of it, and every way in. */
import { isServerUrl } from "../config.ts";
import { GoodwordError } from "../errors.ts";
import type { Client, HttpAnswer } from "../http/operation.ts";
import type { Site } from "../http/paths.ts";
import type { Representation } from "../http/representation.ts";
import type { Log } from "../platform.ts";
import { openForServing, type ServedStore, type ServingOptions } from "../store/sqlite/open_for_serving.ts";
import { steadyClock, systemRandom } from "./clock.ts";
import { LeaseKeeper } from "./lease_keeper.ts";
import type { Poll } from "./poller.ts";
import type { Readiness } from "./readiness.ts";
import { type AnswerEvents, type Answering, serveStore } from "./serve_store.ts";
import type { ServerProcess } from "./server_process.ts";

/** The part of readiness that is reported here. */
const PART = "database";

/** A store, and the lease under which its reviews are served. */
interface LeasedStore extends ServedStore {
  readonly lease: LeaseKeeper;
}

/** Disposing it gives the lease back and closes the store: to be done once nothing of it is answered any more. */
export class ServedBusiness implements AsyncDisposable {
  /** What answers readers; null before it is served. */
  #answering: Answering | null = null;
  #watch: Poll | null = null;
  #isLost = false;

  private constructor(
    private readonly database: string,
    readonly leased: LeasedStore,
  ) {}

  /**
   * Opens the store in a file or on a PostgreSQL server. Nothing is published before {@link ServedBusiness.serve}.
   *
   * @throws {GoodwordError} `database`, naming it, when it cannot be used
   */
  static async open(database: string, log: Log, options: ServingOptions): Promise<ServedBusiness> {
    return new ServedBusiness(database, await openLeased(database, log, options));
  }

  /** A document of the current publication; undefined before it is served, too. */
  document(path: string): Representation | undefined {
    return this.#answering?.document(path);
  }

  /** Waits for the first publication where the answer depends on it. To be called once it is served. */
  handle(request: Request, client: Client): HttpAnswer {
    if (this.#answering === null) throw new Error("The business is not served yet");
    return this.#answering.handle(request, client);
  }

  /** Begins what is owed to the outside, where only reading is begun by itself. */
  async work(): Promise<void> {
    await this.#answering?.work();
  }

  /** Whether a stream is open to somebody, or something is being done for the outside. */
  get isBusy(): boolean {
    return this.#answering?.isBusy() ?? false;
  }

  /** How many reviews readers are given; 0 before the first publication. */
  get reviewCount(): number {
    return this.#answering?.published()?.publication.reviewCount ?? 0;
  }

  /** Figures in Prometheus text; null before it is served. */
  metrics(): Promise<string> | null {
    return this.#answering?.metrics() ?? null;
  }

  /** Begins to publish what the store holds, to answer from that, and to watch the database. */
  serve({ process, site, onReady, onTrouble }: ServeOptions): void {
    const { database } = this;
    const { store, isReadOnly, lease } = this.leased;
    const open = { process, site, database, store, isReadOnly, lease };
    let isReady = false;
    const ready = () => {
      isReady = true;
      onReady();
    };
    this.#answering = serveStore(open, { onReady: ready, onTrouble });
    this.#watch = process.poller.poll(process.lookMs, () => {
      const lost = this.#examine(process.readiness, isReady);
      if (lost !== null) onTrouble(lost);
    });
  }

  /** Ends what the doors have under way, then publishing. What is published can still be read. */
  async stop(): Promise<void> {
    await this.#watch?.stop();
    await this.#answering?.stop();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.leased.lease.leave();
    await this.leased.store[Symbol.asyncDispose]();
  }

  /** Reports trouble with the database. Why it can be used no more, the first time that is seen. */
  #examine(readiness: Readiness, isReady: boolean): GoodwordError | null {
    const { database, leased } = this;
    let trouble: ReturnType<ServedStore["trouble"]>;
    try {
      trouble = leased.trouble();
    } catch (error) {
      // As when the file system fails: what was published last is served, and the file is examined again.
      readiness.report(PART, { message: "the database file cannot be examined", detail: String(error) });
      return null;
    }
    if (trouble !== null || isReady) readiness.report(PART, trouble);
    if (!trouble?.isLost || this.#isLost) return null;
    this.#isLost = true;
    leased.setLogAside();
    return new GoodwordError("database", `${database}: ${trouble.message}`);
  }
}

/** What a business is served with. `onTrouble` is also called when the database is lost. */
interface ServeOptions extends AnswerEvents {
  readonly process: ServerProcess;
  readonly site: Site;
}

/** @throws {GoodwordError} `database`, naming it, when it cannot be used */
async function openLeased(database: string, log: Log, options: ServingOptions): Promise<LeasedStore> {
  const served = isServerUrl(database) ? await openServer(database) : await openForServing(database, log, options);
  const server = systemRandom.bytes(8).toHex();
  return { ...served, lease: new LeaseKeeper({ store: served.store.activation, server, clock: steadyClock }) };
}

async function openServer(database: string): Promise<ServedStore> {
  const { openPostgres } = await import("../store/postgres/mod.ts");
  const store = await openPostgres(database);
  return {
    // Its locks are held for moments, and wait in the database without holding up anybody here.
    store: Object.assign(store, { path: database, refuseToWait() {} }),
    isReadOnly: false,
    trouble: () => null,
    setLogAside() {},
  };
}
