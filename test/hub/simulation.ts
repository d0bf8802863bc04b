/**
 * A whole life of the hub from one number: virtual time, a network of strangers that delay, fail, hang, flap and leave,
 * publications, crashes between any two steps, restarts, a second server on the same database. What must always hold is
 * checked at every step, from outside: by what subscribers see and by what stands in the rows.
 */
import { eq } from "drizzle-orm";
import type { Topic } from "../../src/feeds/mod.ts";
import { createHub, type Hub, hubLimits, type SubscriptionStore } from "../../src/hub/mod.ts";
import type { Clock, GuardedFetch, OutboundAnswer, OutboundRequest } from "../../src/platform.ts";
import { tables as schema } from "../../src/sqlite/tables.ts";
import { answered, BASE_URL, failed, HUB_URL, SETTINGS, topicsShowing, topicUrl } from "../support/hub_stage.ts";
import { createRecordingLog } from "../support/recording_log.ts";
import { createSeededRandom } from "../support/seeded_random.ts";
import { openTestStore } from "../support/test_store.ts";
import { createVirtualClock } from "../support/virtual_clock.ts";

const MINUTE = 60_000;
const STORM_MS = 5 * MINUTE;
const CALM_MS = 2 * MINUTE;
const RETRY_DELAYS_SECONDS = [5, 50];

export interface SimulationReport {
  readonly deliveries: number;
  readonly crashes: number;
  readonly removals: number;
}

/** Runs one life. @throws with the broken promise and the virtual time */
export async function simulate(seed: number): Promise<SimulationReport> {
  const world = createWorld(seed);
  await world.storm();
  await world.calm();
  world.checkConvergence();
  return world.report();
}

type Mood = "healthy" | "slow" | "failing" | "hanging" | "refusing" | "gone";

/** One subscriber: how it behaves, and what it has seen. */
interface Subscriber {
  readonly callback: string;
  readonly chance: () => number;
  mood: Mood;
  /** What it asked for last; it confirms nothing else. */
  wants: "subscribe" | "unsubscribe" | null;
  /** The longest lease it was ever granted. */
  leaseUntil: number;
  /** The content it acknowledged last, and the revision it was sent at. */
  acknowledged: { readonly content: string; readonly revision: number } | null;
  /** The digest shown when it was asked to confirm its running subscription: it is not owed that. */
  baseline: string | null;
  shownWhenAsked: string | null;
  /** Crashes so far, less the repeats they caused: a crash may repeat one delivery, until it is acknowledged. */
  repeatsForgiven: number;
  failuresInARow: number;
  saidGone: boolean;
  confirmedUnsubscribe: boolean;
  confirmedSubscribe: boolean;
  underWay: number;
  /** Which of its subscriptions runs, counted. */
  subscription: number;
}

interface Server {
  readonly hub: Hub;
  readonly topics: () => readonly Topic[];
  /** The revision it knows of, which may lie behind. */
  readonly revision: () => number;
  isDead: boolean;
  readonly died: Promise<void>;
  kill(): void;
}

