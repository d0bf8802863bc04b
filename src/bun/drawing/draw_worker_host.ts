/**
 * Keeps the drawing worker: started with the first picture, ended when none has been asked for for a while, so that its
 * memory is given back.
 *
 * @module
 */
import type { Clock, Draw, Drawing } from "../../platform.ts";
import { workerScript } from "../worker_script.ts";
import type { DrawMessage } from "./draw_messages.ts";

/** A new worker takes a second for its first picture and tens of megabytes; pictures are asked for in groups. */
const KEPT_MS = 20_000;
/** More would wait for longer than whoever fetches pictures of links does. */
const MOST_WAITING = 50;

const WORKER = workerScript("drawing/draw_worker.ts");

interface Waiting {
  readonly drawing: Drawing;
  readonly settle: PromiseWithResolvers<Uint8Array<ArrayBuffer>>;
}

/** Draws pictures one after another in a worker of its own. */
export class DrawWorkerHost implements Disposable {
  #worker: Worker | null = null;
  #isListening = false;
  /** The first is being drawn. */
  readonly #waiting: Waiting[] = [];
  #cancelEnd = () => {};

  constructor(private readonly clock: Clock) {}

  readonly draw: Draw = (drawing) => {
    const settle = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
    if (this.#waiting.length >= MOST_WAITING) return Promise.resolve(null);
    this.#cancelEnd();
    this.#waiting.push({ drawing, settle });
    this.#worker ??= this.#start();
    if (this.#waiting.length === 1 && this.#isListening) this.#worker.postMessage(drawing);
    return settle.promise;
  };

  /** Ends the worker; what is waited for is refused. */
  [Symbol.dispose](): void {
    this.#end("the server is stopping");
  }

  #start(): Worker {
    const worker = new Worker(WORKER);
    const hear = (message: DrawMessage) => {
      if (this.#worker === worker) this.#hear(message);
    };
    worker.onmessage = ({ data }: MessageEvent<DrawMessage>) => hear(data);
    worker.onerror = ({ message }) => {
      if (this.#worker === worker) this.#end(message);
    };
    worker.addEventListener("close", () => {
      if (this.#worker === worker) this.#end("the drawing worker exited unexpectedly");
    });
    return worker;
  }

  #hear(message: DrawMessage): void {
    if (message.kind === "ready") this.#isListening = true;
    else {
      const done = this.#waiting.shift();
      if (message.kind === "drawn") done?.settle.resolve(message.png);
      else done?.settle.reject(new Error(`cannot draw a picture: ${message.message}`));
    }
    const [next] = this.#waiting;
    if (next) this.#worker?.postMessage(next.drawing);
    else this.#cancelEnd = this.clock.after(KEPT_MS, () => this.#end("the drawing worker was idle"));
  }

  #end(reason: string): void {
    this.#cancelEnd();
    this.#worker?.terminate();
    this.#worker = null;
    this.#isListening = false;
    for (const { settle } of this.#waiting.splice(0)) settle.reject(new Error(reason));
  }
}
