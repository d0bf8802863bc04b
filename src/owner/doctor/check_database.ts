/**
 * Whether the database is sound, as far as that can be told from here.
 *
 * @module
 */
import { statSync } from "node:fs";
import { platform } from "node:os";
import { isServerUrl } from "../../config.ts";
import type { Store } from "../../store/mod.ts";
import { advice, type Finding, fine, wrong } from "./finding.ts";

/** Findings on the file at `path` and what it holds. */
export async function checkDatabase(store: Store, path: string): Promise<Finding[]> {
  const findings = await store.faults();
  if (findings.length > 0) return findings.map((finding) => wrong("database", `damaged: ${finding}; restore a backup`));
  const { revision } = await store.editions.state();
  // PostgreSQL looks after its own files, and lets nobody look inside.
  if (isServerUrl(path)) return [fine("database", `revision ${revision}; use pg_amcheck to look for damage`)];
  return [fine("database", `sound, revision ${revision}`), ...checkPrivacy(path)];
}

/** Release 1.0.0 created databases that everybody could read. */
function checkPrivacy(path: string): Finding[] {
  // Windows has no such permissions, and says of every file that all may read it.
  const isOpen = platform() !== "win32" && (statSync(path).mode & 0o004) !== 0;
  if (!isOpen) return [];
  return [advice("database", "other users of this machine can read it, secrets included", "close_database_to_others")];
}
