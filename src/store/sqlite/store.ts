/** A {@link Store} over an open database file. Drizzle is loaded with the first question that needs it. */
import type { SubscriptionStore } from "../../hub/mod.ts";
import type { JobStore, OutboxStore } from "../../invitations/mod.ts";
import { lazyPart } from "../../memo.ts";
import type { NoticeStore } from "../../notices/mod.ts";
import type { Clock } from "../../platform.ts";
import type { ConsoleStore } from "../console_store.ts";
import type { ContentsStore } from "../contents.ts";
import type { EditionStore, TransparencyLogStore } from "../edition_store.ts";
import { soleActivation } from "../fleet.ts";
import type { ReviewStore } from "../review_store.ts";
import type { PhotoStore, Store, SubscriptionList } from "../store.ts";
import { Connection, createEditions, createPhotos } from "./connection.ts";
import { type DatabaseFile, explainDatabaseError, waitForOthers } from "./database_file.ts";

/** A store in one SQLite file. */
export interface SqliteStore extends Store {
  /** Where the file is. */
  readonly path: string;
  /** From now on a write that cannot begin at once fails at once. */
  refuseToWait(): void;
}

/** Settings of a SQLite store. */
export interface SqliteOptions {
  /** The store's clock; the machine's when left out. */
  readonly clock?: Pick<Clock, "now" | "after">;
  /** How long a write of the hub's waits for another process, in milliseconds, while others use the connection. */
  readonly patienceMs?: number;
}

const MACHINE_CLOCK: Pick<Clock, "now" | "after"> = {
  now: () => Date.now(),
  after(delayMs, alarm) {
    const timer = setTimeout(alarm, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** The store over a file of the newest schema, which it closes in the end. */
export function storeOver(file: DatabaseFile, options: SqliteOptions = {}): SqliteStore {
  const { clock = MACHINE_CLOCK, patienceMs = 0 } = options;
  const connection = new Connection(file, { clock, patienceMs });
  const path = file.filename;
  const explain = (error: unknown) => explainDatabaseError(path, error);
  const fail = (error: unknown): never => {
    throw explain(error);
  };
  const queries = () => import("./queries.ts");
  const work = () => import("./work.ts");
  return {
    path,
    editions: lazyPart<EditionStore>(async () => createEditions(connection), explain),
    reviews: lazyPart<ReviewStore>(async () => (await queries()).createReviews(connection), explain),
    photos: lazyPart<PhotoStore>(async () => createPhotos(connection), explain),
    jobs: lazyPart<JobStore>(async () => (await queries()).createJobs(connection), explain),
    console: lazyPart<ConsoleStore>(async () => (await import("./console.ts")).createConsoleRows(connection), explain),
    outbox: lazyPart<OutboxStore>(async () => (await work()).createFileOutbox(connection)),
    notices: lazyPart<NoticeStore>(async () => (await work()).createFileNotices(connection)),
    activation: soleActivation(options.clock === undefined ? () => performance.now() : clock.now),
    transparencyLog: lazyPart<TransparencyLogStore>(async () => {
      return (await import("./log_files.ts")).createTransparencyLog(connection);
    }, explain),
    contents: lazyPart<ContentsStore>(async () => (await queries()).createFileContents(connection), explain),
    // Other servers would read them: a file has one.
    artefacts: null,
    subscriptions: lazyPart<SubscriptionStore>(async () => (await work()).createFileSubscriptions(connection)),
    subscribers: lazyPart<SubscriptionList>(async () => (await work()).createSubscriptionList(connection), explain),
    now: async () => connection.now(),
    copyTo: (target) => connection.alone(async () => (await queries()).copyTo(file, target)).catch(fail),
    faults: () => connection.alone(async () => (await queries()).integrityFaults(file)).catch(fail),
    refuseToWait: () => waitForOthers(file, 0),
    async [Symbol.asyncDispose]() {
      await connection.alone(() => file.close());
    },
  };
}
