/**
 * The worker that builds what readers are given, off the event loop that answers them. It takes one order after another.
 *
 * Everything is loaded within the order: modules that cannot be loaded, as when no descriptor is left, would otherwise end
 * the whole process and not only the attempt.
 *
 * @module
 */
import type { PublishMessage, PublishOrder } from "./publish_messages.ts";

declare const self: {
  onmessage: ((event: MessageEvent<PublishOrder>) => void) | null;
  postMessage(message: PublishMessage, transfer?: ArrayBuffer[]): void;
};

/** How many builds that took reviews over may leave their little garbage: collecting takes as long as such a build. */
const TOLERATED_BUILDS = 4;
let uncollected = 0;

self.onmessage = async ({ data: order }) => {
  try {
    const { publishDatabase } = await import("./publish_database.ts");
    const keptCount = await publishDatabase(order, (message, transfer) => self.postMessage(message, transfer));
    uncollected = keptCount > 0 ? uncollected + 1 : TOLERATED_BUILDS;
    if (uncollected < TOLERATED_BUILDS) return;
    uncollected = 0;
    // What a build leaves behind would otherwise lie here until the next one; until now the stack held on to it.
    setTimeout(() => Bun.gc(true), 50);
  } catch (error) {
    self.postMessage({ kind: "failed", message: error instanceof Error ? error.message : String(error) });
  }
};
self.postMessage({ kind: "ready" });
