/** Reads reviews for the insights, one batch after another. */
import { analystFor, type Readable } from "../../publication/publishing/analyst.ts";
import type { Catalog } from "../../review/mod.ts";
import { createCollector } from "../../store/sqlite/garbage.ts";

export interface AnalysisService {
  analyze(catalog: Catalog, reviews: readonly Readable[]): Promise<readonly string[]>;
}

export function openAnalysis(): AnalysisService {
  const collectGarbage = createCollector();
  return {
    async analyze(catalog, reviews) {
      const { analyze } = analystFor(catalog);
      const found = reviews.map(analyze);
      // Otherwise the heap would double before each collection, once for each thread.
      collectGarbage();
      return found;
    },
  };
}
