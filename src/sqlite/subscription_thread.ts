/**
 * The hub's store, kept by a thread of its own: a store whose calls are messages.
 *
 * @module
 */
import { GoodwordError } from "../errors.ts";
import type {
  OpenSubscriptions,
  SubscriptionCall,
  SubscriptionFile,
  SubscriptionResult,
} from "./subscription_messages.ts";

/**
 * A store over a file with the newest schema. The thread starts with the first call, and anew with the next one should it
 * ever end; the calls that it leaves behind are rejected, and whether they took effect is open. `startWorker` starts the
 * script of such threads.
 */
export function createSubscriptionThread(file: SubscriptionFile, startWorker: () => Worker): OpenSubscriptions {
  const thread = new Thread(file, startWorker);
  return {
    savePending: thread.callOf("savePending"),
    turnVerifications: thread.callOf("turnVerifications"),
    turnDeliveries: thread.callOf("turnDeliveries"),
    renewClaims: thread.callOf("renewClaims"),
    releaseClaims: thread.callOf("releaseClaims"),
    deleteExpired: thread.callOf("deleteExpired"),
    count: thread.callOf("count"),
    close: () => thread.close(),
  };
}

class Thread {
  #worker: Worker | null = null;
  #isClosing = false;
  #calls = 0;
  /** Calls without a result so far. */
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();

  constructor(
    private readonly file: SubscriptionFile,
    private readonly startWorker: () => Worker,
  ) {}

  callOf<Name extends keyof OpenSubscriptions>(name: Name): OpenSubscriptions[Name] {
    const call = (...given: readonly unknown[]) => this.#call(name, given);
    return call as OpenSubscriptions[Name];
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    if (this.#worker === null) return;
    // A file that could not be opened has not to be closed; the thread ends all the same.
    await this.#call("close", []).catch(() => {});
    this.#worker?.terminate();
  }

  async #call(name: keyof OpenSubscriptions, given: readonly unknown[]): Promise<unknown> {
    if (this.#isClosing && name !== "close") throw new GoodwordError("database", "The hub's store is closed");
    this.#worker ??= this.#start();
    const id = this.#calls++;
    const result = Promise.withResolvers<unknown>();
    this.#waiting.set(id, result);
    this.#worker.postMessage({ id, file: this.file, name, given } satisfies SubscriptionCall);
    return result.promise;
  }

  #start(): Worker {
    const worker = this.startWorker();
    worker.onmessage = ({ data }: MessageEvent<SubscriptionResult>) => this.#hear(data);
    worker.onerror = ({ message }) => this.#end(worker, message);
    worker.addEventListener("close", () => this.#end(worker, "it exited unexpectedly"));
    return worker;
  }

  #hear(result: SubscriptionResult): void {
    const call = this.#waiting.get(result.id);
    this.#waiting.delete(result.id);
    if (result.kind === "returned") call?.resolve(result.value);
    else call?.reject(new GoodwordError("database", result.message));
  }

  #end(worker: Worker, reason: string): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    const error = new GoodwordError("database", `The hub's database thread has stopped: ${reason}`);
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
