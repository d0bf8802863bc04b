/**
 * A whole life of some servers on one store, from one number: virtual time, clocks that disagree and are set, messages that
 * take their time, a lock that somebody else holds, two releases, revisions that move with and without a change of
 * content, strangers that delay, fail, hang, flap and leave, and deaths between any two steps.
 *
 * What must always hold is checked at every step, from outside: by what subscribers see and by what stands in the rows.
 */
import type { SubscriptionStore } from "../../../src/hub/mod.ts";
import { CLAIM_MS, type ClaimRequest } from "../../../src/outbox/mod.ts";
import { createSubscriptionStore } from "../../../src/store/queries/subscriptions.ts";
import { HUB_URL, topicUrl } from "../../support/hub_stage.ts";
import { createSeededRandom } from "../../support/seeded_random.ts";
import { outboxBy, SharedFile } from "../../support/simulation/shared_file.ts";
import { createStoreThread, type ThreadParts } from "../../support/simulation/store_thread.ts";
import { createVirtualClock } from "../../support/virtual_clock.ts";
import type { Fault } from "./faults.ts";
import { Network } from "./network.ts";
import { Server } from "./server.ts";
import { type Mode, moodOf, type Shown, Subscriber } from "./subscriber.ts";

const MINUTE = 60_000;
const STORM_MS = 5 * MINUTE;
const CALM_MS = 2 * MINUTE;
/** Longer than a claim holds without being renewed. */
const MAX_LOCK_MS = 12_000;
/** Two ways, a turn and the wait between renewals stay below what a claim holds. */
const MAX_DELAY_MS = 700;
const MAX_BUILD_MS = 15_000;
/** How far the store's clock is set, on or back: past the end of every claim. */
const MAX_SET_MS = 90_000;
const MAX_SKEW_MS = 10 * MINUTE;

interface SubscriptionRow {
  readonly id: number;
  readonly callback: string;
  readonly leaseUntil: number;
}

const CLAIMED = `SELECT callback FROM subscriptions JOIN outbox ON kind = 'delivery' AND key = CAST(subscriptions.id AS TEXT)
  WHERE outbox.claim IS NOT NULL`;

class World {
  crashes = 0;
  removals = 0;

  readonly #time = createVirtualClock();
  readonly #chance: () => number;
  readonly #store: SharedFile;
  readonly #network: Network;
  readonly #subscribers: readonly Subscriber[];
  readonly #byCallback: ReadonlyMap<string, Subscriber>;
  readonly #history: string[] = ["content 0"];
  readonly #crashChance: number;
  readonly #serverCount: number;
  readonly #hasReleases: boolean;
  #servers: Server[] = [];
  #incarnations = 0;
  #isStormy = true;
  /** The first broken promise; it may be noticed inside of a hub, which would survive it. */
  #broken: Error | null = null;
  #rows: ReadonlyMap<string, SubscriptionRow> = new Map();

