/** The parts that a process has once, and those that each of its businesses receives. */
import type { Config } from "../config.ts";
import type { Site } from "../http/paths.ts";
import type { Clock, GuardedFetch, Log } from "../platform.ts";
import type { Store } from "../store/mod.ts";
import { Chores } from "./chores.ts";
import { systemClock } from "./clock.ts";
import { FairScheduler } from "./fair_scheduler.ts";
import type { LeaseKeeper } from "./lease_keeper.ts";
import { createProcessLimits } from "./process_limits.ts";
import { BuildQueue } from "./publisher/build_queue.ts";
import { collectGarbage } from "./publisher/collect_garbage.ts";
import { Readiness } from "./readiness.ts";
import { drawIn } from "./workers/draw_in_thread.ts";
import { ServiceThread } from "./workers/service_thread.ts";

export interface OpenBusiness {
  readonly process: BusinessProcess;
  readonly site: Site;
  readonly database: string;
  readonly store: Store;
  readonly isReadOnly: boolean;
  readonly lease: LeaseKeeper;
}

type Shared = Pick<
  ServerProcess,
  "clock" | "counts" | "chores" | "lookMs" | "rows" | "draw" | "builds" | "office" | "limits"
>;

/** The process as one business sees it. */
export interface BusinessProcess extends Shared {
  /** Id of the business; empty of the only one. */
  readonly id: string;
  readonly config: Config;
  readonly log: Log;
  readonly readiness: Readiness;
  /** Requests to the outside, as many at once as the whole process may make. */
  readonly inTurn: (fetch: GuardedFetch) => GuardedFetch;
  /** Turns at the mail server: null from work counts for nothing. */
  readonly mailTurn: <Done>(work: () => Promise<Done>) => Promise<Done>;
}

interface ServerProcessOptions extends Pick<ServerProcess, "lookMs"> {
  readonly config: Config;
  readonly log: Log;
}

/** Messages of all businesses, which share a mail server. The console sends tests beside them: together 4 at once and 60 a minute. */
const MAIL = { atOnce: 3, perMinute: 54 };

/** How long threads stay without a call, in milliseconds: people look at a page for a while before they answer. */
const OFFICE_MS = 300_000;
const UPKEEP_MS = 20_000;
const ROWS_MS = 60_000;
/** A new worker takes a second for its first picture and tens of megabytes; pictures are requested in groups. */
const DRAWING_MS = 20_000;

export class ServerProcess implements AsyncDisposable {
  readonly clock: Clock = systemClock;
  /** Responses by status. */
  readonly counts = new Map<number, number>();
  readonly log: Log;
  readonly readiness: Readiness;
  readonly chores: Chores;
  readonly lookMs: number;
  readonly rows = new ServiceThread({ name: "the database thread", keptMs: ROWS_MS });
  readonly #drawing = new ServiceThread({ name: "the drawing worker", keptMs: DRAWING_MS });
  readonly draw = drawIn(this.#drawing);
  readonly builds = new BuildQueue();
  /** The thread of what people and programs do: consoles, forms of customers, jobs. */
  readonly office = new ServiceThread({ name: "the office", keptMs: OFFICE_MS });
  /** Upkeep of the stores, which yields to readers. */
  readonly upkeep = new ServiceThread({ name: "the thread of the upkeep", keptMs: UPKEEP_MS });
  readonly limits: ReturnType<typeof createProcessLimits>;
  readonly #outbound: FairScheduler;
  readonly #mail: FairScheduler;
  readonly #stopCollecting: () => void;

  constructor({ config, log, lookMs }: ServerProcessOptions) {
    this.log = log;
    this.readiness = new Readiness(log);
    this.chores = new Chores(systemClock, log);
    this.lookMs = lookMs;
    this.limits = createProcessLimits(config, systemClock);
    // No more requests at once for all businesses together than one may make.
    this.#outbound = new FairScheduler(systemClock, { atOnce: config.hub.concurrency });
    this.#mail = new FairScheduler(systemClock, MAIL);
    this.#stopCollecting = collectGarbage(this.chores);
  }

  forBusiness(id: string, config: Config): BusinessProcess {
    const outbound = this.#outbound.lane();
    const log = this.logFor(id);
    return {
      ...this,
      config,
      log,
      id,
      readiness: new Readiness(log, this.readiness),
      inTurn: (fetch) => (request) => outbound(() => fetch(request)),
      mailTurn: this.#mail.lane(),
    };
  }

  /** The log of a business: every line names it. The only one has no name. */
  logFor(business: string): Log {
    const { log } = this;
    if (business === "") return log;
    const at =
      (level: keyof Log): Log[keyof Log] =>
      (event, fields) =>
        log[level](event, { business, ...fields });
    return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopCollecting();
    const parts = [this.builds, this.office, this.upkeep, this.rows, this.#drawing];
    await Promise.all(parts.map((part) => part[Symbol.asyncDispose]()));
  }
}
