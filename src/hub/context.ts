/** What a hub needs from its host, and what its parts share. */
import { labelledMetric, type Metric, singleMetric } from "../http/metrics.ts";
import {
  type ClaimedBatch,
  type ClaimedItem,
  type ClaimRequest,
  type ClaimStore,
  retryAfterMs,
  retryDelayMs,
} from "../outbox/mod.ts";
import type { Clock, GuardedFetch, Log, OutboundRequest, OutboundResponse, Random } from "../platform.ts";
import type { Topic } from "../publication/feeds/mod.ts";

export interface HubParts {
  readonly hubUrl: string;
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

export interface HubContext extends HubParts {
  readonly counters: HubCounters;
}

export function topicStates({ topics, revision }: HubParts): TopicState[] {
  const at = revision();
  return topics().map(({ url, digest }) => ({ topic: url, digest, revision: at }));
}

/** A fetch that throws against its promise counts as a failed one. */
export async function ask({ fetch, log }: HubContext, request: OutboundRequest): Promise<OutboundResponse> {
  try {
    return await fetch(request);
  } catch (error) {
    // The message may hold the callback, whose query may be a key.
    log.error("Outbound request failed unexpectedly", { error: error instanceof Error ? error.name : typeof error });
    return { kind: "failed", reason: "internal" };
  }
}

const COUNTERS = {
  requests: { name: "goodword_hub_requests_total", label: "status", help: "Responses to subscription requests" },
  verifications: { name: "goodword_hub_verifications_total", label: "result", help: "Verifications of intent" },
  deliveries: { name: "goodword_hub_deliveries_total", label: "result", help: "Delivery attempts" },
  removals: { name: "goodword_hub_removals_total", label: "reason", help: "Subscriptions that ended" },
} as const;
type CounterName = keyof typeof COUNTERS;

type HubCounters = ReturnType<typeof createCounters>;

export function createCounters() {
  const values = new Map<CounterName, Map<string, number>>();
  let lagSeconds = 0;
  let lagCount = 0;
  return {
    add(counter: CounterName, labelValue: string, count = 1) {
      const byLabel = values.get(counter) ?? new Map<string, number>();
      values.set(counter, byLabel.set(labelValue, (byLabel.get(labelValue) ?? 0) + count));
    },
    /** Seconds between a change of a topic and the acknowledgement of its delivery. */
    addLag(seconds: number) {
      lagSeconds += seconds;
      lagCount++;
    },
    metrics: (counts: HubCounts, underWay: number): readonly Metric[] => [
      ...Object.entries(COUNTERS).map(([counter, { name, label, help }]) =>
        labelledMetric(name, "counter", help, label, values.get(counter as CounterName) ?? []),
      ),
      {
        name: "goodword_hub_delivery_lag_seconds",
        help: "Time from a change to the acknowledgement of its delivery",
        type: "summary",
        samples: [
          { suffix: "_sum", labels: {}, value: lagSeconds },
          { suffix: "_count", labels: {}, value: lagCount },
        ],
      },
      labelledMetric("goodword_hub_subscriptions", "gauge", "Active subscriptions", "topic", counts.subscriptions),
      singleMetric(
        "goodword_hub_pending_verifications",
        "gauge",
        "Subscription requests awaiting verification",
        counts.pendingVerifications,
      ),
      singleMetric(
        "goodword_hub_deliveries_owed",
        "gauge",
        "Subscriptions behind the current content of their topic",
        counts.owed,
      ),
      singleMetric("goodword_hub_requests_under_way", "gauge", "Requests to callbacks in flight", underWay),
    ],
  };
}

// WebSub 7: any 2xx acknowledges, anything else is a failure; the third failure in a row ends a subscription.

/** The part of the configuration that the hub reads. */
export interface HubSettings {
  /** Waits before the second and the third attempt, in seconds. */
  readonly retryDelaysSeconds: readonly number[];
  readonly deliveryTimeoutSeconds: number;
  readonly leaseMinSeconds: number;
  readonly leaseDefaultSeconds: number;
  readonly leaseMaxSeconds: number;
  readonly concurrency: number;
  /** Callbacks on private addresses: for tests and intranets. */
  readonly allowPrivateCallbacks: boolean;
}

/** {@link HubSettings} together with the limits that are not configured. */
export interface HubLimits extends HubSettings {
  readonly verificationConcurrency: number;
  readonly concurrencyPerSite: number;
  readonly subscriptionsPerTopic: number;
  readonly subscriptionsPerSite: number;
  readonly pendingVerifications: number;
  /** Verifications that one requester may ask for, or that may be asked for of one site: at once, and then each second. */
  readonly verificationBurst: number;
  readonly verificationsPerSecond: number;
  /** Wait before the one more verification of a callback that could not be reached. */
  readonly verificationRetrySeconds: number;
}

/** Consecutive failed deliveries that end a subscription. */
export const FAILURES_TO_REMOVAL = 3;
/** How much of an answer to a verification is read, in bytes; a challenge has 32. */
export const VERIFICATION_ANSWER_BYTES = 4096;
export const FORM_BYTES = 64 * 1024;

/** Limits of some settings. With private callbacks one site represents many clients, which are then limited only in total. */
export function hubLimits(settings: HubSettings): HubLimits {
  const { allowPrivateCallbacks, concurrency } = settings;
  const subscriptionsPerTopic = 10_000;
  return {
    ...settings,
    verificationConcurrency: 64,
    concurrencyPerSite: allowPrivateCallbacks ? concurrency : 4,
    subscriptionsPerTopic,
    subscriptionsPerSite: allowPrivateCallbacks ? 3 * subscriptionsPerTopic : 200,
    pendingVerifications: allowPrivateCallbacks ? 3 * subscriptionsPerTopic : 2000,
    verificationBurst: allowPrivateCallbacks ? 3 * subscriptionsPerTopic : 300,
    verificationsPerSecond: allowPrivateCallbacks ? 1000 : 1,
    verificationRetrySeconds: 30,
  };
}

interface Attempt {
  readonly answer: OutboundResponse;
  readonly digest: string;
  /** Current time of the server's own clock: for a Retry-After that names a date. */
  readonly now: number;
  /** Random number in [0, 1); spreads the retries. */
  readonly chance: number;
}

export function settleDelivery(
  due: DueDelivery,
  { answer, digest, now, chance }: Attempt,
  { retryDelaysSeconds }: Pick<HubLimits, "retryDelaysSeconds">,
): DeliverySettlement {
  const base = { due, outcome: outcomeOf(answer) };
  if (answer.kind === "answered" && answer.status >= 200 && answer.status <= 299) {
    return { ...base, kind: "acknowledged", digest };
  }
  if (answer.kind === "answered" && answer.status === 410) return { ...base, kind: "removed", reason: "gone" };
  const failures = due.attempts + 1;
  if (failures >= FAILURES_TO_REMOVAL) return { ...base, kind: "removed", reason: "failures" };
  const retryInMs = Math.max(retryDelayMs(failures, retryDelaysSeconds, chance), retryAfterMs(answer, now));
  return { ...base, kind: "failed", retryInMs, mayHaveArrived: answer.kind === "failed" };
}

function outcomeOf(answer: OutboundResponse): string {
  return answer.kind === "answered" ? String(answer.status) : answer.reason;
}

export type VerificationMode = "subscribe" | "unsubscribe";

export interface PendingRequest {
  readonly topic: string;
  readonly callback: string;
  readonly callbackSite: string;
  readonly mode: VerificationMode;
  readonly secret: string | null;
  readonly leaseSeconds: number;
  readonly verifyToken: string | null;
}

/** A request to verify, or a denial to send, as it is kept. */
export interface VerificationPayload extends Omit<PendingRequest, "mode" | "callbackSite"> {
  readonly mode: VerificationMode | "denied";
  readonly reason: string | null;
}

export interface PendingVerification extends VerificationPayload, ClaimedItem {
  /** Greater when a newer request has replaced this one: the answer to the older is ignored. */
  readonly owed: number;
  /** When it was claimed, by the store's clock: the lease that its confirmation begins counts from here. */
  readonly claimedAt: number;
}

export interface DueDelivery extends ClaimedItem {
  readonly subscription: number;
  readonly topic: string;
  readonly callback: string;
  readonly secret: string | null;
  /** The revision whose content is to be sent; anything else must be released. */
  readonly revision: number;
  /** What the subscriber held before, as the store counts contents. */
  readonly heldContent: number;
  readonly leaseLeftMs: number;
  readonly owedForMs: number;
}

export interface TopicState {
  readonly topic: string;
  readonly digest: string;
  readonly revision: number;
}

export interface DeliveryClaims extends ClaimRequest {
  readonly topics: readonly TopicState[];
  /** Whether to compare subscriptions with the topics first: after each publication and at every poll. */
  readonly compares: boolean;
}

export interface SubscriptionCaps {
  readonly perTopic: number;
  readonly perSite: number;
}

export interface RequestCaps extends SubscriptionCaps {
  /** Requests that wait for their verification; of one site, as many as it may have subscriptions. */
  readonly pending: number;
}

export type VerificationSettlement =
  /** The subscriber confirmed. A new subscription begins with `baseline` as acknowledged; a running one keeps its own. */
  | {
      readonly kind: "subscribed";
      readonly baseline: TopicState;
      readonly caps: SubscriptionCaps;
    }
  | { readonly kind: "unsubscribed" }
  /** Nothing changes but that the request is done with. */
  | { readonly kind: "dropped" }
  | { readonly kind: "again"; readonly retryInMs: number };

export interface SettledVerification {
  readonly pending: PendingVerification;
  readonly settlement: VerificationSettlement;
}

/** `superseded`: a newer request or another server took over, nothing was changed. `full`: a denial was queued. */
export type VerificationResult = "saved" | "superseded" | "full";

export type SaveRequestResult = "saved" | "too_many_pending" | "too_many_subscriptions";

export interface HubCounts {
  readonly subscriptions: ReadonlyMap<string, number>;
  readonly pendingVerifications: number;
  readonly owed: number;
}

/** How an attempt is saved. `outcome` is a word for the operator: a status, or what failed. */
export type DeliverySettlement = { readonly due: DueDelivery; readonly outcome: string } & (
  | { readonly kind: "acknowledged"; readonly digest: string }
  /** `mayHaveArrived`: without an answer, the subscriber may or may not hold the content. */
  | { readonly kind: "failed"; readonly retryInMs: number; readonly mayHaveArrived: boolean }
  | { readonly kind: "removed"; readonly reason: EndReason }
  /** Nothing was sent after all: the claim is given back. */
  | { readonly kind: "released" }
);

type EndReason = "failures" | "gone";

interface VerificationBatch extends ClaimedBatch<PendingVerification> {
  readonly results: readonly VerificationResult[];
}

/** Plain values, since the store may live in another thread. @throws {GoodwordError} `database` from each function */
export interface SubscriptionStore extends ClaimStore {
  /** Keeps a request for verification; an older one of the same topic and callback is replaced. */
  savePending(request: PendingRequest, caps: RequestCaps): Promise<SaveRequestResult>;
  /** Settles verifications and claims pending ones, in one transaction. */
  exchangeVerifications(settled: readonly SettledVerification[], request: ClaimRequest): Promise<VerificationBatch>;
  /** Settles deliveries and claims owed ones, in one transaction. */
  exchangeDeliveries(
    settlements: readonly DeliverySettlement[],
    request: DeliveryClaims,
  ): Promise<ClaimedBatch<DueDelivery>>;
  /** Returns how many there were. */
  deleteExpired(): Promise<number>;
  count(topics: readonly string[]): Promise<HubCounts>;
}
