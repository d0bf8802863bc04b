/**
 * Gives up, now and then, what large documents are sent from while nobody asks for them: as much memory again as they take.
 *
 * @module
 */
import type { Clock } from "../../platform.ts";
import type { Representation } from "../../web/representation.ts";
import { collectNow } from "../collect_now.ts";

/** A body is given up after one to two of these without a request, in milliseconds. */
const PERIOD_MS = 30_000;

/** Looks after the documents that are served until the returned function is called. */
export function releaseBodies(
  clock: Clock,
  documents: () => Iterable<Pick<Representation, "release">>,
  collect = collectNow,
): () => void {
  const look = () => {
    cancel = clock.after(PERIOD_MS, look);
    const released = [...documents()].filter((document) => document.release());
    if (released.length > 0) collect();
  };
  let cancel = clock.after(PERIOD_MS, look);
  return () => cancel();
}
