/** What a process has once, for however many businesses it serves. */
import type { Config } from "../config.ts";
import type { Site } from "../http/paths.ts";
import type { Clock, GuardedFetch, Log } from "../platform.ts";
import type { SqliteStore } from "../store/sqlite/store.ts";
import { Chores } from "./chores.ts";
import { systemClock } from "./clock.ts";
import type { LeaseKeeper } from "./lease_keeper.ts";
import { createProcessLimits } from "./process_limits.ts";
import type { BuildQueue } from "./publisher/build_queue.ts";
import { collectGarbage } from "./publisher/collect_garbage.ts";
import { type AnswerCounts, Readiness } from "./readiness.ts";
import { DatabaseThread } from "./workers/database_thread.ts";
import { DrawWorkerHost } from "./workers/draw_worker_host.ts";
import type { ServiceThread } from "./workers/service_thread.ts";

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

/** How often the store of the only business is looked at, in milliseconds. */
const LOOK_MS = 100;

/** Businesses are given it, and stop before it does. */
export class ServerProcess implements Disposable {
  readonly clock: Clock = systemClock;
  readonly config: Config;
  readonly log: Log;
  readonly counts: AnswerCounts;
  readonly readiness: Readiness;
  /** All that is done again and again. */
  readonly chores: Chores;
  /** Keeps what the hubs of all businesses hold in files. */
  readonly databaseThread = new DatabaseThread();
  readonly drawing: DrawWorkerHost;
  /** How often stores are looked at, in milliseconds. */
  readonly lookMs: number = LOOK_MS;
  /** Where many businesses have their publications built; null where the only one has a worker for itself. */
  readonly builds: BuildQueue | null = null;
  /** The thread of all desks; null where the only business has one for itself. */
  readonly desks: ServiceThread<"desk"> | null = null;
  /** Bounds the work of all businesses together. */
  readonly limits: ReturnType<typeof createProcessLimits>;
  readonly #stopCollecting: () => void;

  constructor({ config, log, counts }: ServerProcessOptions) {
    this.config = config;
    this.log = log;
    this.counts = counts;
    this.readiness = new Readiness(log);
    this.chores = new Chores(this.clock, log);
    this.drawing = new DrawWorkerHost(this.clock);
    this.limits = createProcessLimits(config, this.clock);
    this.#stopCollecting = collectGarbage(this.chores);
  }

  /** Requests to the outside, as many at once as the whole process may make. */
  readonly inTurn: (fetch: GuardedFetch) => GuardedFetch = (fetch) => fetch;
  /** Turns at the mail server, which many businesses share: null from work counts for nothing. Undefined where there is one. */
  readonly mailTurn: (<Done>(work: () => Promise<Done>) => Promise<Done>) | undefined = undefined;

  [Symbol.dispose](): void {
    this.#stopCollecting();
    this.drawing[Symbol.dispose]();
  }
}
