/** Builds the publications of all businesses one after another; large businesses wait for large ones alone. */
import { fileAt } from "../../system.ts";
import { systemClock } from "../clock.ts";
import { FairScheduler } from "../fair_scheduler.ts";
import { ServiceThread } from "../workers/service_thread.ts";
import type { BuildRequest, BuiltPublication } from "./build_request.ts";
import type { Builder } from "./open_builder.ts";

/** A warm worker builds twice as fast as a new one, and changes tend to come in groups; it holds some 30 MB. */
const KEPT_MS = 20_000;
/** A business with so many reviews, or in a file of so many bytes, takes seconds to build. */
const LARGE_REVIEWS = 5000;
const LARGE_BYTES = 16 << 20;

export class BuildQueue implements AsyncDisposable {
  readonly #small = new BuildThread();
  readonly #large = new BuildThread();

  /** Resolves to null if the build is no longer wanted. Rejects with the reason of a failure. */
  build(order: BuildRequest, isWanted: () => boolean): Promise<BuiltPublication | null> {
    return (isLarge(order) ? this.#large : this.#small).build(order, isWanted);
  }

  get length(): number {
    return this.#small.length + this.#large.length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.#small.end(), this.#large.end()]);
  }
}

function isLarge({ databasePath, reviewCount }: BuildRequest): boolean {
  return reviewCount > LARGE_REVIEWS || (fileAt(databasePath)?.size ?? 0) > LARGE_BYTES;
}

class BuildThread {
  readonly #thread = new ServiceThread({ name: "the publishing worker", keptMs: KEPT_MS });
  readonly #inTurn = new FairScheduler(systemClock, { atOnce: 1 }).lane();
  readonly #builder = this.#thread.service<Builder>("builder");
  length = 0;

  build(order: BuildRequest, isWanted: () => boolean): Promise<BuiltPublication | null> {
    this.length++;
    return this.#inTurn(async () => (isWanted() ? this.#builder.build(order) : null)).finally(() => this.length--);
  }

  end(): Promise<void> {
    return this.#thread.end("the server is stopping");
  }
}
