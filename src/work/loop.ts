/**
 * Claims as much work as there is capacity for, does it, saves what came of it, and sleeps until more is due. Nothing that
 * must survive is kept here; a loop that is thrown away forgets only its claims' work.
 */
import type { Clock } from "../platform.ts";
import type { Activity, SaveReport } from "./activity.ts";
import type { ClaimRequest, Renewal, SettleAndClaim } from "./queue.ts";

const RETRY_AFTER_TROUBLE_MS = 1000;
/** How much work begins before readers of the same process get their turn. */
const AT_ONCE = 8;
/** How often claims are renewed and slots given away while there is work under way. */
const RENEW_MS = 1200;

/** A row, by the number under which its claim is renewed. */
export interface ClaimedRow {
  readonly id: number;
}

/** One kind of work: how to claim it, do it and save its results. */
export interface WorkLoopParts<Row extends ClaimedRow, Result> {
  /** Work under way at once. */
  readonly concurrency: number;
  /** The same for each destination. */
  readonly perDestination: number;
  /** What is not to be overrun, such as a host: a name without blanks. */
  destinationOf(row: Row): string;
  /** The longest wait before a retry. */
  readonly longestWaitMs: number;
  readonly settleAndClaim: SettleAndClaim<Row, Result>;
  /** Prolongs the claims on what is under way or not saved yet. */
  renew(renewal: Renewal): Promise<void>;
  /** Never rejects. */
  work(row: Row): Promise<Result>;
}

/** What all loops of a runner share. */
interface LoopHost {
  readonly clock: Clock;
  readonly activity: Activity;
  readonly saves: SaveReport;
  readonly claim: Pick<ClaimRequest, "claim" | "claimMs">;
}

/** One kind of work, as those see it who cause it. */
export interface WorkLoop {
  /** There may be something to do now. Cheap, safe at any time. */
  wake(): void;
}

/** The same for its runner. */
export interface RunningLoop extends WorkLoop {
  readonly underWay: number;
  /** Begins nothing more; resolves when all that was under way is saved. */
  drain(): Promise<void>;
  /** Forgets everything at once, without waiting for what is under way. */
  abandon(): void;
}

/** What came of a row. */
interface Done<Result> extends ClaimedRow {
  readonly result: Result;
}

/** Makes a loop; it sleeps until it is woken. */
export function createWorkLoop<Row extends ClaimedRow, Result>(
  parts: WorkLoopParts<Row, Result>,
  host: LoopHost,
): RunningLoop {
  const { clock, activity, saves } = host;
  const { perDestination, longestWaitMs, destinationOf } = parts;
  const slots = createSlots(parts.concurrency, clock);
  const batches = createBatches(clock, activity, runBatch);
  const drained = Promise.withResolvers<void>();
  /** Rows that are claimed as far as this server knows: what a lost answer has claimed is not among them. */
  const held = new Set<number>();
  let results: Done<Result>[] = [];
  let state: "running" | "draining" | "abandoned" = "running";
  let cancelRenewal = () => {};

  async function runBatch(): Promise<number | null> {
    const saving = results;
    results = [];
    try {
      const nextInMs = await settleAndBegin(saving);
      saves.saved(slots);
      return nextInMs;
    } catch (error) {
      results = [...saving, ...results];
      saves.failed(slots, error);
      return RETRY_AFTER_TROUBLE_MS;
    } finally {
      if (state === "draining" && slots.taken === 0 && results.length === 0) drained.resolve();
    }
  }

  async function settleAndBegin(saving: readonly Done<Result>[]): Promise<number | null> {
    const askedAt = clock.now();
    const limit = state === "running" ? slots.free : 0;
    const request = { ...host.claim, limit, perDestination, underWay: slots.byDestination, longestWaitMs };
    const settled = saving.map(({ result }) => result);
    const { claimed, nextInMs } = await parts.settleAndClaim(settled, request);
    for (const { id } of saving) held.delete(id);
    await beginAll(claimed);
    if (nextInMs === null) return null;
    const elapsedMs = Math.max(0, clock.now() - askedAt);
    return Math.max(BATCH_MS, nextInMs - elapsedMs);
  }

  async function beginAll(rows: readonly Row[]): Promise<void> {
    for (const [at, row] of rows.entries()) {
      if (at > 0 && at % AT_ONCE === 0) await letOthersRun(clock, activity);
      if (state === "abandoned") return;
      if (held.size === 0) keepClaims();
      held.add(row.id);
      const free = slots.take(destinationOf(row));
      activity.during(
        parts.work(row).then((result) => {
          free();
          results.push({ id: row.id, result });
          batches.wakeSoon();
        }),
      );
    }
  }

  /** For as long as anything is under way or waits to be saved. */
  function keepClaims(): void {
    cancelRenewal();
    cancelRenewal = clock.after(RENEW_MS, () => {
      if (held.size === 0) return;
      activity.during(parts.renew({ ...host.claim, ids: [...held] })).catch((error) => saves.failed(slots, error));
      if (slots.givenAway > 0) batches.wake();
      keepClaims();
    });
  }

  return {
    wake: batches.wake,
    get underWay() {
      return slots.taken;
    },
    drain() {
      if (state === "running") state = "draining";
      batches.wake();
      return drained.promise;
    },
    abandon() {
      state = "abandoned";
      batches.stop();
      cancelRenewal();
    },
  };
}

