/** What all businesses of a process may do together, and how they take turns at it. */
import { MINUTE_MS } from "../durations.ts";
import type { Clock } from "../platform.ts";

interface Limits {
  readonly atOnce: number;
  /** Most turns begun within a minute; unlimited by default. */
  readonly perMinute?: number;
}

/** Runs work when its turn comes. If it resolves to null, there was nothing to do, and the turn does not count towards the per-minute limit. */
export type RunInTurn = <Done>(work: () => Promise<Done>) => Promise<Done>;

interface Begun {
  readonly at: number;
}

interface Lane {
  underWay: number;
}

interface NamedLane {
  readonly run: RunInTurn;
  uses: number;
}

/**
 * Lanes with work take turns, however much each has. A lane may not have as much under way as there is room left: work that
 * hangs in one lane, or in a few, always leaves room for the others.
 */
export class FairScheduler {
  /** What waits, by lane, in the order of their turns. */
  readonly #waiting = new Map<Lane, ((begun: Begun) => void)[]>();
  /** What counts and was begun within the last minute. */
  #begun: Begun[] = [];
  readonly #named = new Map<string, NamedLane>();
  #underWay = 0;
  #cancelAlarm: (() => void) | null = null;

  constructor(
    private readonly clock: Pick<Clock, "now" | "after">,
    private readonly limits: Limits,
  ) {}

  /** The lane of a name, which is kept while it has work. */
  of(name: string): RunInTurn {
    return async (work) => {
      const lane = this.#named.get(name) ?? { run: this.lane(), uses: 0 };
      this.#named.set(name, lane);
      lane.uses++;
      try {
        return await lane.run(work);
      } finally {
        if (--lane.uses === 0) this.#named.delete(name);
      }
    };
  }

  lane(): RunInTurn {
    const lane: Lane = { underWay: 0 };
    return async (work) => {
      const begun = await new Promise<Begun>((begin) => {
        const waiting = this.#waiting.get(lane) ?? [];
        waiting.push(begin);
        this.#waiting.set(lane, waiting);
        this.#beginNext();
      });
      try {
        const done = await work();
        if (done === null) this.#begun = this.#begun.filter((each) => each !== begun);
        return done;
      } finally {
        lane.underWay--;
        this.#underWay--;
        this.#beginNext();
      }
    };
  }

  #beginNext(): void {
    while (this.#isWithinMinute()) {
      const room = this.limits.atOnce - this.#underWay;
      const next = this.#waiting.entries().find(([{ underWay }]) => underWay < room);
      if (next === undefined) return;
      const [lane, [begin, ...others]] = next;
      this.#waiting.delete(lane);
      if (others.length > 0) this.#waiting.set(lane, others);
      lane.underWay++;
      this.#underWay++;
      const begun = { at: this.clock.now() };
      if (this.limits.perMinute !== undefined) this.#begun.push(begun);
      begin?.(begun);
    }
  }

  #isWithinMinute(): boolean {
    const { perMinute = Number.POSITIVE_INFINITY } = this.limits;
    const now = this.clock.now();
    this.#begun = this.#begun.filter(({ at }) => at > now - MINUTE_MS && at <= now);
    const [first] = this.#begun;
    if (first === undefined || this.#begun.length < perMinute) return true;
    this.#cancelAlarm ??= this.clock.after(first.at + MINUTE_MS - now, () => {
      this.#cancelAlarm = null;
      this.#beginNext();
    });
    return false;
  }
}
