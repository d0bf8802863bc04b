/**
 * The insights engine for acts that seldom need it: it is loaded when the first review has to be read, which takes longer
 * than most of these acts.
 *
 * @module
 */
import type { Business } from "../review/mod.ts";
import type { Readable } from "./analyst.ts";
import { keptAnalyses } from "./kept_analyses.ts";

/** An analyst as `analystFor()` gives it, whose engine is loaded by `prepare()`. */
export function lateAnalystFor(business: Business) {
  let read: ((review: Readable) => string) | null = null;
  return {
    ...keptAnalyses(business),
    async prepare(): Promise<void> {
      read ??= (await import("./analyst.ts")).analystFor(business).analyze;
    },
    analyze(review: Readable): string {
      if (read === null) throw new Error("The insights engine is not loaded: prepare() comes first");
      return read(review);
    },
  };
}
