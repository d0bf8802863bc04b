/**
 * The store as a server sees it: calls are messages to a thread and back, each takes its time, a lock that another program
 * holds keeps writes waiting, and the server may die before, during and after each.
 */
import type { ClaimRequest, SubscriptionStore } from "../../../src/hub/mod.ts";
import type { Clock } from "../../../src/platform.ts";
import { createSubscriptionStore } from "../../../src/sql/mod.ts";
import type { Fault } from "./faults.ts";
import type { SharedStore } from "./shared_store.ts";

/** What the thread needs to know of the server that owns it. */
export interface Owner {
  readonly clock: Clock;
  readonly generation: string;
  readonly isDead: boolean;
  /** Whether the server dies at this very step. */
  dies(): boolean;
  kill(): void;
  /** Ends what it has under way. */
  cutOff(): void;
}

export interface ThreadParts {
  /** Shared by all servers. */
  readonly store: SharedStore;
  /** The time that nobody can set. */
  readonly time: Clock;
  /** How long a message is on its way. */
  readonly delayMs: () => number;
  readonly fault: Fault | null;
  /** Called before a call takes effect, and after. */
  readonly before: (name: string, given: readonly unknown[]) => void;
  readonly after: () => void;
}

type Call = (...given: readonly unknown[]) => Promise<unknown>;

export function createStoreThread(parts: ThreadParts, owner: Owner): SubscriptionStore {
  const { fault, store } = parts;
  const { connection, hubRows: rows } = store;
  const clock = fault?.clocks?.(owner.clock, store.clock) ?? store.clock;
  const keptBy = (now: () => number) =>
    createSubscriptionStore({
      read: (work) => connection.read(() => work(rows, now())),
      write: (work, durability) => connection.write(() => work(rows, now()), durability),
    });
  const kept = keptBy(clock.now);
  const there = createWay(parts);
  const back = createWay(parts);
  const never = new Promise<never>(() => {});

  async function call(name: keyof SubscriptionStore, given: readonly unknown[]): Promise<unknown> {
    const sentAt = store.clock.now();
    if (owner.dies()) owner.kill();
    await there();
    if (owner.isDead) return never;
    if (fault?.drops === name) return back();
    parts.before(name, given);
    if (fault?.readsTimeAtCall) {
      while (store.isLocked) await new Promise<void>((resolve) => void parts.time.after(20, resolve));
      const [, claims] = given as [unknown, ClaimRequest | undefined];
      if (name === "turnDeliveries" && claims) store.voidClaims(sentAt + claims.claimMs);
    }
    const called = fault?.readsTimeAtCall ? keptBy(() => sentAt) : kept;
    const result = await (called[name] as Call)(...given).then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
    parts.after();
    if (owner.dies()) owner.kill();
    await back();
    if (owner.isDead) return never;
    if ("error" in result) throw result.error;
    return result.value;
  }

  return new Proxy(kept, {
    get:
      (_, name) =>
      (...given: readonly unknown[]) =>
        call(name as keyof SubscriptionStore, given),
  });
}

/** Messages take different times and never overtake each other. */
function createWay({ time, delayMs }: ThreadParts): () => Promise<void> {
  let lastArrival = 0;
  return () =>
    new Promise((resolve) => {
      const now = time.now();
      lastArrival = Math.max(lastArrival, now + delayMs());
      time.after(lastArrival - now, resolve);
    });
}
