/** What all businesses of a process may do together, and how they take turns at it. */
import type { Clock } from "../../platform.ts";

const MINUTE_MS = 60_000;

interface Limits {
  /** Under way at once. */
  readonly atOnce: number;
  /** Begun within a minute; no limit when left out. */
  readonly perMinute?: number;
}

/** Does work when its turn has come. Where it resolves to null there was nothing to do, and the turn counts for no minute. */
export type InTurn = <Done>(work: () => Promise<Done>) => Promise<Done>;

/** Turns of lanes: whichever has work waiting is next once every other such lane was, however much it has. */
export class FairTurns {
  /** What waits, by lane, in the order of their turns. */
  readonly #waiting = new Map<object, ((beganAt: number) => void)[]>();
  /** When what counts was begun, within the last minute. */
  #begun: number[] = [];
  #underWay = 0;
  #cancelAlarm: (() => void) | null = null;

  constructor(
    private readonly clock: Pick<Clock, "now" | "after">,
    private readonly limits: Limits,
  ) {}

  /** A way to take turns with all other lanes. */
  lane(): InTurn {
    const lane = {};
    return async (work) => {
      const beganAt = await new Promise<number>((begin) => {
        const waiting = this.#waiting.get(lane) ?? [];
        waiting.push(begin);
        this.#waiting.set(lane, waiting);
        this.#beginNext();
      });
      try {
        const done = await work();
        if (done === null) this.#begun = this.#begun.toSpliced(this.#begun.indexOf(beganAt), 1);
        return done;
      } finally {
        this.#underWay--;
        this.#beginNext();
      }
    };
  }

  #beginNext(): void {
    while (this.#underWay < this.limits.atOnce && this.#isWithinMinute()) {
      const [next] = this.#waiting;
      if (next === undefined) return;
      const [lane, [begin, ...others]] = next;
      this.#waiting.delete(lane);
      // Behind all others.
      if (others.length > 0) this.#waiting.set(lane, others);
      this.#underWay++;
      const now = this.clock.now();
      if (this.limits.perMinute !== undefined) this.#begun.push(now);
      begin?.(now);
    }
  }

  #isWithinMinute(): boolean {
    const { perMinute = Number.POSITIVE_INFINITY } = this.limits;
    const now = this.clock.now();
    this.#begun = this.#begun.filter((at) => at > now - MINUTE_MS && at <= now);
    const [first] = this.#begun;
    if (first === undefined || this.#begun.length < perMinute) return true;
    this.#cancelAlarm ??= this.clock.after(first + MINUTE_MS - now, () => {
      this.#cancelAlarm = null;
      this.#beginNext();
    });
    return false;
  }
}
