/** Draws pictures in a thread: some 20 ms each, and a second for the first, which no reader of the event loop should wait for. */
import type { Clock, Draw } from "../../platform.ts";
import type { DrawingService } from "./draw_png.ts";
import { ServiceThread } from "./service_thread.ts";

/** A new thread takes a second for its first picture and tens of megabytes; pictures are asked for in groups. */
const KEPT_MS = 20_000;
/** More would wait for longer than programs that fetch link previews do. */
const MOST_WAITING = 50;

/** Draws pictures one after another. Disposing refuses what is waited for. */
export class DrawWorkerHost implements Disposable {
  readonly #thread: ServiceThread;

  constructor(clock: Clock) {
    this.#thread = new ServiceThread({ name: "the drawing worker", keptMs: KEPT_MS, clock });
  }

  readonly draw: Draw = async (drawing) => {
    return this.#thread.pending < MOST_WAITING ? this.#thread.service<DrawingService>("drawing").draw(drawing) : null;
  };

  [Symbol.dispose](): void {
    void this.#thread.end("the server is stopping");
  }
}
