/**
 * A balancer: asks servers whether they are ready, sends reads to those that are, and to another one where a server does not
 * answer or says no. While none is ready, one server answers all: any of those that were ready when the store was lost, else the one
 * that answered last.
 */
import type { Scheduler } from "./scheduler.ts";
import type { SimulatedServer } from "./simulated_server.ts";

const CHECK_EVERY_MS = 100;
const CHECK_WITHIN_MS = 500;
const ANSWER_WITHIN_MS = 600;
const RETRY_MS = 100;
const ATTEMPTS = 8;

/** What came of a read; `revision` is null when no server gave one. */
export interface BalancedAnswer {
  readonly revision: number | null;
  readonly by: string;
  readonly isUnready: boolean;
}

export interface BalancerWorld {
  readonly time: Scheduler;
  readonly chance: () => number;
}

export class SimulatedBalancer {
  /** The servers that said that they are ready when they were last asked. */
  readonly #ready = new Set<SimulatedServer>();
  readonly #known = new Set<SimulatedServer>();
  #answeredLast: SimulatedServer | null = null;
  #chosen: SimulatedServer | null = null;
  /** Whether none was ready at the last read. */
  #isGoingOn = false;

  constructor(private readonly world: BalancerWorld) {}

  /** Chooses who is to answer while none is ready, unless somebody does so already. */
  loseStore(): void {
    if (this.#isGoingOn) return;
    const ready = [...this.#known].filter((server) => server.isReady);
    this.#chosen = ready[Math.floor(this.world.chance() * ready.length)] ?? null;
  }

  /** Time to notice that all is well again. */
  recover(): void {
    for (const server of this.#known) if (server.isReady) this.#ready.add(server);
  }

  read(servers: readonly SimulatedServer[], end: (answer: BalancedAnswer) => void, attempt = 0, unready = 0): void {
    for (const server of servers) this.#meet(server);
    for (const server of this.#known) if (!servers.includes(server)) this.#forget(server);
    const isUnready = this.#ready.size === 0;
    // Whoever became ready meanwhile may have shown something newer.
    if (!isUnready && this.#isGoingOn) this.#chosen = null;
    this.#isGoingOn = isUnready;
    const server = isUnready ? this.#unreadyOne(servers, unready) : this.#readyOne();
    if (server === undefined || attempt >= ATTEMPTS) {
      end({ revision: null, by: "nobody", isUnready });
      return;
    }
    const again = () =>
      this.#after(attempt < servers.length ? 5 : RETRY_MS, () =>
        this.read(servers, end, attempt + 1, unready + (isUnready ? 1 : 0)),
      );
    this.#ask(server, isUnready, (revision) => {
      if (revision === null) return again();
      // What a server said that was ready when it was asked says nothing of who is to answer while none is.
      if (isUnready || this.#ready.size > 0) this.#answeredLast = server;
      if (isUnready && this.#ready.size === 0) this.#chosen = server;
      end({ revision, by: server.name, isUnready });
    });
  }

  /** Null when it did not answer, or said that it may not. */
  #ask(server: SimulatedServer, isUnready: boolean, reply: (revision: number | null) => void): void {
    let isOver = false;
    const once = (revision: number | null) => {
      if (isOver) return;
      isOver = true;
      reply(revision);
    };
    this.#after(ANSWER_WITHIN_MS, () => once(null));
    this.#after(this.world.chance() * 3, () => {
      const back = (revision: number | null) => this.#after(this.world.chance() * 3, () => once(revision));
      if (isUnready) server.readUnready(back);
      else server.read(back);
    });
  }

  #readyOne(): SimulatedServer | undefined {
    const ready = [...this.#ready];
    return ready[Math.floor(this.world.chance() * ready.length)];
  }

  #unreadyOne(servers: readonly SimulatedServer[], attempt: number): SimulatedServer | undefined {
    const first = this.#chosen ?? this.#answeredLast;
    const at = first === null ? 0 : Math.max(0, servers.indexOf(first));
    return servers[(at + attempt) % servers.length];
  }

  #meet(server: SimulatedServer): void {
    if (this.#known.has(server)) return;
    this.#known.add(server);
    const check = () => {
      if (!this.#known.has(server)) return;
      if (server.isStopped) {
        this.#after(CHECK_WITHIN_MS, () => {
          if (server.isStopped) this.#ready.delete(server);
          check();
        });
        return;
      }
      if (server.isReady) this.#ready.add(server);
      else this.#ready.delete(server);
      this.#after(CHECK_EVERY_MS * (0.5 + this.world.chance()), check);
    };
    this.#after(this.world.chance() * CHECK_EVERY_MS, check);
  }

  #forget(server: SimulatedServer): void {
    this.#known.delete(server);
    this.#ready.delete(server);
  }

  #after(ms: number, then: () => void): void {
    this.world.time.after(ms, then);
  }
}
