/**
 * The hub's store over a connection of its own.
 *
 * @module
 */

import { systemClock } from "../bun/clock.ts";
import { createSubscriptionStore } from "../sql/subscriptions.ts";
import { storeOver } from "./database.ts";
import { openDatabaseFile } from "./database_file.ts";
import type { OpenSubscriptions, SubscriptionFile } from "./subscription_messages.ts";

/** @throws {GoodwordError} `database` when the file cannot be opened; it must have the newest schema */
export function openSubscriptions({ path, isReadOnly }: SubscriptionFile): OpenSubscriptions {
  const file = openDatabaseFile(path, { create: false, readonly: isReadOnly });
  return {
    ...createSubscriptionStore(storeOver(file), systemClock),
    close: async () => file.close(),
  };
}
