/**
 * A life of two servers with one outbox, from one number: virtual time, clocks that disagree and are set, messages that
 * take their time, answers that get lost, a lock that somebody else holds, receivers that are slow or busy, and deaths
 * between any two steps. What must always hold is checked from outside, by what receivers see.
 */
import { createRunner, type Runner, retryDelayMs } from "../../../src/work/mod.ts";
import { createRecordingLog } from "../../support/recording_log.ts";
import { createSeededRandom } from "../../support/seeded_random.ts";
import { Mortal, type MortalParts } from "../../support/simulation/mortal.ts";
import { SharedFile } from "../../support/simulation/shared_file.ts";
import { createStoreThread } from "../../support/simulation/store_thread.ts";
import { createVirtualClock } from "../../support/virtual_clock.ts";
import type { Fault } from "./faults.ts";
import { addJob, createOutbox, type Job, type Outbox, openJobs, PER_MINUTE, type Settlement } from "./outbox.ts";

const MINUTE = 60_000;
const STORM_MS = 4 * MINUTE;
const CALM_MS = 8 * MINUTE;
const SERVERS = 2;
const PER_DESTINATION = 2;
const RETRY_SECONDS = [5, 20];
const LONGEST_LOCK_MS = 12_000;
const LONGEST_DELAY_MS = 700;
const LONGEST_SET_MS = 90_000;
const LONGEST_SKEW_MS = 10 * MINUTE;

/** A job as its receiver sees it. */
interface Received {
  underWay: number;
  accepted: number;
  /** Whether a server that had it was killed or cut off since it was accepted: nobody can know that, and a repeat is due. */
  mayRepeat: boolean;
  notBefore: number;
}

/** What came of a life. */
export interface LifeReport {
  readonly accepted: number;
  readonly repeated: number;
  readonly crashes: number;
}

class Server extends Mortal {
  readonly runner: Runner;
  readonly underWay = new Map<string, number>();

  constructor(
    parts: MortalParts,
    seed: number,
    private readonly life: Life,
  ) {
    super(parts);
    const outbox = life.outboxOf(this);
    const random = createSeededRandom(seed);
    const log = createRecordingLog();
    const upkeep = async () => {};
    this.runner = createRunner({ clock: this.clock, random, log, name: "Outbox", store: outbox, upkeep });
    this.runner.add<Job, Settlement>({
      concurrency: 6,
      perDestination: PER_DESTINATION,
      destinationOf: ({ destination }) => destination,
      longestWaitMs: MINUTE,
      settleAndClaim: outbox.settleAndClaim,
      renew: outbox.renew,
      // A broken promise is noticed by the life.
      work: (job) => life.receive(this, job).catch(() => new Promise(() => {})),
    });
    this.runner.start();
  }

  protected bury(): void {
    this.life.bury(this);
  }
}

class Life {
  crashes = 0;
  repeated = 0;
  readonly #time = createVirtualClock();
  readonly #chance: () => number;
  readonly #shared: SharedFile;
  readonly #limits = { pausedUntil: 0, claims: [] };
  readonly #received = new Map<string, Received>();
  readonly #starts: number[] = [];
  readonly #crashChance: number;
  /** Where the store's clock is set, waits and minutes by it are not ours. */
  readonly #setsClock: boolean;
  #servers: Server[] = [];
  #incarnations = 0;
  #isStormy = true;
  #broken: Error | null = null;

  constructor(
    private readonly seed: number,
    private readonly fault: Fault | null,
  ) {
    this.#chance = createSeededRandom(seed).number;
    this.#setsClock = this.#chance() < 0.5;
    this.#crashChance = this.#chance() < 0.6 ? 0.003 : 0;
    this.#shared = new SharedFile(this.#time, fault?.sql);
  }

