/**
 * What the hub is made of, and what its workings share.
 *
 * @module
 */
import type { Topic } from "../feeds/mod.ts";
import type { Clock, GuardedFetch, Log, OutboundAnswer, OutboundRequest, Random } from "../platform.ts";
import type { Activity } from "./activity.ts";
import { longestWaitMs } from "./delivery_policy.ts";
import type { HubLimits } from "./limits.ts";
import type { HubCounters } from "./metrics.ts";
import type { ClaimRequest, SubscriptionStore, TopicState } from "./subscription_store.ts";
import type { Room } from "./work_loop.ts";

export interface HubParts {
  /** Absolute URL of the hub, as topics advertise it. */
  readonly hubUrl: string;
  /** Base of the topic URLs. */
  readonly baseUrl: string;
  /** The topics as they are now; empty until the first publication is built. */
  readonly topics: () => readonly Topic[];
  /** Revision of the publication that {@link topics} belong to. */
  readonly revision: () => number;
  readonly subscriptions: SubscriptionStore;
  readonly fetch: GuardedFetch;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly limits: HubLimits;
}

/** {@link HubParts} with what one running hub adds. */
export interface Workings extends HubParts {
  readonly activity: Activity;
  readonly counters: HubCounters;
  /** The name under which this hub claims work. */
  readonly claim: string;
}

/** How long a claim holds without being renewed: the longest that a killed server's work lies idle. */
const CLAIM_MS = 4000;

/** What the topics show at this moment. */
export function topicStates({ topics, revision }: HubParts): TopicState[] {
  const at = revision();
  return topics().map(({ url, digest }) => ({ topic: url, digest, revision: at }));
}

export function claimRequest(workings: Workings, { limit, hosts }: Room): ClaimRequest {
  const now = workings.clock.now();
  const perHost = workings.limits.concurrencyPerHost;
  const latestSensible = latestSensibleAt(workings);
  return { now, claim: workings.claim, claimedUntil: now + CLAIM_MS, limit, hosts, perHost, latestSensible };
}

/** Prolongs the claims of this hub, in time before they end. */
export function renewClaims({ subscriptions, clock, claim }: Workings): Promise<void> {
  return subscriptions.renewClaims(claim, clock.now() + CLAIM_MS);
}

/** Nothing is ever stored to happen later than this. */
export function latestSensibleAt({ clock, limits }: HubParts): number {
  return clock.now() + Math.max(longestWaitMs(limits.retryDelaysSeconds), limits.verificationRetrySeconds * 1000);
}

/** Asks a stranger; a fetch that throws against its promise counts as a failed one. */
export async function ask({ fetch, activity, log }: Workings, request: OutboundRequest): Promise<OutboundAnswer> {
  try {
    return await activity.outside(fetch(request));
  } catch (error) {
    // The message may hold the callback, whose query may be a key.
    log.error("Outbound request broke", { error: error instanceof Error ? error.name : typeof error });
    return { kind: "failed", reason: "internal" };
  }
}
