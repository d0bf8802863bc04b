/**
 * Which revision readers are given, by all servers that share a store: leases to serve, and the instant at which the
 * next revision replaces the one before. The servers are one small value that is read, decided upon and written
 * whole. Instants are milliseconds of the store's clock, which may differ from everybody else's but has to run at
 * the right rate. The protocol and its proof: docs/decisions/0013-activation.md.
 */

/** What a server says of itself when it asks for a lease. */
export interface LeaseRenewal {
  /** Name of the server, made anew at each start. */
  readonly server: string;
  /** Rises with each request of the server; an answer and a request that come late are known by it. */
  readonly number: number;
  /** The number of the last answer that the server has applied, 0 for none: it ends any longer lease from before. */
  readonly heard: number;
  /** Whether the server serves no reader by a lease until it is answered: it has none, or gives it up. */
  readonly isSilent: boolean;
  /** Revisions that the server can serve, now and until it has reported otherwise and heard the answer. */
  readonly held: readonly number[];
  /** The latest revision that the server has seen in the store, held or not; 0 for none. */
  readonly seen: number;
  /** An older revision than the activated one, found in the store after that was heard: the store was restored. */
  readonly wentBack: WentBack | null;
}

/** The store had `edition` as its latest revision after `activated` was heard. */
export interface WentBack {
  readonly activated: number;
  readonly edition: number;
}

/** What readers are given, and from when on. */
interface Activation {
  readonly revision: number;
  /** What is served before the instant; null where nobody may tell: then readers wait for it. */
  readonly previous: number | null;
  /** How far ahead the instant lies, in milliseconds; behind when negative. */
  readonly inMs: number;
}

/** The answer to a renewal. */
export interface LeaseState {
  readonly number: number;
  /** How long the lease holds, counted from before the request was sent; 0 when none was given. */
  readonly leaseMs: number;
  readonly activation: Activation | null;
  /** The newest revision that any server holds. */
  readonly newest: number;
  /** Whether no other server has a lease. */
  readonly isAlone: boolean;
}

/** Leases and activations, decided in the store by its clock. */
export interface ActivationStore {
  /** Null for a request that came later than a newer one of the same server. @throws {GoodwordError} `database` */
  renew(renewal: LeaseRenewal): Promise<LeaseState | null>;
  /** Gives the lease back: others need not wait for its end. To be called once the server answers nobody any more. */
  leave(server: string): Promise<void>;
}

/** The fleet after a renewal, and the answer to it. */
interface Renewed {
  readonly fleet: Fleet;
  readonly standing: LeaseState;
}

/**
 * Applies a renewal: activates what all leaseholders hold, and leases to a server that holds what is activated. Null for a request
 * that a newer one has overtaken.
 */
export function renewLease(before: Fleet | null, renewal: LeaseRenewal, clock: StoreClock): Renewed | null {
  const { now } = clock;
  const fleet = onThisClock(before ?? emptyFleet(clock.epoch), clock);
  const known = fleet.servers.find(({ server }) => server === renewal.server);
  if (known !== undefined && known.number >= renewal.number) return null;
  const others = fleet.servers.filter((each) => each !== known && now - each.seenAt < FORGOTTEN_MS);
  const ownUntil = leaseLeft(known, renewal);
  const activation = nextActivation(fleet.activation, { renewal, others, ownUntil, now });
  const newest = Math.max(...[renewal, ...others].flatMap(({ held }) => held), 0);
  const activated = activation?.revision ?? 0;
  const waitingSince = newest > activated ? (fleet.waitingSince ?? now) : null;
  const holdsUp =
    waitingSince !== null &&
    now - waitingSince > PATIENCE_MS &&
    !renewal.held.includes(newest) &&
    others.some(({ held, seenAt }) => now - seenAt < LEASE_MS && held.includes(newest));
  const mayServe = activation !== null && renewal.held.includes(activation.revision) && !holdsUp;
  const isSoonOutdated = newest > activated || renewal.seen > activated || others.some(({ seen }) => seen > activated);
  const leaseMs = mayServe ? (isSoonOutdated ? SHORT_LEASE_MS : LEASE_MS) : 0;
  // With the margin: the server counts from before it asked, but by its own clock, and this one counts in steps.
  const grantedUntil = leaseMs === 0 ? 0 : now + leaseMs + MARGIN_MS;
  const record: ServerRecord = {
    server: renewal.server,
    number: renewal.number,
    seenAt: now,
    held: renewal.held,
    seen: renewal.seen,
    leaseUntil: Math.max(ownUntil, grantedUntil),
    grantedUntil,
  };
  return {
    fleet: { epoch: clock.epoch, activation, servers: [...others, record], waitingSince },
    standing: {
      number: renewal.number,
      leaseMs,
      activation: activation && {
        revision: activation.revision,
        previous: activation.previous,
        inMs: activation.at - now,
      },
      newest,
      isAlone: others.every(({ leaseUntil }) => leaseUntil <= now),
    },
  };
}

