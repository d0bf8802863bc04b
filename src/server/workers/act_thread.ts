/**
 * Has acts of the owner done in a thread of their own, which starts with the first and ends when none was asked for for a while.
 *
 * @module
 */
import { GoodwordError } from "../../errors.ts";
import type { InvitationPolicy } from "../../invitations/mod.ts";
import type { BounceOutcome } from "../../owner/take_bounce.ts";
import type { JobsRequest, TakenJobs } from "../../owner/take_jobs.ts";
import type { Clock } from "../../platform.ts";
import { canStartWorker, workerScript } from "../start_worker.ts";
import { type WorkerCall, WorkerThread } from "./worker_call.ts";

/** An act on a database, by its path or URL. */
export interface ActCall extends WorkerCall {
  readonly given: { readonly database: string } & (
    | { readonly act: "name_of_token"; readonly token: string }
    | { readonly act: "take_jobs"; readonly request: JobsRequest }
    | { readonly act: "take_bounce"; readonly mime: Uint8Array }
    | { readonly act: "forget_unused"; readonly policy: InvitationPolicy }
  );
}

const WORKER = workerScript("workers/act_worker.ts");
const KEPT_MS = 20_000;

/** @throws {GoodwordError} `database` when no descriptors are left for it */
function startWorker(): Worker {
  if (!canStartWorker()) throw new GoodwordError("database", "Too many connections for the limit of open files");
  return new Worker(WORKER);
}

/** The acts on one database. What the thread throws comes back as an error with its message. */
export class ActThread implements AsyncDisposable {
  readonly #thread: WorkerThread<ActCall>;

  constructor(
    private readonly database: string,
    clock: Clock,
  ) {
    this.#thread = new WorkerThread({ name: "the thread of acts", start: startWorker, keptMs: KEPT_MS, clock });
  }

  /** Acts without a result so far. */
  get pending(): number {
    return this.#thread.pending;
  }

  /** Whose token it is; null for nobody's. */
  async nameOfToken(token: string): Promise<string | null> {
    return (await this.#thread.call({ database: this.database, act: "name_of_token", token })) as string | null;
  }

  async takeJobs(request: JobsRequest): Promise<TakenJobs> {
    return (await this.#thread.call({ database: this.database, act: "take_jobs", request })) as TakenJobs;
  }

  async takeBounce(mime: Uint8Array): Promise<BounceOutcome> {
    return (await this.#thread.call({ database: this.database, act: "take_bounce", mime })) as BounceOutcome;
  }

  async forgetUnused(policy: InvitationPolicy): Promise<void> {
    await this.#thread.call({ database: this.database, act: "forget_unused", policy });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#thread.end("the server is stopping");
  }
}
