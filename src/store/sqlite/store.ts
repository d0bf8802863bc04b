/**
 * A {@link Store} over an open database file. Drizzle is loaded with the first question that needs it.
 *
 * @module
 */
import type { SubscriptionStore } from "../../hub/mod.ts";
import type { JobStore, OutboxStore } from "../../invitations/mod.ts";
import type { NoticeStore } from "../../notices/mod.ts";
import type { Clock } from "../../platform.ts";
import type { ConsoleStore } from "../console_store.ts";
import type { ContentsStore } from "../contents.ts";
import type { EditionStore, TransparencyLogStore } from "../edition_store.ts";
import type { ReviewStore } from "../review_store.ts";
import type { PhotoStore, Store, SubscriptionList } from "../store.ts";
import { createActivation } from "./activation.ts";
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
  const activation = createActivation(path, options.clock === undefined ? undefined : () => clock.now());
  const queries = () => import("./queries.ts");
  const work = () => import("./work.ts");
  return {
    path,
    editions: lazy<EditionStore>(async () => createEditions(connection), explain),
    reviews: lazy<ReviewStore>(async () => (await queries()).createReviews(connection), explain),
    photos: lazy<PhotoStore>(async () => createPhotos(connection), explain),
    jobs: lazy<JobStore>(async () => (await queries()).createJobs(connection), explain),
    console: lazy<ConsoleStore>(async () => (await import("./console.ts")).createConsoleRows(connection), explain),
    outbox: lazy<OutboxStore>(async () => (await work()).createFileOutbox(connection)),
    notices: lazy<NoticeStore>(async () => (await work()).createFileNotices(connection)),
    activation,
    transparencyLog: lazy<TransparencyLogStore>(async () => {
      return (await import("./log_files.ts")).createTransparencyLog(connection);
    }, explain),
    contents: lazy<ContentsStore>(async () => (await queries()).createFileContents(connection), explain),
    // Its servers share a machine and read the file as fast as they would an artefact: storing one would gain nothing.
    artefacts: null,
    subscriptions: lazy<SubscriptionStore>(async () => (await work()).createFileSubscriptions(connection)),
    subscribers: lazy<SubscriptionList>(async () => (await work()).createSubscriptionList(connection), explain),
    now: async () => connection.now(),
    copyTo: (target) => connection.alone(async () => (await queries()).copyTo(file, target)).catch(fail),
    faults: () => connection.alone(async () => (await queries()).integrityFaults(file)).catch(fail),
    refuseToWait: () => waitForOthers(file, 0),
    async [Symbol.asyncDispose]() {
      activation[Symbol.dispose]();
      await connection.alone(() => file.close());
    },
  };
}

/** Calls go to what `load` gives, which is loaded once; one that fails is tried again with the next call. */
function lazy<Part extends object>(
  load: () => Promise<Part>,
  explain: (error: unknown) => unknown = (error) => error,
): Part {
  let loading: Promise<Part> | undefined;
  const loaded = () => {
    loading ??= load().catch((error) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  const call = async (name: keyof Part, given: readonly unknown[]) => {
    try {
      const called = (await loaded())[name] as (...given: readonly unknown[]) => unknown;
      return await called(...given);
    } catch (error) {
      throw explain(error);
    }
  };
  return new Proxy({} as Part, {
    // It is no promise, whoever awaits it.
    get: (_, name) => (name === "then" ? undefined : (...given: unknown[]) => call(name as keyof Part, given)),
  });
}
