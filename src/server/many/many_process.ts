/** What a process has once that serves many businesses, and what each of them sees of it. */
import type { Config } from "../../config.ts";
import type { GuardedFetch, Log, LogFields } from "../../platform.ts";
import { BuildQueue } from "../publisher/build_queue.ts";
import { Readiness } from "../readiness.ts";
import { ServerProcess } from "../server_process.ts";
import { ServiceThread } from "../workers/service_thread.ts";

/** How often the store of a business that is held is looked at, in milliseconds. */
const LOOK_MS = 500;

/** Businesses are given views of it, and stop before it does. */
export class ManyProcess extends ServerProcess implements AsyncDisposable {
  override readonly lookMs = LOOK_MS;
  override readonly builds = new BuildQueue(this.clock);
  override readonly desks = new ServiceThread("desk", noOrder, this.clock);
  /** Does for stores of businesses that are not held what has to be done. */
  readonly acts = new ServiceThread("acts", noOrder, this.clock);
  readonly #outbound = new Turns(this.config.hub.concurrency);

  /** The process as one business sees it. */
  viewFor(id: string, config: Config): ServerProcess {
    const log = logOf(this.log, id);
    return Object.assign(Object.create(this), { config, log, readiness: new Readiness(log) });
  }

  /** No more requests at once for all businesses together than one may make. */
  override readonly inTurn = (fetch: GuardedFetch): GuardedFetch => {
    return (request) => this.#outbound.take(() => fetch(request));
  };

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.builds, this.desks, this.acts].map((part) => part[Symbol.asyncDispose]()));
    this[Symbol.dispose]();
  }
}

/** Work of which so much is under way at once at most. */
export class Turns {
  readonly #waiting: (() => void)[] = [];

  constructor(private free: number) {}

  async take<Done>(work: () => Promise<Done>): Promise<Done> {
    if (this.free > 0) this.free--;
    else await new Promise<void>((begin) => void this.#waiting.push(begin));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.free++;
      else next();
    }
  }
}

function noOrder(): never {
  throw new Error("Each business has a service of its own");
}

/** Every line names the business. */
function logOf(log: Log, business: string): Log {
  const at = (level: keyof Log) => (event: string, fields?: LogFields) => log[level](event, { business, ...fields });
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}
