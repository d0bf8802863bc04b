/**
 * Keeps the drawing worker: started with the first picture, ended when none has been asked for for a while, so that its
 * memory is given back.
 */
import type { Clock, Draw, Drawing } from "../../platform.ts";
import { workerScript } from "../start_worker.ts";
import { type WorkerCall, WorkerThread } from "./worker_call.ts";

/** A new worker takes a second for its first picture and tens of megabytes; pictures are asked for in groups. */
const KEPT_MS = 20_000;
/** More would wait for longer than programs that fetch link previews do. */
const MOST_WAITING = 50;

const WORKER = workerScript("workers/draw_worker.ts");

/** A picture to draw, and its PNG. */
export interface DrawCall extends WorkerCall {
  readonly given: Drawing;
  readonly result: Uint8Array<ArrayBuffer>;
}

/** Draws pictures one after another in a worker of its own. */
export class DrawWorkerHost implements Disposable {
  readonly #worker: WorkerThread<DrawCall>;

  constructor(clock: Clock) {
    this.#worker = new WorkerThread({
      ...{ name: "the drawing worker", start: () => new Worker(WORKER) },
      ...{ keptMs: KEPT_MS, clock },
    });
  }

  readonly draw: Draw = async (drawing) => (this.#worker.pending < MOST_WAITING ? this.#worker.call(drawing) : null);

  /** Ends the worker; what is waited for is refused. */
  [Symbol.dispose](): void {
    void this.#worker.end("the server is stopping");
  }
}
