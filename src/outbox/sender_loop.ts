/** Claims what a sender has room for, sends it and saves the results. Discarding a loop loses only attempts under way, which are made again. */
import type { Clock, Log } from "../platform.ts";

const RETRY_AFTER_TROUBLE_MS = 1000;
/** How many items begin before readers of the same process get their turn. */
const ITEMS_PER_TURN = 8;
/** A batch saves all results since the last in one transaction, which costs little more than saving one. */
const BATCH_MS = 20;
/** An item that takes longer gives its place to another one, once for each place: the slow must not delay the quick. */
const SLOW_MS = 2000;
const REPEATED_SHARE = 4;
/** How long a claim holds without being renewed. */
export const CLAIM_MS = 4000;
const RENEW_MS = 1200;

export interface ClaimedItem {
  readonly id: number;
  /** What must not be overrun, such as a host. */
  readonly destination: string;
  readonly attempts: number;
}

export interface OutboxSender<Item extends ClaimedItem, Result> {
  readonly max: number;
  readonly maxPerDestination: number;
  /** Saves results, renews held claims and claims due items in one transaction. After a rejection the same results come again. */
  exchange(results: readonly Result[], request: ClaimRequest): Promise<ClaimedBatch<Item>>;
  /** Never rejects. */
  send(item: Item): Promise<Result>;
}

/** A claim expires by the clock of the store: servers pass and receive durations only. A result is saved only under its claim. */
export interface ClaimRequest {
  readonly claim: string;
  /** Items that are under way or not saved yet: their claims are renewed. */
  readonly held: readonly number[];
  readonly limit: number;
  /** How many of them may be repeated attempts: dead receivers must not take the places of others. */
  readonly maxRepeated: number;
  readonly perDestination: number;
  readonly underWay: ReadonlyMap<string, number>;
}

export interface ClaimedBatch<Item> {
  readonly claimed: readonly Item[];
  /** Wait until more may be claimed; null if nothing is scheduled, or if not all due rows could be claimed. */
  readonly nextInMs: number | null;
}

interface LoopHost {
  readonly clock: Clock;
  readonly saves: SaveReport;
  readonly claim: string;
}

export interface SenderLoop {
  wake(): void;
}

export interface RunningLoop extends SenderLoop {
  readonly underWay: number;
  /** Begins nothing more; resolves when everything under way is saved. */
  drain(): Promise<void>;
  /** Forgets everything at once, without waiting for work in progress. */
  abandon(): void;
}

export function createSenderLoop<Item extends ClaimedItem, Result>(
  sender: OutboxSender<Item, Result>,
  { clock, saves, claim }: LoopHost,
): RunningLoop {
  const batches = createBatches(clock, exchange);
  const drained = Promise.withResolvers<void>();
  const underWay = new Map<Item, number>();
  let unsaved: { readonly id: number; readonly result: Result }[] = [];
  let state: "running" | "draining" | "abandoned" = "running";

  async function exchange(): Promise<number | null> {
    const saving = unsaved;
    unsaved = [];
    const request = requestNow(saving);
    const askedAt = clock.now();
    try {
      const { claimed, nextInMs } = await sender.exchange(
        saving.map(({ result }) => result),
        request,
      );
      saves.saved(sender);
      await beginAll(claimed);
      const waitMs = nextInMs === null ? null : Math.max(BATCH_MS, nextInMs - Math.max(0, clock.now() - askedAt));
      return underWay.size + unsaved.length > 0 ? Math.min(waitMs ?? RENEW_MS, RENEW_MS) : waitMs;
    } catch (error) {
      unsaved = [...saving, ...unsaved];
      saves.failed(sender, error);
      return RETRY_AFTER_TROUBLE_MS;
    } finally {
      if (state === "draining" && underWay.size === 0 && unsaved.length === 0) drained.resolve();
    }
  }

  function requestNow(saving: typeof unsaved): ClaimRequest {
    const begun = [...underWay];
    const repeated = begun.filter(([{ attempts }]) => attempts > 0);
    const byDestination = new Map<string, number>();
    for (const [{ destination }] of begun) {
      byDestination.set(destination, (byDestination.get(destination) ?? 0) + 1);
    }
    return {
      claim,
      held: [...begun.map(([{ id }]) => id), ...saving.map(({ id }) => id)],
      limit: state === "running" ? freeOf(sender.max, begun) : 0,
      maxRepeated: freeOf(Math.ceil(sender.max / REPEATED_SHARE), repeated),
      perDestination: sender.maxPerDestination,
      underWay: byDestination,
    };
  }

  function freeOf(places: number, begun: readonly (readonly [Item, number])[]): number {
    const slowSince = clock.now() - SLOW_MS;
    const slow = begun.filter(([, at]) => at <= slowSince).length;
    return Math.max(0, places - (begun.length - Math.min(slow, places)));
  }

  async function beginAll(items: readonly Item[]): Promise<void> {
    for (const [at, item] of items.entries()) {
      if (at > 0 && at % ITEMS_PER_TURN === 0) await letOthersRun(clock);
      if (state === "abandoned") return;
      underWay.set(item, clock.now());
      void sender.send(item).then((result) => {
        underWay.delete(item);
        unsaved.push({ id: item.id, result });
        batches.wakeSoon();
      });
    }
  }

  return {
    wake: batches.wake,
    get underWay() {
      return underWay.size;
    },
    drain() {
      if (state === "running") state = "draining";
      batches.wake();
      return drained.promise;
    },
    abandon() {
      state = "abandoned";
      batches.stop();
    },
  };
}

function letOthersRun(clock: Clock): Promise<void> {
  return new Promise((resolve) => void clock.after(0, resolve));
}

/** Runs batches one at a time and coalesces wake-ups. `run` never rejects; it returns the milliseconds until the next batch, or null. */
function createBatches(clock: Clock, run: () => Promise<number | null>) {
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
    cancelAlarm = clock.after(delayMs, () => void runOne());
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
    /** Lets more work gather first. */
    wakeSoon: () => wakeIn(BATCH_MS),
    stop() {
      isStopped = true;
      cancelAlarm();
    },
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
