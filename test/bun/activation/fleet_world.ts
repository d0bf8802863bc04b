/**
 * A whole life of some servers on one store, from one number: changes of the store, messages that take their time or are lost,
 * servers that are killed, stopped and cut off, a database that is away, restarts and moves to a machine with another clock.
 * Readers go from server to server all the while; what they must never see is checked from outside.
 */
import { LeaseKeeper } from "../../../src/bun/activation/lease_keeper.ts";
import { CLOCK_STEP_MS, type Fleet } from "../../../src/store/activation/fleet.ts";
import { renewLease } from "../../../src/store/activation/renew.ts";
import type { Renewal, Standing } from "../../../src/store/mod.ts";
import { createSeededRandom } from "../../support/seeded_random.ts";
import type { Fault } from "./faults.ts";
import { Scheduler } from "./scheduler.ts";

const STORM_MS = 12_000;
/** Longer than a lease, a build, and what was still under way. */
const CALM_MS = 6000;
const LONGEST_BUILD_MS = 900;
/** How often a server asks the store for changes, in milliseconds. */
const POLL_MS = 100;
/** Clocks run at rates that differ by no more than this. */
const RATE = 0.0004;
const READ_EVERY_MS = 50;

/** What came of a life. */
export interface LifeReport {
  reads: number;
  failed: number;
  activations: number;
  crashes: number;
  losses: number;
}

export class FleetWorld {
  readonly report: LifeReport = { reads: 0, failed: 0, activations: 0, crashes: 0, losses: 0 };
  readonly time = new Scheduler();
  readonly chance: () => number;
  revision = 1;
  isStormy = true;
  #fleet: Fleet | null = null;
  #epoch = 0;
  #storeOffset = 1_780_000_000_000;
  #isAway = false;
  #servers: SimulatedServer[] = [];
  #incarnations = 0;
  /** The newest revision that a read which has ended was answered with. */
  #seen = 0;
  #broken: Error | null = null;
  readonly #hasFaults: boolean;

  constructor(
    seed: number,
    readonly fault: Fault | null,
  ) {
    this.chance = createSeededRandom(seed).number;
    this.#hasFaults = this.chance() < 0.8;
    const count = 1 + Math.floor(this.chance() * 3);
    for (let k = 0; k < count; k++) this.#start();
  }

  now(): number {
    return this.time.now();
  }