function letOthersRun(clock: Clock, activity: Activity): Promise<void> {
  return activity.outside(new Promise((resolve) => void clock.after(0, resolve)));
}

/** A batch saves all that finished meanwhile in one transaction, which costs little more than saving one. */
const BATCH_MS = 20;

/** Runs batches one at a time, and coalesces wake-ups. */
interface Batches {
  /** There is something to do: a batch now, or right after the one that is running. Cheap, safe at any time. */
  wake(): void;
  /** Like {@link wake}, but what there is to do can wait a moment for more of it. */
  wakeSoon(): void;
  /** No batch begins any more. */
  stop(): void;
}

/** `run` never rejects; it gives the milliseconds until another batch is due by itself, or null. */
function createBatches(clock: Clock, activity: Activity, run: () => Promise<number | null>): Batches {
  let isRunning = false;
  let isWoken = false;
  let isStopped = false;
  let cancelAlarm = () => {};

  function wakeIn(delayMs: number): void {
    if (isStopped || isWoken) return;
    isWoken = true;
    if (!isRunning) runIn(delayMs);
  }

  function runIn(delayMs: number): void {
    cancelAlarm();
    cancelAlarm = clock.after(delayMs, () => activity.during(runOne()));
  }

  async function runOne(): Promise<void> {
    isRunning = true;
    isWoken = false;
    const nextMs = await run();
    isRunning = false;
    if (isStopped) return;
    if (isWoken) runIn(BATCH_MS);
    else if (nextMs !== null) runIn(nextMs);
  }

  return {
    wake: () => wakeIn(0),
    wakeSoon: () => wakeIn(BATCH_MS),
    stop() {
      isStopped = true;
      cancelAlarm();
    },
  };
}

/** Work that takes longer gives its slot to other work, once for each slot: the slow shall not delay the quick. */
const SLOW_MS = 2000;

/** The concurrency budget of a work loop, and which destinations use it. */
interface Slots {
  /** Takes a slot; to be given back by the function that is returned. */
  take(destination: string): () => void;
  /** How much work is under way, that which has given its slot away included. */
  readonly taken: number;
  /** How much more work may begin. */
  readonly free: number;
  /** How much work has given its slot away. */
  readonly givenAway: number;
  /** Destinations with work under way, and how much. */
  readonly byDestination: ReadonlyMap<string, number>;
}

/** Creates a budget of `count` concurrent pieces of work. */
function createSlots(count: number, { now }: Pick<Clock, "now">): Slots {
  const begun = new Set<{ readonly at: number }>();
  const byDestination = new Map<string, number>();
  const slots: Slots = {
    byDestination,
    take(destination) {
      const slot = { at: now() };
      begun.add(slot);
      byDestination.set(destination, (byDestination.get(destination) ?? 0) + 1);
      return () => {
        begun.delete(slot);
        const left = (byDestination.get(destination) ?? 1) - 1;
        if (left === 0) byDestination.delete(destination);
        else byDestination.set(destination, left);
      };
    },
    get taken() {
      return begun.size;
    },
    get free() {
      return count - (begun.size - slots.givenAway);
    },
    get givenAway() {
      const since = now() - SLOW_MS;
      const slow = [...begun].filter(({ at }) => at <= since).length;
      return Math.min(slow, count);
    },
  };
  return slots;
}
