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

/** An analyst for a business: what it finds depends on the engine's version and the catalog, and on nothing else. */
export function analystFor(catalog: Catalog) {
  return {
    ...keptAnalyses(catalog),
    analyze({ id, title, text, translationText, authorName }: Readable): string {
      const input = { id, title, text, translation: translationText, author_name: authorName };
      return writeAnalysis(analyzeReview(input, catalog));
    },
  };
}
