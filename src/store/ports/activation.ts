/**
 * Which revision readers are given, by all servers that share a store: leases to serve, and the instant at which the next
 * revision takes the place of the one before. The protocol and its proof: docs/decisions/0013-activation.md.
 *
 * @module
 */

/** What a server says of itself when it asks for a lease. */
export interface Renewal {
  /** Name of the server, made anew at each start. */
  readonly server: string;
  /** Rises with each request of the server; an answer and a request that come late are known by it. */
  readonly number: number;
  /** The number of the answer that the server goes by; a longer lease from before it is given up. 0 for none. */
  readonly heard: number;
  /** Whether the server answers no reader by a lease until the answer to this request: it has none, or gives it up. */
  readonly isSilent: boolean;
  /** Revisions that the server can serve, now and until it has reported otherwise and heard the answer. */
  readonly held: readonly number[];
  /** The latest revision that the server has seen in the store, held or not; 0 for none. */
  readonly seen: number;
  /** An older revision than the activated one, found in the store after that was heard: the store was restored. */
  readonly wentBack: WentBack | null;
}

/** The store had `edition` as its latest revision after `activated` was heard. */
export interface WentBack {
  readonly activated: number;
  readonly edition: number;
}

/** What readers are given, and from when on. */
export interface Activation {
  readonly revision: number;
  /** What is served before the instant; null where nobody may tell: then readers wait for it. */
  readonly previous: number | null;
  /** How far ahead the instant lies, in milliseconds; behind when negative. */
  readonly inMs: number;
}

/** The answer to a renewal. */
export interface Standing {
  readonly number: number;
  /** How long the lease holds, counted from before the request was sent; 0 when none was given. */
  readonly leaseMs: number;
  readonly activation: Activation | null;
  /**
   * The revision that follows as soon as all leaseholders have heard of this; null for none. Without a lease nobody can know whether
   * readers are given it by now.
   */
  readonly prepared: number | null;
  /** The newest revision that any server holds. */
  readonly newest: number;
  /** Whether no other server has a lease. */
  readonly isAlone: boolean;
}

/** Leases and activations, decided in the store by its clock. */
export interface ActivationStore {
  /** Null for a request that came later than a newer one of the same server. @throws {GoodwordError} `database` */
  renew(renewal: Renewal): Promise<Standing | null>;
  /** Gives the lease back: others need not wait for its end. To be called once the server answers nobody any more. */
  leave(server: string): Promise<void>;
}
