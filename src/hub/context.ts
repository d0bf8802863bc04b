/** What a hub needs from its host, and what its parts share. */
import type { Clock, GuardedFetch, Log, OutboundAnswer, OutboundRequest, Random } from "../platform.ts";
import type { Topic } from "../publication/feeds/mod.ts";
import type { Activity } from "../work/mod.ts";
import type { HubCounters } from "./metrics.ts";
import type { HubLimits } from "./policy.ts";
import type { SubscriptionStore, TopicState } from "./subscription_store.ts";

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
export interface HubContext extends HubParts {
  readonly activity: Activity;
  readonly counters: HubCounters;
}

/** What the topics show at this moment. */
export function topicStates({ topics, revision, generation }: HubParts): TopicState[] {
  const at = revision();
  return topics().map(({ url, digest }) => ({ topic: url, digest, revision: at, generation }));
}

/** Asks a stranger; a fetch that throws against its promise counts as a failed one. */
export async function ask({ fetch, activity, log }: HubContext, request: OutboundRequest): Promise<OutboundAnswer> {
  try {
    return await activity.outside(fetch(request));
  } catch (error) {
    // The message may hold the callback, whose query may be a key.
    log.error("Outbound request failed unexpectedly", { error: error instanceof Error ? error.name : typeof error });
    return { kind: "failed", reason: "internal" };
  }
}
