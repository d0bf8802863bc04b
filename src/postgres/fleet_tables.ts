/**
 * Tables that only servers on several machines need; with a file, each process keeps what stands here to itself, or beside it.
 *
 * @module
 */
import { columnFactory } from "./columns.ts";

const { table, text, integer } = columnFactory;

/** The servers, their leases and what is activated, as one value that is replaced whole. */
export const fleet = table("fleet", {
  id: integer("id").primaryKey(),
  /** Rises with each change: who has read an older one has to read again. */
  version: integer("version").notNull(),
  /** JSON. */
  state: text("state").notNull(),
});
