/**
 * Calls of a worker, as messages: a plain value is given, a plain value or an error comes back, and events are reported
 * on the way. A worker starts with the first call that there is, and another one with the next call should it ever end.
 */
import { type ErrorCode, GoodwordError } from "../../errors.ts";
import type { Clock } from "../../platform.ts";
import { systemClock } from "../clock.ts";

/** What the calls of a worker are about, as both sides of it know it. */
export interface WorkerCall {
  readonly given: unknown;
  readonly result: unknown;
  readonly event?: unknown;
}

interface CallMessage<Call extends WorkerCall> {
  readonly id: number;
  readonly given: Call["given"];
}

type Reply<Call extends WorkerCall> =
  | { readonly kind: "event"; readonly id: number; readonly event: Call["event"] }
  | { readonly kind: "returned"; readonly id: number; readonly result: Call["result"] }
  | { readonly kind: "failed"; readonly id: number; readonly message: string; readonly code: ErrorCode | null };

/** Reports an event of a call; buffers in `transfer` are moved, not copied. */
export type Notify<Event> = (event: Event, transfer?: ArrayBuffer[]) => void;

declare const self: {
  onmessage: ((event: MessageEvent<CallMessage<WorkerCall>>) => void) | null;
  postMessage(reply: Reply<WorkerCall>, transfer?: ArrayBuffer[]): void;
};

/**
 * The inside of a worker: carries out each call when it comes. `work` loads what it needs itself: modules that cannot be loaded
 * with the worker, as when no descriptor is left, would end the whole process and not only the call.
 */
export function serveCalls<Call extends WorkerCall>(
  work: (given: Call["given"], notify: Notify<Call["event"]>) => Promise<Call["result"]>,
): void {
  self.onmessage = async ({ data: { id, given } }) => {
    try {
      const result = await work(given, (event, transfer) => self.postMessage({ kind: "event", id, event }, transfer));
      self.postMessage({ kind: "returned", id, result });
    } catch (error) {
      const code = error instanceof GoodwordError ? error.code : null;
      self.postMessage({ kind: "failed", id, message: error instanceof Error ? error.message : String(error), code });
    }
  };
}

function errorOf({ message, code }: { readonly message: string; readonly code: ErrorCode | null }): Error {
  return code === null ? new Error(message) : new GoodwordError(code, message);
}

/** How long a worker that was ended is waited for, in milliseconds. */
const GOING_MS = 1000;

interface WorkerThreadOptions {
  /** As it is called in errors. */
  readonly name: string;
  readonly start: () => Worker;
  /** How long it stays without a call, in milliseconds, before its memory is given back. Default: until it is ended. */
  readonly keptMs?: number;
  /** Default: the machine's. */
  readonly clock?: Pick<Clock, "after">;
}

interface Waiting<Call extends WorkerCall> {
  readonly settle: PromiseWithResolvers<Call["result"]>;
  readonly onEvent: (event: Call["event"]) => void;
}

/** The outside of a worker, and the owner of its life. */
export class WorkerThread<Call extends WorkerCall> {
  #worker: Worker | null = null;
  #calls = 0;
  /** Calls without a result so far. */
  readonly #waiting = new Map<number, Waiting<Call>>();
  #cancelEnd = () => {};
  readonly #clock: Pick<Clock, "after">;

  constructor(private readonly options: WorkerThreadOptions) {
    this.#clock = options.clock ?? systemClock;
  }

  /** Calls without a result so far. */
  get pending(): number {
    return this.#waiting.size;
  }

  /** Rejects with what the worker threw, or why it ended; whether the call took effect is open then. */
  async call(given: Call["given"], onEvent: (event: Call["event"]) => void = () => {}): Promise<Call["result"]> {
    this.#cancelEnd();
    this.#worker ??= this.#start();
    const id = this.#calls++;
    const settle = Promise.withResolvers<Call["result"]>();
    this.#waiting.set(id, { settle, onEvent });
    this.#worker.postMessage({ id, given } satisfies CallMessage<Call>);
    return settle.promise;
  }

  /**
   * Ends the worker, whatever it is doing. Calls that wait are rejected with `reason`; without one they are never answered, for
   * callers that have given up. Resolves when it is gone with all that it had open, or after a second.
   */
  async end(reason?: string): Promise<void> {
    const worker = this.#worker;
    this.#forget(reason);
    if (worker === null) return;
    const gone = Promise.withResolvers<void>();
    const cancelWait = this.#clock.after(GOING_MS, gone.resolve);
    worker.addEventListener("close", () => gone.resolve(), { once: true });
    worker.terminate();
    await gone.promise;
    cancelWait();
  }

  #start(): Worker {
    const worker = this.options.start();
    const ended = (reason: string) => {
      if (this.#worker === worker) this.#forget(reason);
    };
    worker.onmessage = ({ data }: MessageEvent<Reply<Call>>) => {
      if (this.#worker === worker) this.#hear(data);
    };
    worker.onerror = ({ message }) => ended(message);
    // A worker that dies without a word must not keep its place.
    worker.addEventListener("close", () => ended(`${this.options.name} exited unexpectedly`));
    return worker;
  }

  #hear(reply: Reply<Call>): void {
    const call = this.#waiting.get(reply.id);
    if (reply.kind === "event") {
      call?.onEvent(reply.event);
      return;
    }
    this.#waiting.delete(reply.id);
    const { keptMs } = this.options;
    if (this.pending === 0 && keptMs !== undefined) this.#cancelEnd = this.#clock.after(keptMs, () => void this.end());
    if (reply.kind === "returned") call?.settle.resolve(reply.result);
    else call?.settle.reject(errorOf(reply));
  }

  #forget(reason?: string): void {
    this.#cancelEnd();
    this.#worker = null;
    const left = [...this.#waiting.values()];
    this.#waiting.clear();
    if (reason !== undefined) for (const { settle } of left) settle.reject(new Error(reason));
  }
}
