/**
 * What keeps claimable work, as an interface. It may be used by several servers at once.
 *
 * A claim is a name in the row with an instant at which it expires. Only what is still claimed under the name that asks
 * is settled: when another server took the work over in the meantime, the late result is dropped.
 *
 * Time is the store's: it is read inside each transaction, after every wait for a lock. Servers pass and receive
 * durations only, so their own clocks may differ from the store's and from each other's.
 */

/** Under which name, for how long and how much work is claimed. */
export interface ClaimRequest {
  /** The name of the server that asks. */
  readonly claim: string;
  /** How long the claim holds without being renewed. */
  readonly claimMs: number;
  /** How much work may begin. */
  readonly limit: number;
  /** How much work may be under way to one destination. */
  readonly perDestination: number;
  /** How much of the asking server's is under way already, by destination. */
  readonly underWay: ReadonlyMap<string, number>;
  /** The longest wait that a settlement asks for: a row that waits much longer was stored before a clock was set back. */
  readonly longestWaitMs: number;
}

/** What was claimed at once. */
export interface ClaimedBatch<Row> {
  readonly claimed: readonly Row[];
  /** Wait until more may be claimed; null when nothing lies ahead, or when not all that is due could be claimed. */
  readonly nextInMs: number | null;
}

/**
 * Settles results and claims due rows, in one transaction; after a rejection the same results come again. A queue that is
 * paused, or limited to so much a minute, claims fewer rows than it may and says when to ask again.
 */
export type SettleAndClaim<Row, Result> = (
  results: readonly Result[],
  request: ClaimRequest,
) => Promise<ClaimedBatch<Row>>;

/** Claims that are to be prolonged, to `claimMs` from now. Rows that their server does not know it has are left to expire. */
export interface Renewal extends Pick<ClaimRequest, "claim" | "claimMs"> {
  readonly ids: readonly number[];
}

/** What is done to all claims of a server at once. */
export interface ClaimStore {
  /** Ends all claims of that name, so that another server need not wait for their end. */
  releaseClaims(claim: string): Promise<void>;
}
