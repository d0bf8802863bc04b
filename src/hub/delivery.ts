/**
 * Delivers topics to subscribers. WebSub 7.
 *
 * Each attempt sends what the topic shows at that moment, to a subscription that is claimed for just this: there is never
 * more than one request to a subscription, and content never goes out after newer content.
 */
import type { Topic } from "../publication/feeds/mod.ts";
import type { Runner, WorkLoop } from "../work/mod.ts";
import { ask, type HubContext, longestWaitMs, settleDelivery, topicStates } from "./context.ts";
import type { DeliverySettlement, DueDelivery, Lane } from "./subscription_store.ts";
import { callbackHost } from "./verification.ts";

/**
 * Adds fresh deliveries and repeated ones as loops of their own, so that dead callbacks never hold up living ones. The
 * function that is returned wakes both.
 */
export function addDeliveryLoops(runner: Runner, context: HubContext): () => void {
  const { clock, limits, subscriptions } = context;
  const contentAge = createContentAge(context);
  const deliver = createDelivery(context, contentAge);

  function addLane(lane: Lane, concurrency: number, leavesLane: DeliverySettlement["kind"], other: () => WorkLoop) {
    return runner.add<ClaimedDelivery, Attempted>({
      concurrency,
      perDestination: limits.concurrencyPerSite,
      destinationOf: ({ callbackSite }) => callbackSite,
      longestWaitMs: longestWaitMs(limits),
      async settleAndClaim(attempts, request) {
        const topics = topicStates(context);
        for (const { topic, digest } of topics) contentAge(topic, digest);
        const settlements = attempts.map(({ settlement }) => settlement);
        const askedAt = clock.now();
        const batch = await subscriptions.settleAndClaimDeliveries(settlements, { ...request, lane, topics });
        for (const attempt of attempts) report(context, attempt);
        if (settlements.some(({ kind }) => kind === leavesLane)) other().wake();
        // Counted from before the store was asked, so that it is never later than what the store had in mind.
        const sendBefore = (due: DueDelivery) => askedAt + Math.min(due.leaseLeftMs, request.claimMs);
        return { ...batch, claimed: batch.claimed.map((due) => ({ ...due, sendBefore: sendBefore(due) })) };
      },
      renew: subscriptions.renewDeliveries,
      work: deliver,
    });
  }

  const fresh: WorkLoop = addLane("fresh", limits.concurrency, "failed", () => failing);
  const failing: WorkLoop = addLane("failing", limits.failingConcurrency, "acknowledged", () => fresh);
  return () => {
    fresh.wake();
    failing.wake();
  };
}

interface ClaimedDelivery extends DueDelivery {
  /** By this server's clock: when the lease ends, or another server may have taken the work over. */
  readonly sendBefore: number;
}

/** An attempt that is over. */
interface Attempted {
  readonly due: DueDelivery;
  readonly settlement: DeliverySettlement;
  /** For how long the topic had shown the content that was sent. */
  readonly ageMs: number;
}

function createDelivery(context: HubContext, contentAge: ContentAge): (due: ClaimedDelivery) => Promise<Attempted> {
  const { clock, limits } = context;
  const bytesOf = createBodyBytes();

  return async function deliver(due) {
    const topic = context.topics().find(({ url }) => url === due.topic);
    // Were newer content sent than was claimed, and this server killed, another one could send what it claimed after it.
    if (topic === undefined || context.revision() !== due.revision) return released(due);
    const headers: Record<string, string> = { "Content-Type": topic.contentType, Link: linkHeader(context, topic) };
    if (due.secret !== null) headers["X-Hub-Signature"] = await signature(due.secret, await bytesOf(topic.body));
    // After a suspend the lease may have ended since the claim, or the claim expired.
    if (clock.now() >= due.sendBefore) return released(due);
    const answer = await ask(context, {
      url: due.callback,
      method: "POST",
      headers,
      body: topic.body,
      timeoutMs: limits.deliveryTimeoutSeconds * 1000,
      maxAnswerBytes: 0,
    });
    const attempt = { answer, now: clock.now(), chance: context.random.number() };
    return { due, settlement: settleDelivery(due, attempt, limits), ageMs: contentAge(topic.url, topic.digest) };
  };
}

/** WebSub 7: one Link header with both relations, for subscribers that read only the first. */
function linkHeader({ hubUrl }: HubContext, topic: Topic): string {
  return `<${hubUrl}>; rel="hub", <${topic.url}>; rel="self"`;
}

function released(due: DueDelivery): Attempted {
  return { due, settlement: { id: due.id, outcome: "not sent", kind: "released" }, ageMs: 0 };
}

/** For how long a topic has shown its content, in milliseconds, counted from the first time it was asked about. */
type ContentAge = (topic: string, digest: string) => number;

function createContentAge({ clock }: HubContext): ContentAge {
  const known = new Map<string, { readonly digest: string; readonly since: number }>();
  return (topic, digest) => {
    const sighting = known.get(topic);
    if (sighting?.digest === digest) return Math.max(0, clock.now() - sighting.since);
    known.set(topic, { digest, since: clock.now() });
    return 0;
  };
}

function report({ counters, log }: HubContext, { due, settlement, ageMs }: Attempted): void {
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

const encoder = new TextEncoder();

/** The value of X-Hub-Signature: the method, "=", and the HMAC in lower-case hexadecimal digits. */
async function signature(secret: string, body: Uint8Array<ArrayBuffer>): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["sign"]);
  const mac = new Uint8Array(await crypto.subtle.sign(algorithm, key, body));
  return `sha256=${mac.toHex()}`;
}

/** Bytes of bodies that are signed for many subscribers, read once for each body. */
function createBodyBytes(): (body: Blob) => Promise<Uint8Array<ArrayBuffer>> {
  const read = new WeakMap<Blob, Promise<Uint8Array<ArrayBuffer>>>();
  return (body) => {
    let bytes = read.get(body);
    if (bytes === undefined) {
      bytes = body.arrayBuffer().then((buffer) => new Uint8Array(buffer));
      read.set(body, bytes);
    }
    return bytes;
  };
}
