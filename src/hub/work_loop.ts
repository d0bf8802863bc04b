/**
 * Does work that waits in rows: claims as much as there is room for, does it, saves what came of it, and sleeps until
 * more is due. Nothing that must survive is kept here; a loop that is thrown away forgets only its claims' work.
 *
 * @module
 */
import type { Clock } from "../platform.ts";
import type { Activity } from "./activity.ts";

/** A turn settles all that finished meanwhile in one transaction, which costs as much as settling one. */
const TURN_MS = 10;
const RETRY_AFTER_TROUBLE_MS = 1000;
/** Work that takes longer gives its place to other work, once for each place: the slow shall not delay the quick. */
const PATIENCE_MS = 2000;
/** How many jobs begin before readers of the same process get their turn. */
const AT_ONCE = 8;
/** How often claims are renewed and places given away while there is work under way. */
const TENDING_MS = 1200;

export interface Job {
  readonly id: number;
  readonly callbackHost: string;
}

export interface Room {
  readonly limit: number;
  /** Hosts with work under way, and how much. */
  readonly hosts: ReadonlyMap<string, number>;
}

export interface WorkLoopParts<J extends Job, Result> {
  readonly clock: Clock;
  readonly activity: Activity;
  /** Work under way at once. */
  readonly concurrency: number;
  /** Saves results, then claims up to `room.limit` jobs. After a rejection the same results come again. */
  turn(results: readonly Result[], room: Room): Promise<readonly J[]>;
  /** Never rejects. */
  work(job: J): Promise<Result>;
  /** The earliest instant after `now` at which more work is due, or null. */
  nextDueAt(now: number): Promise<number | null>;
  /** Prolongs the claims on the work under way. */
  renew(): Promise<void>;
  onTrouble(error: unknown): void;
}

export interface WorkLoop {
  /** There may be something to do now. Cheap, safe at any time. */
  wake(): void;
  readonly underWay: number;
  /** Begins nothing more; resolves when all that was under way is saved. */
  drain(): Promise<void>;
  /** Forgets everything at once, without waiting for what is under way. */
  abandon(): void;
}

/** Makes a loop; it sleeps until it is woken. */
export function createWorkLoop<J extends Job, Result>(parts: WorkLoopParts<J, Result>): WorkLoop {
  const { clock, activity, concurrency } = parts;
  const hosts = new Map<string, number>();
  let results: Result[] = [];
  /** What is under way, and since when. */
  const begun = new Map<J, number>();
  let state: "running" | "draining" | "abandoned" = "running";
  let isTurning = false;
  let isWoken = false;
  let cancelAlarm = () => {};
  let cancelTending = () => {};
  let onDrained = () => {};

  function turnIn(delayMs: number): void {
    cancelAlarm();
    cancelAlarm = clock.after(delayMs, () => activity.during(takeTurn()));
  }

  function wake(): void {
    if (state === "abandoned" || isWoken) return;
    isWoken = true;
    if (!isTurning) turnIn(0);
  }

  /** A result can wait a moment for others to be saved with it. */
  function wakeSoon(): void {
    if (isWoken || isTurning || state === "abandoned") {
      isWoken = true;
      return;
    }
    isWoken = true;
    turnIn(TURN_MS);
  }

  async function takeTurn(): Promise<void> {
    isTurning = true;
    isWoken = false;
    const saving = results;
    results = [];
    let nextTurnMs: number | null = null;
    try {
      nextTurnMs = await settleAndClaim(saving);
    } catch (error) {
      results = [...saving, ...results];
      parts.onTrouble(error);
      nextTurnMs = RETRY_AFTER_TROUBLE_MS;
    }
    isTurning = false;
    if (state === "abandoned") return;
    if (state === "draining" && begun.size === 0 && results.length === 0) onDrained();
    if (isWoken) turnIn(TURN_MS);
    else if (nextTurnMs !== null) turnIn(nextTurnMs);
  }

  /** How long until the next turn, in milliseconds; null when there is nothing to wait for. */
  async function settleAndClaim(saving: readonly Result[]): Promise<number | null> {
    const now = clock.now();
    const limit = state === "running" ? concurrency - (begun.size - lingering()) : 0;
    const jobs = await parts.turn(saving, { limit, hosts });
    for (const [at, job] of jobs.entries()) {
      if (at > 0 && at % AT_ONCE === 0) await letOthersRun();
      begin(job);
    }
    if (limit === 0 || jobs.length === limit) return null;
    const dueAt = await parts.nextDueAt(now);
    return dueAt === null ? null : Math.max(TURN_MS, dueAt - clock.now());
  }

  function letOthersRun(): Promise<void> {
    return activity.outside(new Promise((resolve) => void clock.after(0, resolve)));
  }

  function begin(job: J): void {
    if (state === "abandoned") return;
    if (begun.size === 0) tendLater();
    hosts.set(job.callbackHost, (hosts.get(job.callbackHost) ?? 0) + 1);
    begun.set(job, clock.now());
    const end = (result: Result) => {
      begun.delete(job);
      leaveHost(job.callbackHost);
      if (state === "abandoned") return;
      results.push(result);
      wakeSoon();
    };
    activity.during(parts.work(job).then(end));
  }

  /** Looks after what is under way, for as long as anything is. */
  function tendLater(): void {
    cancelTending();
    cancelTending = clock.after(TENDING_MS, () => {
      if (begun.size === 0) return;
      activity.during(parts.renew()).catch(parts.onTrouble);
      if (lingering() > 0) wake();
      tendLater();
    });
  }

  /** How many jobs have given their place away. */
  function lingering(): number {
    const since = clock.now() - PATIENCE_MS;
    let count = 0;
    for (const at of begun.values()) if (at <= since) count++;
    return Math.min(count, concurrency);
  }

  function leaveHost(host: string): void {
    const left = (hosts.get(host) ?? 1) - 1;
    if (left === 0) hosts.delete(host);
    else hosts.set(host, left);
  }

  return {
    wake,
    get underWay() {
      return begun.size;
    },
    drain() {
      const drained = Promise.withResolvers<void>();
      onDrained = drained.resolve;
      if (state === "running") state = "draining";
      wake();
      return drained.promise;
    },
    abandon() {
      state = "abandoned";
      cancelAlarm();
      cancelTending();
    },
  };
}