function createWorld(seed: number) {
  const chance = createSeededRandom(seed).number;
  const clock = createVirtualClock();
  const store = openTestStore(":memory:", { clock, patienceMs: 3000 });
  const subscribers = Array.from({ length: 3 + Math.floor(chance() * 8) }, (_, index) => newSubscriber(seed, index));
  const allRows = store.db
    .select({
      id: schema.subscriptions.id,
      callback: schema.subscriptions.callback,
      leaseUntil: schema.subscriptions.leaseUntil,
    })
    .from(schema.subscriptions)
    .prepare();
  const kept = store.subscriptions;
  const byCallback = new Map(subscribers.map((subscriber) => [subscriber.callback, subscriber]));
  const history: string[] = ["content 0"];
  const isPair = chance() < 0.4;
  const crashChance = chance() < 0.7 ? 0.004 : 0;
  let servers: Server[] = [];
  /** The first broken promise; it may be noticed inside of the hub, which would survive it. */
  let broken: Error | null = null;
  let incarnations = 0;
  let isStormy = true;
  let deliveries = 0;
  let crashes = 0;
  let removals = 0;
  let rows = new Map<string, { id: number; leaseUntil: number }>();

  function fail(promise: string, subscriber?: Subscriber): never {
    const at = `${((clock.now() - Date.UTC(2026, 0, 5, 12)) / 1000).toFixed(3)} s`;
    broken ??= new Error(`${promise} (at ${at}${subscriber ? `, ${JSON.stringify(subscriber)}` : ""})`);
    throw broken;
  }

  const revision = () => history.length;
  const shown = () => history.at(-1) ?? "";
  const topicOf = (content: string) => topicsShowing(content).slice(0, 1);

  function publish(content: string): void {
    history.push(content);
    for (const server of servers) notice(server);
  }

  /** A second server sees a publication later than the first. */
  function notice(server: Server): void {
    clock.after(isPair ? chance() * 1500 : 0, () => {
      if (!server.isDead) server.hub.topicsChanged();
    });
  }

  function startServer(): void {
    const number = incarnations++;
    const died = Promise.withResolvers<void>();
    const cancels = new Set<() => void>();
    let seen = { revision: revision(), topics: topicOf(shown()) };
    const server: Server = {
      isDead: false,
      died: died.promise,
      topics: () => seen.topics,
      revision: () => seen.revision,
      kill() {
        if (server.isDead) return;
        server.isDead = true;
        crashes++;
        for (const cancel of cancels) cancel();
        for (const subscriber of subscribers) subscriber.repeatsForgiven++;
        servers = servers.filter((other) => other !== server);
        died.resolve();
        // With nobody left, somebody starts it again.
        clock.after(isStormy ? chance() * 20_000 : 0, startServer);
      },
      hub: undefined as unknown as Hub,
    };
    const ownClock: Clock = {
      now: clock.now,
      after(delayMs, ring) {
        const cancel = clock.after(delayMs, () => {
          cancels.delete(cancel);
          if (!server.isDead) ring();
        });
        cancels.add(cancel);
        return () => {
          cancels.delete(cancel);
          cancel();
        };
      },
    };
    const hub = createHub({
      hubUrl: HUB_URL,
      baseUrl: BASE_URL,
      topics: () => seen.topics,
      revision: () => seen.revision,
      generation: "1.0.0",
      subscriptions: crashing(kept, server),
      fetch: network(server),
      clock: ownClock,
      random: createSeededRandom(seed * 1000 + number),
      log: createRecordingLog(),
      limits: hubLimits({ ...SETTINGS, retryDelaysSeconds: RETRY_DELAYS_SECONDS, leaseMinSeconds: 60 }),
    });
    const topicsChanged = hub.topicsChanged;
    Object.assign(server, {
      hub: Object.assign(hub, {
        topicsChanged() {
          seen = { revision: revision(), topics: topicOf(shown()) };
          topicsChanged();
        },
      }),
    });
    servers.push(server);
    hub.start();
  }

  /** The store as a process that may die sees it: before each call, or after it was done and before it was told. */
  function crashing(inner: SubscriptionStore, server: Server): SubscriptionStore {
    const dies = () => isStormy && chance() < crashChance;
    return new Proxy(inner, {
      get:
        (target, name) =>
        async (...given: unknown[]) => {
          if (dies()) server.kill();
          if (server.isDead) return new Promise(() => {});
          const call = target[name as keyof SubscriptionStore] as (...given: unknown[]) => Promise<unknown>;
          const result = await call.apply(target, given);
          checkRows();
          if (dies()) server.kill();
          return server.isDead ? new Promise(() => {}) : result;
        },
    });
  }

  function network(server: Server): GuardedFetch {
    return async (request) => {
      const callback = request.url.split("?")[0] ?? "";
      const subscriber = byCallback.get(callback);
      if (subscriber === undefined) return fail(`a request to ${request.url}, which nobody ever named`);
      if (isStormy && subscriber.chance() < crashChance) server.kill();
      if (server.isDead) return new Promise(() => {});
      return request.method === "GET"
        ? verification(server, subscriber, request)
        : delivery(server, subscriber, request);
    };
  }

  async function verification(server: Server, subscriber: Subscriber, request: OutboundRequest) {
    const parameters = new URL(request.url).searchParams;
    const sentAt = clock.now();
    const wasShown = server.topics()[0]?.digest ?? "";
    const arrives = await travel(server, subscriber, request);
    if (arrives !== null) return arrives;
    const mode = parameters.get("hub.mode");
    if (mode !== subscriber.wants || subscriber.mood === "refusing") return answered(404);
    if (mode === "unsubscribe") subscriber.confirmedUnsubscribe = true;
    else {
      subscriber.confirmedSubscribe = true;
      subscriber.leaseUntil = Math.max(
        subscriber.leaseUntil,
        sentAt + Number(parameters.get("hub.lease_seconds")) * 1000,
      );
      subscriber.shownWhenAsked = wasShown;
    }
    return answered(200, parameters.get("hub.challenge") ?? "");
  }

  async function delivery(server: Server, subscriber: Subscriber, request: OutboundRequest): Promise<OutboundAnswer> {
    deliveries++;
    const content = (await new Blob([request.body as Blob]).text()).replace("/feed.xml ", "");
    const at = server.revision();
    if (history[at - 1] !== content) fail("a body that was not shown", subscriber);
    if (clock.now() >= subscriber.leaseUntil) fail("a delivery after the end of the lease", subscriber);
    if (subscriber.underWay > 0) fail("two deliveries to one subscription at once", subscriber);
    const last = subscriber.acknowledged;
    if (last !== null && at < last.revision) fail(`${content} after newer content`, subscriber);
    const isRepeat = last?.content === content || (last === null && subscriber.baseline === digestOf(content));
    if (isRepeat && subscriber.repeatsForgiven === 0) fail("a delivery without change", subscriber);
    const { subscription } = subscriber;
    subscriber.underWay++;
    const arrives = await Promise.race([travel(server, subscriber, request), server.died.then(() => failed("crash"))]);
    if (subscription !== subscriber.subscription) return arrives ?? answered(204);
    subscriber.underWay--;
    return arrives ?? acknowledge(subscriber, { content, revision: at, isRepeat });
  }

  function acknowledge(
    subscriber: Subscriber,
    { isRepeat, ...delivered }: { content: string; revision: number; isRepeat: boolean },
  ): OutboundAnswer {
    if (subscriber.mood === "gone") {
      subscriber.saidGone = true;
      return answered(410);
    }
    if (subscriber.mood === "failing") return failure(subscriber, answered(503));
    if (isRepeat) subscriber.repeatsForgiven--;
    subscriber.acknowledged = delivered;
    subscriber.failuresInARow = 0;
    return answered(204);
  }

  function failure(subscriber: Subscriber, answer: OutboundAnswer): OutboundAnswer {
    subscriber.failuresInARow++;
    return answer;
  }

  /** The way there and back: null when the subscriber gets to answer, its failure otherwise. */
  async function travel(server: Server, subscriber: Subscriber, request: OutboundRequest) {
    const delayMs = subscriber.mood === "slow" ? subscriber.chance() * 14_000 : subscriber.chance() * 300;
    const isLost = subscriber.mood === "hanging" || delayMs > request.timeoutMs;
    await new Promise<void>((resolve) => void clock.after(isLost ? request.timeoutMs : delayMs, resolve));
    if (server.isDead) return new Promise<OutboundAnswer>(() => {});
    if (!isLost) return null;
    if (request.method === "GET") return failed("time-out");
    // The hub cannot know whether it arrived: whatever is shown next may come, even what was acknowledged before.
    subscriber.repeatsForgiven++;
    return failure(subscriber, failed("time-out"));
  }

  /** Rows may only come by a confirmation, and go for a reason that their subscriber knows. */
  function checkRows(): void {
    const now = new Map(allRows.all().map((row) => [row.callback, row]));
    for (const [callback, row] of rows) {
      if (now.get(callback)?.id === row.id) continue;
      removals++;
      const subscriber = byCallback.get(callback) as Subscriber;
      const hasReason =
        subscriber.saidGone ||
        subscriber.confirmedUnsubscribe ||
        subscriber.failuresInARow >= 3 ||
        row.leaseUntil <= clock.now();
      if (!hasReason) fail("a subscription was lost", subscriber);
    }
    for (const [callback, row] of now) {
      const subscriber = byCallback.get(callback);
      if (!subscriber?.confirmedSubscribe) fail("a subscription that nobody confirmed", subscriber);
      if (row.leaseUntil > subscriber.leaseUntil) fail("a lease longer than granted", subscriber);
      if (rows.get(callback)?.id !== row.id) begin(subscriber);
    }
    rows = now;
  }

  /** A new subscription owes nothing to what went before it, not even to a delivery that is still under way. */
  function begin(subscriber: Subscriber): void {
    const { shownWhenAsked: baseline } = subscriber;
    Object.assign(subscriber, { baseline, acknowledged: null, failuresInARow: 0, saidGone: false, underWay: 0 });
    subscriber.confirmedUnsubscribe = false;
    subscriber.subscription++;
  }

  async function ask(subscriber: Subscriber, mode: "subscribe" | "unsubscribe"): Promise<void> {
    const [server] = servers;
    if (server === undefined) return;
    const form = new URLSearchParams({
      "hub.mode": mode,
      "hub.topic": topicUrl(),
      "hub.callback": subscriber.callback,
    });
    if (subscriber.chance() < 0.5) form.set("hub.secret", "secret");
    form.set("hub.lease_seconds", isStormy && subscriber.chance() < 0.2 ? "120" : "86400");
    const before = subscriber.wants;
    subscriber.wants = mode;
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const request = new Request(HUB_URL, { method: "POST", headers, body: form.toString() });
    const died = server.died.then(() => null);
    const response = await Promise.race([server.hub.handle(request, "192.0.2.1"), died]);
    // Whether a request counts that the server died over is open; the subscriber asks again when it is calm.
    if (response !== null && response.status !== 202) {
      subscriber.wants = before;
      fail(`a sound request was answered ${response.status}`, subscriber);
    }
  }

  async function settle(): Promise<void> {
    for (let round = 0; round < 3; round++) {
      await new Promise((resolve) => setImmediate(resolve));
      for (const server of [...servers]) await Promise.race([server.hub.settled(), server.died]);
    }
    if (broken !== null) throw broken;
  }

  const guard = (work: Promise<unknown>) =>
    void work.catch((error: unknown) => {
      broken ??= error as Error;
    });

  function happen(): void {
    const subscriber = subscribers[Math.floor(chance() * subscribers.length)] as Subscriber;
    const dice = chance();
    if (dice < 0.35) publish(chance() < 0.3 ? (history.at(-2) ?? shown()) : `content ${history.length}`);
    else if (dice < 0.6) guard(ask(subscriber, "subscribe"));
    else if (dice < 0.68) guard(ask(subscriber, "unsubscribe"));
    else if (dice < 0.92) subscriber.mood = moodOf(chance());
    else if (dice < 0.96 && crashChance > 0) servers[0]?.kill();
    else if (dice < 0.98)
      guard(servers[0]?.hub[Symbol.asyncDispose]().then(() => servers[0]?.kill()) ?? Promise.resolve());
  }

  /** Once it is calm, who has a subscription has seen what is shown: by a delivery, or when it subscribed. */
  function checkNothingOwed(): void {
    for (const callback of rows.keys()) {
      const subscriber = byCallback.get(callback) as Subscriber;
      const seen = subscriber.acknowledged ? digestOf(subscriber.acknowledged.content) : subscriber.baseline;
      if (seen !== digestOf(shown())) fail(`${shown()} never came`, subscriber);
    }
  }

  return {
    async storm() {
      startServer();
      if (isPair) startServer();
      for (const subscriber of subscribers) if (chance() < 0.7) guard(ask(subscriber, "subscribe"));
      const end = clock.now() + STORM_MS;
      while (clock.now() < end) {
        await clock.advance(Math.round(chance() * 8000), settle);
        happen();
      }
    },

    /** Nothing breaks any more, everybody is well, and who is unsure of its subscription asks again. */
    async calm() {
      isStormy = false;
      for (const subscriber of subscribers) subscriber.mood = "healthy";
      await clock.advance(MINUTE, settle);
      for (const subscriber of subscribers) {
        if (subscriber.wants === "subscribe") guard(ask(subscriber, "subscribe"));
      }
      await clock.advance(2 * MINUTE, settle);
      checkNothingOwed();
      publish("the last content");
      await clock.advance(CALM_MS, settle);
      checkRows();
    },

    checkConvergence() {
      for (const subscriber of subscribers) {
        const isRunning = subscriber.leaseUntil > clock.now();
        const row = store.db
          .select()
          .from(schema.subscriptions)
          .where(eq(schema.subscriptions.callback, subscriber.callback));
        const hasRow = row.get() !== undefined;
        if (subscriber.wants === "unsubscribe" && hasRow && subscriber.confirmedUnsubscribe) {
          fail("an unsubscription that was confirmed and not kept", subscriber);
        }
        if (subscriber.wants !== "subscribe" || !isRunning) continue;
        if (!hasRow) fail("an accepted request came to nothing", subscriber);
        if (subscriber.acknowledged?.content !== "the last content") fail("the newest content never came", subscriber);
      }
      const waiting = store.db.select().from(schema.pendingVerifications).all();
      if (waiting.length > 0) fail(`requests wait for ever: ${JSON.stringify(waiting)}`);
    },

    report: () => ({ deliveries, crashes, removals }),
  };
}

function newSubscriber(seed: number, index: number): Subscriber {
  return {
    callback: `https://subscriber-${index % 5}.test/${index}`,
    chance: createSeededRandom(seed * 100 + index + 1).number,
    mood: "healthy",
    wants: null,
    leaseUntil: 0,
    acknowledged: null,
    baseline: null,
    shownWhenAsked: null,
    repeatsForgiven: 0,
    failuresInARow: 0,
    saidGone: false,
    confirmedSubscribe: false,
    confirmedUnsubscribe: false,
    underWay: 0,
    subscription: 0,
  };
}

function moodOf(number: number): Mood {
  const moods: Mood[] = ["healthy", "healthy", "healthy", "slow", "failing", "hanging", "refusing", "gone"];
  return moods[Math.floor(number * moods.length)] ?? "healthy";
}

function digestOf(content: string): string {
  return topicsShowing(content)[0]?.digest ?? "";
}
