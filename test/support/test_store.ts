/** A store whose clock and whose database beneath a test holds in its hands. */
import { type BunSQLiteDatabase, drizzle } from "drizzle-orm/bun-sqlite";
import type { OpenOptions, Store } from "../../src/store/mod.ts";
import { type DatabaseFile, openDatabaseFile, waitForOthers } from "../../src/store/sqlite/database_file.ts";
import { migrate } from "../../src/store/sqlite/migrate.ts";
import { type SqliteOptions, storeOver } from "../../src/store/sqlite/store.ts";

/** When the clock of a test's store stands unless it was set. */
export const NOON = Date.parse("2026-06-01T12:00:00Z");

export interface TestStore extends Store {
  /** The database beneath, for what no port allows. */
  readonly file: DatabaseFile;
  /** The same for Drizzle. */
  readonly db: BunSQLiteDatabase & { readonly $client: DatabaseFile };
  /** Sets the store's clock, which stands still. */
  at(now: number): TestStore;
}

export function openTestStore(path = ":memory:", options: OpenOptions & SqliteOptions = {}): TestStore {
  const file = openDatabaseFile(path, options);
  if (!options.readonly) migrate(file);
  waitForOthers(file, options.busyTimeoutMs ?? 0);
  let instant = NOON;
  const clock = { now: () => instant, after: () => () => {} };
  const store: TestStore = {
    ...storeOver(file, { clock, ...options }),
    file,
    db: drizzle({ client: file }),
    at(now) {
      instant = now;
      return store;
    },
  };
  return store;
}

/** The same store to somebody who is always a little too late: `meddle` runs before each of their writes. */
export function beforeWrites(store: Store, meddle: () => Promise<void>): Store {
  const { reviews } = store;
  return {
    ...store,
    reviews: {
      read: (work) => reviews.read(work),
      async write(work) {
        await meddle();
        return reviews.write(work);
      },
    },
  };
}
