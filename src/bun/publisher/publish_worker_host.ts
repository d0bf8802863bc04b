/**
 * Keeps the publishing worker: started when it is first needed, kept warm between changes that follow one another, and
 * ended when it has had nothing to do for a while, so that its memory is given back.
 *
 * @module
 */
import type { Clock } from "../../platform.ts";
import { workerScript } from "../worker_script.ts";
import type { PublishMessage, PublishOrder } from "./publish_messages.ts";

/** A warm worker builds twice as fast as a new one, and changes tend to come in groups; it holds some 30 MB meanwhile. */
const KEPT_MS = 20_000;

/** How long a worker that was ended is waited for, in milliseconds. */
const GOING_MS = 1000;

const WORKER = workerScript("publisher/publish_worker.ts");

/** Owns the publish worker: starts it on demand, and ends it when it is idle or superseded. */
export class PublishWorkerHost {
  #worker: Worker | null = null;
  /** Given to the worker as soon as it listens. */
  #waiting: PublishOrder | null = null;
  #isListening = false;
  #isIdle = false;
  #cancelEnd = () => {};

  /** `receive` is told what the worker of the latest order says, and nothing of those before. */
  constructor(
    private readonly clock: Clock,
    private readonly receive: (message: PublishMessage) => void,
  ) {}

  /** Has an order carried out; one that is still under way is given up for it. */
  order(order: PublishOrder): void {
    if (!this.#isIdle) void this.end();
    this.#cancelEnd();
    this.#isIdle = false;
    if (this.#worker === null) this.#start();
    if (this.#isListening) this.#worker?.postMessage(order);
    else this.#waiting = order;
  }

  /** Ends the worker, whatever it is doing. Resolves when it is gone with all that it had open, or after a second. */
  async end(): Promise<void> {
    this.#cancelEnd();
    const worker = this.#worker;
    this.#worker = null;
    this.#waiting = null;
    this.#isListening = false;
    this.#isIdle = false;
    if (worker === null) return;
    const gone = Promise.withResolvers<void>();
    const cancelWait = this.clock.after(GOING_MS, gone.resolve);
    worker.addEventListener("close", () => gone.resolve(), { once: true });
    worker.terminate();
    await gone.promise;
    cancelWait();
  }

  #start(): void {
    const worker = new Worker(WORKER);
    const hear = (message: PublishMessage) => {
      if (this.#worker === worker) this.#hear(message);
    };
    worker.onmessage = ({ data }: MessageEvent<PublishMessage>) => hear(data);
    worker.onerror = ({ message }) => hear({ kind: "failed", message });
    // A worker that dies without a word must not keep its place.
    worker.addEventListener("close", () =>
      hear({ kind: "failed", message: "the publishing worker exited unexpectedly" }),
    );
    this.#worker = worker;
  }

  #hear(message: PublishMessage): void {
    if (message.kind === "ready") {
      this.#isListening = true;
      if (this.#waiting !== null) this.#worker?.postMessage(this.#waiting);
      this.#waiting = null;
      return;
    }
    if (message.kind === "done") {
      this.#isIdle = true;
      this.#cancelEnd = this.clock.after(KEPT_MS, () => void this.end());
    }
    if (message.kind === "failed") void this.end();
    this.receive(message);
  }
}