/** Ends the lease of a server that has stopped serving. */
export function leaveFleet(fleet: Fleet, server: string): Fleet {
  return { ...fleet, servers: fleet.servers.filter((each) => each.server !== server) };
}

/** Leases of the only server of a store, in memory. `now` may start at any instant, but is never set back. */
export function soleActivation(now: () => number): ActivationStore {
  let fleet: Fleet | null = null;
  return {
    async renew(renewal) {
      const renewed = renewLease(fleet, renewal, { now: now(), epoch: "" });
      fleet = renewed?.fleet ?? fleet;
      return renewed?.standing ?? null;
    },
    async leave(server) {
      fleet = fleet && leaveFleet(fleet, server);
    },
  };
}

/** A renewal, and the other servers. */
interface Asking {
  readonly renewal: LeaseRenewal;
  readonly others: readonly ServerRecord[];
  /** Until when the asking server may serve under an earlier lease. */
  readonly ownUntil: number;
  readonly now: number;
}

/** The newest revision that all leaseholders hold, from the end of the last lease that does not know of it. */
function nextActivation(
  before: ActivationRecord | null,
  { renewal, others, ownUntil, now }: Asking,
): ActivationRecord | null {
  // One step at a time: a server that learns of the next would take the present one for served already.
  if (before !== null && now < before.at) return before;
  const holders = others.filter(({ leaseUntil }) => leaseUntil > now);
  const ready = renewal.held.filter((revision) => {
    return follows(revision, before, renewal) && holders.every(({ held }) => held.includes(revision));
  });
  if (ready.length === 0) return before;
  const at = Math.max(now, ownUntil, ...holders.map(({ leaseUntil }) => leaseUntil));
  return { revision: Math.max(...ready), previous: before?.revision ?? null, at };
}

/** Newer than what is activated; or, where the store was restored to an older state, what it has now. */
function follows(revision: number, activation: ActivationRecord | null, { wentBack }: LeaseRenewal): boolean {
  if (activation === null || revision > activation.revision) return true;
  return wentBack !== null && wentBack.activated === activation.revision && wentBack.edition === revision;
}

/** Until when the server may still serve under an earlier lease; the last answer that it applied replaces all before. */
function leaseLeft(known: ServerRecord | undefined, { heard, isSilent }: LeaseRenewal): number {
  if (known === undefined || isSilent) return 0;
  return heard === known.number ? known.grantedUntil : known.leaseUntil;
}

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
interface ServerRecord {
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
}

/** The activated revision, and what is served before its instant. */
interface ActivationRecord {
  readonly revision: number;
  readonly previous: number | null;
  readonly at: number;
}

/** All servers, and what they serve. */
export interface Fleet {
  /** Names a life of the store's clock: instants of another say nothing. */
  readonly epoch: string;
  readonly activation: ActivationRecord | null;
  readonly servers: readonly ServerRecord[];
  /** Since when a newer revision waits for those who do not hold it; null when none does. */
  readonly waitingSince: number | null;
}

/** Nobody serves anything yet. */
function emptyFleet(epoch: string): Fleet {
  return { epoch, activation: null, servers: [], waitingSince: null };
}

/** The clock of the store, and which life of it this is. */
export interface StoreClock {
  readonly now: number;
  readonly epoch: string;
}

/**
 * The fleet by the present clock. After a restart or a move of the database, or when its clock was set back, instants of the old clock
 * mean nothing: every lease is taken to last as long as any can, and only servers that know better serve the previous revision.
 */
function onThisClock(fleet: Fleet, { now, epoch }: StoreClock): Fleet {
  const latest = now + LEASE_MS + MARGIN_MS;
  const isSetBack = fleet.servers.some(({ leaseUntil, seenAt }) => leaseUntil > latest || seenAt > latest);
  const isStrange = fleet.activation !== null && fleet.activation.at > latest;
  if (fleet.epoch === epoch && !isSetBack && !isStrange) return fleet;
  const { activation } = fleet;
  return {
    epoch,
    servers: fleet.servers.map((each) => {
      return each.leaseUntil === 0
        ? { ...each, seenAt: now }
        : { ...each, seenAt: now, leaseUntil: latest, grantedUntil: latest };
    }),
    activation: activation && { ...activation, previous: null, at: fleet.servers.length === 0 ? now : latest },
    waitingSince: fleet.waitingSince === null ? null : now,
  };
}
