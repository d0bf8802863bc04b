/**
 * A whole life of some servers on one store, from one number: changes of the store, messages that take their time or are lost,
 * servers that are killed, stopped and cut off, a database that is away, restarts and moves to a machine with another clock.
 * Readers go from server to server all the while, to those that are ready; what they must never see is checked from outside.
 */
import {
  CLOCK_STEP_MS,
  type Fleet,
  LEASE_MS,
  type LeaseAnswer,
  type LeaseRenewal,
  MAX_LEASE_MS,
  renewLease,
} from "../../../src/store/mod.ts";
import { createSeededRandom } from "../../support/seeded_random.ts";
import { createVirtualClock } from "../../support/virtual_clock.ts";
import type { Fault } from "./faults.ts";
import { HOUR_MS, type ServerWorld, SimulatedServer } from "./simulated_server.ts";

const STORM_MS = 12_000;
/** Longer than a lease, a build, and what was still under way. */
const CALM_MS = 6000;
const READ_EVERY_MS = 50;
/** Most slow answers come before they are given up, some do not. */
const MAX_TRIP_MS = 1200;
/** Rounds of awaited promises after which nothing is left to do at an instant: the longest chain in a keeper and its store. */
const ROUNDS = 10;

/** What came of a life. */
export interface LifeReport {
  reads: number;
  failed: number;
  activations: number;
  crashes: number;
  losses: number;
}

export class FleetWorld implements ServerWorld {
  readonly report: LifeReport = { reads: 0, failed: 0, activations: 0, crashes: 0, losses: 0 };
  readonly time = createVirtualClock(0);
  readonly chance: () => number;
  revision = 1;
  isStormy = true;
  #fleet: Fleet | null = null;
  /** As it was at the last activation: leases that were given since may be lost with the database. */
  #synced: Fleet | null = null;
  #epoch = 0;
  #databaseOffset = 1_780_000_000_000;
  #isAway = false;
  /** Connections that were lost with the database so far. */
  #connections = 0;
  #servers: SimulatedServer[] = [];
  #incarnations = 0;
  /** The newest revision that a read which has ended was answered with. */
  #seen = 0;
  #broken: Error | null = null;
  readonly #hasFaults: boolean;
  readonly #leaseMs: number;

  constructor(
    seed: number,
    readonly fault: Fault | null,
  ) {
    this.chance = createSeededRandom(seed).number;
    this.#hasFaults = this.chance() < 0.8;
    this.#leaseMs = this.chance() < 0.7 ? LEASE_MS : MAX_LEASE_MS;
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

  /** A renewal on its way to the database and back. */
  async ask(renewal: LeaseRenewal, server: SimulatedServer): Promise<LeaseAnswer> {
    const sentAt = this.now();
    await this.#travel(server);
    if (this.#isAway) throw new Error("the database is away");
    const answer = this.#decide(renewal, server);
    const connections = this.#connections;
    await this.#travel(server);
    if (connections !== this.#connections) throw new Error("the connection was lost");
    return this.fault?.heard?.(answer, this.now() - sentAt) ?? answer;
  }

  #decide(renewal: LeaseRenewal, server: SimulatedServer): LeaseAnswer {
    const instant = this.fault?.hasOwnClocks ? server.wallClock() : this.#databaseOffset + this.now();
    const now = Math.floor(instant / CLOCK_STEP_MS) * CLOCK_STEP_MS;
    const epoch = this.fault?.hasOneEpoch ? "" : String(this.#epoch);
    const decision = renewLease(this.#fleet, renewal, { now, epoch, edition: this.revision, leaseMs: this.#leaseMs });
    const activation = this.fault?.activated?.(decision, now) ?? decision.fleet.activation;
    const isActivation = activation.revision !== this.#fleet?.activation.revision;
    // As it would be kept: nothing but what can be written down survives.
    this.#fleet = JSON.parse(JSON.stringify({ ...decision.fleet, activation }));
    if (isActivation) {
      this.report.activations++;
      this.#synced = this.#fleet;
    }
    const { revision, previous, at } = activation;
    return { ...decision.answer, activation: { revision, previous, inMs: at - now } };
  }

  /** Most messages are quick, some take long, and some never arrive. */
  #travel(server: SimulatedServer): Promise<void> {
    const isStormy = this.isStormy && this.#hasFaults;
    const isLost = isStormy && (server.isCut || this.chance() < 0.03);
    const isSlow = isStormy && this.chance() < 0.1;
    const ms = this.chance() * (isSlow ? MAX_TRIP_MS : 8);
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
      this.#loseDatabase();
    } else if (dice < 0.68) {
      this.#promote();
    }
  }

  /** With it go its connections, and mostly the answers that are on their way. */
  #loseDatabase(): void {
    this.#isAway = true;
    if (this.chance() < 0.8) this.#connections++;
    this.time.after(this.chance() * 4000, () => {
      this.#isAway = false;
    });
  }

  /** The standby has all activations, perhaps not the latest leases, and a clock of its own. */
  #promote(): void {
    this.#epoch++;
    if (this.chance() < 0.5) this.#fleet = this.#synced;
    this.#databaseOffset += (this.chance() - 0.5) * HOUR_MS;
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
        this.time.after(this.chance() * 3, () => this.#end(server.name, revision, floor));
      }),
    );
  }

  #end(server: string, revision: number | null, floor: number): void {
    if (revision === null) {
      this.report.failed++;
      if (!this.#hasFaults && this.fault === null && floor > 0) this.#fail("a read failed without a fault");
      return;
    }
    if (revision < floor) this.#fail(`${server} answered ${revision} after a read of ${floor} had ended`);
    this.#seen = Math.max(this.#seen, revision);
  }

  #fail(promise: string): void {
    this.#broken ??= new Error(`${promise} (at ${this.now().toFixed(0)} ms)`);
  }

  async #pass(ms: number): Promise<void> {
    await this.time.advance(ms, async () => {
      for (let round = 0; round < ROUNDS; round++) await null;
      if (this.#broken !== null) throw this.#broken;
    });
  }
}
