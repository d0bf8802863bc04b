/** Analyses reviews again after a change of engine or catalog. What is saved is kept by a server that is stopped half-way. */
import { analystFor } from "../../publication/publishing/analyst.ts";
import { readBusiness, reanalyzeStale, type Store } from "../../store/mod.ts";
import { systemClock } from "../clock.ts";
import { createLog } from "../log.ts";
import { openAnalysisThreads } from "../workers/analysis_threads.ts";
import type { BuildRequest } from "./build_request.ts";

const ANALYSING = "Analysing reviews before they are published";

/** Returns why not all could be saved, or null. */
export async function analyzeStale(store: Store, { log }: Pick<BuildRequest, "log">): Promise<string | null> {
  try {
    const business = (await readBusiness(store))?.profile;
    if (business === undefined) return null;
    using threads = openAnalysisThreads();
    await reanalyzeStale(store, analystFor(business, threads), {
      thorough: true,
      onStart(reviews) {
        const business = log?.business || undefined;
        if (log !== null && reviews > 0) createLog(log, systemClock.now).info(ANALYSING, { business, reviews });
        return () => {};
      },
    });
    return null;
  } catch (error) {
    return String(error);
  }
}
