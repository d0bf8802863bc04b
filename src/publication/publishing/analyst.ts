/** The insights engine as the store wants it: reads each review once, when it is saved. */
import { analyzeReview, writeAnalysis } from "../../insights/mod.ts";
import type { Catalog } from "../../review/mod.ts";
import { keptAnalyses } from "./records.ts";

/** What of a stored review the engine reads. */
export interface Readable {
  readonly id: string;
  readonly title: string | null;
  readonly text: string;
  readonly translationText: string | null;
  readonly authorName: string;
}

/** Threads that read reviews beside the one that asks, each with an analyst of its own; disposing them ends them. */
export interface AnalysisThreads extends Disposable {
  /** What is found in reviews, in their order. @throws when the threads cannot do it */
  analyze(catalog: Catalog, reviews: readonly Readable[]): Promise<readonly string[]>;
}

/**
 * An analyst for a business: what it finds depends on the engine's version and the catalog, and on nothing else. Many reviews
 * are read by threads, where there are any.
 */
export function analystFor(catalog: Catalog, threads: AnalysisThreads | null = null) {
  function analyze({ id, title, text, translationText, authorName }: Readable): string {
    const input = { id, title, text, translation: translationText, author_name: authorName };
    return writeAnalysis(analyzeReview(input, catalog));
  }
  return {
    ...keptAnalyses(catalog),
    analyze,
    async analyzeMany(reviews: readonly Readable[]): Promise<readonly string[]> {
      try {
        if (threads !== null) return await threads.analyze(catalog, reviews.map(readableOf));
      } catch {
        // What threads cannot do, as when no memory is left for them, this one does.
      }
      return reviews.map(analyze);
    },
    release: () => threads?.[Symbol.dispose](),
  };
}

/** Sends another thread only the fields that it reads. */
function readableOf({ id, title, text, translationText, authorName }: Readable): Readable {
  return { id, title, text, translationText, authorName };
}
