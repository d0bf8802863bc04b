/** Renews a server's lease in time, and knows at every instant which revision readers may be given. */
import { withTimeout } from "../platform.ts";
import { type ActivationStore, CLOCK_STEP_MS, LEASE_MS, type LeaseAnswer } from "../store/mod.ts";

/** A clock that is never set, in milliseconds since any instant, with alarms. */
export interface SteadyClock {
  elapsed(): number;
  after(delayMs: number, alarm: () => void): () => void;
}

interface LeaseKeeperParts {
  /** Null for the only server of a store: it serves the revision that it holds. */
  readonly store: ActivationStore | null;
  readonly server: string;
  readonly clock: SteadyClock;
}

/** Renewals within a lease: two may be lost. */
const RENEWALS = 3;
/** How long a read waits for the instant of an activation, or for a lease, in milliseconds. */
const READ_WAIT_MS = 1500;
/** A server that does not come to hold what others hold leaves the fleet after this, so that they go on, in milliseconds. */
export const BEHIND_MS = 30_000;

export class LeaseKeeper {
  #known = NOTHING_KNOWN;
  #held: number | null = null;
  #behindSince = Number.POSITIVE_INFINITY;
  #renewing: Promise<void> | null = null;
  #isStopped = false;
  #cancelRenewal = () => {};
  #cancelChange = () => {};
  #leaseMs = LEASE_MS;
  #failures = 0;
  #isFailing = false;
  #onChange = () => {};

  constructor(private readonly parts: LeaseKeeperParts) {}

  /** Has `onChange` called whenever another answer may have to be given than before. */
  listen(onChange: () => void): void {
    this.#onChange = onChange;
  }

  get failures(): number {
    return this.#failures;
  }

  get isFailing(): boolean {
    return this.#isFailing;
  }

  get isValid(): boolean {
    return this.parts.clock.elapsed() < this.#known.leaseUntil;
  }

  get isAlone(): boolean {
    return this.#known.isAlone;
  }

  /** The revision that was activated last, as far as this server knows; its instant may be still to come. 0 before the first. */
  get activated(): number {
    return this.#known.activation?.revision ?? 0;
  }

  get newest(): number {
    return this.#known.newest;
  }

  served(): Served {
    const { leaseUntil, activation } = this.#known;
    const now = this.parts.clock.elapsed();
    if (activation === null || now >= leaseUntil) return { kind: "over" };
    const { revision, previous, from, to } = activation;
    if (now >= to) return { kind: "serve", revision };
    if (now >= from || previous === null) return { kind: "wait", until: Math.min(to, leaseUntil) };
    return { kind: "serve", revision: previous };
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
        await Promise.race([this.#renew(), pause(deadline - now)]);
      }
    }
  }

  /** Marks a revision, the newest of the store, as ready to serve; requests its activation at once. */
  hold(revision: number): void {
    if (this.#held === revision) return;
    this.#held = revision;
    this.#behindSince = Number.POSITIVE_INFINITY;
    if (this.parts.store === null) {
      const activation = { revision, previous: null, from: 0, to: Number.NEGATIVE_INFINITY };
      this.#known = { leaseUntil: Number.POSITIVE_INFINITY, activation, newest: revision, isAlone: true };
      this.#onChange();
    } else if (this.#renewing === null) this.#renewAfter(0);
  }

  /** Stops renewing, and gives the lease back. To be called once nothing is served any longer. */
  async leave(): Promise<void> {
    const { store, server } = this.parts;
    this.stop();
    await this.#renewing;
    this.#known = NOTHING_KNOWN;
    this.#onChange();
    if (store !== null) await this.#inTime(store.leave(server)).catch(() => {});
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancelRenewal();
    this.#cancelChange();
  }

  #renew(): Promise<void> {
    this.#cancelRenewal();
    this.#renewing ??= this.#ask().finally(() => {
      this.#renewing = null;
    });
    return this.#renewing;
  }

  #renewAfter(delayMs: number): void {
    this.#cancelRenewal();
    if (!this.#isStopped) this.#cancelRenewal = this.parts.clock.after(Math.max(0, delayMs), () => void this.#renew());
  }

  async #ask(): Promise<void> {
    const { store, server, clock } = this.parts;
    const sentAt = clock.elapsed();
    const held = this.#held;
    if (store === null || held === null || this.#isStopped || sentAt - this.#behindSince > BEHIND_MS) return;
    try {
      this.#onRenewal(await this.#inTime(store.renew({ server, held })), sentAt);
    } catch {
      // The lease expires unless the next request is answered in time.
      this.#failures++;
      this.#isFailing = true;
      this.#onChange();
    }
    this.#renewAfter(held === this.#held ? sentAt + this.#leaseMs / RENEWALS - clock.elapsed() : 0);
  }

  #onRenewal({ leaseMs, activation, newest, isAlone }: LeaseAnswer, sentAt: number): void {
    const { revision, previous, inMs } = activation;
    this.#leaseMs = leaseMs;
    const now = this.parts.clock.elapsed();
    const before = this.#known.activation;
    const heard = { revision, previous, from: sentAt + inMs - CLOCK_STEP_MS, to: now + inMs };
    const known = before?.revision === revision ? narrowed(before, heard) : heard;
    this.#known = { leaseUntil: sentAt + leaseMs, activation: known, newest, isAlone };
    this.#behindSince = newest > (this.#held ?? 0) ? Math.min(this.#behindSince, now) : Number.POSITIVE_INFINITY;
    this.#isFailing = false;
    this.#changed();
  }

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

  #inTime<T>(answer: Promise<T>): Promise<T> {
    const late = () => {
      throw new Error("the database took too long to respond");
    };
    return withTimeout(answer, { timeoutMs: LEASE_MS, clock: this.parts.clock, late });
  }
}

/** The instant lies somewhere between `from` and `to`. */
interface KnownActivation {
  readonly revision: number;
  readonly previous: number | null;
  readonly from: number;
  readonly to: number;
}

/** Combines two responses about one activation. The first stays valid if the database has lost track and names a later instant. */
function narrowed(before: KnownActivation, heard: KnownActivation): KnownActivation {
  const from = before.previous === heard.previous ? Math.max(before.from, heard.from) : before.from;
  return { ...before, from, to: Math.min(before.to, heard.to) };
}

interface LeaseKnowledge {
  /** Counted from before the renewal was sent, so that it never ends later than the database thinks. */
  readonly leaseUntil: number;
  readonly activation: KnownActivation | null;
  readonly newest: number;
  readonly isAlone: boolean;
}

const NOTHING_KNOWN: LeaseKnowledge = {
  leaseUntil: Number.NEGATIVE_INFINITY,
  activation: null,
  newest: 0,
  isAlone: true,
};

type Served =
  | { readonly kind: "serve"; readonly revision: number }
  /** The instant of the activation is near: after `until`, it is certain what to serve. */
  | { readonly kind: "wait"; readonly until: number }
  | { readonly kind: "over" };
