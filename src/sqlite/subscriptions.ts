/**
 * The hub's rows over a connection.
 *
 * @module
 */
import { GoodwordError } from "../errors.ts";
import type { SubscriptionStore } from "../hub/mod.ts";
import { createHubRows, createSubscriptionStore, listSubscriptions, removeSubscription } from "../sql/mod.ts";
import type { SubscriptionList } from "../store/mod.ts";
import type { Connection } from "./connection.ts";
import { sqliteCode } from "./database_error.ts";
import { sqlOver } from "./dialect.ts";

/** What the hub keeps. @throws {GoodwordError} `database` from each function */
export function createSubscriptions(connection: Connection): SubscriptionStore {
  const rows = createHubRows(sqlOver(connection));
  return createSubscriptionStore({
    read: (work) => connection.read(() => work(rows, connection.now())).catch(fail),
    write: (work, durability) => connection.write(() => work(rows, connection.now()), durability).catch(fail),
  });
}

/** SQLite's own word for what went wrong, and no more: messages of the layers above hold the values of the statement. */
function fail(error: unknown): never {
  const code = sqliteCode(error) ?? "internal error";
  throw new GoodwordError("database", `Cannot write to the database: ${code}`, { cause: error });
}

/** The same rows for their operator. */
export function createSubscriptionList(connection: Connection): SubscriptionList {
  const sql = sqlOver(connection);
  return {
    list: () => connection.read(() => listSubscriptions(sql, connection.now())),
    remove: (id, reason) => connection.write(() => removeSubscription(sql, { id, reason, now: connection.now() })),
  };
}
