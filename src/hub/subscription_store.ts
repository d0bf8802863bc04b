/**
 * What the hub keeps, as an interface: pending verifications and subscriptions, which are claimed for the work they cause.
 */
import type { ClaimedBatch, ClaimRequest, ClaimStore, Renewal } from "../work/mod.ts";

/** The `hub.mode` of a request. */
export type VerificationMode = "subscribe" | "unsubscribe";

/** An accepted request that waits for its verification. */
export interface PendingRequest {
  readonly topic: string;
  readonly callback: string;
  /** Whose callback it is, as limits count it. */
  readonly callbackSite: string;
  /** The requester, as limits count it; empty when it cannot be distinguished from others. */
  readonly requester: string;
  readonly mode: VerificationMode;
  readonly secret: string | null;
  readonly leaseSeconds: number;
  readonly verifyToken: string | null;
}

/** Work of the verification loop: a request to verify, or a denial to send. */
export interface PendingVerification extends Omit<PendingRequest, "mode"> {
  readonly id: number;
  readonly mode: VerificationMode | "denied";
  readonly reason: string | null;
  readonly version: number;
  /** Attempts made before this one. */
  readonly attempts: number;
  /** When it was claimed, by the store's clock: the lease that its confirmation begins counts from here. */
  readonly claimedAt: number;
}

/** An active subscription, as far as a delivery needs it. */
export interface DueDelivery {
  readonly id: number;
  readonly topic: string;
  readonly callback: string;
  readonly callbackSite: string;
  readonly secret: string | null;
  readonly failures: number;
  /** The revision whose content is to be sent; anything else must be released. */
  readonly revision: number;
  /** How long the lease still ran at the moment of the claim. */
  readonly leaseLeftMs: number;
}

/** What a topic shows on one server: the content a subscriber is owed, in the bytes of that server's release. */
export interface TopicState {
  readonly topic: string;
  /** Digest of the bytes. */
  readonly digest: string;
  readonly revision: number;
  /** Name of the release: servers of one generation write the same content in the same bytes. */
  readonly generation: string;
}

/** Which deliveries a lane takes: to subscribers whose last delivery failed, or to the others. */
export type Lane = "fresh" | "failing";

/** Claims on the deliveries of a lane that the topics, as they are, leave owed. */
export interface DeliveryClaims extends ClaimRequest {
  readonly lane: Lane;
  readonly topics: readonly TopicState[];
}

/** The most subscriptions a topic and a callback site may have. */
export interface SubscriptionCaps {
  readonly perTopic: number;
  readonly perSite: number;
}

/** How much may be kept at the moment a request comes in. */
export interface RequestCaps extends SubscriptionCaps {
  readonly pending: number;
}

/** What a finished verification does to its request and its subscription. */
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

/** A verification that is over. */
export interface SettledVerification {
  readonly pending: PendingVerification;
  readonly settlement: VerificationSettlement;
}

/**
 * `displaced`: saved, in place of another subscription, which is sent a denial. `superseded`: a newer request or another server took
 * over, nothing was changed. `full`: a denial was queued.
 */
export type VerificationResult = "saved" | "displaced" | "superseded" | "full";

/** Whether a request was queued for verification, or which cap it hit. */
export type SaveRequestResult = "saved" | "too_many_pending" | "too_many_subscriptions";

/** The hub's gauges, as the store counts them. */
export interface HubCounts {
  /** Running subscriptions by topic URL. */
  readonly subscriptions: ReadonlyMap<string, number>;
  readonly pendingVerifications: number;
  /** Running subscriptions that have not acknowledged what their topic shows. */
  readonly owed: number;
}

/** How an attempt is saved. `outcome` is a word for the operator: a status, or what failed. */
export type DeliverySettlement = { readonly id: number; readonly outcome: string } & (
  | { readonly kind: "acknowledged" }
  /** `mayHaveArrived`: no answer came, which does not say what the subscriber holds. */
  | {
      readonly kind: "failed";
      readonly failures: number;
      readonly retryInMs: number;
      readonly mayHaveArrived: boolean;
    }
  | { readonly kind: "removed"; readonly reason: EndReason }
  /** Nothing was sent after all: the claim is given back. */
  | { readonly kind: "released" }
);

/** Why a delivery ends a subscription: too many failures in a row, or the subscriber answered 410. */
type EndReason = "failures" | "gone";

/** What a batch of verifications did, with a result for each that was settled. */
interface VerificationBatch extends ClaimedBatch<PendingVerification> {
  readonly results: readonly VerificationResult[];
}

/**
 * Arguments and results are plain values, so that the store may live in another thread. Every function may be called by
 * several servers at once. @throws {GoodwordError} `database` from each of them
 */
export interface SubscriptionStore extends ClaimStore {
  /** Keeps a request for verification; an older one of the same topic and callback is replaced. */
  savePending(request: PendingRequest, caps: RequestCaps): Promise<SaveRequestResult>;
  /** Settles verifications and claims pending ones, in one transaction. */
  settleAndClaimVerifications(
    settled: readonly SettledVerification[],
    request: ClaimRequest,
  ): Promise<VerificationBatch>;
  /** Settles deliveries and claims owed ones, least recently attempted first, in one transaction. */
  settleAndClaimDeliveries(
    settlements: readonly DeliverySettlement[],
    request: DeliveryClaims,
  ): Promise<ClaimedBatch<DueDelivery>>;
  renewVerifications(renewal: Renewal): Promise<void>;
  renewDeliveries(renewal: Renewal): Promise<void>;
  /** Deletes subscriptions whose lease has ended; how many there were. */
  deleteExpired(): Promise<number>;
  count(topics: readonly TopicState[]): Promise<HubCounts>;
}
