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
import type { SaveReport } from "./save_report.ts";
import type { ClaimRequest, SubscriptionStore, TopicState } from "./subscription_store.ts";
import type { Room } from "./work_loop.ts";

/** Everything a hub needs from its host. */
export interface HubParts {
  /** Absolute URL of the hub, as topics advertise it. */
  readonly hubUrl: string;
  /** Base of the topic URLs. */
  readonly baseUrl: string;
  /** The topics as they are now; empty until the first publication is built. */
  readonly topics: () => readonly Topic[];
  /** Revision of the publication that {@link topics} belong to. */
  readonly revision: () => number;
  /** Name of this release, in whose bytes the topics are written. */
  readonly generation: string;
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
  readonly saves: SaveReport;
}

/** How long a claim holds without being renewed. */
export const CLAIM_MS = 4000;

/** What the topics show at this moment. */
export function topicStates({ topics, revision, generation }: HubParts): TopicState[] {
  const at = revision();
  return topics().map(({ url, digest }) => ({ topic: url, digest, revision: at, generation }));
}

/** What to claim from the store, given the room a work loop has left. */
export function claimRequest({ limits, claim }: Workings, { limit, sites }: Room): ClaimRequest {
  const longest = Math.max(longestWaitMs(limits.retryDelaysSeconds), limits.verificationRetrySeconds * 1000);
  return { claim, claimMs: CLAIM_MS, limit, sites, perSite: limits.concurrencyPerSite, longestWaitMs: longest };
}

/** Prolongs the claims of this hub, in time before they expire. */
export function renewClaims({ subscriptions, claim }: Workings): Promise<void> {
  return subscriptions.renewClaims(claim, CLAIM_MS);
}

/** Asks a stranger; a fetch that throws against its promise counts as a failed one. */
export async function ask({ fetch, activity, log }: Workings, request: OutboundRequest): Promise<OutboundAnswer> {
  try {
    return await activity.outside(fetch(request));
  } catch (error) {
    // The message may hold the callback, whose query may be a key.
    log.error("Outbound request failed unexpectedly", { error: error instanceof Error ? error.name : typeof error });
    return { kind: "failed", reason: "internal" };
  }
}
