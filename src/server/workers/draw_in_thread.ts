/** Draws pictures in a thread: some 20 ms each, and a second for the first. */
import type { Draw } from "../../platform.ts";
import type { DrawingService } from "./render_drawing.ts";
import type { ServiceThread } from "./service_thread.ts";

/** More would wait for longer than programs that fetch link previews do. */
const MAX_WAITING = 50;

export function drawIn(thread: ServiceThread): Draw {
  const { draw } = thread.service<DrawingService>("drawing");
  return async (drawing) => (thread.pending < MAX_WAITING ? draw(drawing) : null);
}
