/** Brings the schema of a database up to date, whoever else is starting at the same instant. */
import type { SQL as Client } from "bun";
import journal from "../../../drizzle/postgres/meta/_journal.json";
import { GoodwordError } from "../../errors.ts";
import { readMigrations } from "../queries/read_migrations.ts" with { type: "macro" };
import type { Connection } from "./connection.ts";

const migrations: readonly string[] = readMigrations("drizzle/postgres");

/**
 * Gives the database the newest schema, all or nothing. Doing it twice changes nothing.
 *
 * @param isMoveTarget whether a database is accepted that a move of this release has not yet filled
 * @throws {GoodwordError} `database`
 */
export async function migrate(connection: Connection, isMoveTarget = false): Promise<void> {
  await connection.write("migrations", async ({ client }) => {
    await client.unsafe("create table if not exists schema_version (version bigint not null)");
    const version = await versionOf(client);
    if (isMoveTarget && version === UNFINISHED_MOVE + SCHEMA_VERSION) return;
    if (version > UNFINISHED_MOVE) {
      const wayOut = "repeat goodword move with the release that began it, or create the database anew";
      throw new GoodwordError("database", `PostgreSQL: a move into this database was not completed; ${wayOut}`);
    }
    if (version > SCHEMA_VERSION) {
      const known = `this version supports up to ${SCHEMA_VERSION}; use a newer Goodword`;
      throw new GoodwordError("database", `PostgreSQL: the database has schema version ${version}, ${known}`);
    }
    for (const migration of migrations.slice(version)) {
      for (const statement of migration.split("--> statement-breakpoint")) await client.unsafe(statement);
    }
    if (version === SCHEMA_VERSION) return;
    await client.unsafe("delete from schema_version");
    await client.unsafe("insert into schema_version values ($1)", [SCHEMA_VERSION]);
  });
}

async function versionOf(client: Client): Promise<number> {
  const [row] = await client.unsafe("select max(version) as version from schema_version");
  return Number(row?.version ?? 0);
}

/** The newest schema: there are as many versions as migrations. */
export const SCHEMA_VERSION = journal.entries.length;

/** Added to the version of a database that a move has not yet filled, so that every release takes it for one it does not know. */
export const UNFINISHED_MOVE = 1_000_000_000;
