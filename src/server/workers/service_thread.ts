/**
 * Services that run in threads of their own: what they do reads long files, renders pages and waits for locks, which the event
 * loop must not. A thread starts with the first call of its service, and ends when none has come for a while, so that its
 * memory is given back.
 */

import { GoodwordError } from "../../errors.ts";
import type { Desk } from "../../invitations/mod.ts";
import { methodsBy } from "../../memo.ts";
import type { Clock } from "../../platform.ts";
import { canStartWorker, workerScript } from "../start_worker.ts";
import type { OwnerActs } from "./open_acts.ts";
import type { ConsoleOrder, ConsoleService } from "./open_console.ts";
import type { DeskOrder } from "./open_desk.ts";
import type { ImportService, ImportsOrder } from "./open_imports.ts";
import { type WorkerCall, WorkerThread } from "./worker_call.ts";

/** Every service; what its methods are given, and what they answer, are plain values. One that keeps something open is disposed of. */
export interface Services {
  /** Answers of customers, and reports of readers. */
  readonly desk: Desk & Partial<AsyncDisposable>;
  /** What other programs have done over HTTP. */
  readonly acts: OwnerActs & Partial<AsyncDisposable>;
  /** The owner's pages and forms. */
  readonly console: ConsoleService & Partial<AsyncDisposable>;
  /** What was uploaded to the console. */
  readonly imports: ImportService & Partial<AsyncDisposable>;
}

/** What each service is opened with. */
export interface ServiceOrders {
  readonly desk: DeskOrder;
  /** Path of the SQLite file, or URL of the PostgreSQL database. */
  readonly acts: string;
  readonly console: ConsoleOrder;
  readonly imports: ImportsOrder;
}

type ServiceName = keyof Services;

export interface ServiceCall<Name extends ServiceName = ServiceName> extends WorkerCall {
  readonly given: {
    readonly service: Name;
    readonly order: ServiceOrders[Name];
    readonly method: string;
    readonly given: readonly unknown[];
  };
}

/** How long a thread stays without a call: people look at a page for a while before they answer; programs do not. */
const KEPT_MS: Readonly<Record<ServiceName, number>> = {
  desk: 120_000,
  acts: 20_000,
  console: 300_000,
  imports: 20_000,
};

const WORKER = workerScript("workers/service_worker.ts");

/** @throws {GoodwordError} `database` when no descriptors are left for it */
function startWorker(): Worker {
  if (!canStartWorker()) throw new GoodwordError("database", "Too many connections for the limit of open files");
  return new Worker(WORKER);
}

/** A service in a thread. What it throws comes back as an error with its message; disposing ends it, and what waits is rejected. */
export class ServiceThread<Name extends ServiceName> implements AsyncDisposable {
  readonly #thread: WorkerThread<ServiceCall<Name>>;
  readonly #name: Name;
  /** The service of the order that the thread was made for. */
  readonly service: Services[Name];

  /** `order` is made with the first call. */
  constructor(name: Name, order: () => ServiceOrders[Name], clock: Clock) {
    this.#thread = new WorkerThread<ServiceCall<Name>>({
      ...{ name: `the thread of the ${name}`, start: startWorker, keptMs: KEPT_MS[name], clock },
    });
    this.#name = name;
    this.service = this.serviceFor(order);
  }

  /** A service of its own for another order, in the same thread; its methods are calls of the thread. */
  serviceFor(order: () => ServiceOrders[Name]): Services[Name] {
    let made: ServiceOrders[Name] | null = null;
    const call = async (method: string, given: readonly unknown[]) => {
      made ??= order();
      return this.#thread.call({ service: this.#name, order: made, method, given });
    };
    return methodsBy<Services[Name]>(call);
  }

  /** Calls without a result so far. */
  get pending(): number {
    return this.#thread.pending;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#thread.end("the server is stopping");
  }
}
