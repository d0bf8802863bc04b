/** All that is kept, over either database; test/store/contract/ defines what each call must do. */
import type { DatabaseAdapter, WriteName } from "./database.ts";
import type { ChangeToken } from "./edition_store.ts";
import { consoleReads, consoleWrites } from "./queries/console.ts";
import { Contents } from "./queries/contents.ts";
import type { Transaction } from "./queries/dialect.ts";
import { type Edition, readEdition, readPhoto, readState } from "./queries/editions.ts";
import { jobReads, jobWrites } from "./queries/jobs.ts";
import { logReads } from "./queries/log_rows.ts";
import { createOutboxStore } from "./queries/messages.ts";
import { createNoticeStore } from "./queries/notices.ts";
import type { OutboxTransactions } from "./queries/outbox.ts";
import { type ReviewReads, reviewReads } from "./queries/review_reads.ts";
import { type ReviewWrites, reviewWrites } from "./queries/review_writes.ts";
import { ImportStaging } from "./queries/staging.ts";
import { createSubscriptionStore, listSubscriptions, removeSubscription } from "./queries/subscriptions.ts";
import { createTransparencyLog } from "./signed_log.ts";

/** An open store, which its owner has to dispose of. @throws {GoodwordError} `database` from every call */
export type Store = ReturnType<typeof createStore>;

export type ConsoleStore = Store["console"];

export function createStore(database: DatabaseAdapter) {
  return {
    reviews: reviewStore(database),
    editions: {
      state: () => database.ask(readState),
      changed: (since: ChangeToken | null) => database.changed(since),
      listen: (onHint: () => void) => database.listen(onHint),
      /** Calls `use` with the edition as it is now: one moment of the store. The edition must not be kept beyond the call. */
      read: <T>(use: (edition: Edition) => Promise<T>): Promise<T> =>
        database.read(async (transaction) => use(await readEdition(transaction))),
    },
    jobs: transactions(database, "jobs", jobReads, jobWrites),
    console: transactions(database, "console", consoleReads, consoleWrites),
    photos: {
      readPhoto: (name: string) => database.ask((sql) => readPhoto(sql, name)),
    },
    outbox: createOutboxStore(outboxOver(database, "jobs")),
    notices: createNoticeStore(outboxOver(database, "notices")),
    subscriptions: createSubscriptionStore(outboxOver(database, "hub")),
    subscribers: {
      list: () => database.read((transaction) => listSubscriptions(transaction, transaction.now)),
      /** Ends a subscription; the running server notifies the subscriber (WebSub 5.2). False if there was none. */
      remove: (id: number, reason: string) =>
        database.write("hub", (transaction) => removeSubscription(transaction, id, reason)),
    },
    /** Which revision the servers that share the store give their readers; null where it has one server. */
    activation: database.activation,
    transparencyLog: createTransparencyLog(database),
    /** Publications that servers build for each other; null where each is better off building its own. */
    publications: database.publications,
    contents: new Contents(database),
    openStaging: () => new ImportStaging(database.openTemporary()),
    /** The store's clock, epoch milliseconds: one clock for all servers that share the store. */
    now: () => database.now(),
    /** Writes one moment of the store to an empty file while others use it; null where that is done by moving its contents. */
    copyTo: database.copyTo,
    faults: () => database.faults(),
    [Symbol.asyncDispose]: async () => database[Symbol.asyncDispose](),
  };
}

export interface OpenOptions {
  /** How long a write of a command waits for another process's, in milliseconds, in which its thread does nothing else. Default 0. */
  readonly busyTimeoutMs?: number;
  /** The same for a server, whose thread goes on. Default 0. */
  readonly lockTimeoutMs?: number;
  /** How long opening waits for another process, in milliseconds, in which nothing else is done. Default 5,000. */
  readonly openingWaitMs?: number | undefined;
  readonly create?: boolean;
  /** Open for reading only; the schema must be up to date already. Default false. */
  readonly readonly?: boolean;
  readonly onMigrated?: (what: string) => void;
}

export type { ReviewReads, ReviewWrites };

/** Reads and writes in transactions. Inside of one only its own functions may be called: the store itself would wait for it to end. */
interface Transactions<Reads, Writes> {
  read<T>(work: (reads: Reads) => Promise<T>): Promise<T>;
  /** Calls `work` in a transaction that no other of its kind overlaps; `work` may be called again, and takes effect once. */
  write<T>(work: (writes: Writes) => Promise<T>): Promise<T>;
}

function transactions<Reads, Writes>(
  database: DatabaseAdapter,
  name: WriteName,
  readsOf: (transaction: Transaction) => Reads,
  writesOf: (transaction: Transaction) => Writes,
): Transactions<Reads, Writes> {
  return {
    read: (work) => database.read((transaction) => work(readsOf(transaction))),
    write: (work) => database.write(name, (transaction) => work(writesOf(transaction))),
  };
}

function reviewStore(database: DatabaseAdapter): Transactions<ReviewReads, ReviewWrites> {
  const writesOf = (transaction: Transaction) => reviewWrites(transaction, database.logCopy);
  const { read, write } = transactions(database, "reviews", reviewReads, writesOf);
  return {
    read,
    async write(work) {
      const result = await write(work);
      const { logCopy } = database;
      if (logCopy !== null) await database.read((sql) => logCopy.catchUp(logReads(sql)));
      return result;
    },
  };
}

/** Transactions of a kind of the outbox, whose errors hold no value of a statement. */
function outboxOver(database: DatabaseAdapter, name: WriteName): OutboxTransactions {
  const fail = (error: unknown): never => {
    throw database.withoutValues(error);
  };
  return {
    read: (work) => database.read(work).catch(fail),
    write: (work, durability) => database.write(name, work, durability).catch(fail),
  };
}
