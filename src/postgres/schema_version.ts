/**
 * The version of the schema, and what it says while a move fills the database.
 *
 * @module
 */
import journal from "../../drizzle/postgres/meta/_journal.json";

/** The newest schema: there are as many versions as migrations. */
export const SCHEMA_VERSION = journal.entries.length;

/** Added to the version of a database that a move has not yet filled, so that every release takes it for one it does not know. */
export const UNFINISHED_MOVE = 1_000_000_000;
