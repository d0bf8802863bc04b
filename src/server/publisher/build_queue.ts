/** Builds the publications of all businesses one after another; large businesses wait for large ones alone. */
import type { Clock } from "../../platform.ts";
import { fileAt } from "../../system.ts";
import { ServiceThread } from "../workers/service_thread.ts";
import type { Builder, BuiltPublication, PublishMessage, PublishOrder } from "./publish_order.ts";

/** A warm worker builds twice as fast as a new one, and changes tend to come in groups; it holds some 30 MB. */
const KEPT_MS = 20_000;
/** A business with so many reviews, or in a file of so many bytes, takes seconds to build. */
const LARGE_REVIEWS = 5000;
const LARGE_BYTES = 16 << 20;

/** Orders of all businesses, and the two threads that carry them out. */
export class BuildQueue implements AsyncDisposable {
  readonly #small: Turns;
  readonly #large: Turns;

  constructor(clock: Clock) {
    this.#small = new Turns(clock);
    this.#large = new Turns(clock);
  }

  /** What one business has built; `receive` gets the messages about its latest order. */
  lane(receive: Receive): BuildLane {
    return new BuildLane(receive, (order, job) => (isLarge(order) ? this.#large : this.#small).take(order, job));
  }

  get length(): number {
    return this.#small.length + this.#large.length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.#small.end(), this.#large.end()]);
  }
}

function isLarge({ databasePath, reviewCount }: PublishOrder): boolean {
  return reviewCount > LARGE_REVIEWS || (fileAt(databasePath)?.size ?? 0) > LARGE_BYTES;
}

type Receive = (message: PublishMessage) => void;

interface Job {
  readonly receive: Receive;
  readonly isWanted: () => boolean;
}

class Turns {
  readonly #thread: ServiceThread;
  #last: Promise<unknown> = Promise.resolve();
  length = 0;

  constructor(clock: Clock) {
    this.#thread = new ServiceThread({ name: "the publishing worker", keptMs: KEPT_MS, clock });
  }

  take(order: PublishOrder, { receive, isWanted }: Job): Promise<BuiltPublication | null> {
    this.length++;
    const builder = this.#thread.service<Builder>("builder", undefined, (event) => receive(event as PublishMessage));
    const done = this.#last.then(() => (isWanted() ? builder.build(order) : null));
    this.#last = done.then(
      () => this.length--,
      () => this.length--,
    );
    return done;
  }

  end(): Promise<void> {
    return this.#thread.end("the server is stopping");
  }
}

export class BuildLane {
  /** Rises with each order, and when there is none any more. */
  #latest = 0;
  #underWay: Promise<void> = Promise.resolve();

  constructor(
    private readonly receive: Receive,
    private readonly take: Turns["take"],
  ) {}

  /** Has an order carried out; one that still waits is given up for it. */
  order(order: PublishOrder): void {
    const number = ++this.#latest;
    const isWanted = () => number === this.#latest;
    const receive = (message: PublishMessage) => {
      if (isWanted()) this.receive(message);
    };
    this.#underWay = this.take(order, { receive, isWanted }).then(
      (done) => {
        if (done !== null) receive(done);
      },
      ({ message }: Error) => receive({ kind: "failed", message }),
    );
  }

  /** Gives up what waits; what is under way is waited for, since others have theirs done by the same thread. */
  async end(): Promise<void> {
    this.#latest++;
    await this.#underWay;
  }
}
