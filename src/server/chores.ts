/** Work that a server repeats: rows of a name, a period and a function, in one loop that catches, backs off and reports. */
import type { Clock, Log } from "../platform.ts";

/** The longest wait after a chore has failed, in milliseconds, unless its own period is longer. */
const MAX_WAIT_MS = 10_000;

interface ChoreRow {
  readonly name: string;
  readonly everyMs: number;
  /** Wait before the first run, in milliseconds. Default: `everyMs`. */
  readonly firstMs?: number;
  readonly run: () => void | Promise<void>;
}

export class Chores {
  constructor(
    private readonly clock: Pick<Clock, "after">,
    private readonly log: Pick<Log, "error">,
  ) {}

  /** Repeats a chore until it is stopped. Runs never overlap. One that throws is logged, and repeated later each time. */
  add(row: ChoreRow): Chore {
    return new Chore(row, this.clock, this.log);
  }
}

export class Chore {
  everyMs: number;
  #running: Promise<void> | null = null;
  #isWanted = false;
  #isStopped = false;
  #fault: string | null = null;
  #failures = 0;
  #cancel = () => {};

  constructor(
    private readonly row: ChoreRow,
    private readonly clock: Pick<Clock, "after">,
    private readonly log: Pick<Log, "error">,
  ) {
    this.everyMs = row.everyMs;
    this.wait(row.firstMs ?? row.everyMs);
  }

  hurry(): void {
    this.#isWanted = true;
    if (this.#running === null) this.wait(0);
  }

  wait(delayMs: number): void {
    this.#cancel();
    if (!this.#isStopped) this.#cancel = this.clock.after(delayMs, () => this.#begin());
  }

  /** Resolves when the present run is over; no other follows. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancel();
    await this.#running;
  }

  #begin(): void {
    if (this.#running !== null) return;
    this.#isWanted = false;
    this.#running = this.#runOrReport().finally(() => {
      this.#running = null;
      this.wait(this.#isWanted ? 0 : this.#pauseMs());
    });
  }

  async #runOrReport(): Promise<void> {
    try {
      await this.row.run();
      this.#fault = null;
      this.#failures = 0;
    } catch (error) {
      const fault = String(error);
      if (fault !== this.#fault) this.log.error("A chore failed", { chore: this.row.name, error: fault });
      this.#fault = fault;
      this.#failures++;
    }
  }

  #pauseMs(): number {
    return Math.max(this.everyMs, Math.min(this.everyMs * 2 ** this.#failures, MAX_WAIT_MS));
  }
}
