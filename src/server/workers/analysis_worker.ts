/** A thread that reads reviews for another: one batch after another. */
import { analystFor } from "../../publication/publishing/analyst.ts";
import type { AnalysisCall } from "./analysis_threads.ts";
import { serveCalls } from "./worker_call.ts";

serveCalls<AnalysisCall>(async ({ catalog, reviews }) => {
  const { analyze } = analystFor(catalog);
  const found = reviews.map(analyze);
  // By itself the heap would double before it is collected, once for each thread.
  Bun.gc(true);
  return found;
});
