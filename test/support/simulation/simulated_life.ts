/**
 * A life of several servers that share one file, from one number: virtual time, clocks that disagree, deaths, and what was
 * promised and broken. What servers do and what happens to them is said by each simulation.
 */
import type { Clock } from "../../../src/platform.ts";
import { createSeededRandom } from "../seeded_random.ts";
import { createVirtualClock } from "../virtual_clock.ts";
import type { Mortal, MortalParts } from "./mortal.ts";
import { SharedFile } from "./shared_file.ts";

const MINUTE_MS = 60_000;
const SERVERS = 2;
const LONGEST_SKEW_MS = 10 * MINUTE_MS;
/** Longest wait before a server that died is replaced, and between two events of a storm. */
const LONGEST_ABSENCE_MS = 20_000;
const LONGEST_PEACE_MS = 5000;
const BEGIN = Date.UTC(2026, 0, 5, 12);

/** What a seeded fault bends in every simulation. */
export interface SharedFault {
  readonly name: string;
  /** A life that notices it, to be tried first; 1 unless given. */
  readonly noticedBy?: number;
  /** SQL that bends what the real statements do. */
  readonly sql?: string;
  /** The clock that a server's transactions go by, in place of the store's. */
  readonly clocks?: (server: Clock, store: Clock) => Clock;
}

export abstract class SimulatedLife<Server extends Mortal> {
  crashes = 0;
  protected readonly time = createVirtualClock();
  protected readonly chance: () => number;
  protected readonly shared: SharedFile;
  protected isStormy = true;
  protected servers: Server[] = [];
  #incarnations = 0;
  #broken: Error | null = null;

  constructor(
    private readonly seed: number,
    protected readonly fault: SharedFault | null,
  ) {
    this.chance = createSeededRandom(seed).number;
    this.shared = new SharedFile(this.time, fault?.sql);
  }

  /** A server that begins, by a number of its own. */
  protected abstract start(parts: MortalParts, number: number): Server;

  /** How likely a server dies at a step of a storm. */
  protected abstract readonly crashChance: number;

  /** One event of a storm, to all or to `server`. */
  protected abstract happen(server: Server | undefined): Promise<void> | void;

  /** What `dead` had under way may come again. */
  protected abstract forgive(dead: Server): void;

  protected startServers(): void {
    for (let k = 0; k < SERVERS; k++) this.#startServer();
  }

  protected async rage(stormMs: number): Promise<void> {
    const end = this.time.now() + stormMs;
    while (this.time.now() < end) {
      await this.pass(Math.round(this.chance() * LONGEST_PEACE_MS));
      await this.happen(this.servers[Math.floor(this.chance() * this.servers.length)]);
    }
  }

  /** Nothing breaks any more. */
  protected async rest(calmMs: number): Promise<void> {
    this.isStormy = false;
    this.shared.lockFor(0);
    if (this.servers.length === 0) this.#startServer();
    await this.pass(calmMs);
  }

  bury(dead: Server): void {
    this.crashes++;
    this.forgive(dead);
    this.servers = this.servers.filter((server) => server !== dead);
    this.time.after(this.isStormy ? this.chance() * LONGEST_ABSENCE_MS : 0, () => this.#startServer());
  }

  protected fail(promise: string): never {
    this.#broken ??= new Error(`${promise} (at ${((this.time.now() - BEGIN) / 1000).toFixed(3)} s)`);
    throw this.#broken;
  }

  protected async pass(ms: number): Promise<void> {
    await this.time.advance(ms, async () => {
      for (let round = 0; round < 6; round++) await new Promise((resolve) => setImmediate(resolve));
      if (this.#broken !== null) throw this.#broken;
    });
  }

  #startServer(): void {
    const parts = {
      time: this.time,
      skewMs: (this.chance() * 2 - 1) * LONGEST_SKEW_MS,
      dies: () => this.isStormy && this.chance() < this.crashChance,
    };
    const server = this.start(parts, this.seed * 1000 + this.#incarnations++);
    if (!server.isDead) this.servers.push(server);
  }
}

/** A store whose methods are those of `bent` where that has them. */
export function bentStore<Store extends object>(store: Store, bent: Partial<Store>): Store {
  return new Proxy(store, { get: (target, name) => Reflect.get(bent, name) ?? Reflect.get(target, name) });
}
