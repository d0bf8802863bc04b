/** Reads reviews for the insights, one batch after another. */
import { analystFor, type Readable } from "../../publication/publishing/analyst.ts";
import type { Catalog } from "../../review/mod.ts";
import { createCollector } from "../../store/sqlite/garbage.ts";

export type AnalysisService = ReturnType<typeof openAnalysis>;

export function openAnalysis() {
  const collectGarbage = createCollector();
  return {
    async analyze(catalog: Catalog, reviews: readonly Readable[]): Promise<readonly string[]> {
      const { analyze } = analystFor(catalog);
      const found = reviews.map(analyze);
      // Otherwise the heap would double before each collection, once for each thread.
      collectGarbage();
      return found;
    },
  };
}
