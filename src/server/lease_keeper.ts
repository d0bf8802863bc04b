/** Renews a server's lease in time, and knows at every instant which revision readers may be given. */
import { type ActivationStore, CLOCK_STEP_MS, type LeaseState, type WentBack } from "../store/fleet.ts";

/** A clock that is never set, in milliseconds since any instant, with alarms. */
export interface SteadyClock {
  elapsed(): number;
  after(delayMs: number, alarm: () => void): () => void;
}

/** What a keeper works with. */
interface LeaseKeeperParts {
  readonly store: Pick<ActivationStore, "renew" | "leave">;
  /** Name of this server, a new one at each start. */
  readonly server: string;
  readonly clock: SteadyClock;
}

/** An answer that takes longer is given up, in milliseconds; the next one is asked for. */
const PATIENCE_MS = 1000;
/** Wait before a server without a lease asks again, in milliseconds. */
const RETRY_MS = 100;
/** How long a read waits for the instant of an activation, or for a lease, in milliseconds. */
const READ_WAIT_MS = 1500;
/** Renewals within the life of a lease: two may be lost. */
const RENEWALS_A_LEASE = 3;

/** Owns the lease of one server. The first request follows the first {@link LeaseKeeper.hold} or {@link LeaseKeeper.renew}. */
export class LeaseKeeper {
  #known = NOTHING_KNOWN;
  #standing: LeaseState | null = null;
  #number = 0;
  /** Requests up to this one gave the lease up: nothing is served before a later answer. */
  #silentUntil = 0;
  /** Rises with each change of what is held. */
  #heldVersion = 0;
  readonly #held = new Map<number, number>();
  /** Revisions to be given up, by the first request that does not name them any more. */
  readonly #leaving = new Map<number, number>();
  #wentBack: WentBack | null = null;
  /** The latest revision that was seen in the store. */
  #seen = 0;
  #renewing: Promise<void> | null = null;
  #isStopped = false;
  #cancelRenewal = () => {};
  #cancelChange = () => {};
  #failures = 0;
  #isFailing = false;
  #onChange = () => {};

  constructor(private readonly parts: LeaseKeeperParts) {}

  /** Has `onChange` called whenever another answer may have to be given than before. */
  listen(onChange: () => void): void {
    this.#onChange = onChange;
  }

  /** Renewals that failed since the start. */
  get failures(): number {
    return this.#failures;
  }

  /** Whether the last renewal failed. */
  get isFailing(): boolean {
    return this.#isFailing;
  }

