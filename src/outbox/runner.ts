/** Runs senders over one store: started, woken and stopped together at any instant, because all that matters is in the store. */

import { parseHttpDate } from "../http/headers.ts";
import { type Clock, type Log, type OutboundResponse, type Random, withTimeout } from "../platform.ts";
import {
  type ClaimedItem,
  createSaveReport,
  createSenderLoop,
  type OutboxSender,
  type RunningLoop,
  type SenderLoop,
} from "./sender_loop.ts";

/** How often a runner looks for what other processes have left it to send. */
const POLL_MS = 10_000;
/** How long a graceful stop waits for work in progress; longer work is repeated after the next start. */
const GRACE_MS = 1000;

export interface ClaimStore {
  /** Ends the claims of a server; without a name those of all servers, for one that is alone with its database. */
  releaseClaims(claim?: string): Promise<void>;
}

interface RunnerParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly name: string;
  readonly store: ClaimStore;
  /** Done at each poll; what fails is tried again at the next. */
  readonly upkeep: () => Promise<void>;
}

export interface Runner extends AsyncDisposable {
  readonly underWay: number;
  add<Item extends ClaimedItem, Result>(sender: OutboxSender<Item, Result>): SenderLoop;
  start(): void;
  /** There may be something to send now. Cheap, safe at any time. */
  wake(): void;
  /** Stops: nothing new begins, work in progress has a second to end, claims are released. */
  [Symbol.asyncDispose](): Promise<void>;
}

export function createRunner({ clock, random, log, name, store, upkeep }: RunnerParts): Runner {
  const saves = createSaveReport(name, log);
  const claim = random.bytes(8).toHex();
  const loops: RunningLoop[] = [];
  let isStarted = false;
  let cancelPoll = () => {};

  function poll(): void {
    cancelPoll = clock.after(POLL_MS, poll);
    wake();
    upkeep().then(
      () => saves.saved(upkeep),
      (error) => saves.failed(upkeep, error),
    );
  }

  function wake(): void {
    if (isStarted) for (const loop of loops) loop.wake();
  }

  return {
    get underWay() {
      return loops.reduce((sum, loop) => sum + loop.underWay, 0);
    },
    add(sender) {
      const loop = createSenderLoop(sender, { clock, saves, claim });
      loops.push(loop);
      return {
        wake() {
          if (isStarted) loop.wake();
        },
      };
    },
    start() {
      if (isStarted) return;
      isStarted = true;
      poll();
    },
    wake,
    async [Symbol.asyncDispose]() {
      if (!isStarted) return;
      isStarted = false;
      const drained = Promise.all(loops.map((loop) => loop.drain()));
      await withTimeout(drained, { timeoutMs: GRACE_MS, clock, late: () => {} });
      cancelPoll();
      for (const loop of loops) loop.abandon();
      await store.releaseClaims(claim).catch((error) => saves.failed(upkeep, error));
    },
  };
}

const RETRY_AFTER_MAX_SECONDS = 3600;

/** Wait before the next attempt, up to a tenth longer by `chance` in [0, 1). Waits under five seconds are kept exact. */
export function retryDelayMs(consecutiveFailures: number, schedule: readonly number[], chance: number): number {
  const seconds = schedule[consecutiveFailures - 1] ?? schedule.at(-1) ?? 0;
  return Math.round(seconds * 1000 * (seconds < 5 ? 1 : 1 + chance / 10));
}

/** What a receiver that is busy (429, 503) asks for in Retry-After, in milliseconds; 0 when it asks for nothing. */
export function retryAfterMs(answer: OutboundResponse, now: number): number {
  if (answer.kind !== "answered" || (answer.status !== 429 && answer.status !== 503)) return 0;
  const value = answer.headers.get("Retry-After")?.trim() ?? "";
  const askedMs = /^\d{1,10}$/.test(value) ? Number(value) * 1000 : (parseHttpDate(value) ?? now) - now;
  return Math.min(Math.max(askedMs, 0), RETRY_AFTER_MAX_SECONDS * 1000);
}
