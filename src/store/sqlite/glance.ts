/**
 * How it stands with the database file of a business that nobody reads: seen without opening a store, which takes fifty times as
 * long. Nothing is written, and no file is left beside it.
 */
import { constants, Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";

/** What is seen at a glance. */
interface Glance {
  readonly revision: number;
  /** Whether the outside may be owed something: there are subscribers, or a record that is kept. */
  readonly owes: boolean;
}

const STANDING = `SELECT coalesce((SELECT max(revision) FROM edition), 0) AS revision,
  EXISTS (SELECT 1 FROM subscriptions) OR EXISTS (SELECT 1 FROM outbox WHERE kind = 'verification')
  OR EXISTS (SELECT 1 FROM keys WHERE name = 'record') AS owes`;

/** Null where it has to be looked at more closely, as when its schema is an older one. */
export function glanceAt(path: string): Glance | null {
  let file: Database | null = null;
  try {
    file = openAsItIs(path);
    // Closed with the file, which a statement that waits to be collected would hold open.
    const statement = file.prepare<{ revision: number; owes: number }, []>(STANDING);
    const row = statement.get();
    statement.finalize();
    return row === null ? null : { revision: row.revision, owes: row.owes === 1 };
  } catch {
    return null;
  } finally {
    file?.close();
  }
}

/** Without a log nobody is at the file, and it can be read as it lies there. */
function openAsItIs(path: string): Database {
  if (existsSync(`${path}-wal`)) return new Database(path, { readonly: true });
  const url = `${pathToFileURL(path).href}?immutable=1`;
  return new Database(url, constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI);
}
