/**
 * The worker that builds what readers are given, off the event loop that answers them. It takes one order after another.
 */
import { serveCalls } from "../workers/worker_call.ts";
import { yieldToReaders } from "../workers/yield_to_readers.ts";
import type { PublishCall, PublishDone } from "./publish_worker_host.ts";

/** How many builds that took reviews over may leave their little garbage: collecting takes as long as such a build. */
const TOLERATED_BUILDS = 4;
let uncollected = 0;

yieldToReaders("thread", "build");
serveCalls<PublishCall>(async (order, notify) => {
  const { publishDatabase } = await import("./publish_database.ts");
  let done: PublishDone = { kind: "done", unkept: null, unstored: null };
  const keptCount = await publishDatabase(order, (message, transfer) => {
    if (message.kind === "done") done = message;
    else notify(message, transfer);
  });
  uncollected = keptCount > 0 ? uncollected + 1 : TOLERATED_BUILDS;
  if (uncollected >= TOLERATED_BUILDS) {
    uncollected = 0;
    // What a build leaves behind would otherwise lie here until the next one; until now the stack held on to it.
    setTimeout(() => Bun.gc(true), 50);
  }
  return done;
});
