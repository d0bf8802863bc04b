/** Ways to break the protocol, each of which the simulation has to notice. */
import { type Fleet, LEASE_MS, type LeaseAnswer } from "../../../src/store/mod.ts";

/** What the database has decided. */
export interface Decision {
  readonly fleet: Fleet;
  readonly answer: LeaseAnswer;
}

/** A broken part of the protocol. */
export interface Fault {
  readonly name: string;
  /** Spoils what is activated. */
  readonly activated?: (decision: Decision, now: number) => Fleet["activation"];
  /** Spoils an answer on its way; `tripMs` is how long request and answer took. */
  readonly heard?: (answer: LeaseAnswer, tripMs: number) => LeaseAnswer;
  /** Whether servers notice a change only by a notification, which may be lost. */
  readonly hasNoPoll?: boolean;
  /** Whether leases are decided by the clock of the server that asks. */
  readonly hasOwnClocks?: boolean;
  /** Whether a promoted standby goes by instants of the primary's clock. */
  readonly hasOneEpoch?: boolean;
}

/** Each was taken from a way in which such a protocol has been built wrongly. */
export const FAULTS: readonly Fault[] = [
  {
    name: "the instant of an activation comes before the end of the leases",
    activated({ fleet: { activation } }, now) {
      return activation.at <= now ? activation : { ...activation, at: Math.max(now, activation.at - LEASE_MS / 10) };
    },
  },
  {
    name: "a renewal does not say what is served before the instant",
    heard({ activation, ...answer }) {
      return { ...answer, activation: { ...activation, previous: null, inMs: Math.min(0, activation.inMs) } };
    },
  },
  {
    name: "a lease is counted from the answer",
    heard: (answer, tripMs) => ({ ...answer, leaseMs: answer.leaseMs + tripMs }),
  },
  {
    name: "a revision is activated before all live servers hold it",
    activated({ fleet: { activation }, answer: { newest } }, now) {
      if (newest <= activation.revision) return activation;
      return { revision: newest, previous: activation.revision, at: Math.max(now, activation.at) };
    },
  },
  { name: "notifications are lost, and nobody polls", hasNoPoll: true },
  { name: "each server goes by its own clock", hasOwnClocks: true },
  { name: "a standby goes by the clock of the primary that it replaces", hasOneEpoch: true },
];
