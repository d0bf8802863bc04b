/**
 * Brings the schema of a database up to date, whoever else is starting at the same instant.
 *
 * @module
 */
import type { SQL as Client } from "bun";
import { GoodwordError } from "../errors.ts";
import type { Connection } from "./connection.ts";
import { readMigrations } from "./read_migrations.ts" with { type: "macro" };

const migrations: readonly string[] = readMigrations();

/** Gives the database the newest schema, all or nothing. Doing it twice changes nothing. @throws {GoodwordError} `database` */
export async function migrate(connection: Connection): Promise<void> {
  await connection.write("migrations", async ({ client }) => {
    await client.unsafe("create table if not exists schema_version (version bigint not null)");
    const version = await versionOf(client);
    if (version > migrations.length) {
      const known = `this version supports up to ${migrations.length}; use a newer Goodword`;
      throw new GoodwordError("database", `PostgreSQL: the database has schema version ${version}, ${known}`);
    }
    for (const migration of migrations.slice(version)) {
      for (const statement of migration.split("--> statement-breakpoint")) await client.unsafe(statement);
    }
    if (version === migrations.length) return;
    await client.unsafe("delete from schema_version");
    await client.unsafe("insert into schema_version values ($1)", [migrations.length]);
  });
}

async function versionOf(client: Client): Promise<number> {
  const [row] = await client.unsafe("select max(version) as version from schema_version");
  return Number(row?.version ?? 0);
}
