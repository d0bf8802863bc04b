/** Ways to break the protocol, each of which the simulation has to notice. */
import { type Fleet, LEASE_MS } from "../../../src/store/fleet.ts";
import type { LeaseState } from "../../../src/store/mod.ts";

/** A broken part of the protocol. */
export interface Fault {
  readonly name: string;
  /** Spoils what the store has decided. */
  readonly decided?: (fleet: Fleet, standing: LeaseState, now: number) => { fleet: Fleet; standing: LeaseState };
  /** Spoils an answer on its way; `tripMs` is how long request and answer took. */
  readonly heard?: (standing: LeaseState, tripMs: number) => LeaseState;
  /** Whether servers notice a change only when they are told, which may be lost. */
  readonly hasNoPoll?: boolean;
  /** Whether leases are decided by the clock of whoever asks. */
  readonly hasOwnClocks?: boolean;
}

/** Each was taken from a way in which such a protocol has been built wrongly. */
export const FAULTS: readonly Fault[] = [
  {
    name: "the instant of an activation comes before the end of the leases",
    decided: (fleet, standing, now) => {
      const { activation } = fleet;
      if (activation === null || standing.activation === null || activation.at <= now) return { fleet, standing };
      const early = Math.max(now, activation.at - LEASE_MS / 10);
      return {
        fleet: { ...fleet, activation: { ...activation, at: early } },
        standing: { ...standing, activation: { ...standing.activation, inMs: early - now } },
      };
    },
  },
  {
    name: "a renewal does not say what is served before the instant",
    heard: (standing) => {
      const { activation } = standing;
      return activation === null || activation.inMs <= 0
        ? standing
        : { ...standing, activation: { ...activation, previous: null, inMs: Math.min(0, activation.inMs) } };
    },
  },
  {
    name: "a lease is counted from the answer",
    heard: (standing, tripMs) => ({ ...standing, leaseMs: standing.leaseMs === 0 ? 0 : standing.leaseMs + tripMs }),
  },
  {
    name: "a revision is activated before all leaseholders hold it",
    decided: (fleet, standing, now) => {
      const newest = Math.max(standing.newest, 0);
      const { activation } = fleet;
      if (activation === null || newest <= activation.revision) return { fleet, standing };
      const at = Math.max(now, activation.at);
      const previous = activation.revision;
      return {
        fleet: { ...fleet, activation: { revision: newest, previous, at } },
        standing: { ...standing, activation: { revision: newest, previous, inMs: at - now } },
      };
    },
  },
  { name: "notifications are lost, and nobody polls", hasNoPoll: true },
  { name: "each server goes by its own clock", hasOwnClocks: true },
];
