/**
 * How much the hub does for strangers, and for how long.
 *
 * @module
 */

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
  /** Requests under way at once to one site, as `callback_site.ts` has it, for each kind of work. */
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
/** The longest wait that a Retry-After of a subscriber can ask for. */
export const RETRY_AFTER_MAX_SECONDS = 3600;
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
