/**
 * The hub's rows over a connection of their own.
 *
 * @module
 */
import type { Clock } from "../platform.ts";
import { Connection } from "./connection.ts";
import { openDatabaseFile } from "./database_file.ts";
import type { OpenSubscriptions, SubscriptionFile } from "./subscription_messages.ts";
import { createSubscriptions } from "./subscriptions.ts";

/** How long a write waits for another process's, in milliseconds; reads go on meanwhile. */
const PATIENCE_MS = 3000;

/** @throws {GoodwordError} `database` when the file cannot be opened; it must have the newest schema */
export function openSubscriptions({ path, isReadOnly }: SubscriptionFile, clock: Clock): OpenSubscriptions {
  const file = openDatabaseFile(path, { create: false, readonly: isReadOnly });
  const connection = new Connection(file, { clock, patienceMs: PATIENCE_MS });
  return { ...createSubscriptions(connection), close: () => connection.alone(() => file.close()) };
}
