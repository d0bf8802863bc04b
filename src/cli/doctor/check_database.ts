/**
 * Whether the database file is sound.
 *
 * @module
 */
import { checkIntegrity, readEditionState, type Store } from "../../store/mod.ts";
import { type Finding, fine, wrong } from "./finding.ts";

export function checkDatabase(store: Store): Finding[] {
  const findings = checkIntegrity(store);
  if (findings.length === 0) return [fine("database", `sound, revision ${readEditionState(store).revision}`)];
  return findings.map((finding) => wrong("database", `damaged: ${finding}; restore a backup`));
}
