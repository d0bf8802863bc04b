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
  /** The number of the answer that the server goes by; a longer lease from before it is given up. 0 for none. */
  readonly heard: number;
  /** Whether the server answers no reader by a lease until the answer to this request: it has none, or gives it up. */
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
  /**
   * The revision that follows as soon as all leaseholders have heard of this; null for none. Without a lease nobody can know whether
   * readers are given it by now.
   */
  readonly prepared: number | null;
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

/** What a renewal does to the fleet, and what its server is told; null for a request that a newer one has overtaken. */
interface Renewed {
  readonly fleet: Fleet;
  readonly standing: LeaseState;
}

/** Takes a renewal into account, activates what all leaseholders hold, and gives a lease to whoever holds what is activated. */
export function renewLease(before: Fleet | null, renewal: LeaseRenewal, clock: StoreClock): Renewed | null {
  const { now } = clock;
  const fleet = onThisClock(before ?? emptyFleet(clock.epoch), clock);
  const known = fleet.servers.find(({ server }) => server === renewal.server);
  if (known !== undefined && known.number >= renewal.number) return null;
  // What is prepared may have been shown while the store was away: who holds it is not forgotten.
  const isRemembered = ({ seenAt, held }: ServerRecord) =>
    now - seenAt < FORGOTTEN_MS || (fleet.prepared !== null && held.includes(fleet.prepared));
  const others = fleet.servers.filter((each) => each !== known && isRemembered(each));
  const asking: Asking = {
    renewal,
    others,
    ownUntil: leaseLeft(known, renewal),
    hasHeard: hasHeard(known, renewal),
    now,
  };
  const { activation, prepared } = nextStep(fleet, asking);
  const newest = Math.max(...[renewal, ...others].flatMap(({ held }) => held), 0);
  const activated = activation?.revision ?? 0;
  const waitingSince = newest > activated ? (fleet.waitingSince ?? now) : null;
  const holdsUp =
    waitingSince !== null &&
    now - waitingSince > PATIENCE_MS &&
    !renewal.held.includes(newest) &&
    others.some(({ held, seenAt }) => now - seenAt < LEASE_MS && held.includes(newest));
  const isPending = prepared !== null && prepared === fleet.prepared;
  const mayServe =
    activation !== null &&
    renewal.held.includes(activation.revision) &&
    !holdsUp &&
    (prepared === null || renewal.held.includes(prepared)) &&
    !(isPending && mayHaveFollowed(known, asking));
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
    leaseUntil: Math.max(asking.ownUntil, grantedUntil),
    grantedUntil,
    toldIn: prepared === null ? null : isPending ? (known?.toldIn ?? renewal.number) : renewal.number,
    hasHeard: isPending && asking.hasHeard,
  };
  // What others were told of one revision says nothing of the next.
  const rest = isPending ? others : others.map((each) => ({ ...each, toldIn: null, hasHeard: false }));
  return {
    fleet: { epoch: clock.epoch, activation, prepared, servers: [...rest, record], waitingSince },
    standing: {
      number: renewal.number,
      leaseMs,
      activation: activation && {
        revision: activation.revision,
        previous: activation.previous,
        inMs: activation.at - now,
      },
      prepared,
      newest,
      isAlone: others.every(({ leaseUntil }) => leaseUntil <= now),
    },
  };
}

/** Ends what a server had: it answers nobody any more. */
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

/** Who asks, and who else there is. */
interface Asking {
  readonly renewal: LeaseRenewal;
  readonly others: readonly ServerRecord[];
  /** Until when the asking server may answer by what it was told before. */
  readonly ownUntil: number;
  /** Whether it has heard what is prepared. */
  readonly hasHeard: boolean;
  readonly now: number;
}

/** What is activated and what is prepared, after a renewal. */
type Step = Pick<Fleet, "activation" | "prepared">;

/** Prepares the newest revision that all leaseholders hold, or activates the prepared one. */
function nextStep({ activation, prepared }: Step, asking: Asking): Step {
  const { renewal, others, now } = asking;
  // Whoever learns of the next would take the present one for served already.
  if (activation !== null && now < activation.at) return { activation, prepared: null };
  const holders = others.filter(({ leaseUntil }) => leaseUntil > now);
  const isKept = prepared !== null && [renewal, ...others].some(({ held }) => held.includes(prepared));
  if (isKept && holders.length > 0) {
    const isKnown = asking.hasHeard && holders.every(({ hasHeard }) => hasHeard);
    return isKnown ? activate(prepared, activation, { holders, ...asking }) : { activation, prepared };
  }
  const ready = renewal.held.filter((revision) => {
    return follows(revision, activation, renewal) && holders.every(({ held }) => held.includes(revision));
  });
  const next = isKept && ready.includes(prepared) ? prepared : ready.length > 0 ? Math.max(...ready) : null;
  // What was prepared may have been shown to readers: nothing that is older takes its place.
  if (next === null || (isKept && next < prepared)) return { activation, prepared: isKept ? prepared : null };
  return holders.length === 0 ? activate(next, activation, { holders, ...asking }) : { activation, prepared: next };
}

interface Activating extends Asking {
  readonly holders: readonly ServerRecord[];
}

function activate(revision: number, before: ActivationRecord | null, { holders, ownUntil, now }: Activating): Step {
  const lastLease = Math.max(...holders.map(({ leaseUntil }) => leaseUntil), ownUntil);
  const at = Math.max(lastLease, now);
  return { activation: { revision, previous: before?.revision ?? null, at }, prepared: null };
}

/** Newer than what is activated; or, where the store was restored to an older state, what it has now. */
function follows(revision: number, activation: ActivationRecord | null, { wentBack }: LeaseRenewal): boolean {
  if (activation === null || revision > activation.revision) return true;
  return wentBack !== null && wentBack.activated === activation.revision && wentBack.edition === revision;
}

/** Until when the server may still answer by what it was told before. What it has heard of last replaces all before it. */
function leaseLeft(known: ServerRecord | undefined, { heard, isSilent }: LeaseRenewal): number {
  if (known === undefined || isSilent) return 0;
  return heard === known.number ? known.grantedUntil : known.leaseUntil;
}

/** Whether the server goes by an answer that told it what is prepared. */
function hasHeard(known: ServerRecord | undefined, { heard }: LeaseRenewal): boolean {
  return known !== undefined && (known.hasHeard || (known.toldIn != null && heard >= known.toldIn));
}

/**
 * Whether what is prepared may have been shown to readers for all that this server knows: while none had a lease, by one that had
 * heard of it. A server that does not hear is not waited for either.
 */
function mayHaveFollowed(known: ServerRecord | undefined, { renewal, hasHeard }: Asking): boolean {
  return renewal.isSilent || (known?.toldIn != null && !hasHeard);
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
  /** The first answer that told the server which revision is prepared; null for none. */
  readonly toldIn: number | null;
  /** Whether the server has since said that it heard of it. */
  readonly hasHeard: boolean;
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
  /** The revision that is activated once all leaseholders have heard that it will be; null for none. */
  readonly prepared: number | null;
  readonly servers: readonly ServerRecord[];
  /** Since when a newer revision waits for those who do not hold it; null when none does. */
  readonly waitingSince: number | null;
}

/** Nobody serves anything yet. */
function emptyFleet(epoch: string): Fleet {
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
function onThisClock(fleet: Fleet, { now, epoch }: StoreClock): Fleet {
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
