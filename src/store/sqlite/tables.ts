/** The tables as SQLite's. After a change run `bun run migrate`, which compares these with the last file of drizzle/. */
import { blob, check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { defineTables } from "../queries/schema.ts";

export const tables = defineTables({ table: sqliteTable, text, integer, blob, index, uniqueIndex, check, primaryKey });

// One by one, as drizzle-kit looks for them.
export const { edition, business, reviews, removals, changes, revisions, withdrawals, beforeImages, keys } = tables;
export const { photoFiles, subscriptions } = tables;
export const { jobs, invitations, unsubscribed, jobsTokens, idempotency, contests, reports, policies } = tables;
export const { consolePeople, consolePasskeys, consoleSessions, consoleClaims, consoleChallenges, consoleTries } =
  tables;
export const { logEntries, logHashes, outbox } = tables;
