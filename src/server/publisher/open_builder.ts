/** Builds what readers are given, one order after another, in a thread off the event loop that answers them. */
import { yieldToReaders } from "../workers/yield_to_readers.ts";
import type { BuildRequest, BuiltPublication, OnAnalyzing } from "./build_request.ts";
import { publishDatabase } from "./publish_database.ts";

/** How many builds that took reviews over may leave their little garbage: collecting takes as long as such a build. */
const TOLERATED_BUILDS = 4;
const LARGE_BUILD_REVIEWS = 5000;

export function openBuilder() {
  let uncollected = 0;
  yieldToReaders("thread", "build");
  return {
    async build(order: BuildRequest, onAnalyzing: OnAnalyzing = () => {}): Promise<BuiltPublication> {
      const built = await publishDatabase(order, onAnalyzing);
      // A file that was mapped takes its place on the disk until it is collected.
      const isLittle = built.keptCount > 0 && order.reviewCount < LARGE_BUILD_REVIEWS;
      uncollected = isLittle ? uncollected + 1 : TOLERATED_BUILDS;
      if (uncollected >= TOLERATED_BUILDS) {
        uncollected = 0;
        // What a build leaves behind would otherwise lie here until the next one; until now the stack held on to it.
        setTimeout(() => Bun.gc(true), 50);
      }
      return built;
    },
  };
}
