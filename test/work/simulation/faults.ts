/** Faults that can be seeded, to show that the simulation would notice them. */
import type { SharedFault } from "../../support/simulation/simulated_life.ts";
import type { Outbox } from "./outbox.ts";

export interface Fault extends SharedFault {
  /** A message that never arrives. */
  readonly drops?: keyof Outbox;
  /** A rejected call is taken for one that settled. */
  readonly forgetsUnsaved?: true;
  /** The store is not told what is under way. */
  readonly hidesUnderWay?: true;
  readonly countsMinutesByServer?: true;
}

export const FAULTS: readonly Fault[] = [
  { name: "claims are not renewed", drops: "renew" },
  { name: "each server goes by its own clock", clocks: (server) => server },
  {
    name: "a claim that expired is void at once, though nobody could renew it",
    noticedBy: 8,
    sql: `CREATE TRIGGER fault AFTER UPDATE OF claim_doubted ON pending_verifications
      WHEN new.claim_doubted AND NOT old.claim_doubted
      BEGIN UPDATE pending_verifications SET claimed_until = 0 WHERE id = new.id; END`,
  },
  {
    name: "a row is taken out before its work is done",
    sql: `CREATE TRIGGER fault AFTER UPDATE OF claim ON pending_verifications WHEN new.claim IS NOT NULL
      BEGIN DELETE FROM pending_verifications WHERE id = new.id; END`,
  },
  {
    name: "a claim that died never ends",
    sql: `CREATE TRIGGER fault AFTER UPDATE OF claim_doubted ON pending_verifications WHEN new.claim_doubted
      BEGIN UPDATE pending_verifications SET claim_doubted = 0, claimed_until = claimed_until + 60000 WHERE id = new.id; END`,
  },
  {
    name: "a retry does not wait",
    sql: `CREATE TRIGGER fault AFTER UPDATE OF next_attempt_at ON pending_verifications WHEN new.next_attempt_at > 0
      BEGIN UPDATE pending_verifications SET next_attempt_at = 0 WHERE id = new.id; END`,
  },
  { name: "results that could not be saved are forgotten", noticedBy: 14, forgetsUnsaved: true },
  { name: "the store is not told what is under way", hidesUnderWay: true },
  { name: "each server counts a minute's limit for itself", countsMinutesByServer: true },
];
