/**
 * A whole copy of the database while others read and write it, and a look at whether it is sound.
 *
 * @module
 */
import type { DatabaseFile } from "./database_file.ts";

/** Writes one moment of the database to a new file; SQLite refuses a file that holds anything. */
export function copyTo(file: DatabaseFile, path: string): void {
  file.run("VACUUM INTO ?", [path]);
}

/** What is wrong inside the database, one sentence each; empty when it is sound. */
export function integrityFaults(file: DatabaseFile): string[] {
  const rows = file.query<{ integrity_check: string }, []>("PRAGMA integrity_check(10)").all();
  const findings = rows.map(({ integrity_check }) => integrity_check);
  const orphans = file.query("PRAGMA foreign_key_check").all();
  return [...findings.filter((finding) => finding !== "ok"), ...orphans.map(() => "a row references a missing row")];
}
