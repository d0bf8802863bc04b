/**
 * What the hub keeps, as an interface: pending verifications and subscriptions, and claims on the work they cause.
 *
 * A claim is a name in the row with an instant at which it ends. Only what is still claimed under the name that asks is
 * settled: when another server took the work over in the meantime, the late result is dropped.
 *
 * @module
 */

export type VerificationMode = "subscribe" | "unsubscribe";

/** An accepted request that waits for its verification. */
export interface PendingRequest {
  readonly topic: string;
  readonly callback: string;
  readonly callbackHost: string;
  readonly mode: VerificationMode;
  readonly secret: string | null;
  readonly leaseSeconds: number;
  readonly verifyToken: string | null;
}

/** Work of the verification loop: a request to verify, or a denial to tell. */
export interface PendingVerification extends Omit<PendingRequest, "mode"> {
  readonly id: number;
  readonly mode: VerificationMode | "denied";
  readonly reason: string | null;
  readonly version: number;
  /** Attempts made before this one. */
  readonly attempts: number;
}

/** An active subscription, as far as a delivery needs it. */
export interface DueDelivery {
  readonly id: number;
  readonly topic: string;
  readonly callback: string;
  readonly callbackHost: string;
  readonly secret: string | null;
  readonly leaseUntil: number;
  readonly failures: number;
}

/** What a topic shows now: the content a subscriber is owed. */
export interface TopicState {
  readonly topic: string;
  readonly digest: string;
  readonly revision: number;
}

/** Under which name and until when work is claimed, and which hosts have how many requests under way already. */
export interface ClaimRequest {
  readonly now: number;
  readonly claim: string;
  readonly claimedUntil: number;
  /** How much work may begin. */
  readonly limit: number;
  readonly perHost: number;
  readonly hosts: ReadonlyMap<string, number>;
  /** An instant stored beyond this one comes from a clock that was set back since, and counts as past. */
  readonly latestSensible: number;
}

/** Which deliveries a lane takes: to subscribers whose last delivery failed, or to the others. */
export type Lane = "fresh" | "failing";

/** The deliveries of a lane that the topics, as they are, leave owed. */
export interface OwedInLane {
  readonly lane: Lane;
  readonly topics: readonly TopicState[];
}

export type DeliveryClaims = ClaimRequest & OwedInLane;

export interface SubscriptionCaps {
  readonly perTopic: number;
  readonly perHost: number;
}

/** How much may be kept at the moment a request comes in. */
export interface RequestCaps extends SubscriptionCaps {
  readonly now: number;
  readonly pending: number;
}

/** Which instants lie ahead: after `now`, and up to `latestSensible` as in {@link ClaimRequest}. */
export type Ahead = Pick<ClaimRequest, "now" | "latestSensible">;

export type VerificationSettlement =
  /** The subscriber confirmed. A new subscription begins with `baseline` as acknowledged; a running one keeps its own. */
  | {
      readonly kind: "subscribed";
      readonly leaseUntil: number;
      readonly baseline: TopicState;
      readonly caps: SubscriptionCaps;
    }
  | { readonly kind: "unsubscribed" }
  /** Nothing changes but that the request is done with. */
  | { readonly kind: "dropped" }
  | { readonly kind: "again"; readonly nextAttemptAt: number };

/** A verification that is over. */
export interface SettledVerification {
  readonly pending: PendingVerification;
  readonly settlement: VerificationSettlement;
}

/** `superseded`: a newer request or another server took over, nothing was changed. `full`: a denial was queued. */
export type VerificationResult = "saved" | "superseded" | "full";

export type SaveRequestResult = "saved" | "too_many_pending" | "too_many_subscriptions";

export interface HubCounts {
  /** Running subscriptions by topic URL. */
  readonly subscriptions: ReadonlyMap<string, number>;
  readonly pendingVerifications: number;
  /** Running subscriptions that have not acknowledged what their topic shows. */
  readonly owed: number;
}

/** How an attempt is saved. `outcome` is a word for the operator: a status, or what failed. */
export type DeliverySettlement = { readonly id: number; readonly outcome: string } & (
  | { readonly kind: "acknowledged"; readonly content: TopicState }
  | { readonly kind: "failed"; readonly failures: number; readonly nextAttemptAt: number }
  | { readonly kind: "removed"; readonly reason: EndReason }
  /** Nothing was sent after all: the claim is given back. */
  | { readonly kind: "released" }
);

export type EndReason = "failures" | "gone";

/** What one turn of verifications did: a result for each that was settled, and the claimed ones. */
export interface VerificationTurn {
  readonly results: readonly VerificationResult[];
  readonly claimed: readonly PendingVerification[];
}

/**
 * Arguments and results are plain values, so that the store may live in another thread. Every function may be called by
 * several servers at once. @throws {GoodwordError} `database` from each of them
 */
export interface SubscriptionStore {
  /** Keeps a request for verification; an older one of the same topic and callback is replaced. */
  savePending(request: PendingRequest, caps: RequestCaps): Promise<SaveRequestResult>;
  /** Settles verifications and claims pending ones, in one transaction. */
  turnVerifications(settled: readonly SettledVerification[], claims: ClaimRequest): Promise<VerificationTurn>;
  /** The earliest instant ahead at which {@link turnVerifications} may claim more, or null. */
  nextVerificationAt(ahead: Ahead): Promise<number | null>;

  /**
   * Settles deliveries and claims owed ones, least recently attempted first, in one transaction.
   */
  turnDeliveries(settlements: readonly DeliverySettlement[], claims: DeliveryClaims): Promise<readonly DueDelivery[]>;
  /** The earliest instant ahead at which a delivery may become due, or null. */
  nextDeliveryAt(owed: OwedInLane & Ahead): Promise<number | null>;

  /** Prolongs all claims of that name. */
  renewClaims(claim: string, claimedUntil: number): Promise<void>;
  /** Ends all claims of that name, so that another server need not wait for their end. */
  releaseClaims(claim: string): Promise<void>;
  /** Deletes subscriptions whose lease has ended; how many there were. */
  deleteExpired(now: number): Promise<number>;
  count(now: number, topics: readonly TopicState[]): Promise<HubCounts>;
}
