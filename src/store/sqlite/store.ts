/** A {@link Store} over an open database file. */
import { explainedPart } from "../../memo.ts";
import type { Clock } from "../../platform.ts";
import { soleActivation } from "../fleet.ts";
import type { Store } from "../store.ts";
import { Connection, createEditions, createPhotos, MACHINE_CLOCK } from "./connection.ts";
import { type DatabaseFile, explainDatabaseError, waitForOthers } from "./database_file.ts";
import { createTransparencyLog } from "./log_files.ts";
import {
  copyTo,
  createConsoleRows,
  createFileContents,
  createJobs,
  createReviews,
  integrityFaults,
} from "./queries.ts";
import { createFileNotices, createFileOutbox, createFileSubscriptions, createSubscriptionList } from "./work.ts";

export interface SqliteStore extends Store {
  /** Where the file is. */
  readonly path: string;
  /** From now on a write that cannot begin at once fails at once. */
  refuseToWait(): void;
}

export interface SqliteOptions {
  /** The store's clock; the machine's when left out. */
  readonly clock?: Pick<Clock, "now" | "after">;
  /** How long a write of the hub's waits for another process, in milliseconds, while others use the connection. */
  readonly patienceMs?: number;
}

/** The store over a file of the newest schema, which it closes in the end. */
export function storeOver(file: DatabaseFile, options: SqliteOptions = {}): SqliteStore {
  const { clock = MACHINE_CLOCK, patienceMs = 0 } = options;
  const connection = new Connection(file, { clock, patienceMs });
  const path = file.filename;
  const explain = (error: unknown) => explainDatabaseError(path, error);
  const fail = (error: unknown): never => {
    throw explain(error);
  };
  const part = <Part extends object>(make: (connection: Connection) => Part): Part =>
    explainedPart(make(connection), explain);
  return {
    path,
    editions: part(createEditions),
    reviews: part(createReviews),
    photos: part(createPhotos),
    jobs: part(createJobs),
    console: part(createConsoleRows),
    outbox: createFileOutbox(connection),
    notices: createFileNotices(connection),
    activation: soleActivation(options.clock === undefined ? () => performance.now() : clock.now),
    transparencyLog: part(createTransparencyLog),
    contents: part(createFileContents),
    // Other servers would read them: a file has one.
    artefacts: null,
    subscriptions: createFileSubscriptions(connection),
    subscribers: part(createSubscriptionList),
    now: async () => connection.now(),
    copyTo: (target) => connection.alone(() => copyTo(file, target)).catch(fail),
    faults: () => connection.alone(() => integrityFaults(file)).catch(fail),
    refuseToWait: () => waitForOthers(file, 0),
    async [Symbol.asyncDispose]() {
      await connection.alone(() => file.close());
    },
  };
}
