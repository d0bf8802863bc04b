/**
 * The worker that draws pictures: some 20 ms each, and a second for the first, which no reader of the event loop should wait for.
 *
 * @module
 */
import type { DrawMessage, DrawOrder } from "./draw_messages.ts";

declare const self: {
  onmessage: ((event: MessageEvent<DrawOrder>) => void) | null;
  postMessage(message: DrawMessage, transfer?: ArrayBuffer[]): void;
};

self.onmessage = async ({ data: drawing }) => {
  try {
    const { drawPng } = await import("./draw_png.ts");
    const png = await drawPng(drawing);
    self.postMessage({ kind: "drawn", png }, [png.buffer]);
  } catch (error) {
    self.postMessage({ kind: "failed", message: error instanceof Error ? error.message : String(error) });
  }
};
self.postMessage({ kind: "ready" });
