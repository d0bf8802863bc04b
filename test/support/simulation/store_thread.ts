/**
 * A store as a server sees it: calls are messages to a thread and back, each takes its time, a lock that another program
 * holds keeps writes waiting, and the server may die before, during and after each.
 */
import type { Clock } from "../../../src/platform.ts";
import type { Mortal } from "./mortal.ts";

export interface ThreadParts<Store> {
  /** The store, by a clock that is read inside of each transaction. */
  readonly storeBy: (now: () => number) => Store;
  /** The store's clock. */
  readonly clock: Clock;
  /** The time that nobody can set. */
  readonly time: Clock;
  /** How long a message is on its way. */
  readonly delayMs: () => number;
  /** For a fault: the store's time is read when the call is sent; `before` gets it. */
  readonly readsTimeAtCall?: boolean | undefined;
  /** Called before a call takes effect, and after, when its answer may get lost. */
  readonly before: (name: keyof Store, given: readonly unknown[], sentAt: number) => Promise<void> | void;
  readonly after: (name: keyof Store) => void;
}

type Call = (...given: readonly unknown[]) => Promise<unknown>;

export function createStoreThread<Store extends object>(parts: ThreadParts<Store>, owner: Mortal): Store {
  const { clock, storeBy } = parts;
  const kept = storeBy(clock.now);
  const there = createWay(parts);
  const back = createWay(parts);
  const never = new Promise<never>(() => {});

  async function call(name: keyof Store, given: readonly unknown[]): Promise<unknown> {
    const sentAt = clock.now();
    if (owner.dies()) owner.kill();
    await there();
    if (owner.isDead) return never;
    await parts.before(name, given, sentAt);
    const called = parts.readsTimeAtCall ? storeBy(() => sentAt) : kept;
    const result = await (called[name] as Call)(...given)
      .then((value) => {
        parts.after(name);
        return { value };
      })
      .catch((error: unknown) => ({ error }));
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
        call(name as keyof Store, given),
  });
}

/** Messages take different times and never overtake each other. */
function createWay({ time, delayMs }: Pick<ThreadParts<unknown>, "time" | "delayMs">): () => Promise<void> {
  let lastArrival = 0;
  return () =>
    new Promise((resolve) => {
      const now = time.now();
      lastArrival = Math.max(lastArrival, now + delayMs());
      time.after(lastArrival - now, resolve);
    });
}
