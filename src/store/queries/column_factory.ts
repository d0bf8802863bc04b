/** What tables are declared with, in whichever dialect. */
import type { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** `integer` in its modes also stands for instants and truth values, `text` for JSON. */
export interface ColumnFactory {
  readonly table: typeof sqliteTable;
  readonly text: typeof text;
  readonly integer: typeof integer;
  readonly index: typeof index;
  readonly uniqueIndex: typeof uniqueIndex;
  readonly check: typeof check;
  readonly primaryKey: typeof primaryKey;
}

/** The columns of a row that is claimed for the work that it causes. */
export function claimColumns({ text, integer }: ColumnFactory) {
  return {
    claim: text("claim"),
    claimedUntil: integer("claimed_until").notNull().default(0),
    /** Whether the claim was found expired: its holder has had, or has, a little time to renew it before it is void. */
    claimDoubted: integer("claim_doubted", { mode: "boolean" }).notNull().default(false),
  };
}
