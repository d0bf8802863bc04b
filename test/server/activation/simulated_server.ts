/** A server as the protocol sees it: it builds what it notices, and answers readers. */

import type { Published } from "../../../src/publication/publishing/mod.ts";
import { LeaseKeeper } from "../../../src/server/lease_keeper.ts";
import { ActivePublication } from "../../../src/server/publisher/active_publication.ts";
import type { LeaseAnswer, LeaseRenewal } from "../../../src/store/mod.ts";
import type { VirtualClock } from "../../support/virtual_clock.ts";
import type { Fault } from "./faults.ts";

const MAX_BUILD_MS = 900;
/** From letting a read in to answering it, on a machine that others use, too. */
const MAX_ANSWER_MS = 60;
/** How often a server asks the store for changes, in milliseconds. */
const POLL_MS = 100;
/** Wall clocks differ by up to an hour. */
export const HOUR_MS = 3_600_000;
/** Clocks run at rates that differ by no more than this. */
const RATE = 0.0004;

/** The world as one server finds it. */
export interface ServerWorld {
  readonly time: VirtualClock;
  readonly chance: () => number;
  readonly fault: Fault | null;
  /** The latest revision of the store. */
  readonly revision: number;
  now(): number;
  ask(renewal: LeaseRenewal, server: SimulatedServer): Promise<LeaseAnswer>;
}

/** Takes the answer to a read; null for a refusal. */
export type Reply = (revision: number | null) => void;

export class SimulatedServer {
  readonly #keeper: LeaseKeeper;
  readonly #rate: number;
  readonly #wallOffset: number;
  #isDead = false;
  #isBuilding = false;
  #built = 0;
  #frozenUntil = 0;
  readonly #served: ActivePublication;
  isCut = false;
  hasServed = false;

  constructor(
    private readonly world: ServerWorld,
    readonly name: string,
  ) {
    this.#rate = 1 + (world.chance() - 0.5) * RATE;
    this.#wallOffset = 1_780_000_000_000 + (world.chance() - 0.5) * HOUR_MS;
    const clock = {
      elapsed: () => world.now() * this.#rate,
      after: (ms: number, alarm: () => void) => world.time.after(ms / this.#rate, () => this.#whenAwake(alarm)),
    };
    const store = {
      renew: async (renewal: LeaseRenewal) => this.#awake(await world.ask(renewal, this)),
      leave: async () => {},
    };
    this.#keeper = new LeaseKeeper({ store, server: name, clock });
    const readiness = { report: () => {} };
    this.#served = new ActivePublication({ lease: this.#keeper, readiness, onActivated: () => {} });
    this.look();
    if (!world.fault?.hasNoPoll) this.#poll();
  }

  wallClock(): number {
    return this.#wallOffset + this.world.now();
  }

  /** Notices the latest revision and builds it, unless what it built before still waits for others. */
  look(): void {
    this.#whenAwake(() => {
      const { revision } = this.world;
      if (this.#isBuilding || revision <= this.#built || !this.#served.mayBuild(this.#built)) return;
      this.#isBuilding = true;
      this.world.time.after(this.world.chance() * MAX_BUILD_MS, () =>
        this.#whenAwake(() => {
          this.#isBuilding = false;
          this.#built = revision;
          this.#served.offer(publishedAs(revision));
        }),
      );
    });
  }

  /** The revision it would answer with, or null. */
  served(): number | null {
    return this.#served.isServing ? this.#shown : null;
  }

  get #shown(): number | null {
    return this.#served.current?.publication.revision ?? null;
  }

  /** Lets a read in by the lease, and answers it a moment later with what is shown then; documents at once. Unready, it refuses. */
  read(answer: Reply): void {
    this.#whenAwake(async () => {
      if (!this.#served.isServing) await this.#awake(await this.#keeper.untilCertain());
      if (this.served() === null) {
        answer(null);
      } else if (this.world.chance() < 0.5) {
        answer(this.#shown);
      } else {
        this.world.time.after(this.world.chance() * MAX_ANSWER_MS, () => this.#whenAwake(() => answer(this.#shown)));
      }
    });
  }

  kill(): void {
    this.#isDead = true;
    this.#keeper.stop();
  }

  freeze(ms: number): void {
    this.#frozenUntil = Math.max(this.#frozenUntil, this.world.now() + ms);
  }

  cutFor(ms: number): void {
    this.isCut = true;
    this.world.time.after(ms, () => {
      this.isCut = false;
    });
  }

  recover(): void {
    this.isCut = false;
    this.#frozenUntil = 0;
  }

  #poll(): void {
    this.world.time.after(POLL_MS, () => {
      this.look();
      if (!this.#isDead) this.#poll();
    });
  }

  #whenAwake(work: () => void): void {
    if (this.#isDead) return;
    const wait = this.#frozenUntil - this.world.now();
    if (wait <= 0) work();
    else this.world.time.after(wait, () => this.#whenAwake(work));
  }

  #awake<T>(value: T): Promise<T> {
    return new Promise((resolve) => this.#whenAwake(() => resolve(value)));
  }
}

const NOTHING = new Map();

function publishedAs(revision: number): Published {
  return { publication: { revision }, documents: NOTHING } as unknown as Published;
}