  async live(): Promise<LifeReport> {
    this.#readOn();
    for (const end = STORM_MS; this.now() < end; ) {
      await this.#pass(this.chance() * 500);
      this.#happen();
    }
    this.isStormy = false;
    this.#isAway = false;
    for (const server of this.#servers) server.recover();
    if (this.#servers.length === 0) this.#start();
    await this.#pass(3000);
    this.revision++;
    this.notify();
    await this.#pass(CALM_MS);
    for (const server of this.#servers) {
      const served = server.served();
      if (served !== this.revision) this.#fail(`calm again, ${server.name} serves ${served}, not ${this.revision}`);
    }
    if (this.#broken !== null) throw this.#broken;
    return this.report;
  }

  /** A renewal on its way to the store and back. */
  async ask(renewal: Renewal, server: SimulatedServer): Promise<Standing | null> {
    const sentAt = this.now();
    await this.#travel(server);
    if (this.#isAway) throw new Error("the database is away");
    const standing = this.#decide(renewal, server);
    await this.#travel(server);
    if (standing === null) return null;
    return this.fault?.heard?.(standing, this.now() - sentAt) ?? standing;
  }

  #decide(renewal: Renewal, server: SimulatedServer): Standing | null {
    const instant = this.fault?.hasOwnClocks ? server.wallClock() : this.#storeOffset + this.now();
    const now = Math.floor(instant / CLOCK_STEP_MS) * CLOCK_STEP_MS;
    const before = this.#fleet?.activation?.revision;
    const renewed = renewLease(this.#fleet, renewal, { now, epoch: String(this.#epoch) });
    if (renewed === null) return null;
    const { fleet, standing } = this.fault?.decided?.(renewed.fleet, renewed.standing, now) ?? renewed;
    // As it would be kept: nothing but what can be written down survives.
    this.#fleet = JSON.parse(JSON.stringify(fleet));
    if (fleet.activation?.revision !== before) this.report.activations++;
    return standing;
  }

  /** Most messages are quick, some take long, and some never arrive. */
  #travel(server: SimulatedServer): Promise<void> {
    const isLost = this.isStormy && this.#hasFaults && (server.isCut || this.chance() < 0.03);
    const isSlow = this.isStormy && this.#hasFaults && this.chance() < 0.1;
    const ms = isSlow ? this.chance() * 2500 : this.chance() * 8;
    if (isLost) this.report.losses++;
    return new Promise((resolve) => {
      if (!isLost) this.time.after(ms, resolve);
    });
  }

  /** Servers may learn of a change sooner than by asking for it. */
  notify(): void {
    for (const server of this.#servers) {
      const isLost = this.#hasFaults && this.chance() < 0.3;
      if (!isLost) this.time.after(this.chance() * 20, () => server.look());
    }
  }

  #start(): void {
    this.#servers.push(new SimulatedServer(this, `server ${this.#incarnations++}`));
  }

  #happen(): void {
    const dice = this.chance();
    if (dice < 0.35) {
      this.revision++;
      this.notify();
      return;
    }
    if (!this.#hasFaults) return;
    const server = this.#servers[Math.floor(this.chance() * this.#servers.length)];
    if (server === undefined || dice < 0.4) {
      if (this.#servers.length < 4) this.#start();
    } else if (dice < 0.47) {
      server.kill();
      this.report.crashes++;
      this.#servers = this.#servers.filter((each) => each !== server);
    } else if (dice < 0.55) {
      server.freeze(this.chance() * 4000);
    } else if (dice < 0.63) {
      server.cutFor(this.chance() * 5000);
    } else if (dice < 0.66) {
      this.#isAway = true;
      this.time.after(this.chance() * 4000, () => {
        this.#isAway = false;
      });
    } else if (dice < 0.68) {
      // Promoted: the standby has the same rows, and a clock of its own.
      this.#epoch++;
      this.#storeOffset += (this.chance() - 0.5) * 20_000;
    }
  }

  /** One reader after another, and some at the same time. */
  #readOn(): void {
    this.time.after(this.chance() * READ_EVERY_MS, () => {
      this.#read();
      this.#readOn();
    });
  }

  #read(): void {
    const server = this.#servers[Math.floor(this.chance() * this.#servers.length)];
    if (server === undefined) return;
    // As a balancer does, which asks whether a server is ready before it sends readers there.
    if (!server.hasServed && server.served() === null) return;
    server.hasServed = true;
    const floor = this.#seen;
    this.report.reads++;
    this.time.after(this.chance() * 3, () =>
      server.read((revision) => {
        this.time.after(this.chance() * 3, () => this.#end(server, revision, floor));
      }),
    );
  }

  #end(server: SimulatedServer, revision: number | null, floor: number): void {
    if (revision === null) {
      this.report.failed++;
      if (!this.#hasFaults && this.fault === null) this.#fail("a read failed without a fault");
      return;
    }
    if (revision < floor) this.#fail(`${server.name} answered ${revision} after a read of ${floor} had ended`);
    this.#seen = Math.max(this.#seen, revision);
  }

  #fail(promise: string): void {
    this.#broken ??= new Error(`${promise} (at ${this.now().toFixed(0)} ms)`);
  }

  async #pass(ms: number): Promise<void> {
    await this.time.advance(ms, () => {
      if (this.#broken !== null) throw this.#broken;
    });
  }
}

/** A server as the protocol sees it: it builds what it notices, and answers readers. */
class SimulatedServer {
  readonly #keeper: LeaseKeeper;
  readonly #rate: number;
  readonly #wallOffset: number;
  #isDead = false;
  #isBuilding = false;
  #built = 0;
  #frozenUntil = 0;
  isCut = false;
  hasServed = false;

  constructor(
    private readonly world: FleetWorld,
    readonly name: string,
  ) {
    this.#rate = 1 + (world.chance() - 0.5) * RATE;
    this.#wallOffset = 1_780_000_000_000 + (world.chance() - 0.5) * 10_000;
    this.#keeper = new LeaseKeeper({
      store: { renew: async (renewal) => this.#awake(await world.ask(renewal, this)), leave: async () => {} },
      server: name,
      clock: {
        elapsed: () => world.now() * this.#rate,
        after: (ms, alarm) => world.time.after(ms / this.#rate, () => this.#whenAwake(alarm)),
      },
    });
    this.#keeper.listen(() => this.#tidy());
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
      this.#keeper.saw({ edition: revision, activated: this.#keeper.activated });
      const mayBuild = this.#built <= this.#keeper.activated || this.#keeper.newest > this.#built;
      if (this.#isBuilding || revision <= this.#built || !mayBuild) return;
      this.#isBuilding = true;
      this.world.time.after(this.world.chance() * LONGEST_BUILD_MS, () =>
        this.#whenAwake(() => {
          this.#isBuilding = false;
          this.#built = revision;
          this.#keeper.hold(revision);
        }),
      );
    });
  }

  /** The revision it would answer with, or null. */
  served(): number | null {
    const served = this.#keeper.served();
    return served.kind === "serve" && this.#keeper.isHeld(served.revision) ? served.revision : null;
  }

  read(answer: (revision: number | null) => void): void {
    this.#whenAwake(() => {
      const served = this.#keeper.served();
      if (served.kind === "wait") {
        const waitMs = Math.max(0.5, served.until - this.world.now() * this.#rate);
        this.world.time.after(waitMs, () => this.read(answer));
      } else {
        answer(this.served());
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

  /** What is older than what is served is not needed any more. */
  #tidy(): void {
    const served = this.#keeper.served();
    if (served.kind !== "serve" || served.revision !== this.#keeper.activated) return;
    for (let old = served.revision - 1; this.#keeper.isHeld(old); old--) this.#keeper.giveUp(old);
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
