/** Activates a revision on all servers of a PostgreSQL database at one instant of its clock. Protocol: docs/decisions/0013-activation.md. */

export interface LeaseRenewal {
  readonly server: string;
  /** The newest revision that it can serve. It keeps the activated one until the next activation. */
  readonly held: number;
}

export interface LeaseAnswer {
  /** How long the lease holds, counted from before the request was sent. */
  readonly leaseMs: number;
  readonly activation: {
    readonly revision: number;
    /** What is served before the instant. Null if the database lost track: then readers wait for the instant. */
    readonly previous: number | null;
    /** Milliseconds until the instant; negative if it has passed. */
    readonly inMs: number;
  };
  readonly newest: number;
  readonly isAlone: boolean;
}

export interface ActivationStore {
  renew(renewal: LeaseRenewal): Promise<LeaseAnswer>;
  /** Ends a lease, so that others need not wait for its end. To be called once the server answers nobody any more. */
  leave(server: string): Promise<void>;
}

/** How long a lease holds, in milliseconds. A new revision is shown this long after the last server holds it, at most. */
export const LEASE_MS = 700;
/** Clocks count in steps of up to this, in milliseconds: an instant that was read may be that much past. */
export const CLOCK_STEP_MS = 10;
/** How much later a lease ends for others than for its server: for the steps of clocks, and for their different rates. */
export const MARGIN_MS = CLOCK_STEP_MS + 5;
/** The same for each of many businesses, whose renewals add up. No release has given a longer lease. */
export const MAX_LEASE_MS = 2000;

export interface Fleet {
  /** Names a life of the database's clock: instants of another mean nothing. */
  readonly epoch: string;
  readonly activation: { readonly revision: number; readonly previous: number | null; readonly at: number };
  readonly servers: readonly { readonly server: string; readonly held: number; readonly until: number }[];
}

export interface FleetClock {
  readonly now: number;
  readonly epoch: string;
  readonly edition: number;
  readonly leaseMs: number;
}

/** Gives a server its lease, and activates the next revision if all servers hold it. */
export function renewLease(
  before: Fleet | null,
  { server, held }: LeaseRenewal,
  clock: FleetClock,
): { readonly fleet: Fleet; readonly answer: LeaseAnswer } {
  const { now, epoch, leaseMs } = clock;
  const { activation: current, servers } = before === null ? firstFleet(held, clock) : onThisClock(before, clock);
  const live = servers.filter(({ until }) => until > now);
  const others = live.filter((each) => each.server !== server);
  const isReady = now >= current.at && follows(held, current, clock) && others.every((each) => each.held === held);
  // A server that does not hear of the activation serves the revision before until its lease ends, and no longer.
  const at = Math.max(now, ...live.map(({ until }) => until));
  const activation = isReady ? { revision: held, previous: current.revision, at } : current;
  return {
    fleet: { epoch, activation, servers: [...others, { server, held, until: now + leaseMs + MARGIN_MS }] },
    answer: {
      leaseMs,
      activation: { revision: activation.revision, previous: activation.previous, inMs: activation.at - now },
      newest: Math.max(held, ...others.map((each) => each.held)),
      isAlone: others.length === 0,
    },
  };
}

export function leaveFleet(fleet: Fleet, server: string): Fleet {
  return { ...fleet, servers: fleet.servers.filter((each) => each.server !== server) };
}

/** Whether a revision is newer than the activated one; or, after a restore of the database, what that has instead. */
function follows(held: number, { revision }: Fleet["activation"], { edition }: FleetClock): boolean {
  return held > revision || (revision > edition && held <= edition);
}

function firstFleet(revision: number, { now, epoch }: FleetClock): Fleet {
  return { epoch, activation: { revision, previous: null, at: now }, servers: [] };
}

/** After a restart, a promotion or a clock set back, it is unknown which leases remain, so the new instant is after the end of all. */
function onThisClock(fleet: Fleet, { now, epoch }: FleetClock): Fleet {
  const latest = now + MAX_LEASE_MS + MARGIN_MS;
  const isSetBack = fleet.activation.at > latest || fleet.servers.some(({ until }) => until > latest);
  if (fleet.epoch === epoch && !isSetBack) return fleet;
  const { revision } = fleet.activation;
  return { epoch, activation: { revision, previous: null, at: latest }, servers: [] };
}
