/**
 * Tables that only servers on several machines need. The migration makes those of the artefacts UNLOGGED, which
 * Drizzle cannot express: they are written to no log and no standby, and are empty after a crash.
 */
import { customType } from "drizzle-orm/pg-core";
import { columnFactory } from "./columns.ts";

const { table, text, integer, primaryKey } = columnFactory;

const bytes = customType<{ data: Uint8Array }>({ dataType: () => "bytea" }) as unknown as typeof text;

/** One row for each publication that is stored. */
export const artefacts = table(
  "artefacts",
  {
    generation: text("generation").notNull(),
    revision: integer("revision").notNull(),
    publishedAt: integer("published_at").notNull(),
    /** Number of its pieces, and the SHA-256 of all of them, hexadecimal. */
    pieces: integer("pieces").notNull(),
    digest: text("digest").notNull(),
  },
  (row) => [primaryKey({ columns: [row.generation, row.revision] })],
);

/** A few megabytes each: a whole publication would be too large for one message of the protocol. */
export const artefactPieces = table(
  "artefact_pieces",
  {
    generation: text("generation").notNull(),
    revision: integer("revision").notNull(),
    /** From 0. */
    number: integer("number").notNull(),
    bytes: bytes("bytes").notNull(),
  },
  (row) => [primaryKey({ columns: [row.generation, row.revision, row.number] })],
);

/** The servers, their leases and what is activated, as one value that is replaced whole. */
export const fleet = table("fleet", {
  id: integer("id").primaryKey(),
  /** Rises with each change: who has read an older one has to read again. */
  version: integer("version").notNull(),
  /** JSON. */
  state: text("state").notNull(),
});
