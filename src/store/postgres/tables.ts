/**
 * The tables as PostgreSQL's. After a change in `sql/` run `bun run migrate`, which writes the next file of drizzle/postgres/.
 *
 * @module
 */
import { defineTables } from "../queries/schema.ts";
import { columnFactory } from "./columns.ts";

/** The schema in PostgreSQL's dialect. */
export const tables = defineTables(columnFactory);

// One by one, as drizzle-kit looks for them.
export const { edition, business, reviews, removals, changes, revisions, withdrawals, beforeImages, keys } = tables;
export const { subscriptions, pendingVerifications, topicContents } = tables;
export const { jobs, invitations, messages, unsubscribed, doorTokens, idempotency, contests, reports, policies } =
  tables;
export const { consolePeople, consolePasskeys, consoleSessions, consoleClaims, consoleChallenges, consoleTries } =
  tables;
export { artefactPieces, artefacts, fleet } from "./server_tables.ts";
export const { logEntries, logHashes } = tables;
