/**
 * All that is kept, as the rest of the program sees it: interfaces of plain values, every call asynchronous. Which
 * database implements them is known to its adapter alone, and test/store/contract/ defines what each must do.
 */
import type { SubscriptionStore } from "../hub/mod.ts";
import type { JobStore, OutboxStore } from "../invitations/mod.ts";
import type { NoticeStore } from "../notices/mod.ts";
import type { ConsoleStore } from "./console_store.ts";
import type { ContentsStore } from "./contents.ts";
import type { EditionStore, TransparencyLogStore } from "./edition_store.ts";
import type { ActivationStore } from "./fleet.ts";
import type { ReviewStore } from "./review_store.ts";

/** An open store, which its owner has to dispose of. @throws {GoodwordError} `database` from every call */
export interface Store extends AsyncDisposable {
  readonly reviews: ReviewStore;
  readonly editions: EditionStore;
  /** Jobs and invitations. */
  readonly jobs: JobStore;
  readonly photos: PhotoStore;
  /** People who use the console, and how they get in. */
  readonly console: ConsoleStore;
  /** Messages to customers. */
  readonly outbox: OutboxStore;
  /** Notices to the owner. */
  readonly notices: NoticeStore;
  /** Which revision the servers that share the store give their readers. */
  readonly activation: ActivationStore;
  /** Everything that was published, as a log that only grows. */
  readonly transparencyLog: TransparencyLogStore;
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
  /** Writes one moment of the store to an empty file while others use it; null where that is done by moving its contents. */
  readonly copyTo: ((path: string) => Promise<void>) | null;
  /** What is damaged inside, one sentence each; empty when the store is sound. */
  faults(): Promise<readonly string[]>;
}

/** How a store is opened. */
export interface OpenOptions {
  /** How long a write waits for another process's, in milliseconds; a server must not wait, a command may. Default 0. */
  readonly busyTimeoutMs?: number;
  /** How long opening waits for another process, in milliseconds, in which nothing else is done. Default 5,000. */
  readonly openingWaitMs?: number | undefined;
  /** Whether a missing store is made. Default true. */
  readonly create?: boolean;
  /** Open for reading only; the schema must be up to date already. Default false. */
  readonly readonly?: boolean;
  /** Receives a sentence about the migration of a store of an older release. */
  readonly onMigrated?: (what: string) => void;
}

/** The files of photographs of jobs, which {@link ReviewWrites} saves and erases. */
export interface PhotoStore {
  /** The bytes of a file; null if there is no such file, or no longer. */
  readPhoto(name: string): Promise<Uint8Array<ArrayBuffer> | null>;
}

/** Names an artefact: what has the same name was made of the same content by the same release. */
export interface ArtefactName {
  /** Digest of the release and its settings. */
  readonly generation: string;
  readonly revision: number;
  /** When the content last changed: a restored store may come to the same revision by another way. */
  readonly publishedAt: number;
}

/** Artefacts of a store. All of them may be lost at any time; they are built again then. */
export interface ArtefactStore {
  newest(generation: string): Promise<ArtefactName | null>;
  /** The pieces of an artefact as they were stored. @throws {GoodwordError} `database` when it is missing or damaged */
  read(name: ArtefactName): AsyncIterable<Uint8Array>;
  /**
   * Stores an artefact, all or nothing, in place of one of the same name. Those of older revisions are deleted: nobody who
   * has not loaded them yet needs to.
   */
  put(name: ArtefactName, pieces: Iterable<Uint8Array>): Promise<void>;
  /**
   * Calls `work` unless a server of the same generation is inside such a call; null then. The claim of a server that
   * crashes ends at once, that of one that is cut off after a while; a `work` that takes longer is not interrupted.
   */
  claim<T>(generation: string, work: () => Promise<T>): Promise<{ readonly result: T } | null>;
}

/** A subscription as its operator may see it. */
export interface SubscriptionRecord {
  readonly id: number;
  readonly topic: string;
  /** Whole: it may hold a key of the subscriber in its query. */
  readonly callback: string;
  readonly hasSecret: boolean;
  readonly createdAt: number;
  readonly leaseUntil: number;
  readonly failures: number;
  readonly attemptedAt: number;
  readonly lastOutcome: string | null;
}

/** Lists and ends WebSub subscriptions on behalf of the owner. */
export interface SubscriptionList {
  /** Running subscriptions, oldest first. */
  list(): Promise<readonly SubscriptionRecord[]>;
  /** Ends a subscription; the running server notifies the subscriber (WebSub 5.2). False if there was none. */
  remove(id: number, reason: string): Promise<boolean>;
}
