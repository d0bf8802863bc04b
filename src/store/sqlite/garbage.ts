/** Collects garbage where much passes through: by itself the runtime would let the heap double first. */
import { edenGC } from "bun:jsc";

/**
 * What was made since the last call, which takes a few milliseconds, or all: that gives memory back to the system, but also
 * discards compiled code.
 */
export function collect(what: "recent" | "all"): void {
  if (what === "all") Bun.gc(true);
  else edenGC();
}

const CALLS_TO_COLLECT_ALL = 8;

/** Collects what is recent at each call, and all at every eighth. */
export function createCollector(): () => void {
  let calls = 0;
  return () => collect(++calls % CALLS_TO_COLLECT_ALL === 0 ? "all" : "recent");
}