  get accepted(): number {
    return [...this.#received.values()].reduce((sum, { accepted }) => sum + accepted, 0);
  }

  async storm(): Promise<void> {
    for (let k = 0; k < SERVERS; k++) this.#startServer();
    const end = this.#time.now() + STORM_MS;
    while (this.#time.now() < end) {
      await this.#pass(Math.round(this.#chance() * 5000));
      this.#happen();
    }
  }

  /** Nothing breaks any more: whatever was ever owed gets done. */
  async calm(): Promise<void> {
    this.#isStormy = false;
    this.#shared.lockFor(0);
    if (this.#servers.length === 0) this.#startServer();
    await this.#pass(CALM_MS);
    const { open } = openJobs(this.#shared);
    if (open.length > 0) this.#fail(`jobs wait for ever: ${open}`);
    for (const [name, { accepted }] of this.#received) if (accepted === 0) this.#fail(`${name} was lost`);
  }

  /** The outbox as a server sees it. */
  outboxOf(server: Server): Outbox {
    const { fault } = this;
    const shared = this.#shared;
    const countsMinutesByServer = fault?.countsMinutesByServer ?? false;
    const thread = createStoreThread<Outbox>(
      {
        storeBy: (now) => createOutbox({ shared, limits: this.#limits, countsMinutesByServer }, now),
        clock: fault?.clocks?.(server.clock, shared.clock) ?? shared.clock,
        time: this.#time,
        delayMs: () => (this.#chance() < 0.1 ? this.#chance() * LONGEST_DELAY_MS : this.#chance() * 5),
        drops: fault?.drops,
        before: (name) => {
          if (name !== "releaseClaims") return;
          this.#forgiveClaimed();
          server.cutOff();
        },
        after: (name) => {
          if (this.#isStormy && name === "settleAndClaim" && this.#chance() < 0.01) throw new Error("answer lost");
        },
      },
      server,
    );
    return {
      renew: thread.renew,
      releaseClaims: thread.releaseClaims,
      settleAndClaim(settlements, request) {
        const told = fault?.hidesUnderWay ? { ...request, underWay: new Map<string, number>() } : request;
        const batch = thread.settleAndClaim(settlements, told);
        return fault?.forgetsUnsaved ? batch.catch(() => ({ claimed: [], nextInMs: 1000 })) : batch;
      },
    };
  }

  /** What becomes of a job that a server does. */
  async receive(server: Server, job: Job): Promise<Settlement> {
    if (server.dies()) server.kill();
    if (server.isDead) return new Promise(() => {});
    const received = this.#begin(server, job);
    const isSlow = this.#chance() < 0.2;
    const travel = new Promise<void>((resolve) => this.#time.after(this.#chance() * (isSlow ? 9000 : 300), resolve));
    const isCutOff = await Promise.race([travel.then(() => false), server.isCutOff.then(() => true)]);
    received.underWay--;
    server.underWay.set(job.destination, (server.underWay.get(job.destination) ?? 1) - 1);
    if (server.isDead) return new Promise(() => {});
    const dice = this.#isStormy ? this.#chance() : 1;
    if (dice < 0.15) {
      const retryInMs = retryDelayMs(job.attempts + 1, RETRY_SECONDS, this.#chance());
      received.notBefore = isCutOff ? 0 : this.#time.now() + retryInMs;
      return { job, kind: "again", retryInMs };
    }
    if (dice < 0.17) return { job, kind: "paused" };
    received.accepted++;
    received.mayRepeat = isCutOff;
    return { job, kind: "done" };
  }

  bury(dead: Server): void {
    this.crashes++;
    this.#forgiveClaimed();
    this.#servers = this.#servers.filter((server) => server !== dead);
    this.#time.after(this.#isStormy ? this.#chance() * 20_000 : 0, () => this.#startServer());
  }

  #begin(server: Server, job: Job): Received {
    const received = this.#received.get(job.name) ?? this.#fail(`${job.name}, which nobody ever added`);
    if (received.underWay > 0) this.#fail(`${job.name} is done by two at once`);
    if (received.accepted > 0) {
      if (!received.mayRepeat) this.#fail(`${job.name} is repeated though nobody died over it`);
      this.repeated++;
    }
    const here = (server.underWay.get(job.destination) ?? 0) + 1;
    if (here > PER_DESTINATION) this.#fail(`${here} jobs of one server to ${job.destination} at once`);
    this.#starts.push(this.#time.now());
    // Messages take up to a second both ways.
    const minute = this.#starts.filter((at) => at > this.#time.now() - (MINUTE - 2000));
    if (!this.#setsClock) {
      if (minute.length > PER_MINUTE) this.#fail(`${minute.length} jobs within a minute`);
      if (this.#time.now() < received.notBefore) this.#fail(`${job.name} is retried too early`);
    }
    server.underWay.set(job.destination, here);
    received.underWay++;
    return received;
  }

  #fail(promise: string): never {
    this.#broken ??= new Error(
      `${promise} (at ${((this.#time.now() - Date.UTC(2026, 0, 5, 12)) / 1000).toFixed(3)} s)`,
    );
    throw this.#broken;
  }

  async #pass(ms: number): Promise<void> {
    await this.#time.advance(ms, async () => {
      for (let round = 0; round < 4; round++) await new Promise((resolve) => setImmediate(resolve));
      if (this.#broken !== null) throw this.#broken;
    });
  }

  #startServer(): void {
    const parts = {
      time: this.#time,
      skewMs: (this.#chance() * 2 - 1) * LONGEST_SKEW_MS,
      dies: () => this.#isStormy && this.#chance() < this.#crashChance,
    };
    const server = new Server(parts, this.seed * 1000 + this.#incarnations++, this);
    if (!server.isDead) this.#servers.push(server);
  }

  #forgiveClaimed(): void {
    for (const name of openJobs(this.#shared).claimed) {
      const received = this.#received.get(name);
      if (received === undefined) continue;
      received.mayRepeat = true;
      received.notBefore = 0;
    }
  }

  #addJobs(): void {
    const count = Math.ceil(this.#chance() * 5);
    for (let k = 0; k < count; k++) {
      const name = `job ${this.#received.size}`;
      addJob(this.#shared, name, `destination-${Math.floor(this.#chance() * 3)}`);
      this.#received.set(name, { underWay: 0, accepted: 0, mayRepeat: false, notBefore: 0 });
    }
    for (const server of this.#servers) server.runner.wake();
  }

  #happen(): void {
    const dice = this.#chance();
    const server = this.#servers[Math.floor(this.#chance() * this.#servers.length)];
    if (dice < 0.6) this.#addJobs();
    else if (dice < 0.7) this.#shared.lockFor(this.#chance() * LONGEST_LOCK_MS);
    else if (dice < 0.76 && this.#setsClock) this.#shared.setClock((this.#chance() * 2 - 1) * LONGEST_SET_MS);
    else if (dice < 0.82 && this.#crashChance > 0) server?.kill();
    else if (dice < 0.88) server?.runner[Symbol.asyncDispose]().then(() => server.kill());
  }
}

/** Runs one life. @throws with the broken promise and the virtual time */
export async function live(seed: number, fault: Fault | null = null): Promise<LifeReport> {
  const life = new Life(seed, fault);
  await life.storm();
  await life.calm();
  const { accepted, repeated, crashes } = life;
  return { accepted, repeated, crashes };
}
