/**
 * The hub's limits and what follows from an attempt to deliver. WebSub 7: any 2xx acknowledges, anything else,
 * redirects included, is a failure; this hub ends a subscription at the third failure in a row (docs/websub.md).
 */
import type { OutboundAnswer } from "../platform.ts";
import { longestRetryMs, retryAfterMs, retryDelayMs } from "../work/mod.ts";
import type { DeliverySettlement, DueDelivery } from "./subscription_store.ts";

/** The part of the configuration that the hub reads. */
export interface HubSettings {
  /** Waits before the second and the third attempt, in seconds. */
  readonly retryDelaysSeconds: readonly number[];
  readonly deliveryTimeoutSeconds: number;
  readonly leaseMinSeconds: number;
  readonly leaseDefaultSeconds: number;
  readonly leaseMaxSeconds: number;
  /** Deliveries under way at once. */
  readonly concurrency: number;
  /** Callbacks on private addresses: for tests and intranets. */
  readonly allowPrivateCallbacks: boolean;
}

/** {@link HubSettings} together with the limits that are not configured. */
export interface HubLimits extends HubSettings {
  /** Deliveries under way at once to subscribers whose last delivery failed. */
  readonly failingConcurrency: number;
  readonly verificationConcurrency: number;
  /** Requests under way at once to one site, for each kind of work. */
  readonly concurrencyPerSite: number;
  readonly subscriptionsPerTopic: number;
  readonly subscriptionsPerSite: number;
  /** Verifications that may wait their turn. */
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
/** What a form may be long, in bytes. */
export const FORM_BYTES = 64 * 1024;

/**
 * The limits that belong to some settings. Where private callbacks are allowed, one site stands for many and clients are
 * not strangers: what is otherwise counted for each of them is then bounded only in all.
 */
export function hubLimits(settings: HubSettings): HubLimits {
  const { allowPrivateCallbacks, concurrency } = settings;
  const subscriptionsPerTopic = 10_000;
  return {
    ...settings,
    failingConcurrency: Math.max(1, Math.ceil(concurrency / 4)),
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

/** An attempt that is over. */
interface Attempt {
  readonly answer: OutboundAnswer;
  /** By the server's own clock: for a Retry-After that names a date. */
  readonly now: number;
  /** In [0, 1); spreads the retries. */
  readonly chance: number;
}

/** What a finished attempt means for its subscription. */
export function settleDelivery(
  delivery: Pick<DueDelivery, "id" | "failures">,
  { answer, now, chance }: Attempt,
  { retryDelaysSeconds }: Pick<HubLimits, "retryDelaysSeconds">,
): DeliverySettlement {
  const base = { id: delivery.id, outcome: outcomeOf(answer) };
  if (answer.kind === "answered" && answer.status >= 200 && answer.status <= 299) {
    return { ...base, kind: "acknowledged" };
  }
  if (answer.kind === "answered" && answer.status === 410) return { ...base, kind: "removed", reason: "gone" };
  const failures = delivery.failures + 1;
  if (failures >= FAILURES_TO_REMOVAL) return { ...base, kind: "removed", reason: "failures" };
  const retryInMs = Math.max(retryDelayMs(failures, retryDelaysSeconds, chance), retryAfterMs(answer, now));
  return { ...base, kind: "failed", failures, retryInMs, mayHaveArrived: answer.kind === "failed" };
}

/** The longest wait that any settlement can ask for, in milliseconds. */
export function longestWaitMs({ retryDelaysSeconds, verificationRetrySeconds }: HubLimits): number {
  return Math.max(longestRetryMs(retryDelaysSeconds), verificationRetrySeconds * 1000);
}

function outcomeOf(answer: OutboundAnswer): string {
  return answer.kind === "answered" ? String(answer.status) : answer.reason;
}
