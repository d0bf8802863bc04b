/** Analyses reviews again after a change of engine or catalog. What is saved is kept by a server that is stopped half-way. */
import { analystFor } from "../../publication/publishing/analyst.ts";
import { readBusiness, reanalyzeStale, type Store } from "../../store/mod.ts";
import { openAnalysisThreads } from "../workers/analysis_threads.ts";

/** `onStart` receives the number of reviews. Returns why not all could be saved, or null. */
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
