/**
 * Puts the hub together: requests in, verifications and deliveries out, in loops that can be stopped and started at any
 * instant because all that matters is in the store.
 *
 * @module
 */
import { createActivity } from "./activity.ts";
import { createDeliveryLoops } from "./deliveries.ts";
import { type HubParts, topicStates, type Workings } from "./hub_parts.ts";
import { createCounters, type Metric } from "./metrics.ts";
import { createRequestHandler } from "./request_handler.ts";
import { createSaveReport } from "./save_report.ts";
import { createVerificationLoop } from "./verifications.ts";

/** How often the hub looks for what other processes have left it to do, and for leases that have ended. */
const LOOK_MS = 10_000;
/** How long a graceful stop waits for requests that are under way; what takes longer is made again after the next start. */
const GRACE_MS = 1000;

/** A WebSub hub: accepts subscriptions, verifies them and delivers what topics show. */
export interface Hub extends AsyncDisposable {
  /** Answers a request to the hub's address. Other methods than GET, HEAD and POST are answered with 405. */
  handle(request: Request, clientAddress: string): Promise<Response>;
  /** Begins to verify and deliver; what is owed from before is done first. */
  start(): void;
  /** To be called after each new publication. */
  topicsChanged(): void;
  metrics(): Promise<readonly Metric[]>;
  /** Resolves when the hub only waits for strangers or for a point in time. */
  settled(): Promise<void>;
  /** Stops: nothing new begins, what is under way has a second to end, claims are given back. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Makes a hub; it does nothing by itself until {@link Hub.start}. */
export function createHub(parts: HubParts): Hub {
  const { clock, log, subscriptions } = parts;
  const activity = createActivity();
  const counters = createCounters();
  const claim = parts.random.bytes(8).toHex();
  const saves = createSaveReport(log);
  const workings: Workings = { ...parts, activity, counters, claim, saves };
  const upkeep = {};
  const deliveries = createDeliveryLoops(workings);
  const wakeDeliveries = () => {
    for (const loop of deliveries) loop.wake();
  };
  const verifications = createVerificationLoop(workings, wakeDeliveries);
  const loops = [verifications, ...deliveries];
  const handle = createRequestHandler(parts, () => {
    if (isStarted) verifications.wake();
  });
  const underWay = () => loops.reduce((sum, loop) => sum + loop.underWay, 0);
  let isStarted = false;
  let cancelLook = () => {};

  function look(): void {
    cancelLook = clock.after(LOOK_MS, look);
    for (const loop of loops) loop.wake();
    inBackground(subscriptions.deleteExpired().then(reportExpired));
  }

  function reportExpired(count: number): void {
    if (count === 0) return;
    counters.add("removals", "lease", count);
    log.info("Leases expired", { subscriptions: count });
  }

  /** Upkeep that fails is tried again at its next time. */
  function inBackground(work: Promise<unknown>): void {
    activity.during(work).then(
      () => saves.saved(upkeep),
      (error) => saves.failed(upkeep, error),
    );
  }

  return {
    async handle(request, clientAddress) {
      const response = await activity.during(handle(request, clientAddress));
      if (request.method === "POST") counters.add("requests", String(response.status));
      return response;
    },
    start() {
      if (isStarted) return;
      isStarted = true;
      look();
    },
    topicsChanged() {
      if (isStarted) for (const loop of loops) loop.wake();
    },
    async metrics() {
      return counters.metrics(await subscriptions.count(topicStates(parts)), underWay());
    },
    settled: () => activity.settled(),
    async [Symbol.asyncDispose]() {
      if (!isStarted) return;
      isStarted = false;
      const grace = Promise.withResolvers<void>();
      const cancelGrace = clock.after(GRACE_MS, grace.resolve);
      await Promise.race([Promise.all(loops.map((loop) => loop.drain())), grace.promise]);
      cancelGrace();
      cancelLook();
      for (const loop of loops) loop.abandon();
      await subscriptions.releaseClaims(claim).catch((error) => saves.failed(upkeep, error));
    },
  };
}
