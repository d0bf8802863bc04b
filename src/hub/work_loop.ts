/**
 * Does work that waits in rows: claims as much as there is room for, does it, saves what came of it, and sleeps until
 * more is due. Nothing that must survive is kept here; a loop that is thrown away forgets only its claims' work.
 *
 * @module
 */
import type { Clock } from "../platform.ts";
import type { Activity } from "./activity.ts";
import { type Claimed, createPlaces, type Places } from "./places.ts";
import type { SaveReport } from "./save_report.ts";
import type { Turn } from "./subscription_store.ts";
import { createTurns, TURN_MS } from "./turns.ts";

const RETRY_AFTER_TROUBLE_MS = 1000;
/** How much work begins before readers of the same process get their turn. */
const AT_ONCE = 8;
/** How often claims are renewed and places given away while there is work under way. */
const TENDING_MS = 1200;

/** How much more a work loop can take on. */
export interface Room {
  /** How much work may begin. */
  readonly limit: number;
  readonly sites: Places["sites"];
}

/** The work behind a loop: how to claim it, do it and save its results. */
export interface WorkLoopParts<Row extends Claimed, Result> {
  readonly clock: Clock;
  readonly activity: Activity;
  /** Work under way at once. */
  readonly concurrency: number;
  /** Saves results, then claims up to `room.limit` rows. After a rejection the same results come again. */
  turn(results: readonly Result[], room: Room): Promise<Turn<Row>>;
  /** Never rejects. */
  work(claimed: Row): Promise<Result>;
  /** Prolongs the claims on the work under way. */
  renew(): Promise<void>;
  readonly saves: SaveReport;
}

/** Claims work from the store and does it, within a concurrency limit. */
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
export function createWorkLoop<Row extends Claimed, Result>(parts: WorkLoopParts<Row, Result>): WorkLoop {
  const { clock, activity } = parts;
  const places = createPlaces(parts.concurrency, clock);
  const turns = createTurns(clock, activity, takeTurn);
  const drained = Promise.withResolvers<void>();
  let results: Result[] = [];
  let state: "running" | "draining" | "abandoned" = "running";
  let cancelTending = () => {};

  async function takeTurn(): Promise<number | null> {
    const saving = results;
    results = [];
    try {
      const nextInMs = await settleAndClaim(saving);
      parts.saves.saved(places);
      return nextInMs;
    } catch (error) {
      results = [...saving, ...results];
      parts.saves.failed(places, error);
      return RETRY_AFTER_TROUBLE_MS;
    } finally {
      if (state === "draining" && places.taken === 0 && results.length === 0) drained.resolve();
    }
  }

  async function settleAndClaim(saving: readonly Result[]): Promise<number | null> {
    const askedAt = clock.now();
    const limit = state === "running" ? places.free : 0;
    const { claimed, nextInMs } = await parts.turn(saving, { limit, sites: places.sites });
    await beginAll(claimed);
    if (nextInMs === null) return null;
    const elapsedMs = Math.max(0, clock.now() - askedAt);
    return Math.max(TURN_MS, nextInMs - elapsedMs);
  }

  async function beginAll(rows: readonly Row[]): Promise<void> {
    for (const [at, row] of rows.entries()) {
      if (at > 0 && at % AT_ONCE === 0) await letOthersRun(clock, activity);
      if (state === "abandoned") return;
      if (places.taken === 0) tend();
      places.take(row);
      activity.during(parts.work(row).then((result) => end(row, result)));
    }
  }

  function end(row: Row, result: Result): void {
    places.leave(row);
    results.push(result);
    turns.wakeSoon();
  }

  /** Looks after what is under way, for as long as anything is. */
  function tend(): void {
    cancelTending();
    cancelTending = clock.after(TENDING_MS, () => {
      if (places.taken === 0) return;
      activity.during(parts.renew()).catch((error) => parts.saves.failed(places, error));
      if (places.givenAway > 0) turns.wake();
      tend();
    });
  }

  return {
    wake: turns.wake,
    get underWay() {
      return places.taken;
    },
    drain() {
      if (state === "running") state = "draining";
      turns.wake();
      return drained.promise;
    },
    abandon() {
      state = "abandoned";
      turns.stop();
      cancelTending();
    },
  };
}

function letOthersRun(clock: Clock, activity: Activity): Promise<void> {
  return activity.outside(new Promise((resolve) => void clock.after(0, resolve)));
}
