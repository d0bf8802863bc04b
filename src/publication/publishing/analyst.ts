/** Reads each review once, when it is saved. */
import { analyzeReview, writeAnalysis } from "../../insights/mod.ts";
import type { Catalog } from "../../review/mod.ts";
import { keptAnalyses } from "./review_records.ts";

export interface Readable {
  readonly id: string;
  readonly title: string | null;
  readonly text: string;
  readonly translationText: string | null;
  readonly authorName: string;
}

/** Disposing ends the threads. */
export interface AnalysisThreads extends Disposable {
  /** Analyses in the order of the reviews. @throws when the threads cannot run */
  analyze(catalog: Catalog, reviews: readonly Readable[]): Promise<readonly string[]>;
}

/** Findings depend on the engine's version and the catalog alone. Threads read many reviews. */
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
        // For example, the threads are out of memory.
      }
      return reviews.map(analyze);
    },
    release: () => threads?.[Symbol.dispose](),
  };
}

/** Only what the engine reads is sent to another thread. */
function readableOf({ id, title, text, translationText, authorName }: Readable): Readable {
  return { id, title, text, translationText, authorName };
}
