/** Ways to break the protocol, each of which the simulation has to notice. */
import { type Fleet, LEASE_MS, MARGIN_MS } from "../../../src/store/fleet.ts";
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
  /** Whether a read that came in with a lease is answered as those are that come while no server has one. */
  readonly showsPreparedToAll?: boolean;
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
    name: "the instant of an activation is set before all have heard that there will be one",
    decided: (fleet, standing, now) => {
      const { prepared, activation } = fleet;
      if (prepared === null) return { fleet, standing };
      const at = Math.max(now, ...fleet.servers.map(({ leaseUntil }) => leaseUntil)) + MARGIN_MS;
      const previous = activation?.revision ?? null;
      return {
        fleet: { ...fleet, prepared: null, activation: { revision: prepared, previous, at } },
        standing: { ...standing, prepared: null, activation: { revision: prepared, previous, inMs: at - now } },
      };
    },
  },
  { name: "notifications are lost, and nobody polls", hasNoPoll: true },
  { name: "what is prepared is shown to reads that came in with a lease", showsPreparedToAll: true },
  { name: "each server goes by its own clock", hasOwnClocks: true },
];
