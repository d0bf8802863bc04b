/** What the store needs of a database: transactions that queries are written in, and the few things each database does its own way. */
import type { ChangeMark, LogCopy } from "./edition_store.ts";
import type { ActivationStore } from "./fleet.ts";
import type { Sql, Transaction } from "./queries/dialect.ts";
import type { TemporaryDatabase } from "./queries/staging.ts";

/** Writes of one name never overlap. In SQLite no two writes do. */
export type WriteName = "reviews" | "hub" | "jobs" | "console" | "log" | "notices";

/** Whether a commit waits for the disk. What is `repeatable` may be undone by a loss of power, by no end of a process. */
export type Durability = "durable" | "repeatable";

export interface DatabaseAdapter extends AsyncDisposable {
  /** Calls `work` with one moment of the database, unaffected by writes. */
  read<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /**
   * Calls `work` in a transaction that no other write of this name overlaps. All of it is kept, through a crash and a loss of
   * power, once the promise is fulfilled; nothing of it is when `work` rejects. `work` may be called again, and takes effect once.
   */
  write<T>(name: WriteName, work: (transaction: Transaction) => Promise<T>, durability?: Durability): Promise<T>;
  /** Calls `work`, which asks something short, without a transaction; no other transaction delays it. */
  ask<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /**
   * A new mark when anything may have changed since `since` was given, by any process; null when nothing has. Cheap enough to be
   * asked ten times a second. The first question, with null, is always answered with a mark.
   */
  changed(since: ChangeMark | null): Promise<ChangeMark | null>;
  /**
   * Calls `onHint` once at the beginning, and at any time after a change, at once if the database notifies its clients. Hints may be
   * lost or repeated, even the first. Null if the database has no notifications.
   */
  listen(onHint: () => void): Promise<AsyncDisposable | null>;
  /** The database's clock, epoch milliseconds. */
  now(): Promise<number>;
  openTemporary(): TemporaryDatabase;
  readonly activation: ActivationStore | null;
  readonly publications: SharedPublications | null;
  /** Null where the database keeps all of the transparency log itself. */
  readonly logCopy: LogCopy | null;
  /** Within a write: numbers new rows after those that were inserted with numbers. */
  continueNumbers(sql: Sql): Promise<void>;
  /** An error without the values of its statement, which may be secrets. */
  withoutValues(error: unknown): Error;
  readonly copyTo: ((path: string) => Promise<void>) | null;
  faults(): Promise<readonly string[]>;
}

/** Names a publication: what has the same name was made of the same content by the same release. */
export interface PublicationName {
  /** Digest of the release and its settings. */
  readonly generation: string;
  readonly revision: number;
  /** When the content last changed: a restored store may come to the same revision by another way. */
  readonly publishedAt: number;
}

/** Publications that servers share. All of them may be lost at any time; they are built again then. */
export interface SharedPublications {
  newest(generation: string): Promise<PublicationName | null>;
  /** The pieces of a publication as they were stored. @throws {GoodwordError} `database` when it is missing or damaged */
  read(name: PublicationName): AsyncIterable<Uint8Array>;
  /**
   * Stores a publication, all or nothing, in place of one of the same name. Those of older revisions are deleted: nobody who
   * has not loaded them yet needs to.
   */
  put(name: PublicationName, pieces: Iterable<Uint8Array>): Promise<void>;
  /**
   * Calls `work` once no server of the same generation is inside such a call. The claim of a server that crashes ends at once;
   * one that is cut off, or takes long, is no longer waited for. A claim that fails is done without.
   */
  claim<T>(generation: string, work: () => Promise<T>): Promise<T>;
}
