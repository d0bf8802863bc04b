/**
 * Delivers topics to subscribers. WebSub 7.
 *
 * Each attempt sends what the topic shows at that moment, to a subscription that is claimed for just this: there is never
 * more than one request to a subscription, and content never goes out after newer content.
 *
 * @module
 */
import type { Topic } from "../feeds/mod.ts";
import { callbackHost } from "./callback.ts";
import { settleDelivery } from "./delivery_policy.ts";
import { ask, CLAIM_MS, claimRequest, renewClaims, topicStates, type Workings } from "./hub_parts.ts";
import { createBodyBytes, signature } from "./signature.ts";
import type { DeliverySettlement, DueDelivery, Lane } from "./subscription_store.ts";
import { createWorkLoop, type WorkLoop } from "./work_loop.ts";

/** Fresh deliveries and repeated ones in lanes of their own, so that dead callbacks never hold up living ones. */
export function createDeliveryLoops(workings: Workings): WorkLoop[] {
  const { limits, subscriptions } = workings;
  const contentAge = createContentAge(workings);
  const deliver = createDelivery(workings, contentAge);

  function createLane(lane: Lane, concurrency: number, leavesLane: DeliverySettlement["kind"], other: () => WorkLoop) {
    return createWorkLoop<ClaimedDelivery, Attempted>({
      clock: workings.clock,
      activity: workings.activity,
      concurrency,
      async turn(attempts, room) {
        const topics = topicStates(workings);
        for (const { topic, digest } of topics) contentAge(topic, digest);
        const settlements = attempts.map(({ settlement }) => settlement);
        const askedAt = workings.clock.now();
        const claims = { ...claimRequest(workings, room), lane, topics };
        const { claimed, nextInMs } = await subscriptions.turnDeliveries(settlements, claims);
        for (const attempt of attempts) report(workings, attempt);
        if (settlements.some(({ kind }) => kind === leavesLane)) other().wake();
        return { claimed: claimed.map((due) => withDeadline(due, askedAt)), nextInMs };
      },
      renew: () => renewClaims(workings),
      work: deliver,
      saves: workings.saves,
    });
  }

  const fresh: WorkLoop = createLane("fresh", limits.concurrency, "failed", () => failing);
  const failing: WorkLoop = createLane("failing", limits.failingConcurrency, "acknowledged", () => fresh);
  return [fresh, failing];
}

interface ClaimedDelivery extends DueDelivery {
  /** By this server's clock: when the lease ends, or another server may have taken the work over. */
  readonly sendBefore: number;
}

/** Counted from before the store was asked, so that it is never later than what the store had in mind. */
function withDeadline(due: DueDelivery, askedAt: number): ClaimedDelivery {
  return { ...due, sendBefore: askedAt + Math.min(due.leaseLeftMs, CLAIM_MS) };
}

/** An attempt that is over. */
interface Attempted {
  readonly due: DueDelivery;
  readonly settlement: DeliverySettlement;
  /** For how long the topic had shown the content that was sent. */
  readonly ageMs: number;
}

function createDelivery(workings: Workings, contentAge: ContentAge): (due: ClaimedDelivery) => Promise<Attempted> {
  const { clock, limits } = workings;
  const bytesOf = createBodyBytes();

  return async function deliver(due) {
    const topic = workings.topics().find(({ url }) => url === due.topic);
    // Were newer content sent than was claimed, and this server killed, another one could send what it claimed after it.
    if (topic === undefined || workings.revision() !== due.revision) return released(due);
    const headers: Record<string, string> = { "Content-Type": topic.contentType, Link: linkHeader(workings, topic) };
    if (due.secret !== null) headers["X-Hub-Signature"] = await signature(due.secret, await bytesOf(topic.body));
    // After a suspend the lease may have ended since the claim, or the claim expired.
    if (clock.now() >= due.sendBefore) return released(due);
    const answer = await ask(workings, {
      url: due.callback,
      method: "POST",
      headers,
      body: topic.body,
      timeoutMs: limits.deliveryTimeoutSeconds * 1000,
      maxAnswerBytes: 0,
    });
    const attempt = { answer, now: clock.now(), chance: workings.random.number() };
    return { due, settlement: settleDelivery(due, attempt, limits), ageMs: contentAge(topic.url, topic.digest) };
  };
}

/** WebSub 7: one Link header with both relations, for subscribers that read only the first. */
function linkHeader({ hubUrl }: Workings, topic: Topic): string {
  return `<${hubUrl}>; rel="hub", <${topic.url}>; rel="self"`;
}

function released(due: DueDelivery): Attempted {
  return { due, settlement: { id: due.id, outcome: "not sent", kind: "released" }, ageMs: 0 };
}

/** For how long a topic has shown its content, in milliseconds, counted from the first time it was asked about. */
type ContentAge = (topic: string, digest: string) => number;

function createContentAge({ clock }: Workings): ContentAge {
  const known = new Map<string, { readonly digest: string; readonly since: number }>();
  return (topic, digest) => {
    const sighting = known.get(topic);
    if (sighting?.digest === digest) return Math.max(0, clock.now() - sighting.since);
    known.set(topic, { digest, since: clock.now() });
    return 0;
  };
}

function report({ counters, log }: Workings, { due, settlement, ageMs }: Attempted): void {
  const fields = {
    subscription: due.id,
    host: callbackHost(due.callback),
    topic: due.topic,
    outcome: settlement.outcome,
  };
  switch (settlement.kind) {
    case "acknowledged":
      counters.add("deliveries", "acknowledged");
      counters.addLag(ageMs / 1000);
      log.debug("Delivery acknowledged", fields);
      return;
    case "failed":
      counters.add("deliveries", "failed");
      log.info("Delivery failed", { ...fields, failures: settlement.failures });
      return;
    case "removed":
      counters.add("deliveries", "failed");
      counters.add("removals", settlement.reason);
      log.warn("Subscription removed", { ...fields, reason: settlement.reason });
      return;
    case "released":
      return;
  }
}
