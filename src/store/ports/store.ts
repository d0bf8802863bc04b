/**
 * All that is kept, as the rest of the program sees it: interfaces of plain values, every call asynchronous. Which database
 * is behind them is known to its adapter alone, and test/store/contract/ says what each must do.
 *
 * @module
 */
import type { SubscriptionStore } from "../../hub/mod.ts";
import type { ActivationStore } from "./activation.ts";
import type { ArtefactStore } from "./artefacts.ts";
import type { ContentsStore } from "./contents.ts";
import type { EditionStore } from "./editions.ts";
import type { ReviewStore } from "./reviews.ts";
import type { SubscriptionList } from "./subscription_list.ts";

/** An open store, which its owner has to dispose of. @throws {GoodwordError} `database` from every call */
export interface Store extends AsyncDisposable {
  readonly reviews: ReviewStore;
  readonly editions: EditionStore;
  /** Which revision the servers that share the store give their readers. */
  readonly activation: ActivationStore;
  /** Publications that servers build for each other; null where each is better off building its own. */
  readonly artefacts: ArtefactStore | null;
  /** What the hub keeps. */
  readonly subscriptions: SubscriptionStore;
  /** The same as their operator sees them. */
  readonly subscribers: SubscriptionList;
  /** All of it as rows, for a move to another store. */
  readonly contents: ContentsStore;
  /** The store's clock, epoch milliseconds: one clock for all servers that share the store. */
  now(): Promise<number>;
  /** Writes one moment of the store to a new file while others use it; a file that holds anything is refused. */
  copyTo(path: string): Promise<void>;
  /** What is damaged inside, one sentence each; empty when the store is sound. */
  faults(): Promise<readonly string[]>;
}

/** How a store is opened. */
export interface OpenOptions {
  /** How long a write waits for another process's, in milliseconds; a server must not wait, a command may. Default 0. */
  readonly busyTimeoutMs?: number;
  /** Whether a missing store is made. Default true. */
  readonly create?: boolean;
  /** Open for reading only; the schema must be up to date already. Default false. */
  readonly readonly?: boolean;
  /** Whether a store is opened that a move has not yet filled: for the move itself. Default false. */
  readonly isMoveTarget?: boolean;
  /** Told in a sentence what a migration did to a store of an older release. */
  readonly onMigrated?: (what: string) => void;
}
