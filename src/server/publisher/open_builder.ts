/** Builds what readers are given, one order after another, in a thread off the event loop that answers them. */
import { yieldToReaders } from "../workers/yield_to_readers.ts";
import { publishDatabase } from "./publish_database.ts";
import type { PublishDone, PublishOrder, Tell } from "./publish_order.ts";

/** How many builds that took reviews over may leave their little garbage: collecting takes as long as such a build. */
const TOLERATED_BUILDS = 4;

/** The builder; `notify` gets what is ready of a build. */
export function openBuilder() {
  let uncollected = 0;
  yieldToReaders("thread", "build");
  return {
    async build(order: PublishOrder, notify: Tell = () => {}): Promise<PublishDone> {
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
    },
  };
}
