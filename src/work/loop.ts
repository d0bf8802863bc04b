/**
 * Claims as much work as there is capacity for, does it, saves what came of it, and sleeps until more is due. Nothing that
 * must survive is kept here; a loop that is thrown away forgets only its claims' work.
 */
import type { Clock, Log } from "../platform.ts";

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

/** A batch saves all results since the last in one transaction, which costs little more than saving one. */
const BATCH_MS = 20;

/**
 * Runs batches one at a time, and coalesces wake-ups. `run` never rejects; it returns the milliseconds until another batch is due by
 * itself, or null.
 */
function createBatches(clock: Clock, activity: Activity, run: () => Promise<number | null>) {
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
    /** Runs a batch now, or right after the one that is running. */
    wake: () => wakeIn(0),
    /** The same for work that can wait a moment for more. */
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
function createSlots(count: number, { now }: Pick<Clock, "now">) {
  const begun = new Set<{ readonly at: number }>();
  const byDestination = new Map<string, number>();
  const slots = {
    byDestination,
    /** Takes a slot; to be given back by the function that is returned. */
    take(destination: string): () => void {
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
    /** Work under way, that which has given its slot away included. */
    get taken(): number {
      return begun.size;
    },
    get free(): number {
      return count - (begun.size - slots.givenAway);
    },
    get givenAway(): number {
      const since = now() - SLOW_MS;
      const slow = [...begun].filter(({ at }) => at <= since).length;
      return Math.min(slow, count);
    },
  };
  return slots;
}

// What keeps claimable work, as an interface. It may be used by several servers at once.
//
// A claim is a name in the row with an instant at which it expires. Only what is still claimed under the name that asks
// is settled: when another server took the work over in the meantime, the late result is dropped.
//
// Time is the store's: it is read inside each transaction, after every wait for a lock. Servers pass and receive
// durations only, so their own clocks may differ from the store's and from each other's.

/** Under which name, for how long and how much work is claimed. */
export interface ClaimRequest {
  /** The name of the server that asks. */
  readonly claim: string;
  /** How long the claim holds without being renewed. */
  readonly claimMs: number;
  readonly limit: number;
  readonly perDestination: number;
  /** How much of the asking server's is under way already, by destination. */
  readonly underWay: ReadonlyMap<string, number>;
  /** The longest wait that a settlement asks for: a row that waits much longer was stored before a clock was set back. */
  readonly longestWaitMs: number;
}

/** What was claimed at once. */
export interface ClaimedBatch<Row> {
  readonly claimed: readonly Row[];
  /** Wait until more may be claimed; null when nothing lies ahead, or when not all that is due could be claimed. */
  readonly nextInMs: number | null;
}

/**
 * Settles results and claims due rows, in one transaction; after a rejection the same results come again. A queue that is
 * paused, or limited to so much a minute, claims fewer rows than it may and returns when to ask again.
 */
type SettleAndClaim<Row, Result> = (results: readonly Result[], request: ClaimRequest) => Promise<ClaimedBatch<Row>>;

/** Claims that are to be prolonged, to `claimMs` from now. Rows that their server does not know it has are left to expire. */
export interface Renewal extends Pick<ClaimRequest, "claim" | "claimMs"> {
  readonly ids: readonly number[];
}

/** What is done to all claims of a server at once. */
export interface ClaimStore {
  /** Ends all claims of that name, so that another server need not wait for their end. */
  releaseClaims(claim: string): Promise<void>;
}

/** Counts work in progress, so that tests and shutdown can wait for idleness. */
export interface Activity {
  /** Counts as activity until the promise settles. A rejection is the caller's to handle. */
  during<T>(work: Promise<T>): Promise<T>;
  /** Waits for a stranger: no activity until the promise settles. For use inside of {@link during}. */
  outside<T>(waiting: Promise<T>): Promise<T>;
  /** Resolves as soon as nothing is going on. */
  settled(): Promise<void>;
}

/** Creates a counter with nothing in progress. */
export function createActivity(): Activity {
  let active = 0;
  let waiters: (() => void)[] = [];

  function change(by: number): void {
    active += by;
    if (active > 0) return;
    const released = waiters;
    waiters = [];
    for (const release of released) release();
  }

  async function counted<T>(promise: Promise<T>, by: number): Promise<T> {
    change(by);
    try {
      return await promise;
    } finally {
      change(-by);
    }
  }

  return {
    during: (work) => counted(work, 1),
    outside: (waiting) => counted(waiting, -1),
    settled: () => (active === 0 ? Promise.resolve() : new Promise((resolve) => waiters.push(resolve))),
  };
}

type SaveReport = ReturnType<typeof createSaveReport>;

/** Logs once when a runner loses the ability to save, and once when it regains it; `name` begins the lines. */
export function createSaveReport(name: string, log: Log) {
  const unsaved = new Set<object>();
  return {
    failed(part: object, error: unknown) {
      if (unsaved.size === 0) log.error(`${name} cannot save to the database`, { error: String(error) });
      unsaved.add(part);
    },
    saved(part: object) {
      if (unsaved.delete(part) && unsaved.size === 0) log.info(`${name} can save to the database again`);
    },
  };
}
