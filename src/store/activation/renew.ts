/**
 * Decides on a renewal: who gets a lease, and whether the next revision can be activated. Pure, so that a simulation can play
 * it through every order of messages, losses and deaths.
 *
 * Every lease given before an activation was decided ends by its instant, and every later one is told of it. So a read that
 * is answered with the previous revision came in before that instant, and one that is answered with the new one leaves after
 * it: no read that begins after another has ended sees an older revision.
 *
 * @module
 */
import type { Renewal, Standing } from "../ports/activation.ts";
import {
  type ActivationRecord,
  emptyFleet,
  type Fleet,
  FORGOTTEN_MS,
  LEASE_MS,
  MARGIN_MS,
  PATIENCE_MS,
  type ServerRecord,
  SHORT_LEASE_MS,
} from "./fleet.ts";

/** The clock of the store, and which life of it this is. */
export interface StoreClock {
  readonly now: number;
  readonly epoch: string;
}

/** What a renewal does to the fleet, and what its server is told; null for a request that a newer one has overtaken. */
export interface Renewed {
  readonly fleet: Fleet;
  readonly standing: Standing;
}

/** Takes a renewal into account, activates what all leaseholders hold, and gives a lease to whoever holds what is activated. */
export function renewLease(before: Fleet | null, renewal: Renewal, clock: StoreClock): Renewed | null {
  const { now } = clock;
  const fleet = onThisClock(before ?? emptyFleet(clock.epoch), clock);
  const known = fleet.servers.find(({ server }) => server === renewal.server);
  if (known !== undefined && known.number >= renewal.number) return null;
  const others = fleet.servers.filter((each) => each !== known && now - each.seenAt < FORGOTTEN_MS);
  const ownUntil = leaseLeft(known, renewal);
  const activation = planned(fleet.activation, { renewal, others, ownUntil, now }) ?? fleet.activation;
  const newest = Math.max(...[renewal, ...others].flatMap(({ held }) => held), 0);
  const activated = activation?.revision ?? 0;
  const waitingSince = newest > activated ? (fleet.waitingSince ?? now) : null;
  const holdsUp =
    waitingSince !== null &&
    now - waitingSince > PATIENCE_MS &&
    !renewal.held.includes(newest) &&
    others.some(({ held }) => held.includes(newest));
  const mayServe = activation !== null && renewal.held.includes(activation.revision) && !holdsUp;
  const isSoonOutdated = newest > activated || renewal.seen > activated || others.some(({ seen }) => seen > activated);
  const leaseMs = mayServe ? (isSoonOutdated ? SHORT_LEASE_MS : LEASE_MS) : 0;
  const grantedUntil = leaseMs === 0 ? 0 : now + leaseMs;
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

/** Ends what a server had: it answers nobody any more. */
export function leaveFleet(fleet: Fleet, server: string): Fleet {
  return { ...fleet, servers: fleet.servers.filter((each) => each.server !== server) };
}

/** Until when the server may still answer by what it was told before. What it has heard of last replaces all before it. */
function leaseLeft(known: ServerRecord | undefined, { heard, isSilent }: Renewal): number {
  if (known === undefined || isSilent) return 0;
  return heard === known.number ? known.grantedUntil : known.leaseUntil;
}

interface Planning {
  readonly renewal: Renewal;
  readonly others: readonly ServerRecord[];
  readonly ownUntil: number;
  readonly now: number;
}

/** The activation of the newest revision that all leaseholders hold; null when there is none to be made now. */
function planned(
  activation: ActivationRecord | null,
  { renewal, others, ownUntil, now }: Planning,
): ActivationRecord | null {
  // Whoever learns of the next would take the present one for served already.
  if (activation !== null && now < activation.at) return null;
  const holders = others.filter(({ leaseUntil }) => leaseUntil > now);
  const ready = renewal.held.filter((revision) => {
    return follows(revision, activation, renewal) && holders.every(({ held }) => held.includes(revision));
  });
  if (ready.length === 0) return null;
  const lastLease = Math.max(...holders.map(({ leaseUntil }) => leaseUntil), ownUntil);
  return {
    revision: Math.max(...ready),
    previous: activation?.revision ?? null,
    at: lastLease > now ? lastLease + MARGIN_MS : now,
  };
}

/** Newer than what is activated; or, where the store was restored to an older state, what it has now. */
function follows(revision: number, activation: ActivationRecord | null, { wentBack }: Renewal): boolean {
  if (activation === null || revision > activation.revision) return true;
  return wentBack !== null && wentBack.activated === activation.revision && wentBack.edition === revision;
}

/**
 * The fleet by the clock as it is. After a restart or a change of the database's machine, or when its clock was set back, nobody
 * can say when an instant of the old clock is: leases may last as long as any, and nobody who does not know better may serve
 * what came before.
 */
function onThisClock(fleet: Fleet, { now, epoch }: StoreClock): Fleet {
  const latest = now + LEASE_MS + MARGIN_MS;
  const isSetBack = fleet.servers.some(({ leaseUntil, seenAt }) => leaseUntil > latest || seenAt > latest);
  const isStrange = fleet.activation !== null && fleet.activation.at > latest;
  if (fleet.epoch === epoch && !isSetBack && !isStrange) return fleet;
  const servers = fleet.servers.map((each) => {
    return each.leaseUntil === 0
      ? { ...each, seenAt: now }
      : { ...each, seenAt: now, leaseUntil: latest, grantedUntil: latest };
  });
  const { activation } = fleet;
  return {
    epoch,
    servers,
    activation: activation && { ...activation, previous: null, at: servers.length === 0 ? now : latest },
    waitingSince: fleet.waitingSince === null ? null : now,
  };
}
