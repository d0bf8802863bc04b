/**
 * Where the publications of all businesses are built: one order after another, each business with one at most that waits. A
 * large business waits for large ones alone, so that nobody else waits for it.
 */
import type { Clock } from "../../platform.ts";
import { fileAt } from "../../system.ts";
import { ServiceThread } from "../workers/service_thread.ts";
import type { Builder, PublishMessage, PublishOrder, PublishWorker, Tell } from "./publish_worker_host.ts";

/** A warm worker builds twice as fast as a new one, and changes tend to come in groups; it holds some 30 MB. */
const KEPT_MS = 20_000;
/** A business with so many reviews, or in a file of so many bytes, takes seconds to build. */
const LARGE_REVIEWS = 5000;
const LARGE_BYTES = 16 << 20;

/** Orders of all businesses, and the two workers that carry them out. */
export class BuildQueue implements AsyncDisposable {
  readonly #small: Turns;
  readonly #large: Turns;

  /** With `keepsArtefacts`, what is published of small businesses is kept beside their files. */
  constructor(
    clock: Clock,
    private readonly options: { readonly keepsArtefacts: boolean },
  ) {
    this.#small = new Turns(createPublishWorker(clock));
    this.#large = new Turns(createPublishWorker(clock));
  }

  /** The queue as one business sees it: a worker. */
  lane(): PublishWorker {
    return new Lane((order, onEvent, isWanted) =>
      isLarge(order)
        ? this.#large.take(order, onEvent, isWanted)
        : // Writing a large one again after each reply would take longer than building it once after a start.
          this.#small.take({ ...order, ...this.options }, onEvent, isWanted),
    );
  }

  /** Orders that wait or are under way. */
  get length(): number {
    return this.#small.length + this.#large.length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.#small.end(), this.#large.end()]);
  }
}

/** A worker of its own, which starts with the first order. */
function createPublishWorker(clock: Clock): PublishWorker {
  const thread = new ServiceThread({ name: "the publishing worker", keptMs: KEPT_MS, clock });
  return {
    call(order, onEvent) {
      const report = (event: unknown) => onEvent?.(event as PublishMessage);
      return thread.service<Builder>("builder", undefined, report).build(order);
    },
    end: (reason) => thread.end(reason),
    get pending() {
      return thread.pending;
    },
  };
}

function isLarge({ databasePath, before }: PublishOrder): boolean {
  if (before !== null) return before.data.dates.length > LARGE_REVIEWS;
  return (fileAt(databasePath)?.size ?? 0) > LARGE_BYTES;
}

type Done = Awaited<ReturnType<PublishWorker["call"]>>;

/** One worker, and those who wait for it. */
class Turns {
  #last: Promise<unknown> = Promise.resolve();
  length = 0;

  constructor(private readonly worker: PublishWorker) {}

  /** `isWanted` is asked when its turn has come. */
  take(order: PublishOrder, onEvent: Tell, isWanted: () => boolean): Promise<Done> {
    this.length++;
    const done = this.#last.then(() => (isWanted() ? this.worker.call(order, onEvent) : GIVEN_UP));
    this.#last = done.then(
      () => this.length--,
      () => this.length--,
    );
    return done;
  }

  end(): Promise<void> {
    return this.worker.end("the server is stopping");
  }
}

const GIVEN_UP: Done = { kind: "done", unkept: null, unstored: null };

/** What one business has ordered. */
class Lane implements PublishWorker {
  pending = 0;
  #latest = 0;
  #underWay: Promise<unknown> = Promise.resolve();

  constructor(private readonly take: Turns["take"]) {}

  call(order: PublishOrder, onEvent: Tell = () => {}): Promise<Done> {
    this.pending++;
    const number = ++this.#latest;
    const done = this.take(order, onEvent, () => number === this.#latest).finally(() => this.pending--);
    this.#underWay = done.catch(() => {});
    return done;
  }

  /** Gives up what waits; what is under way is waited for, since others have theirs done by the same worker. */
  async end(): Promise<void> {
    this.#latest++;
    await this.#underWay;
  }
}
