/**
 * What readers were shown before: how a copy that somebody keeps is told what changed.
 *
 * @module
 */

/** The notes that are kept beside a review. */
export interface ChangeNotes {
  /** The revision in which its published form last changed. */
  readonly changedIn: number;
  /** The revision in which it came to be published, for the last time. */
  readonly publishedIn: number;
}

/** A review that readers saw and see no more, for whatever reason. */
export interface Withdrawal {
  readonly id: string;
  /** The revision that took it away. */
  readonly revision: number;
}

/** What happened before a revision, as far as a reader's copy needs to know. */
export interface History {
  /** When each revision was made, epoch milliseconds; ascending, from the beginning of this content. */
  readonly revisions: readonly { readonly revision: number; readonly at: number }[];
  /** By revision, then id. */
  readonly withdrawals: readonly Withdrawal[];
}
