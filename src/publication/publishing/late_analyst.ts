/**
 * The insights engine for acts that seldom need it: it is loaded when the first review has to be read, which takes longer
 * than most of these acts. Many reviews are read by threads, where there are any.
 */
import type { Catalog } from "../../review/mod.ts";
import type { AnalysisThreads, Readable } from "./analyst.ts";
import { keptAnalyses } from "./records.ts";

/** An analyst as `analystFor()` gives it, whose engine is loaded by `prepare()`. */
export function lateAnalystFor(catalog: Catalog, threads: AnalysisThreads | null = null) {
  let read: ((review: Readable) => string) | null = null;
  async function prepare(): Promise<void> {
    read ??= (await import("./analyst.ts")).analystFor(catalog).analyze;
  }
  function analyze(review: Readable): string {
    if (read === null) throw new Error("The insights engine is not loaded: prepare() comes first");
    return read(review);
  }
  return {
    ...keptAnalyses(catalog),
    prepare,
    analyze,
    async analyzeMany(reviews: readonly Readable[]): Promise<readonly string[]> {
      try {
        if (threads !== null) return await threads.analyze(catalog, reviews.map(readableOf));
      } catch {
        // What threads cannot do, as when no memory is left for them, this one does.
      }
      await prepare();
      return reviews.map(analyze);
    },
  };
}

/** No more than is read is sent to another thread. */
function readableOf({ id, title, text, translationText, authorName }: Readable): Readable {
  return { id, title, text, translationText, authorName };
}
