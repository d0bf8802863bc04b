/**
 * Services in threads of their own: what takes the processor, waits for locks or the disk. A thread starts with its first call and ends
 * when idle.
 */

import { type ErrorCode, GoodwordError } from "../../errors.ts";
import { createMethodProxy } from "../../memo.ts";
import { withTimeout } from "../../platform.ts";
import { systemClock } from "../clock.ts";
import { canStartWorker, WORKER_SCRIPT } from "../start_worker.ts";

/** Every service; `service_worker.ts` opens them. */
export type ServiceName =
  | "invitations"
  | "acts"
  | "console"
  | "imports"
  | "rows"
  | "builder"
  | "analysis"
  | "drawing"
  | "passwords";

export interface ServiceCall {
  readonly id: number;
  readonly service: ServiceName;
  readonly order: unknown;
  readonly method: string | null;
  readonly given: readonly unknown[];
}

/** What comes back: a plain value or an error. */
export type ServiceReply =
  | { readonly kind: "returned"; readonly id: number; readonly result: unknown }
  | { readonly kind: "failed"; readonly id: number; readonly message: string; readonly code: ErrorCode | null };

/** How long a thread that was ended is waited for, in milliseconds. */
const GOING_MS = 1000;

interface ThreadOptions {
  readonly name: string;
  /** How long it stays without a call, in milliseconds. Default: until it is ended. */
  readonly keptMs?: number;
  readonly isSmall?: boolean;
}

export class ServiceThread implements AsyncDisposable {
  #worker: Worker | null = null;
  #calls = 0;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #cancelEnd = () => {};

  constructor(private readonly options: ThreadOptions) {}

  /**
   * Methods are calls of the thread with plain values. They reject with what the service threw, or why the thread ended: whether the call
   * took effect is open then. `order` is what the service is opened with.
   */
  service<Service extends object>(service: ServiceName, order: unknown = null): Service {
    return createMethodProxy<Service>((method, given) => this.#call({ service, order, method, given }));
  }

  /** Closes what a service has open, if the thread knows it. */
  async close(service: ServiceName, order: unknown): Promise<void> {
    if (this.#worker === null) return;
    await this.#call({ service, order, method: null, given: [] });
  }

  /** Calls without a result so far. */
  get pending(): number {
    return this.#waiting.size;
  }

  async #call(call: Omit<ServiceCall, "id">): Promise<unknown> {
    this.#cancelEnd();
    this.#worker ??= this.#start();
    const id = this.#calls++;
    const settle = Promise.withResolvers<unknown>();
    this.#waiting.set(id, settle);
    this.#worker.postMessage({ id, ...call } satisfies ServiceCall);
    return settle.promise;
  }

  /** Ends the thread at once, within a second. Calls that wait are rejected with `reason`, or never answered without one. */
  async end(reason?: string): Promise<void> {
    const worker = this.#worker;
    this.#forget(reason);
    if (worker === null) return;
    const gone = Promise.withResolvers<void>();
    worker.addEventListener("close", () => gone.resolve(), { once: true });
    worker.terminate();
    await withTimeout(gone.promise, { timeoutMs: GOING_MS, clock: systemClock, late: () => {} });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.end("the server is stopping");
  }

  #start(): Worker {
    if (!canStartWorker()) throw new GoodwordError("database", "Too many connections for the limit of open files");
    const worker = new Worker(WORKER_SCRIPT, { smol: this.options.isSmall ?? false });
    const ended = (reason: string) => {
      if (this.#worker === worker) this.#forget(reason);
    };
    worker.onmessage = ({ data }: MessageEvent<ServiceReply>) => {
      if (this.#worker === worker) this.#onReply(data);
    };
    worker.onerror = ({ message }) => ended(message);
    // A thread that dies without a word must not keep its place.
    worker.addEventListener("close", () => ended(`${this.options.name} exited unexpectedly`));
    return worker;
  }

  #onReply(reply: ServiceReply): void {
    const call = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    const { keptMs } = this.options;
    if (this.pending === 0 && keptMs !== undefined) this.#cancelEnd = systemClock.after(keptMs, () => void this.end());
    if (reply.kind === "returned") call?.resolve(reply.result);
    else call?.reject(errorOf(reply));
  }

  #forget(reason?: string): void {
    this.#cancelEnd();
    this.#worker = null;
    const left = [...this.#waiting.values()];
    this.#waiting.clear();
    if (reason !== undefined) for (const { reject } of left) reject(new Error(reason));
  }
}

function errorOf({ message, code }: { readonly message: string; readonly code: ErrorCode | null }): Error {
  return code === null ? new Error(message) : new GoodwordError(code, message);
}
