/**
 * A whole copy of the database while others read and write it.
 *
 * @module
 */
import { sql } from "drizzle-orm";
import type { Store } from "../store/store.ts";

/** Writes one moment of the store to a new file; SQLite refuses a file that holds anything. */
export function copyStore(store: Store, path: string): void {
  store.run(sql`VACUUM INTO ${path}`);
}

/** What is wrong inside the database, one sentence each; empty when it is sound. */
export function checkIntegrity(store: Store): string[] {
  const findings = store.values<[string]>(sql`PRAGMA integrity_check(10)`).map(([finding]) => finding);
  const orphans = store.values(sql`PRAGMA foreign_key_check`);
  return [...findings.filter((finding) => finding !== "ok"), ...orphans.map(() => "a row refers to one that is gone")];
}