  /** How long the lease still holds, in milliseconds; 0 without one. */
  get leaseLeftMs(): number {
    return Math.max(0, this.#known.leaseUntil - this.parts.clock.elapsed());
  }

  /** Whether no other server had a lease at the last answer. */
  get isAlone(): boolean {
    return this.#standing?.isAlone ?? true;
  }

  /** What to answer a read with that has come by now. */
  served(): Served {
    const now = this.parts.clock.elapsed();
    // Silent towards readers: while the answer is under way, they wait for it.
    if (this.#known.number < this.#silentUntil) {
      return this.#renewing === null ? { kind: "over" } : { kind: "wait", until: now + 1 };
    }
    return servedAt(this.#known, now);
  }

  /** Resolves once it is certain what to serve: after the instant of an activation, or once a lease that ran out was renewed. */
  async untilCertain(): Promise<void> {
    const { clock } = this.parts;
    const deadline = clock.elapsed() + READ_WAIT_MS;
    const pause = (ms: number) => new Promise<void>((resolve) => void clock.after(Math.ceil(ms), resolve));
    for (let hasAsked = false; ; ) {
      const served = this.served();
      const now = clock.elapsed();
      if (served.kind === "serve" || now >= deadline) return;
      if (served.kind === "wait") await pause(Math.min(deadline - now, Math.max(1, served.until - now)));
      else if (hasAsked || this.#isFailing) return;
      else {
        // The server may only have been stopped, or busy, for longer than its lease.
        hasAsked = true;
        await Promise.race([this.renew(), pause(deadline - now)]);
      }
    }
  }

  /** The revision that was activated last, as far as this server knows; 0 before the first. */
  get activated(): number {
    return this.#known.activation?.revision ?? 0;
  }

  /** The newest revision that any server holds, as far as this one knows. */
  get newest(): number {
    return this.#standing?.newest ?? 0;
  }

  /** From now on the server can serve a revision; asks for its activation at once. */
  hold(revision: number): void {
    this.#leaving.delete(revision);
    if (this.#held.has(revision)) return;
    this.#held.set(revision, ++this.#heldVersion);
    if (this.#renewing === null) this.#renewAfter(0);
  }

  /** Gives a revision up. It has to be kept until {@link LeaseKeeper.isHeld} denies it: it may just be activated. */
  giveUp(revision: number): void {
    if (this.#held.delete(revision)) this.#leaving.set(revision, this.#number + 1);
  }

  /** Whether a revision may still have to be served. */
  isHeld(revision: number): boolean {
    return this.#held.has(revision) || this.#leaving.has(revision);
  }

  /** Takes note of the latest revision of the store, and of which one was activated before it was read. */
  saw({ edition, activated }: WentBack): void {
    this.#wentBack = edition < activated ? { edition, activated } : null;
    const isNew = edition > this.#seen;
    this.#seen = edition;
    // Leases become short while it is built, so that nobody has to wait for the end of a long one.
    if (isNew && !this.isAlone && this.#renewing === null) this.#renewAfter(0);
  }

  /** Asks for a lease now; resolves with the answer to it, or when there is none. One request is under way at a time. */
  renew(): Promise<void> {
    this.#cancelRenewal();
    this.#renewing ??= this.#ask().finally(() => {
      this.#renewing = null;
    });
    return this.#renewing;
  }

  /** Stops renewing, and gives the lease back. To be called once nothing is served any longer. */
  async leave(): Promise<void> {
    this.stop();
    await this.#renewing;
    this.#known = NOTHING_KNOWN;
    this.#onChange();
    // Others wait for the end of the lease then.
    await this.#inTime(this.parts.store.leave(this.parts.server)).catch(() => {});
  }

  /** Stops renewing; the lease expires. */
  stop(): void {
    this.#isStopped = true;
    this.#cancelRenewal();
    this.#cancelChange();
  }

  async #ask(): Promise<void> {
    if (this.#isStopped) return;
    const { store, server, clock } = this.parts;
    const number = ++this.#number;
    const version = this.#heldVersion;
    const held = [...this.#held.keys()];
    const givesUp = this.#mayActivateAtOnce(held);
    if (givesUp) {
      this.#silentUntil = number;
      this.#onChange();
    }
    const sentAt = clock.elapsed();
    const renewal = {
      server,
      number,
      heard: this.#known.number,
      isSilent: givesUp || sentAt >= this.#known.leaseUntil,
      held,
      seen: this.#seen,
      wentBack: this.#wentBack,
    };
    try {
      const standing = await this.#inTime(store.renew(renewal));
      this.#isFailing = false;
      if (standing !== null) this.#hear(standing, { sentAt, receivedAt: clock.elapsed() });
    } catch {
      // The lease ends by itself, unless the next request is answered in time.
      this.#failures++;
      this.#isFailing = true;
      this.#onChange();
    }
    this.#renewAfter(version === this.#heldVersion ? this.#renewalMs() : 0);
  }

  /** Alone, a server need not wait for the end of its own lease: it gives it back with the request. */
  #mayActivateAtOnce(held: readonly number[]): boolean {
    if (!this.isAlone) return false;
    const older = this.#wentBack?.activated === this.activated ? this.#wentBack.edition : null;
    return held.some((revision) => revision > this.activated || revision === older);
  }

  #hear(standing: LeaseState, trip: { readonly sentAt: number; readonly receivedAt: number }): void {
    const known = afterRenewal(this.#known, standing, trip);
    if (known === this.#known) return;
    this.#known = known;
    this.#standing = standing;
    for (const [revision, number] of this.#leaving) {
      if (number <= standing.number && this.activated !== revision) this.#leaving.delete(revision);
    }
    this.#changed();
  }

  /** Reports the change, and the next one that time alone brings. */
  #changed(): void {
    this.#cancelChange();
    const { activation, leaseUntil } = this.#known;
    const now = this.parts.clock.elapsed();
    const at = activation !== null && now < activation.to ? Math.min(activation.to, leaseUntil) : leaseUntil;
    if (at > now && !this.#isStopped) {
      this.#cancelChange = this.parts.clock.after(Math.ceil(at - now), () => this.#changed());
    }
    this.#onChange();
  }

  #renewalMs(): number {
    const leaseMs = this.#standing?.leaseMs ?? 0;
    return leaseMs === 0 ? RETRY_MS : leaseMs / RENEWALS_A_LEASE;
  }

  #renewAfter(delayMs: number): void {
    this.#cancelRenewal();
    if (!this.#isStopped) this.#cancelRenewal = this.parts.clock.after(delayMs, () => void this.renew());
  }

  /** An answer that comes later than this is dropped by its number. */
  #inTime<T>(answer: Promise<T>): Promise<T> {
    const late = Promise.withResolvers<never>();
    const cancel = this.parts.clock.after(PATIENCE_MS, () => late.reject(new Error("the answer took too long")));
    return Promise.race([answer, late.promise]).finally(cancel);
  }
}

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
}

/** An activation whose instant lies somewhere between two of this server's clock. */
interface KnownActivation {
  readonly revision: number;
  readonly previous: number | null;
  readonly from: number;
  readonly to: number;
}

/** Before the first answer. */
const NOTHING_KNOWN: LeaseKnowledge = {
  number: 0,
  leaseUntil: Number.NEGATIVE_INFINITY,
  activation: null,
};

/** What a read gets that comes now; `until` is when that may change. */
type Served =
  | { readonly kind: "serve"; readonly revision: number; readonly until: number }
  /** The instant of the activation is near: who waits until then is answered with certainty. */
  | { readonly kind: "wait"; readonly until: number }
  /** The lease is over: another server may serve something newer by now. */
  | { readonly kind: "over" };

/** The knowledge after an answer; one that a later answer has overtaken changes nothing. */
function afterRenewal(
  known: LeaseKnowledge,
  { number, leaseMs, activation }: LeaseState,
  { sentAt, receivedAt }: RoundTrip,
): LeaseKnowledge {
  if (number <= known.number) return known;
  const leaseUntil = leaseMs === 0 ? Number.NEGATIVE_INFINITY : sentAt + leaseMs;
  if (activation === null) return { number, leaseUntil, activation: null };
  const { revision, previous, inMs } = activation;
  const told = { revision, previous, from: sentAt + inMs - CLOCK_STEP_MS, to: receivedAt + inMs };
  const before = known.activation;
  // The first answer stays true: after a change of the store's clock, later ones name a later instant.
  const isKnown = before !== null && before.revision === revision && before.to <= told.to;
  return { number, leaseUntil, activation: isKnown ? before : told };
}

/** What a read gets that comes now. */
function servedAt({ leaseUntil, activation }: LeaseKnowledge, now: number): Served {
  if (activation === null || now >= leaseUntil) return { kind: "over" };
  const { revision, previous, from, to } = activation;
  if (now >= to) return { kind: "serve", revision, until: leaseUntil };
  if (now >= from || previous === null) return { kind: "wait", until: Math.min(to, leaseUntil) };
  return { kind: "serve", revision: previous, until: Math.min(from, leaseUntil) };
}
