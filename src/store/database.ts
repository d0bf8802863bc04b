/** What the store needs of a database: transactions that queries are written in, and the few things each database does its own way. */
import type { ChangeToken } from "./edition_store.ts";
import type { ActivationStore } from "./fleet.ts";
import type { Sql, Transaction } from "./queries/dialect.ts";
import type { LogCopy } from "./queries/log_rows.ts";
import type { TemporaryDatabase } from "./queries/staging.ts";

/** Writes of one name never overlap. In SQLite no two writes do. */
export type WriteName = "reviews" | "hub" | "jobs" | "console" | "log" | "notices";

/** Whether a commit waits for the disk. What is `repeatable` may be undone by a loss of power, by no end of a process. */
export type Durability = "durable" | "repeatable";

export interface DatabaseAdapter extends AsyncDisposable {
  read<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** No other write of this name overlaps. `work` may be called again and takes effect once; once fulfilled, it survives a loss of power. */
  write<T>(name: WriteName, work: (transaction: Transaction) => Promise<T>, durability?: Durability): Promise<T>;
  /** Calls `work`, which asks something short, without a transaction; no other transaction delays it. */
  ask<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** A new mark when anything may have changed since `since`, else null. Cheap enough to be asked ten times a second. */
  changed(since: ChangeToken | null): Promise<ChangeToken | null>;
  /** Calls `onHint` once at the beginning and after changes; hints may be lost or repeated. Null if the database has no notifications. */
  listen(onHint: () => void): Promise<AsyncDisposable | null>;
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
  /** Stores a publication, all or nothing, and deletes those of older revisions. */
  put(name: PublicationName, pieces: Iterable<Uint8Array>): Promise<void>;
  /** Calls `work` once no server of the same generation is inside such a call. The claim of a server that crashes or takes long ends. */
  claim<T>(generation: string, work: () => Promise<T>): Promise<T>;
}
