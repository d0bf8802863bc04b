/**
 * Decides on a renewal: who gets a lease, and whether the next revision can be activated. Pure, so that a simulation can play
 * it through every order of messages, losses and deaths.
 *
 * Every lease given before an activation was decided ends by its instant, and every later one is told of it. So a read that
 * is answered with the previous revision came in before that instant, and one that is answered with the new one leaves after
 * it: no read that begins after another has ended sees an older revision.
 *
 * It takes two steps: a revision that all leaseholders hold is *prepared*, and they are told; once each has said that it heard, the instant is
 * set. So when the store is lost, no server that had a lease takes for impossible what another one may already have shown.
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
  onThisClock,
  PATIENCE_MS,
  type ServerRecord,
  SHORT_LEASE_MS,
  type StoreClock,
} from "./fleet.ts";

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

/** Who asks, and who else there is. */
interface Asking {
  readonly renewal: Renewal;
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
function follows(revision: number, activation: ActivationRecord | null, { wentBack }: Renewal): boolean {
  if (activation === null || revision > activation.revision) return true;
  return wentBack !== null && wentBack.activated === activation.revision && wentBack.edition === revision;
}

/** Until when the server may still answer by what it was told before. What it has heard of last replaces all before it. */
function leaseLeft(known: ServerRecord | undefined, { heard, isSilent }: Renewal): number {
  if (known === undefined || isSilent) return 0;
  return heard === known.number ? known.grantedUntil : known.leaseUntil;
}

/** Whether the server goes by an answer that told it what is prepared. */
function hasHeard(known: ServerRecord | undefined, { heard }: Renewal): boolean {
  return known !== undefined && (known.hasHeard || (known.toldIn != null && heard >= known.toldIn));
}

/**
 * Whether what is prepared may have been shown to readers for all that this server knows: while none had a lease, by one that had
 * heard of it. A server that does not hear is not waited for either.
 */
function mayHaveFollowed(known: ServerRecord | undefined, { renewal, hasHeard }: Asking): boolean {
  return renewal.isSilent || (known?.toldIn != null && !hasHeard);
}
