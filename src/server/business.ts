/** One business that the process serves: its store under a lease, its publication, and the endpoints over it. */
import { GoodwordError } from "../errors.ts";
import type { Client, ResponseOrPromise } from "../http/operation.ts";
import { PATHS, type Site } from "../http/paths.ts";
import type { Representation } from "../http/representation.ts";
import { targetOf } from "../http/request.ts";
import type { Log } from "../platform.ts";
import type { Published } from "../publication/publishing/mod.ts";
import type { Store } from "../store/mod.ts";
import type { ServedStore, ServingOptions } from "../store/sqlite/open_for_serving.ts";
import type { Chore } from "./chores.ts";
import { steadyClock, systemRandom } from "./clock.ts";
import type { Endpoints } from "./endpoints.ts";
import { LeaseKeeper } from "./lease_keeper.ts";
import { type OpenedStore, openServed } from "./open_store.ts";
import { Publisher } from "./publisher/publisher.ts";
import type { BusinessProcess } from "./server_process.ts";

const PART = "database";

/** Requests that are about the server itself, or write: they never wait for an activation. */
const NEVER_WAITING: ReadonlySet<string> = new Set([PATHS.health, PATHS.readiness, PATHS.hub]);

interface LeasedStore extends OpenedStore {
  readonly lease: LeaseKeeper;
}

interface ServeOptions {
  readonly process: BusinessProcess;
  readonly site: Site;
  /** The first publication can be read. */
  readonly onReady: () => void;
  readonly onTrouble: (error: unknown) => void;
}

interface Serving extends ServeOptions {
  readonly publisher: Publisher;
}

/** A business that is stopped and disposed of still answers from what it published last. */
export class ServedBusiness implements AsyncDisposable {
  #serving: Serving | null = null;
  #endpoints: Endpoints | null = null;
  #opening: Promise<Endpoints> | null = null;
  #watch: Chore | null = null;
  #isReady = false;
  #isLost = false;
  #stopping: Promise<void> | null = null;
  #closing: Promise<void> | null = null;

  private constructor(
    private readonly database: string,
    readonly leased: LeasedStore,
  ) {}

  /** Opens the store in a file or on a PostgreSQL server. @throws {GoodwordError} `database`, naming it */
  static async open(database: string, log: Log, options: ServingOptions): Promise<ServedBusiness> {
    const served = await openServed(database, log, options);
    const server = systemRandom.bytes(8).toHex();
    const lease = new LeaseKeeper({ store: served.store.activation, server, clock: steadyClock });
    return new ServedBusiness(database, { ...served, lease });
  }

  get openStore(): Store | null {
    return this.#stopping === null ? this.leased.store : null;
  }

  /** A document of the current publication; undefined before it is served, too. */
  document(path: string): Representation | undefined {
    return this.#serving?.publisher.served.document(path) ?? this.#endpoints?.document(path);
  }

  /** Waits for the first publication where the answer depends on it. To be called once it is served. */
  handle(request: Request, client: Client): ResponseOrPromise {
    const endpoints = this.#endpoints;
    if (endpoints === null) return this.#opened().then((opened) => this.#answer(opened, request, client));
    return this.#answer(endpoints, request, client);
  }

  #answer({ app }: Endpoints, request: Request, client: Client): ResponseOrPromise {
    const { publisher } = this.#served();
    // Before the first publication, requests wait for it. Without a lease, the server continues with what it has.
    const isCertain = publisher.served.isServing || publisher.current === null;
    if (isCertain || NEVER_WAITING.has(targetOf(request.url))) return app(request, client);
    return this.leased.lease.untilCertain().then(() => app(request, client));
  }

  isAtWork = false;

  /** Starts the senders once the business is served; opening it starts only reading. */
  async work(): Promise<void> {
    this.isAtWork = true;
    if (this.#serving !== null) (await this.#opened()).work();
  }

  get isBusy(): boolean {
    return this.#endpoints?.isBusy() ?? false;
  }

  get reviewCount(): number {
    return this.#serving?.publisher.current?.publication.reviewCount ?? 0;
  }

  metrics(): Promise<string> | null {
    return this.#serving === null ? null : this.#opened().then((endpoints) => endpoints.metrics());
  }

  serve(options: ServeOptions): void {
    const { process, site, onTrouble } = options;
    const { store, isReadOnly, lease } = this.leased;
    const publisher: Publisher = new Publisher({
      process,
      site,
      database: this.database,
      store,
      isReadOnly,
      lease,
      onPublished: (published) => this.#announce(published),
      onHopeless: (message) => onTrouble(new GoodwordError("database", message)),
    });
    this.#serving = { ...options, publisher };
    publisher.start();
    // Most businesses serve only documents; the first other request, or pending work, opens the endpoints.
    if (this.isAtWork) publisher.looked.then(() => (this.#stopping === null ? this.work() : null)).catch(() => {});
    const examine = () => {
      const lost = this.#examine();
      if (lost !== null) onTrouble(lost);
    };
    this.#watch = process.chores.add({ name: "database", everyMs: process.lookMs, run: examine });
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    const published = this.#serving?.publisher[Symbol.asyncDispose]();
    await this.#watch?.stop();
    await published;
    // Endpoints that are just being opened are closed as well.
    const endpoints = await this.#opening?.catch(() => null);
    await endpoints?.[Symbol.asyncDispose]();
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.stop();
    await this.leased.lease.leave();
    // It may be closed before anybody noticed that its file is missing.
    this.leased.setLogAside();
    await this.leased.store[Symbol.asyncDispose]();
  }

  #served(): Serving {
    if (this.#serving === null) throw new Error("The business is not served yet");
    return this.#serving;
  }

  #opened(): Promise<Endpoints> {
    this.#opening ??= this.#open().catch((error) => {
      this.#opening = null;
      if (this.#stopping === null) this.#served().onTrouble(error);
      throw error;
    });
    return this.#opening;
  }

  async #open(): Promise<Endpoints> {
    const { process, site, publisher } = this.#served();
    const { store, isReadOnly, isFile, lease } = this.leased;
    const { createEndpoints } = await import("./endpoints.ts");
    const endpoints = await createEndpoints({
      process,
      site,
      database: this.database,
      store,
      isReadOnly,
      isFile,
      lease,
      publisher,
    });
    this.#endpoints = endpoints;
    if (publisher.current !== null) endpoints.published(publisher.current);
    return endpoints;
  }

  #announce(published: Published): void {
    this.#endpoints?.published(published);
    if (this.#isReady) return;
    this.#isReady = true;
    this.#served().onReady();
  }

  /** Reports trouble with the database. Returns why it is lost, once. */
  #examine(): GoodwordError | null {
    const { readiness } = this.#served().process;
    let trouble: ReturnType<ServedStore["trouble"]>;
    try {
      trouble = this.leased.trouble();
    } catch (error) {
      // For example, the file system fails: the last publication is served, and the file is examined again.
      readiness.report(PART, { message: "the database file cannot be examined", detail: String(error) });
      return null;
    }
    if (trouble !== null || this.#isReady) readiness.report(PART, trouble);
    if (!trouble?.isLost || this.#isLost) return null;
    this.#isLost = true;
    this.leased.setLogAside();
    this.#served().publisher.forgetFile();
    return new GoodwordError("database", `${this.database}: ${trouble.message}`);
  }
}
