/**
 * The worker that draws pictures: some 20 ms each, and a second for the first, which no reader of the event loop should wait for.
 */
import type { DrawCall } from "./draw_worker_host.ts";
import { serveCalls } from "./worker_call.ts";

let last: Promise<unknown> = Promise.resolve();

serveCalls<DrawCall>(
  (drawing) => {
    // One after another, in the order in which they are asked for.
    const drawn = last.then(async () => (await import("./draw_png.ts")).drawPng(drawing));
    last = drawn.catch(() => {});
    return drawn.catch((error) => {
      throw new Error(`cannot draw a picture: ${error instanceof Error ? error.message : String(error)}`);
    });
  },
  (png) => [png.buffer],
);
