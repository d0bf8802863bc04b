/**
 * One business that the process serves: its store with the lease to serve it, what is published of it, and every way in.
 * When another database stands at its path, the old one is left and the new one opened; readers have what was published
 * last until there is something newer.
 */
import { isServerUrl } from "../config.ts";
import type { Client, HttpAnswer } from "../http/operation.ts";
import type { Site } from "../http/paths.ts";
import type { Representation } from "../http/representation.ts";
import type { Log } from "../platform.ts";
import { openForServing, type ServedStore, type ServingOptions } from "../store/sqlite/open_for_serving.ts";
import { steadyClock, systemRandom } from "./clock.ts";
import { LeaseKeeper } from "./lease_keeper.ts";
import type { Poll } from "./poller.ts";
import type { AnswerEvents, Answering } from "./serve_store.ts";
import type { OpenBusiness, ServerProcess } from "./server_process.ts";

/** Wait before a file that could not be opened is tried again, in milliseconds. */
const REOPEN_MS = 1000;

/** The part of readiness that is reported here. */
const PART = "database";

/** A store, and the lease under which its reviews are served. */
interface LeasedStore extends ServedStore {
  readonly lease: LeaseKeeper;
}

/** Disposing it gives the lease back and closes the store: to be done once nothing of it is answered any more. */
export class ServedBusiness implements AsyncDisposable {
  /** What answers readers. */
  #answering: Answering | null = null;
  /** What is published from the store that is open: the same, or what will take its place. */
  #publishing: Answering | null = null;
  /** Whether readers have what is in the database that is open. */
  #isReady = false;
  /** The lease by which readers are given the reviews of a database that is lost, until there are others. */
  #outdatedLease: LeaseKeeper | null = null;
  #watch: Poll | null = null;

  /** `opened` is null while the database is lost and there is no other. */
  private constructor(
    private readonly database: string,
    private readonly options: ServingOptions,
    private opened: LeasedStore | null,
  ) {}

  /**
   * Opens the store in a file or on a PostgreSQL server. Nothing is published before {@link ServedBusiness.serve}.
   *
   * @throws {GoodwordError} `database`, naming it, when it cannot be used
   */
  static async open(database: string, log: Log, options: ServingOptions): Promise<ServedBusiness> {
    return new ServedBusiness(database, options, await openLeased(database, log, options));
  }

  /** What is open. @throws {Error} while the database is lost */
  get leased(): LeasedStore {
    if (this.opened === null) throw new Error("The database of the business is not open");
    return this.opened;
  }

  /** A document of the current publication. */
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
  async serve({ first, ...parts }: ServeOptions): Promise<void> {
    const { serveStore } = await import("./serve_store.ts");
    const serving = { ...parts, serveStore };
    this.#answering = this.#publish(this.leased, serving, first);
    const watch = serving.process.poller.poll(serving.process.lookMs, () => this.#look(serving, watch));
    this.#watch = watch;
  }

  /** Ends what the doors have under way, then publishing. What is published can still be read. */
  async stop(): Promise<void> {
    await this.#watch?.stop();
    await this.#publishing?.stop();
    this.#outdatedLease?.stop();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.opened?.lease.leave();
    await this.opened?.store[Symbol.asyncDispose]();
  }

  #publish(
    opened: LeasedStore,
    { process, site, serveStore }: Serving,
    { onReady, onTrouble }: AnswerEvents,
  ): Answering {
    this.#isReady = false;
    const ready = () => {
      this.#isReady = true;
      onReady();
    };
    const { store, isReadOnly, lease } = opened;
    const { database } = this;
    const open = { process, site, database, store, isReadOnly, lease };
    const answering = serveStore(open, { onReady: ready, onTrouble });
    this.#publishing = answering;
    return answering;
  }

  async #look(serving: Serving, watch: Poll): Promise<void> {
    const { lookMs, readiness } = serving.process;
    try {
      const isOpen = this.opened === null ? await this.#reopen(serving) : await this.#examine(this.opened, serving);
      watch.periodMs = isOpen ? lookMs : REOPEN_MS;
    } catch (error) {
      // As when the file system fails: what was published last is served, and the file is examined again.
      readiness.report(PART, { message: "the database file cannot be examined", detail: String(error) });
      watch.periodMs = REOPEN_MS;
    }
  }

  /** Whether a database is open afterwards that can be gone on with. */
  async #examine(opened: LeasedStore, serving: Serving): Promise<boolean> {
    const { readiness } = serving.process;
    const trouble = opened.trouble();
    if (trouble !== null || this.#isReady) readiness.report(PART, trouble);
    if (!trouble?.isLost) return true;
    this.#publishing?.pause();
    opened.part();
    await this.#publishing?.stop();
    if (!opened.leave()) return false;
    this.#outdatedLease ??= opened.lease;
    this.opened = null;
    return this.#reopen(serving);
  }

  async #reopen(serving: Serving): Promise<boolean> {
    const { log, readiness } = serving.process;
    const cannot = (message: string, error: unknown) => readiness.report(PART, { message, detail: String(error) });
    try {
      const opened = await openLeased(this.database, log, { ...this.options, create: false });
      this.opened = opened;
      const answering = this.#publish(opened, serving, {
        onReady: () => this.#switchTo(answering),
        onTrouble: (error) => cannot("the database contains nothing to publish", error),
      });
      return true;
    } catch (error) {
      cannot("the database cannot be opened", error);
      return false;
    }
  }

  #switchTo(answering: Answering): void {
    this.#answering = answering;
    this.#outdatedLease?.stop();
    this.#outdatedLease = null;
  }
}

/** What a business is served with. */
interface ServeOptions {
  readonly process: ServerProcess;
  readonly site: Site;
  /** What happens with the first database, without which there is nothing to answer from. */
  readonly first: AnswerEvents;
}

type Serving = Omit<ServeOptions, "first"> & {
  readonly serveStore: (open: OpenBusiness, events: AnswerEvents) => Answering;
};

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
    part() {},
    leave: () => true,
  };
}
