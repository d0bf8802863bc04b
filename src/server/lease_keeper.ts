/** Keeps a server's lease: renews it in time, and knows at every instant which revision readers may be given. */

import type { ActivationStore, LeaseState, WentBack } from "../store/fleet.ts";
import { afterRenewal, NOTHING_KNOWN, type Served, servedAt, unleasedAt } from "../store/served_revision.ts";

/** A clock that is never set, in milliseconds since any instant, with alarms. */
export interface SteadyClock {
  elapsed(): number;
  after(delayMs: number, alarm: () => void): () => void;
}

/** What a keeper works with. */
interface LeaseKeeperParts {
  readonly store: Pick<ActivationStore, "renew" | "leave">;
  /** Name of this server, made anew at each start. */
  readonly server: string;
  readonly clock: SteadyClock;
}

/** An answer that takes longer is given up, in milliseconds; the next one is asked for. */
const PATIENCE_MS = 1000;
/** Wait before a server without a lease asks again, in milliseconds. */
const RETRY_MS = 100;
/** Renewals within the life of a lease: two may be lost. */
const RENEWALS_A_LEASE = 3;

/** Owns the lease of one server. Nothing is asked before it holds something or is told to renew. */
export class LeaseKeeper {
  #known = NOTHING_KNOWN;
  #standing: LeaseState | null = null;
  #number = 0;
  /** Requests up to this one said that nobody is answered until there is a later answer. */
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
  /** Whether there is something to ask for that the present request may have come too early for. */
  #isHurried = false;
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

  /** Whether no other server had a lease when this one was last told. */
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

  /** What a read is answered with that comes while no server at all has a lease; null for what was answered last. */
  unleased(): number | null {
    return unleasedAt(this.#known, this.parts.clock.elapsed());
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

  /** To be told of the latest revision of the store, and which one was activated before it was read. */
  saw({ edition, activated }: WentBack): void {
    this.#wentBack = edition < activated ? { edition, activated } : null;
    const isNew = edition > this.#seen;
    this.#seen = edition;
    // Leases become short while it is built, so that nobody has to wait for the end of a long one.
    if (isNew && !this.isAlone && this.#renewing === null) this.#renewAfter(0);
  }

  /** Asks again, as soon as what is under way is answered: others wait for this server to hear of what they have prepared. */
  hurry(): void {
    if (this.isAlone || !this.#hasNext([...this.#held.keys()])) return;
    this.#isHurried = true;
    if (this.#renewing === null) this.#renewAfter(0);
  }

  /** Asks for a lease now; resolves with the answer to it, or when there is none. One request is under way at a time. */
  renew(): Promise<void> {
    this.#cancelRenewal();
    this.#renewing ??= this.#ask().finally(() => {
      this.#renewing = null;
    });
    return this.#renewing;
  }

  /** Asks no more, and gives the lease back: to be called once nobody is answered any more. */
  async leave(): Promise<void> {
    this.stop();
    await this.#renewing;
    this.#known = NOTHING_KNOWN;
    this.#onChange();
    // Others wait for the end of the lease then.
    await this.#inTime(this.parts.store.leave(this.parts.server)).catch(() => {});
  }

  /** Asks no more. The lease is over when it ends. */
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
    this.#isHurried = false;
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
    this.#renewAfter(version === this.#heldVersion && !this.#isHurried ? this.#renewalMs() : 0);
  }

  /** Alone, a server need not wait for the end of its own lease: it gives it back with the request. */
  #mayActivateAtOnce(held: readonly number[]): boolean {
    return this.#hasNext(held) && this.isAlone;
  }

  #hasNext(held: readonly number[]): boolean {
    const older = this.#wentBack?.activated === this.activated ? this.#wentBack.edition : null;
    return held.some((revision) => revision > this.activated || revision === older);
  }

  #hear(standing: LeaseState, trip: { readonly sentAt: number; readonly receivedAt: number }): void {
    const before = this.#known;
    this.#known = afterRenewal(before, standing, trip);
    if (this.#known === before) return;
    this.#standing = standing;
    // Others wait to hear that this server heard; and a lease that was over before its renewal came is asked for anew.
    const isNews = standing.prepared !== null && standing.prepared !== before.prepared;
    const isOver = standing.leaseMs > 0 && this.#known.leaseUntil === Number.NEGATIVE_INFINITY;
    if (isNews || isOver) this.#isHurried = true;
    for (const [revision, number] of this.#leaving) {
      if (number <= standing.number && this.activated !== revision) this.#leaving.delete(revision);
    }
    this.#changed();
  }

  /** Tells of the change, and again when the answer changes by itself. */
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
