/** Faults that can be seeded, to show that the simulation would notice them: each was in the program once, or nearly. */
import type { SubscriptionStore } from "../../../src/hub/mod.ts";
import type { Clock } from "../../../src/platform.ts";

export interface Fault {
  readonly name: string;
  /** A life that notices it, to be tried first. */
  readonly noticedBy: number;
  /** SQL that bends what the real statements do. */
  readonly sql?: string;
  /** The clock that a server's transactions go by, in place of the store's. */
  readonly clocks?: (server: Clock, store: Clock) => Clock;
  readonly readsTimeAtCall?: true;
  /** A wrong variant of the store. */
  readonly bends?: (store: SubscriptionStore) => Partial<SubscriptionStore>;
  readonly comparesBytes?: true;
}

export const FAULTS: readonly Fault[] = [
  {
    name: "time is read before the hop and the wait for the lock, and later claims taken for a clock set back",
    noticedBy: 3,
    readsTimeAtCall: true,
  },
  { name: "each server goes by its own clock", noticedBy: 1, clocks: (server) => server },
  {
    name: "claims are not renewed",
    noticedBy: 1,
    bends: (store) => ({
      exchangeDeliveries: (settled, claims) => store.exchangeDeliveries(settled, { ...claims, held: [] }),
    }),
  },
  {
    name: "a claim that expired is void at once, though nobody could renew it",
    noticedBy: 34,
    sql: `CREATE TRIGGER fault AFTER UPDATE OF claim_doubted ON subscriptions WHEN new.claim_doubted AND NOT old.claim_doubted
      BEGIN UPDATE subscriptions SET claimed_until = 0 WHERE id = new.id; END`,
  },
  {
    name: "a claim that died forgets at which revision it sent",
    noticedBy: 142,
    sql: `CREATE TRIGGER fault AFTER UPDATE OF acknowledged_revision ON subscriptions WHEN new.acknowledged_content = -1
      BEGIN UPDATE subscriptions SET acknowledged_revision = old.acknowledged_revision WHERE id = new.id; END`,
  },
  { name: "other bytes at an equal revision are owed", noticedBy: 2, comparesBytes: true },
  {
    name: "a server that lags behind is not held back",
    noticedBy: 5,
    sql: `CREATE TRIGGER fault AFTER UPDATE OF acknowledged_revision ON subscriptions
      BEGIN UPDATE subscriptions SET acknowledged_revision = 0 WHERE id = new.id; END`,
  },
];
