/** Reads the state of a database without opening a store, which takes fifty times as long. No file is left beside it. */
import { existsSync } from "node:fs";
import { DatabaseConnection, type DatabaseFile, openAsItIs } from "./database_file.ts";

interface PeekedState {
  readonly revision: number;
  /** Whether the outside may be owed something: there are subscribers, or a record that is kept. */
  readonly owes: boolean;
  /** Another one after each change of reviews, and each act, objection and report. */
  readonly state: string;
}

const STATE = `SELECT coalesce((SELECT max(revision) FROM edition), 0) AS revision,
  EXISTS (SELECT 1 FROM subscriptions) OR EXISTS (SELECT 1 FROM outbox WHERE kind = 'verification')
  OR EXISTS (SELECT 1 FROM keys WHERE name = 'record') AS owes,
  (SELECT coalesce(max(number), 0) FROM changes) || '/' || (SELECT count(*) FROM contests) || '/' ||
  (SELECT count(*) FROM reports) AS changed`;

export function peekState(path: string): PeekedState | null {
  const row = rowIn<{ revision: number; owes: number; changed: string }>(path, STATE);
  if (row === null) return null;
  const { revision, owes, changed } = row;
  return { revision, owes: owes === 1, state: `${revision}/${changed}` };
}

/** The settings that the store in a file keeps, as JSON; undefined where it has none, or cannot be read. */
export function peekSettings(path: string): string | undefined {
  return rowIn<{ value: string }>(path, "SELECT value FROM keys WHERE name = 'settings'")?.value;
}

function rowIn<Row>(path: string, sql: string): Row | null {
  let file: DatabaseFile | null = null;
  try {
    file = existsSync(`${path}-wal`) ? new DatabaseConnection(path, { readonly: true }) : openAsItIs(path);
    return file.query<Row, []>(sql).get();
  } catch {
    return null;
  } finally {
    file?.close();
  }
}
