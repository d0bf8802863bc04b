/**
 * Answers from the database at a path, and goes on when another one stands there: the old one is left, the new one opened,
 * and readers have what was published last until there is something newer.
 *
 * @module
 */
import type { Clock } from "../platform.ts";
import type { LeaseKeeper } from "./activation/lease_keeper.ts";
import type { LeasedStore } from "./open_served.ts";
import type { Readiness } from "./readiness.ts";
import type { Answering } from "./start_answering.ts";

/** How often the file is looked at, in milliseconds. */
const LOOK_MS = 100;
/** Wait before a file that could not be opened is tried again, in milliseconds. */
const REOPEN_MS = 1000;

/** The part of readiness that is reported here. */
const PART = "database";

/** Callbacks for the outcome of starting to answer from a database. */
export interface AnswerEvents {
  /** The first publication can be read. */
  readonly onReady: () => void;
  /** Nothing can be answered from this database. */
  readonly onTrouble: (error: unknown) => void;
}

/** What it takes to keep answering when the database file is lost and another takes its place. */
export interface KeepAnsweringParts {
  readonly clock: Clock;
  readonly readiness: Pick<Readiness, "report">;
  /** Opens what is at the path by then. @throws when it cannot be used */
  readonly reopen: () => Promise<LeasedStore>;
  readonly answerFrom: (served: LeasedStore, events: AnswerEvents) => Answering;
  /** What happens with the first database, without which there is nothing to answer from. */
  readonly first: AnswerEvents;
  /** Told of what is answered from now on: at first at once, later when there is something to be read. */
  readonly onAnswering: (answering: Answering) => void;
}

/** `first` stays its owner's to close; whatever is opened after it is closed by `stop`. */
export class KeptAnswering {
  #served: LeasedStore | null;
  #answering: Answering;
  /** Whether readers have what is in the database that is open. */
  #isReady = false;
  #isStopped = false;
  /** The lease by which readers are given the reviews of a database that is lost, until there are others. */
  #outdatedLease: LeaseKeeper | null = null;
  #looking: Promise<void> = Promise.resolve();
  #cancelLook: () => void;

  constructor(
    private readonly first: LeasedStore,
    private readonly parts: KeepAnsweringParts,
  ) {
    this.#served = first;
    const { onReady, onTrouble } = parts.first;
    this.#answering = parts.answerFrom(first, { onReady: () => this.#ready(onReady), onTrouble });
    parts.onAnswering(this.#answering);
    this.#cancelLook = this.#lookAfter(LOOK_MS);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelLook();
    await this.#looking;
    await this.#answering.stop();
    this.#outdatedLease?.stop();
    if (this.#served === this.first || this.#served === null) return;
    await this.#served.lease.leave();
    await this.#served.store[Symbol.asyncDispose]();
  }

  #lookAfter(delayMs: number): () => void {
    return this.parts.clock.after(delayMs, () => {
      this.#looking = this.#look();
    });
  }

  async #look(): Promise<void> {
    const isOpen = this.#served === null ? await this.#open() : await this.#examine(this.#served);
    if (!this.#isStopped) this.#cancelLook = this.#lookAfter(isOpen ? LOOK_MS : REOPEN_MS);
  }

  /** Whether a database is open afterwards. */
  async #examine(served: LeasedStore): Promise<boolean> {
    const trouble = served.trouble();
    if (trouble !== null || this.#isReady) this.parts.readiness.report(PART, trouble);
    if (!trouble?.isLost) return true;
    this.#answering.pause();
    served.part();
    await this.#answering.stop();
    if (!served.leave()) {
      this.parts.readiness.report(PART, { message: "the database was replaced; restart the server" });
      this.#isStopped = true;
      return true;
    }
    this.#outdatedLease ??= served.lease;
    this.#served = null;
    return this.#open();
  }

  async #open(): Promise<boolean> {
    const { reopen, answerFrom } = this.parts;
    try {
      const served = await reopen();
      this.#isReady = false;
      this.#served = served;
      this.#answering = answerFrom(served, {
        onReady: () => this.#ready(() => this.#switch()),
        onTrouble: (error) => this.#cannot("the database contains nothing to publish", error),
      });
      return true;
    } catch (error) {
      this.#cannot("the database cannot be opened", error);
      return false;
    }
  }

  #switch(): void {
    this.parts.onAnswering(this.#answering);
    this.#outdatedLease?.stop();
    this.#outdatedLease = null;
  }

  #ready(then: () => void): void {
    this.#isReady = true;
    then();
  }

  #cannot(message: string, error: unknown): void {
    this.parts.readiness.report(PART, { message, detail: String(error) });
  }
}
