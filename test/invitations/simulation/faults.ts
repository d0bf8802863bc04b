/** Faults that can be seeded, to show that the simulation would notice them. */
import type { OutboxStore } from "../../../src/invitations/mod.ts";
import type { SharedFault } from "../../support/simulation/simulated_life.ts";

export interface Fault extends SharedFault {
  /** A call that never arrives. */
  readonly drops?: keyof OutboxStore;
  /** A wrong variant of the store, as one server has it. */
  readonly bends?: (store: OutboxStore, server: number) => Partial<OutboxStore>;
}

export const FAULTS: readonly Fault[] = [
  { name: "claims are not renewed", drops: "renewMessages" },
  { name: "each server goes by its own clock", clocks: (server) => server },
  {
    name: "a message is done with when it is claimed, not when it is accepted",
    sql: `CREATE TRIGGER fault AFTER UPDATE OF claim ON messages WHEN new.claim IS NOT NULL
      BEGIN UPDATE messages SET ended_at = 1 WHERE id = new.id; END`,
  },
  {
    name: "a repeat has a Message-ID of its own",
    sql: `CREATE TRIGGER fault AFTER UPDATE OF claim ON messages WHEN new.claim IS NULL
      BEGIN UPDATE messages SET message_id = '<x' || substr(message_id, 2) WHERE id = new.id; END`,
  },
  {
    name: "what is begun within a minute is not counted",
    sql: `CREATE TRIGGER fault AFTER UPDATE OF attempted_at ON messages WHEN new.attempted_at > 0
      BEGIN UPDATE messages SET attempted_at = 0 WHERE id = new.id; END`,
  },
  {
    name: "who unsubscribes is forgotten",
    sql: "CREATE TRIGGER fault AFTER INSERT ON unsubscribed BEGIN DELETE FROM unsubscribed; END",
  },
  {
    name: "a retry does not wait",
    sql: `CREATE TRIGGER fault AFTER UPDATE OF attempts ON messages
      BEGIN UPDATE messages SET next_attempt_at = 0 WHERE id = new.id; END`,
  },
  {
    name: "results that could not be saved are forgotten",
    bends: (store) => ({
      settleAndClaimMessages: (settlements, request) =>
        store.settleAndClaimMessages(settlements, request).catch(() => ({ claimed: [], nextInMs: 1000 })),
    }),
  },
  {
    name: "a server has several messages under way",
    bends: (store) => ({
      settleAndClaimMessages: (settlements, request) =>
        store.settleAndClaimMessages(settlements, { ...request, limit: 4, perDestination: 9, underWay: new Map() }),
    }),
  },
];
