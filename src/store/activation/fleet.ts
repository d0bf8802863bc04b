/**
 * The servers that share a store, as one small value that is read, decided upon and written whole.
 *
 * Instants are milliseconds of the store's clock. That clock may differ from everybody else's; it has to run at the right rate.
 *
 * @module
 */

/** How long a lease holds when nothing newer waits to be activated, in milliseconds. */
export const LEASE_MS = 2000;
/** The same while something does: the activation has to wait for the end of every lease that does not know of it. */
export const SHORT_LEASE_MS = 350;
/** The coarsest clock of a store counts in steps of this, in milliseconds: an instant it reads may be that much past. */
export const CLOCK_STEP_MS = 10;
/** How much later the store ends a lease than its server: for the steps of the clock, and clocks of slightly different rates. */
export const MARGIN_MS = CLOCK_STEP_MS + 5;
/** How long a server that does not come to hold the newest revision may keep all others waiting, in milliseconds. */
export const PATIENCE_MS = 30_000;
/** A server that was silent for this long is forgotten, in milliseconds. */
export const FORGOTTEN_MS = 60_000;

/** What is known of a server. */
export interface ServerRecord {
  readonly server: string;
  /** The latest request. */
  readonly number: number;
  readonly seenAt: number;
  readonly held: readonly number[];
  readonly seen: number;
  /** No lease of the server reaches beyond this instant. */
  readonly leaseUntil: number;
  /** The end of the lease that the latest request was given; the only one left once the server has heard of it. */
  readonly grantedUntil: number;
  /** The first answer that told the server which revision is prepared; null for none. */
  readonly toldIn: number | null;
  /** Whether the server has since said that it heard of it. */
  readonly hasHeard: boolean;
}

/** The activated revision, and what is served before its instant. */
export interface ActivationRecord {
  readonly revision: number;
  readonly previous: number | null;
  readonly at: number;
}

/** All servers, and what they serve. */
export interface Fleet {
  /** Names a life of the store's clock: instants of another say nothing. */
  readonly epoch: string;
  readonly activation: ActivationRecord | null;
  /** The revision that is activated once all leaseholders have heard that it will be; null for none. */
  readonly prepared: number | null;
  readonly servers: readonly ServerRecord[];
  /** Since when a newer revision waits for those who do not hold it; null when none does. */
  readonly waitingSince: number | null;
}

/** Nobody serves anything yet. */
export function emptyFleet(epoch: string): Fleet {
  return { epoch, activation: null, prepared: null, servers: [], waitingSince: null };
}

/** The clock of the store, and which life of it this is. */
export interface StoreClock {
  readonly now: number;
  readonly epoch: string;
}

/**
 * The fleet by the clock as it is. After a restart or a change of the database's machine, or when its clock was set back, nobody
 * can say when an instant of the old clock is: leases may last as long as any, and nobody who does not know better may serve
 * what came before. What was prepared may have been shown meanwhile, so it follows at the end of these leases.
 */
export function onThisClock(fleet: Fleet, { now, epoch }: StoreClock): Fleet {
  const latest = now + LEASE_MS + MARGIN_MS;
  const isSetBack = fleet.servers.some(({ leaseUntil, seenAt }) => leaseUntil > latest || seenAt > latest);
  const isStrange = fleet.activation !== null && fleet.activation.at > latest;
  // A release from before there was such a step writes none.
  const prepared = fleet.prepared ?? null;
  if (fleet.epoch === epoch && !isSetBack && !isStrange) return { ...fleet, prepared };
  const servers = fleet.servers.map((each) => {
    return each.leaseUntil === 0
      ? { ...each, seenAt: now }
      : { ...each, seenAt: now, leaseUntil: latest, grantedUntil: latest };
  });
  const { activation } = fleet;
  const revision = prepared ?? activation?.revision;
  return {
    epoch,
    servers,
    activation: revision === undefined ? null : { revision, previous: null, at: servers.length === 0 ? now : latest },
    prepared: null,
    waitingSince: fleet.waitingSince === null ? null : now,
  };
}
