/**
 * Services that run in threads of their own: what they do takes the processor, reads long files, renders pages or waits for locks, which
 * the event loop must not. Every thread runs the same script, which loads a service with its first call. A thread starts with its
 * first call, and ends when none has come for a while, so that its memory is given back.
 */

import { GoodwordError } from "../../errors.ts";
import { methodsBy } from "../../memo.ts";
import type { Clock } from "../../platform.ts";
import { canStartWorker, WORKER_SCRIPT } from "../start_worker.ts";
import { type WorkerCall, WorkerThread } from "./worker_call.ts";

/** Every service; `service_worker.ts` opens them. */
export type ServiceName =
  | "desk"
  | "acts"
  | "console"
  | "imports"
  | "rows"
  | "builder"
  | "analysis"
  | "drawing"
  | "passwords";

export interface ServiceCall extends WorkerCall {
  readonly given: {
    readonly service: ServiceName;
    /** What the service is opened with, a plain value. */
    readonly order: unknown;
    /** Null closes the service. */
    readonly method: string | null;
    readonly given: readonly unknown[];
  };
}

interface ThreadOptions {
  /** As it is called in errors. */
  readonly name: string;
  /** How long it stays without a call, in milliseconds. Default: until it is ended. */
  readonly keptMs?: number;
  readonly clock?: Clock;
  /** Whether it has a small heap. Default false. */
  readonly isSmall?: boolean;
}

/** A thread of services. What they throw comes back as an error with its message; disposing ends it, and what waits is rejected. */
export class ServiceThread implements AsyncDisposable {
  readonly #thread: WorkerThread<ServiceCall>;

  constructor({ isSmall = false, ...options }: ThreadOptions) {
    const start = () => {
      if (!canStartWorker()) throw new GoodwordError("database", "Too many connections for the limit of open files");
      return new Worker(WORKER_SCRIPT, { smol: isSmall });
    };
    this.#thread = new WorkerThread({ ...options, start });
  }

  /**
   * A service; its methods are calls of the thread, which take and give plain values. `order` is made with the first; without one, all
   * calls are to the same service. `onEvent` gets what a call reports.
   */
  service<Service extends object>(
    service: ServiceName,
    order: () => unknown = () => null,
    onEvent?: (event: unknown) => void,
  ): Service {
    let made: { readonly order: unknown } | null = null;
    return methodsBy<Service>(async (method, given) => {
      made ??= { order: order() };
      return this.#thread.call({ service, order: made.order, method, given }, onEvent);
    });
  }

  /** Closes what a service has open, if the thread knows it. */
  async close(service: ServiceName, order: unknown): Promise<void> {
    await this.#thread.call({ service, order, method: null, given: [] });
  }

  /** Calls without a result so far. */
  get pending(): number {
    return this.#thread.pending;
  }

  /** Ends the thread. Calls that wait are rejected with `reason`; without one they are never answered. */
  end(reason?: string): Promise<void> {
    return this.#thread.end(reason);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.end("the server is stopping");
  }
}