  constructor(
    private readonly seed: number,
    private readonly fault: Fault | null,
  ) {
    this.#chance = createSeededRandom(seed).number;
    const count = 3 + Math.floor(this.#chance() * 6);
    this.#subscribers = Array.from({ length: count }, (_, index) => new Subscriber(seed, index));
    this.#byCallback = new Map(this.#subscribers.map((subscriber) => [subscriber.callback, subscriber]));
    this.#serverCount = 1 + Math.floor(this.#chance() * 3);
    this.#hasReleases = this.#chance() < 0.5;
    this.#crashChance = this.#chance() < 0.6 ? 0.003 : 0;
    this.#store = new SharedFile(this.#time, fault?.sql);
    this.#network = new Network({
      store: this.#store,
      after: this.#time.after,
      subscriberAt: (callback) => this.#subscriberAt(callback),
      fail: (promise, subscriber) => this.#fail(promise, subscriber),
    });
  }

  get deliveries(): number {
    return this.#network.deliveries;
  }

  async storm(): Promise<void> {
    for (let k = 0; k < this.#serverCount; k++) this.#startServer();
    for (const subscriber of this.#subscribers) if (this.#chance() < 0.7) this.#ask(subscriber, "subscribe");
    const end = this.#time.now() + STORM_MS;
    while (this.#time.now() < end) {
      await this.#pass(Math.round(this.#chance() * 8000));
      this.#happen();
    }
  }

  /** Nothing breaks any more, everybody is well, and who is unsure of its subscription asks again. */
  async calm(): Promise<void> {
    this.#isStormy = false;
    this.#store.lockFor(0);
    if (this.#servers.length === 0) this.#startServer();
    for (const subscriber of this.#subscribers) subscriber.mood = "healthy";
    await this.#pass(MINUTE);
    for (const subscriber of this.#subscribers) {
      if (subscriber.wants === "subscribe") this.#ask(subscriber, "subscribe");
    }
    await this.#pass(2 * MINUTE);
    this.#checkNothingOwed();
    this.#publish("the last content");
    await this.#pass(CALM_MS);
    this.#checkRows();
    this.#checkNothingOwed();
    this.#checkNothingLost();
  }

  #latest(): Shown {
    return { content: this.#history.at(-1) ?? "", revision: this.#history.length };
  }

  #fail(promise: string, subscriber?: Subscriber): never {
    const at = `${((this.#time.now() - Date.UTC(2026, 0, 5, 12)) / 1000).toFixed(3)} s`;
    this.#broken ??= new Error(`${promise} (at ${at}${subscriber ? `, ${JSON.stringify(subscriber)}` : ""})`);
    throw this.#broken;
  }

  /** A step at which somebody may fail a promise without anybody waiting for it. */
  #guard(work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      this.#broken ??= error as Error;
    });
  }

  async #pass(ms: number): Promise<void> {
    await this.#time.advance(ms, async () => {
      for (let round = 0; round < 4; round++) await new Promise((resolve) => setImmediate(resolve));
      if (this.#broken !== null) throw this.#broken;
    });
  }

  #publish(content: string): void {
    this.#history.push(content);
    for (const server of this.#servers) this.#time.after(this.#noticedAfterMs(), () => server.look());
    // The worst moment to go is in the middle of a fan-out.
    if (this.#isStormy && this.#chance() < 0.2) this.#time.after(this.#chance() * 3000, () => this.#stopGracefully());
  }

  /** Several servers see a publication one after another; one of them may take long to build it. */
  #noticedAfterMs(): number {
    if (this.#serverCount === 1) return 0;
    return this.#chance() * (this.#chance() < 0.4 ? MAX_BUILD_MS : 1000);
  }

  #startServer(): void {
    const number = this.#incarnations++;
    const server = new Server({
      seed: this.seed * 1000 + number,
      generation: this.#hasReleases && this.#chance() < 0.5 ? "new" : "old",
      latest: () => this.#latest(),
      time: this.#time,
      skewMs: (this.#chance() * 2 - 1) * MAX_SKEW_MS,
      store: (owner) => this.#threadOf(owner),
      fetch: (asking) => this.#network.of(asking),
      dies: () => this.#isStormy && this.#chance() < this.#crashChance,
      onDeath: (dead) => this.#bury(dead),
    });
    // It may have died over its first step.
    if (!server.isDead) this.#servers.push(server);
  }

  #threadOf(owner: Server) {
    const { fault } = this;
    const store = this.#store;
    const storeBy = (now: () => number) => {
      const kept = createSubscriptionStore(outboxBy(store, now));
      const asks = fault?.asks ?? (() => ({}));
      const exchangeDeliveries: typeof kept.exchangeDeliveries = (settlements, request) =>
        kept.exchangeDeliveries(settlements, { ...request, ...asks(request) });
      return { ...kept, exchangeDeliveries };
    };
    const parts: ThreadParts<SubscriptionStore> = {
      storeBy,
      clock: fault?.clocks?.(owner.clock, store.clock) ?? store.clock,
      time: this.#time,
      delayMs: () => (this.#chance() < 0.1 ? this.#chance() * MAX_DELAY_MS : this.#chance() * 5),
      readsTimeAtCall: fault?.readsTimeAtCall,
      before: async (name, given, sentAt) => {
        this.#beforeCall(owner, name);
        if (!fault?.readsTimeAtCall) return;
        while (store.isLocked) await new Promise<void>((resolve) => void this.#time.after(20, resolve));
        const [, claims] = given as [unknown, ClaimRequest | undefined];
        if (name === "exchangeDeliveries" && claims) {
          const isLater = `claimed_until > ${sentAt + CLAIM_MS} AND kind = 'delivery'`;
          store.file.run(`UPDATE outbox SET claimed_until = 0, claim_doubted = true WHERE ${isLater}`);
        }
      },
      after: () => this.#checkRows(),
    };
    return createStoreThread(parts, owner);
  }

  #bury(dead: Server): void {
    this.crashes++;
    this.#forgiveClaimed();
    this.#servers = this.#servers.filter((server) => server !== dead);
    this.#time.after(this.#isStormy ? this.#chance() * 20_000 : 0, () => this.#startServer());
  }

  /** Nobody can know what came of work that was claimed when its server went. */
  #forgiveClaimed(): void {
    for (const { callback } of this.#store.file.query<SubscriptionRow, []>(CLAIMED).all()) {
      this.#subscriberAt(callback).loseTrack();
    }
  }

  #subscriberAt(callback: string): Subscriber {
    return this.#byCallback.get(callback) ?? this.#fail(`a request to ${callback}, which nobody ever named`);
  }

  #beforeCall(server: Server, name: string): void {
    if (name === "releaseClaims") {
      this.#forgiveClaimed();
      server.cutOff();
    }
    if (this.fault?.comparesBytes && name === "exchangeDeliveries") this.#oweOtherBytes(server);
  }

  /** As the first release had it: what was acknowledged in another release's bytes is owed again. */
  #oweOtherBytes({ generation }: Server): void {
    const owe = `UPDATE subscriptions SET acknowledged_content = -1 WHERE callback = ? AND callback NOT IN (${CLAIMED})`;
    for (const { callback, writtenBy } of this.#subscribers) {
      if (writtenBy !== null && writtenBy !== generation) this.#store.file.run(owe, [callback]);
    }
  }

  /** Rows may only come by a confirmation, and go for a reason that their subscriber knows. */
  #checkRows(): void {
    const rows = "SELECT id, callback, lease_until AS leaseUntil FROM subscriptions";
    const all = this.#store.file.query<SubscriptionRow, []>(rows).all();
    const now = new Map(all.map((row) => [row.callback, row]));
    for (const [callback, row] of this.#rows) {
      if (now.get(callback)?.id === row.id) continue;
      this.removals++;
      const subscriber = this.#subscriberAt(callback);
      const hasReason =
        subscriber.saidGone ||
        subscriber.hasConfirmed.unsubscribe ||
        subscriber.failuresInARow >= 3 ||
        row.leaseUntil <= this.#store.clock.now();
      if (!hasReason) this.#fail("a subscription was lost", subscriber);
    }
    for (const [callback, row] of now) {
      const subscriber = this.#subscriberAt(callback);
      if (!subscriber.hasConfirmed.subscribe) this.#fail("a subscription that nobody confirmed", subscriber);
      // The store counts in whole milliseconds.
      if (row.leaseUntil > Math.round(subscriber.leaseUntil)) this.#fail("a lease longer than granted", subscriber);
      if (this.#rows.get(callback)?.id !== row.id) subscriber.begin();
    }
    this.#rows = now;
  }

  #ask(subscriber: Subscriber, mode: Mode): void {
    const [server] = this.#servers;
    if (server !== undefined) this.#guard(this.#request(server, subscriber, mode));
  }

  async #request(server: Server, subscriber: Subscriber, mode: Mode): Promise<void> {
    const form = new URLSearchParams({
      "hub.mode": mode,
      "hub.topic": topicUrl(),
      "hub.callback": subscriber.callback,
      "hub.lease_seconds": this.#isStormy && subscriber.chance() < 0.2 ? "120" : "86400",
    });
    const before = subscriber.wants;
    subscriber.wants = mode;
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const request = new Request(HUB_URL, { method: "POST", headers, body: form.toString() });
    const response = await Promise.race([server.hub.handle(request, "192.0.2.1"), server.died.then(() => null)]);
    // Whether a request counts that the server died over is open; the subscriber asks again when it is calm.
    if (response === null || response.status === 202) return;
    subscriber.wants = before;
    // While another program holds the lock for long, the hub answers that it cannot write.
    if (response.status !== 503 || this.#store.isQuiet)
      this.#fail(`a sound request was answered ${response.status}`, subscriber);
  }

  #happen(): void {
    const subscriber = this.#subscribers[Math.floor(this.#chance() * this.#subscribers.length)];
    if (subscriber === undefined) return;
    const dice = this.#chance();
    if (dice < 0.3) this.#publish(this.#nextContent());
    else if (dice < 0.5) this.#ask(subscriber, "subscribe");
    else if (dice < 0.55) this.#ask(subscriber, "unsubscribe");
    else if (dice < 0.75) subscriber.mood = moodOf(this.#chance());
    else if (dice < 0.81) this.#store.lockFor(this.#chance() * MAX_LOCK_MS);
    else if (dice < 0.84) this.#store.setClock((this.#chance() * 2 - 1) * MAX_SET_MS);
    else if (dice < 0.9 && this.#crashChance > 0) this.#anyServer()?.kill();
    else if (dice < 0.94) this.#stopGracefully();
  }

  /** A new content, one that is taken back, or a change of something that the topic does not show. */
  #nextContent(): string {
    const dice = this.#chance();
    if (dice < 0.2) return this.#latest().content;
    return dice < 0.4 ? (this.#history.at(-2) ?? "content 0") : `content ${this.#history.length}`;
  }

  #anyServer(): Server | undefined {
    return this.#servers[Math.floor(this.#chance() * this.#servers.length)];
  }

  #stopGracefully(): void {
    const server = this.#anyServer();
    if (server !== undefined) this.#guard(server.hub[Symbol.asyncDispose]().then(() => server.kill()));
  }

  /** Once it is calm, who has a subscription has seen what is shown: by a delivery, or when it subscribed. */
  #checkNothingOwed(): void {
    const { content } = this.#latest();
    for (const callback of this.#rows.keys()) {
      const subscriber = this.#subscriberAt(callback);
      if (subscriber.holds?.content !== content) this.#fail(`${content} never came`, subscriber);
    }
  }

  #checkNothingLost(): void {
    for (const subscriber of this.#subscribers) {
      const hasRow = this.#rows.has(subscriber.callback);
      if (subscriber.wants === "unsubscribe" && hasRow && subscriber.hasConfirmed.unsubscribe) {
        this.#fail("an unsubscription that was confirmed and not kept", subscriber);
      }
      const isRunning = subscriber.leaseUntil > this.#store.clock.now();
      if (subscriber.wants === "subscribe" && isRunning && !hasRow) {
        this.#fail("an accepted request came to nothing", subscriber);
      }
    }
    const waiting = this.#store.file.query("SELECT * FROM outbox").all();
    if (waiting.length > 0) this.#fail(`requests or deliveries wait for ever: ${JSON.stringify(waiting)}`);
  }
}

/** Runs one life. @throws with the broken promise and the virtual time */
export async function liveWithSubscribers(seed: number, fault: Fault | null = null) {
  const world = new World(seed, fault);
  await world.storm();
  await world.calm();
  const { deliveries, crashes, removals } = world;
  return { deliveries, crashes, removals };
}
