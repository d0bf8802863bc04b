/** What a process has once that serves many businesses, and what each of them sees of it. */
import type { Config } from "../../config.ts";
import type { GuardedFetch, Log, LogFields } from "../../platform.ts";
import { BuildQueue } from "../publisher/build_queue.ts";
import { Readiness } from "../readiness.ts";
import { ServerProcess } from "../server_process.ts";
import { ServiceThread } from "../workers/service_thread.ts";
import { FairTurns } from "./fair_turns.ts";

/** How often the store of a business that is held is looked at, in milliseconds. */
const LOOK_MS = 500;

/** Messages of all businesses, which share a mail server. The console sends tests beside them: together 4 at once and 60 a minute. */
const MAIL = { atOnce: 3, perMinute: 54 };

/** Businesses are given views of it, and stop before it does. */
export class ManyProcess extends ServerProcess implements AsyncDisposable {
  override readonly lookMs = LOOK_MS;
  override readonly builds = new BuildQueue(this.clock);
  override readonly desks = new ServiceThread("desk", noOrder, this.clock);
  /** Does for stores of businesses that are not held what has to be done. */
  readonly acts = new ServiceThread("acts", noOrder, this.clock);
  /** No more requests at once for all businesses together than one may make. */
  readonly #outbound = new FairTurns(this.clock, { atOnce: this.config.hub.concurrency });
  readonly #mail = new FairTurns(this.clock, MAIL);

  /** The process as one business sees it. */
  viewFor(id: string, config: Config): ServerProcess {
    const log = logOf(this.log, id);
    const outbound = this.#outbound.lane();
    const inTurn = (fetch: GuardedFetch): GuardedFetch => {
      return (request) => outbound(() => fetch(request));
    };
    const own = { config, log, readiness: new Readiness(log), inTurn, mailTurn: this.#mail.lane() };
    return Object.assign(Object.create(this), own);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.builds, this.desks, this.acts].map((part) => part[Symbol.asyncDispose]()));
    this[Symbol.dispose]();
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
