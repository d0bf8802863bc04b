/**
 * Analyses reviews again after a change of engine or catalog, and saves the results as they come: a server that is stopped
 * half-way continues at its next start.
 */
import { analystFor } from "../../publication/publishing/analyst.ts";
import { readBusiness, reanalyzeStale, type Store } from "../../store/mod.ts";
import { openAnalysisThreads } from "../workers/analysis_threads.ts";

/**
 * Analyses all reviews in need of it, those that are not published among them. `onStart` receives their number. Returns why
 * not all could be saved, as when somebody else is writing for long, or null.
 */
export async function analyzeStale(store: Store, onStart: (reviews: number) => void): Promise<string | null> {
  try {
    const business = (await readBusiness(store))?.profile;
    if (business === undefined) return null;
    using threads = openAnalysisThreads();
    await reanalyzeStale(store, analystFor(business, threads), {
      thorough: true,
      onStart: (total) => {
        if (total > 0) onStart(total);
        return () => {};
      },
    });
    return null;
  } catch (error) {
    return String(error);
  }
}
