/**
 * A life of two servers with one outbox, from one number: virtual time, clocks that disagree and are set, messages that
 * take their time, answers that get lost, a lock that somebody else holds, receivers that are slow or busy, and deaths
 * between any two steps. What must always hold is checked from outside, by what receivers see.
 */
import { createRunner, type Runner, retryDelayMs } from "../../../src/work/mod.ts";
import { createRecordingLog } from "../../support/recording_log.ts";
import { createSeededRandom } from "../../support/seeded_random.ts";
import { Mortal, type MortalParts } from "../../support/simulation/mortal.ts";
import { SimulatedLife } from "../../support/simulation/simulated_life.ts";
import { createStoreThread } from "../../support/simulation/store_thread.ts";
import type { Fault } from "./faults.ts";
import { addJob, createOutbox, type Job, type Outbox, openJobs, PER_MINUTE, type Settlement } from "./outbox.ts";

const MINUTE = 60_000;
const STORM_MS = 4 * MINUTE;
const CALM_MS = 8 * MINUTE;
const PER_DESTINATION = 2;
const RETRY_SECONDS = [5, 20];
const LONGEST_LOCK_MS = 12_000;
const LONGEST_DELAY_MS = 700;
const LONGEST_SET_MS = 90_000;

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

class Life extends SimulatedLife<Server> {
  repeated = 0;
  readonly #limits = { pausedUntil: 0, claims: [] };
  readonly #received = new Map<string, Received>();
  readonly #starts: number[] = [];
  protected readonly crashChance: number;
  /** Where the store's clock is set, waits and minutes by it are not ours. */
  readonly #setsClock: boolean;

  constructor(
    seed: number,
    protected override readonly fault: Fault | null,
  ) {
    super(seed, fault);
    this.#setsClock = this.chance() < 0.5;
    this.crashChance = this.chance() < 0.6 ? 0.003 : 0;
  }

  protected start(parts: MortalParts, number: number): Server {
    return new Server(parts, number, this);
  }

  get accepted(): number {
    return [...this.#received.values()].reduce((sum, { accepted }) => sum + accepted, 0);
  }

  async storm(): Promise<void> {
    this.startServers();
    await this.rage(STORM_MS);
  }

  /** Whatever was ever owed gets done in the end. */
  async calm(): Promise<void> {
    await this.rest(CALM_MS);
    const { open } = openJobs(this.shared);
    if (open.length > 0) this.fail(`jobs wait for ever: ${open}`);
    for (const [name, { accepted }] of this.#received) if (accepted === 0) this.fail(`${name} was lost`);
  }

  /** The outbox as a server sees it. */
  outboxOf(server: Server): Outbox {
    const { fault } = this;
    const shared = this.shared;
    const countsMinutesByServer = fault?.countsMinutesByServer ?? false;
    const thread = createStoreThread<Outbox>(
      {
        storeBy: (now) => createOutbox({ shared, limits: this.#limits, countsMinutesByServer }, now),
        clock: fault?.clocks?.(server.clock, shared.clock) ?? shared.clock,
        time: this.time,
        delayMs: () => (this.chance() < 0.1 ? this.chance() * LONGEST_DELAY_MS : this.chance() * 5),
        drops: fault?.drops,
        before: (name) => {
          if (name !== "releaseClaims") return;
          this.forgive();
          server.cutOff();
        },
        after: (name) => {
          if (this.isStormy && name === "settleAndClaim" && this.chance() < 0.01) throw new Error("answer lost");
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
    const isSlow = this.chance() < 0.2;
    const travel = new Promise<void>((resolve) => this.time.after(this.chance() * (isSlow ? 9000 : 300), resolve));
    const isCutOff = await Promise.race([travel.then(() => false), server.isCutOff.then(() => true)]);
    received.underWay--;
    server.underWay.set(job.destination, (server.underWay.get(job.destination) ?? 1) - 1);
    if (server.isDead) return new Promise(() => {});
    const dice = this.isStormy ? this.chance() : 1;
    if (dice < 0.15) {
      const retryInMs = retryDelayMs(job.attempts + 1, RETRY_SECONDS, this.chance());
      received.notBefore = isCutOff ? 0 : this.time.now() + retryInMs;
      return { job, kind: "again", retryInMs };
    }
    if (dice < 0.17) return { job, kind: "paused" };
    received.accepted++;
    received.mayRepeat = isCutOff;
    return { job, kind: "done" };
  }

  #begin(server: Server, job: Job): Received {
    const received = this.#received.get(job.name) ?? this.fail(`${job.name}, which nobody ever added`);
    if (received.underWay > 0) this.fail(`${job.name} is done by two at once`);
    if (received.accepted > 0) {
      if (!received.mayRepeat) this.fail(`${job.name} is repeated though nobody died over it`);
      this.repeated++;
    }
    const here = (server.underWay.get(job.destination) ?? 0) + 1;
    if (here > PER_DESTINATION) this.fail(`${here} jobs of one server to ${job.destination} at once`);
    this.#starts.push(this.time.now());
    // Messages take up to a second both ways.
    const minute = this.#starts.filter((at) => at > this.time.now() - (MINUTE - 2000));
    if (!this.#setsClock) {
      if (minute.length > PER_MINUTE) this.fail(`${minute.length} jobs within a minute`);
      if (this.time.now() < received.notBefore) this.fail(`${job.name} is retried too early`);
    }
    server.underWay.set(job.destination, here);
    received.underWay++;
    return received;
  }

  protected forgive(): void {
    for (const name of openJobs(this.shared).claimed) {
      const received = this.#received.get(name);
      if (received === undefined) continue;
      received.mayRepeat = true;
      received.notBefore = 0;
    }
  }

  #addJobs(): void {
    const count = Math.ceil(this.chance() * 5);
    for (let k = 0; k < count; k++) {
      const name = `job ${this.#received.size}`;
      addJob(this.shared, name, `destination-${Math.floor(this.chance() * 3)}`);
      this.#received.set(name, { underWay: 0, accepted: 0, mayRepeat: false, notBefore: 0 });
    }
    for (const server of this.servers) server.runner.wake();
  }

  protected happen(server: Server | undefined): void {
    const dice = this.chance();
    if (dice < 0.6) this.#addJobs();
    else if (dice < 0.7) this.shared.lockFor(this.chance() * LONGEST_LOCK_MS);
    else if (dice < 0.76 && this.#setsClock) this.shared.setClock((this.chance() * 2 - 1) * LONGEST_SET_MS);
    else if (dice < 0.82 && this.crashChance > 0) server?.kill();
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
