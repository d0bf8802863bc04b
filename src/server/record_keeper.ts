/** Has the record of invitations counted after each publication, and from time to time: days pass, and other processes add jobs. */
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
  #isStopped = false;
  #isCounting = false;
  /** Whether it is to count once more after the count under way. */
  #isWanted = false;

  constructor(parts: RecordKeeperParts) {
    this.#parts = parts;
  }

  /** Counts at once, or as soon as the count under way is over; and then from time to time. */
  count(): void {
    if (this.#isStopped) return;
    if (this.#isCounting) this.#isWanted = true;
    else this.#next(0);
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel();
  }

  #next(waitMs: number): void {
    this.#cancel();
    this.#cancel = this.#parts.clock.after(waitMs, () => void this.#count());
  }

  async #count(): Promise<void> {
    const { desk, store, policy, log } = this.#parts;
    this.#isCounting = true;
    this.#isWanted = false;
    try {
      const isKept =
        policy.mode !== "off" || (await store.reviews.read((reads) => reads.setting("record"))) !== undefined;
      // Without a record there is none until the server is started with other settings.
      if (!isKept || this.#isStopped) return;
      await desk.record(policy);
    } catch (error) {
      if (!this.#isStopped) log.warn("Record not counted", { error: String(error) });
    } finally {
      this.#isCounting = false;
    }
    if (!this.#isStopped) this.#next(this.#isWanted ? 0 : EVERY_MS);
  }
}
