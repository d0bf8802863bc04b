/** Reads reviews for the insights, one batch after another. */
import { edenGC } from "bun:jsc";
import { analystFor, type Readable } from "../../publication/publishing/analyst.ts";
import type { Catalog } from "../../review/mod.ts";

export interface AnalysisService {
  analyze(catalog: Catalog, reviews: readonly Readable[]): Promise<readonly string[]>;
}

/** Only each so many batches memory is given back: compiled code is discarded with it, which costs a seventh of their time. */
const BATCHES_TO_GIVE_BACK = 8;

export function openAnalysis(): AnalysisService {
  let batches = 0;
  return {
    async analyze(catalog, reviews) {
      const { analyze } = analystFor(catalog);
      const found = reviews.map(analyze);
      // Otherwise the heap would double before each collection, once for each thread.
      if (++batches % BATCHES_TO_GIVE_BACK === 0) Bun.gc(true);
      else edenGC();
      return found;
    },
  };
}
