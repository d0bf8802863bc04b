/**
 * A {@link Store} over an open database file. Drizzle is loaded with the first question that needs it.
 *
 * @module
 */
import type { SubscriptionStore } from "../hub/mod.ts";
import type { Clock } from "../platform.ts";
import type { ContentsStore } from "../store/ports/contents.ts";
import type { EditionStore } from "../store/ports/editions.ts";
import type { ReviewStore } from "../store/ports/reviews.ts";
import type { Store } from "../store/ports/store.ts";
import type { SubscriptionList } from "../store/ports/subscription_list.ts";
import { createActivation } from "./activation.ts";
import { Connection } from "./connection.ts";
import { explainDatabaseError } from "./database_error.ts";
import { type DatabaseFile, waitForOthers } from "./database_file.ts";
import { createEditions } from "./editions.ts";
import { loadedLater } from "./loaded_later.ts";

/** A store in one SQLite file. */
export interface SqliteStore extends Store {
  /** Where the file is. */
  readonly path: string;
  /** From now on a write that cannot begin at once fails at once. */
  refuseToWait(): void;
}

/** Settings of a SQLite store. */
export interface StoreOptions {
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
export function storeOver(file: DatabaseFile, options: StoreOptions = {}): SqliteStore {
  const { clock = MACHINE_CLOCK, patienceMs = 0 } = options;
  const connection = new Connection(file, { clock, patienceMs });
  const path = file.filename;
  const explain = (error: unknown) => explainDatabaseError(path, error);
  const fail = (error: unknown): never => {
    throw explain(error);
  };
  const activation = createActivation(path, options.clock === undefined ? undefined : () => clock.now());
  const rows = () => import("./subscriptions.ts");
  const whole = () => import("./backup.ts");
  return {
    path,
    editions: loadedLater<EditionStore>(async () => createEditions(connection), explain),
    reviews: loadedLater<ReviewStore>(async () => (await import("./reviews.ts")).createReviews(connection), explain),
    activation,
    contents: loadedLater<ContentsStore>(
      async () => (await import("./contents.ts")).createFileContents(connection),
      explain,
    ),
    // Its servers share a machine and read the file as fast as they would an artefact: storing one would gain nothing.
    artefacts: null,
    subscriptions: loadedLater<SubscriptionStore>(async () => (await rows()).createSubscriptions(connection)),
    subscribers: loadedLater<SubscriptionList>(async () => (await rows()).createSubscriptionList(connection), explain),
    now: async () => connection.now(),
    copyTo: (target) => connection.alone(async () => (await whole()).copyTo(file, target)).catch(fail),
    faults: () => connection.alone(async () => (await whole()).integrityFaults(file)).catch(fail),
    refuseToWait: () => waitForOthers(file, 0),
    async [Symbol.asyncDispose]() {
      activation[Symbol.dispose]();
      await connection.alone(() => file.close());
    },
  };
}
