/**
 * Threads that read reviews for the insights: one for 10,000 reviews, more for more, as many as there are cores beside the
 * one that saves, up to four.
 */
import { availableParallelism } from "node:os";
import type { AnalysisThreads, Readable } from "../../publication/publishing/analyst.ts";
import type { Catalog } from "../../review/mod.ts";
import { workerScript } from "../start_worker.ts";
import { type WorkerCall, WorkerThread } from "./worker_call.ts";

/** A batch of reviews to be read, and what was found in each. */
export interface AnalysisCall extends WorkerCall {
  readonly given: { readonly catalog: Catalog; readonly reviews: readonly Readable[] };
  readonly result: readonly string[];
}

/** Each holds the engine, some 60 MB. */
const MOST_THREADS = 4;

/** Batches that are asked for before each further thread: a new one needs seconds of processor time until its code is quick. */
const BATCHES_EACH = 20;

const WORKER = workerScript("workers/analysis_worker.ts");

/** No thread is started before the first batch, nor after the end before the next. */
export function openAnalysisThreads(): AnalysisThreads {
  const threads: WorkerThread<AnalysisCall>[] = [];
  const cores = availableParallelism();
  let batches = 0;
  function leastBusy(): WorkerThread<AnalysisCall> {
    const most = Math.min(MOST_THREADS, Math.max(1, cores - 1), 1 + Math.floor(batches / BATCHES_EACH));
    const [found] = threads.toSorted((a, b) => a.pending - b.pending);
    if (found !== undefined && (found.pending === 0 || threads.length >= most)) return found;
    const started = new WorkerThread<AnalysisCall>({
      name: "a thread that reads reviews",
      start: () => new Worker(WORKER, { smol: true }),
    });
    threads.push(started);
    return started;
  }
  return {
    analyze({ name = "", technicians, services, service_areas, language = "en" }, reviews) {
      const thread = leastBusy();
      batches++;
      return thread.call({ catalog: { name, technicians, services, service_areas, language }, reviews });
    },
    [Symbol.dispose]() {
      for (const thread of threads.splice(0)) void thread.end();
    },
  };
}
