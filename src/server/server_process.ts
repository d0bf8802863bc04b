/** What a process has once, for however many businesses it serves. */
import type { Config } from "../config.ts";
import type { Site } from "../http/paths.ts";
import { once } from "../memo.ts";
import type { Clock, Log } from "../platform.ts";
import type { SqliteStore } from "../store/sqlite/store.ts";
import { systemClock } from "./clock.ts";
import type { LeaseKeeper } from "./lease_keeper.ts";
import { Poller } from "./poller.ts";
import { collectGarbage } from "./publisher/collect_garbage.ts";
import { type AnswerCounts, Readiness } from "./readiness.ts";
import { DatabaseThread } from "./workers/database_thread.ts";
import { DrawWorkerHost } from "./workers/draw_worker_host.ts";

/** One open store of a business, as the process serves it. */
export interface OpenBusiness {
  readonly process: ServerProcess;
  readonly site: Site;
  /** Path of the SQLite file, or URL of the PostgreSQL database. */
  readonly database: string;
  readonly store: SqliteStore;
  readonly isReadOnly: boolean;
  readonly lease: LeaseKeeper;
}

/** What a process starts with. */
interface ServerProcessOptions {
  readonly config: Config;
  readonly log: Log;
  /** Answers given so far, by status. */
  readonly counts: AnswerCounts;
}

/** Businesses are given it, and stop before it does. */
export class ServerProcess implements Disposable {
  readonly clock: Clock = systemClock;
  readonly config: Config;
  readonly log: Log;
  readonly counts: AnswerCounts;
  readonly readiness: Readiness;
  /** Looks at the databases of all businesses. */
  readonly poller: Poller;
  /** Keeps what the hubs of all businesses hold in files. */
  readonly databaseThread = new DatabaseThread();
  readonly drawing: DrawWorkerHost;
  /** Reads that were answered without a lease, since the start. */
  fallbackReads = 0;
  readonly #stopCollecting: () => void;

  constructor({ config, log, counts }: ServerProcessOptions) {
    this.config = config;
    this.log = log;
    this.counts = counts;
    this.readiness = new Readiness(log);
    this.poller = new Poller(this.clock);
    this.drawing = new DrawWorkerHost(this.clock);
    this.#stopCollecting = collectGarbage(this.clock);
  }

  /** What bounds the work of all businesses together. */
  readonly limits = once(async () => {
    const { createProcessLimits } = await import("./process_limits.ts");
    return createProcessLimits(this.config, this.clock);
  });

  [Symbol.dispose](): void {
    this.#stopCollecting();
    this.drawing[Symbol.dispose]();
  }
}
