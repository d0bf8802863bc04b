/** Has the record counted from time to time: days pass, jobs are added and mails accepted without a change of reviews. */
import type { Desk, InvitationPolicy } from "../invitations/mod.ts";
import type { Clock, Log } from "../platform.ts";
import type { Store } from "../store/mod.ts";

/** Between two counts, in milliseconds. */
const EVERY_MS = 60_000;

interface RecordKeeperParts {
  readonly desk: Pick<Desk, "record">;
  readonly store: Pick<Store, "reviews">;
  readonly policy: InvitationPolicy;
  readonly clock: Pick<Clock, "after">;
  readonly log: Log;
}

/** Does nothing while invitations are off and never were on. */
export class RecordKeeper {
  readonly #parts: RecordKeeperParts;
  #cancel: () => void = () => {};
  #isRunning = false;
  #isStopped = false;

  constructor(parts: RecordKeeperParts) {
    this.#parts = parts;
  }

  /** Counts at once, and then from time to time. Calling it again changes nothing. */
  start(): void {
    if (this.#isRunning || this.#isStopped) return;
    this.#isRunning = true;
    this.#next(0);
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel();
  }

  #next(waitMs: number): void {
    this.#cancel = this.#parts.clock.after(waitMs, () => void this.#count());
  }

  async #count(): Promise<void> {
    const { desk, store, policy, log } = this.#parts;
    try {
      const isKept =
        policy.mode !== "off" || (await store.reviews.read((reads) => reads.setting("record"))) !== undefined;
      if (isKept && !this.#isStopped) await desk.record(policy);
      this.#isRunning = isKept;
    } catch (error) {
      if (!this.#isStopped) log.warn("Record not counted", { error: String(error) });
    }
    if (this.#isRunning && !this.#isStopped) this.#next(EVERY_MS);
  }
}
