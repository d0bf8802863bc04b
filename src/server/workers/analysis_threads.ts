/** Threads that read reviews for the insights: more for more reviews, up to the number of cores less one. */
import { availableParallelism } from "node:os";
import type { AnalysisThreads } from "../../publication/publishing/analyst.ts";
import type { AnalysisService } from "./open_analysis.ts";
import { ServiceThread } from "./service_thread.ts";

/** Each holds the engine, some 60 MB. */
const MAX_THREADS = 4;

/** Batches requested before each further thread: a new one needs seconds of processor time until its code is fast. */
const BATCHES_EACH = 20;

/** No thread is started before the first batch, nor after the end before the next. */
export function openAnalysisThreads(): AnalysisThreads {
  const threads: ServiceThread[] = [];
  const cores = availableParallelism();
  let batches = 0;
  function leastBusy(): ServiceThread {
    const most = Math.min(MAX_THREADS, Math.max(1, cores - 1), 1 + Math.floor(batches / BATCHES_EACH));
    const [found] = threads.toSorted((a, b) => a.pending - b.pending);
    if (found !== undefined && (found.pending === 0 || threads.length >= most)) return found;
    const started = new ServiceThread({ name: "a thread that reads reviews", isSmall: true });
    threads.push(started);
    return started;
  }
  return {
    analyze({ name = "", technicians, services, service_areas, language = "en" }, reviews) {
      const { analyze } = leastBusy().service<AnalysisService>("analysis");
      batches++;
      return analyze({ name, technicians, services, service_areas, language }, reviews);
    },
    [Symbol.dispose]() {
      for (const thread of threads.splice(0)) void thread.end();
    },
  };
}
