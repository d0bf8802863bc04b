/** Builds what readers are given, one order after another, in a thread off the event loop that answers them. */
import { fileAt } from "../../system.ts";
import { yieldToReaders } from "../workers/yield_to_readers.ts";
import type { BuildRequest, BuiltPublication } from "./build_request.ts";
import { collectSoon } from "./collect_garbage.ts";
import type { PublicationPlace } from "./publication_file.ts";
import { publishDatabase } from "./publish_database.ts";

/** Garbage is collected once the publications made since come to so many bytes: collecting takes as long as a small build. */
const TOLERATED_BYTES = 4 << 20;

export type Builder = ReturnType<typeof openBuilder>;

export function openBuilder() {
  let uncollected = 0;
  yieldToReaders("thread", "build");
  return {
    async build(order: BuildRequest): Promise<BuiltPublication> {
      const built = await publishDatabase(order);
      // What was mapped or made for a build stays until it is collected.
      uncollected += sizeOf(built.place);
      if (uncollected >= TOLERATED_BYTES) {
        uncollected = 0;
        collectSoon();
      }
      return built;
    },
  };
}

function sizeOf(place: PublicationPlace): number {
  return place.kind === "memory" ? place.bytes.length : (fileAt(place.path)?.size ?? 0);
}
