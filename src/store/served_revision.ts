/** What a server may answer with: decided by its own clock, from what the store has told it. */

import type { LeaseState } from "./fleet.ts";
import { CLOCK_STEP_MS, SHORT_LEASE_MS } from "./fleet.ts";

/** When a renewal was sent and its answer came, by a clock of the server that is never set, in milliseconds. */
interface RoundTrip {
  readonly sentAt: number;
  readonly receivedAt: number;
}

/** What a server goes by. Instants are of its own clock. */
interface LeaseKnowledge {
  /** Number of the answer. */
  readonly number: number;
  /** Counted from before the renewal was sent, so that it never ends later than the store thinks. */
  readonly leaseUntil: number;
  readonly activation: KnownActivation | null;
  /** What follows once all leaseholders know of it; null for nothing. */
  readonly prepared: number | null;
  /** From when on readers may have been given that: by then all leases are over that the store gave before its answer. */
  readonly doubtFrom: number;
}

/** An activation whose instant lies somewhere between two of this server's clock. */
interface KnownActivation {
  readonly revision: number;
  readonly previous: number | null;
  readonly from: number;
  readonly to: number;
}

/** A server that was told nothing. */
export const NOTHING_KNOWN: LeaseKnowledge = {
  number: 0,
  leaseUntil: Number.NEGATIVE_INFINITY,
  activation: null,
  prepared: null,
  doubtFrom: 0,
};

/** The answer to a read that comes now. `until` is when another one may have to be given. */
export type Served =
  | { readonly kind: "serve"; readonly revision: number; readonly until: number }
  /** The instant of the activation is near: who waits until then is answered with certainty. */
  | { readonly kind: "wait"; readonly until: number }
  /** The lease is over: another server may serve something newer by now. */
  | { readonly kind: "over" };

/** What a server goes by after an answer. One that was overtaken by a later one says nothing. */
export function afterRenewal(
  known: LeaseKnowledge,
  standing: LeaseState,
  { sentAt, receivedAt }: RoundTrip,
): LeaseKnowledge {
  const { number, leaseMs, activation, prepared } = standing;
  if (number <= known.number) return known;
  // Over before the answer came: others may have taken the prepared revision for activated meanwhile.
  const wasInterrupted = sentAt < known.leaseUntil && known.leaseUntil <= receivedAt;
  const leaseUntil = leaseMs === 0 || wasInterrupted ? Number.NEGATIVE_INFINITY : sentAt + leaseMs;
  const doubtFrom = sentAt + SHORT_LEASE_MS;
  if (activation === null) return { number, leaseUntil, activation: null, prepared, doubtFrom };
  const { revision, previous, inMs } = activation;
  const told = { revision, previous, from: sentAt + inMs - CLOCK_STEP_MS, to: receivedAt + inMs };
  const before = known.activation;
  // What was heard of it first stays true; what is told after a change of the store's clock is only later.
  const isKnown = before !== null && before.revision === revision && before.to <= told.to;
  return { number, leaseUntil, activation: isKnown ? before : told, prepared, doubtFrom };
}

/** What to answer a read with that came by now. */
export function servedAt({ leaseUntil, activation }: LeaseKnowledge, now: number): Served {
  if (activation === null || now >= leaseUntil) return { kind: "over" };
  const { revision, previous, from, to } = activation;
  if (now >= to) return { kind: "serve", revision, until: leaseUntil };
  if (now >= from || previous === null) return { kind: "wait", until: Math.min(to, leaseUntil) };
  return { kind: "serve", revision: previous, until: Math.min(from, leaseUntil) };
}

/**
 * What to answer a read with that comes now, when no server at all has a lease; null when that is what was answered last. What is
 * prepared may already have been shown by another server, and once the store is back, nothing older is shown again.
 */
export function unleasedAt({ activation, prepared, doubtFrom }: LeaseKnowledge, now: number): number | null {
  if (prepared !== null && now >= doubtFrom) return prepared;
  if (activation === null) return null;
  // Where nobody may tell what came before, others may know that this is shown already.
  return now >= activation.from ? activation.revision : (activation.previous ?? activation.revision);
}
