/** The hub put together: requests in, verifications and deliveries out. */
import type { Metric } from "../http/metrics.ts";
import { createRunner } from "../work/mod.ts";
import { type HubContext, type HubParts, topicStates } from "./context.ts";
import { addDeliveryLoops } from "./delivery.ts";
import { createCounters } from "./metrics.ts";
import { createRequestHandler } from "./request_handler.ts";
import { addVerificationLoop } from "./verification.ts";

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
  const { log, subscriptions } = parts;
  const counters = createCounters();
  const runner = createRunner({ ...parts, name: "Hub", store: subscriptions, upkeep: deleteExpired });
  const { activity } = runner;
  const context: HubContext = { ...parts, activity, counters };
  const wakeDeliveries = addDeliveryLoops(runner, context);
  const verifications = addVerificationLoop(runner, context, wakeDeliveries);
  const handle = createRequestHandler(parts, verifications.wake);

  async function deleteExpired(): Promise<void> {
    const count = await subscriptions.deleteExpired();
    if (count === 0) return;
    counters.add("removals", "lease", count);
    log.info("Leases expired", { subscriptions: count });
  }

  return {
    async handle(request, clientAddress) {
      const response = await activity.during(handle(request, clientAddress));
      if (request.method === "POST") counters.add("requests", String(response.status));
      return response;
    },
    start: runner.start,
    topicsChanged: runner.wake,
    async metrics() {
      return counters.metrics(await subscriptions.count(topicStates(parts)), runner.underWay);
    },
    settled: activity.settled,
    [Symbol.asyncDispose]: () => runner[Symbol.asyncDispose](),
  };
}
