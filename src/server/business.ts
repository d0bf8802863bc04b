/** One business that the process serves: its store under a lease, its publication, and the endpoints over it. */
import { GoodwordError } from "../errors.ts";
import type { Client, ResponseOrPromise } from "../http/operation.ts";
import { PATHS, type Site } from "../http/paths.ts";
import type { Representation } from "../http/representation.ts";
import { targetOf } from "../http/request.ts";
import { once } from "../memo.ts";
import type { Published } from "../publication/publishing/mod.ts";
import type { Store } from "../store/mod.ts";
import type { Chore } from "./chores.ts";
import { steadyClock, systemRandom } from "./clock.ts";
import type { Endpoints } from "./endpoints.ts";
import { LeaseKeeper } from "./lease_keeper.ts";
import type { OpenedStore } from "./open_store.ts";
import { Publisher } from "./publisher/publisher.ts";
import type { BusinessProcess, OpenBusiness } from "./server_process.ts";

const PART = "database";

/** Requests that are about the server itself, or write: they never wait for an activation. */
const NEVER_WAITING: ReadonlySet<string> = new Set([PATHS.health, PATHS.readiness, PATHS.hub]);

interface ServedParts {
  /** Closed with the business. */
  readonly opened: OpenedStore;
  readonly database: string;
  readonly process: BusinessProcess;
  readonly site: Site;
  /** Whether it starts the senders. */
  readonly isAtWork: boolean;
  /** The first publication can be read. */
  readonly onReady: () => void;
  readonly onTrouble: (error: unknown) => void;
}

/** A business that is stopped and disposed of still answers from what it published last. */
export class ServedBusiness implements AsyncDisposable {
  readonly #parts: ServedParts;
  readonly #own: OpenBusiness;
  readonly #publisher: Publisher;
  readonly #watch: Chore;
  isAtWork: boolean;
  #endpoints: Endpoints | null = null;
  #isReady = false;
  #isLost = false;
  #isStopped = false;

  constructor(parts: ServedParts) {
    const { opened, database, process, site, isAtWork, onTrouble } = parts;
    const { store, isReadOnly } = opened;
    const server = systemRandom.bytes(8).toHex();
    const lease = new LeaseKeeper({ store: store.activation, server, clock: steadyClock });
    this.#parts = parts;
    this.#own = { process, site, database, store, isReadOnly, lease };
    this.#publisher = new Publisher({
      ...this.#own,
      onPublished: (published) => this.#announce(published),
      onHopeless: (message) => onTrouble(new GoodwordError("database", message)),
    });
    this.#publisher.start();
    this.isAtWork = isAtWork;
    // Most businesses serve only documents; the first other request, or pending work, opens the endpoints.
    if (isAtWork) this.#publisher.looked.then(() => (this.#isStopped ? null : this.work())).catch(() => {});
    this.#watch = process.chores.add({ name: "database", everyMs: process.lookMs, run: () => this.#examine() });
  }

  get openStore(): Store | null {
    return this.#isStopped ? null : this.#own.store;
  }

  document(path: string): Representation | undefined {
    return this.#publisher.served.document(path) ?? this.#endpoints?.document(path);
  }

  /** Waits for the first publication where the answer depends on it. */
  handle(request: Request, client: Client): ResponseOrPromise {
    const endpoints = this.#endpoints;
    if (endpoints === null) return this.#opened().then((opened) => this.#answer(opened, request, client));
    return this.#answer(endpoints, request, client);
  }

  #answer({ app }: Endpoints, request: Request, client: Client): ResponseOrPromise {
    const { served, current } = this.#publisher;
    // Before the first publication, requests wait for it. Without a lease, the server continues with what it has.
    const isCertain = served.isServing || current === null;
    if (isCertain || NEVER_WAITING.has(targetOf(request.url))) return app(request, client);
    return this.#own.lease.untilCertain().then(() => app(request, client));
  }

  /** Starts the senders; until then it only reads. */
  async work(): Promise<void> {
    this.isAtWork = true;
    (await this.#opened()).work();
  }

  get isBusy(): boolean {
    return this.#endpoints?.isBusy() ?? false;
  }

  get reviewCount(): number {
    return this.#publisher.current?.publication.reviewCount ?? 0;
  }

  async metrics(): Promise<string> {
    return (await this.#opened()).metrics();
  }

  readonly stop = once(async () => {
    this.#isStopped = true;
    const published = this.#publisher[Symbol.asyncDispose]();
    await this.#watch.stop();
    await published;
    // Endpoints that are just being opened are closed as well.
    const endpoints = await this.#opening?.catch(() => null);
    await endpoints?.[Symbol.asyncDispose]();
  });

  readonly [Symbol.asyncDispose] = once(async () => {
    await this.stop();
    await this.#own.lease.leave();
    await this.#parts.opened.close();
  });

  #opening: Promise<Endpoints> | null = null;

  #opened(): Promise<Endpoints> {
    this.#opening ??= this.#open().catch((error) => {
      this.#opening = null;
      if (!this.#isStopped) this.#parts.onTrouble(error);
      throw error;
    });
    return this.#opening;
  }

  async #open(): Promise<Endpoints> {
    const publisher = this.#publisher;
    const { createEndpoints } = await import("./endpoints.ts");
    const endpoints = await createEndpoints({ ...this.#own, isFile: this.#parts.opened.isFile, publisher });
    this.#endpoints = endpoints;
    if (publisher.current !== null) endpoints.published(publisher.current);
    return endpoints;
  }

  #announce(published: Published): void {
    this.#endpoints?.published(published);
    if (this.#isReady) return;
    this.#isReady = true;
    this.#parts.onReady();
  }

  /** Reports trouble with the database; once, that it is lost. */
  #examine(): void {
    const { opened, database, process, onTrouble } = this.#parts;
    const { readiness } = process;
    let trouble: ReturnType<OpenedStore["trouble"]>;
    try {
      trouble = opened.trouble();
    } catch (error) {
      // For example, the file system fails: the last publication is served, and the file is examined again.
      readiness.report(PART, { message: "the database file cannot be examined", detail: String(error) });
      return;
    }
    if (trouble !== null || this.#isReady) readiness.report(PART, trouble);
    if (!trouble?.isLost || this.#isLost) return;
    this.#isLost = true;
    opened.setLogAside();
    this.#publisher.forgetFile();
    onTrouble(new GoodwordError("database", `${database}: ${trouble.message}`));
  }
}
