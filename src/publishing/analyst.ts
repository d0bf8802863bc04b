/**
 * The insights engine as the store wants it: reads each review once, when it is saved.
 *
 * @module
 */
import { analyzeReview, writeAnalysis } from "../insights/mod.ts";
import type { Business } from "../review/mod.ts";
import { keptAnalyses } from "./kept_analyses.ts";

/** What of a stored review the engine reads. */
export interface Readable {
  readonly id: string;
  readonly title: string | null;
  readonly text: string;
  readonly translationText: string | null;
  readonly authorName: string;
}

/** An analyst for a business: what it finds depends on the engine's version and the catalog, and on nothing else. */
export function analystFor(business: Business) {
  return {
    ...keptAnalyses(business),
    analyze({ id, title, text, translationText, authorName }: Readable): string {
      const input = { id, title, text, translation: translationText, author_name: authorName };
      return writeAnalysis(analyzeReview(input, business));
    },
  };
}
