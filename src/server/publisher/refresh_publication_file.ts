/** Refreshes the publication file after a command, if no server uses the database: builds it after an import, otherwise deletes an outdated one. */
import { existsSync, rmSync } from "node:fs";
import { type Environment, readConfig } from "../../config.ts";
import { peekState } from "../../store/sqlite/peek_database.ts";
import { isDatabaseInUse } from "../../store/sqlite/replace_file.ts";
import { openFile, publicationFile, revisionIn } from "./publication_file.ts";

/** `builds` is whether the next start is to find a publication. Whatever fails, the next start does it. */
export async function refreshPublicationFile(
  database: string,
  environment: Environment,
  builds: boolean,
): Promise<void> {
  try {
    const { baseUrl, logKey, publicationFolder } = readConfig(environment);
    const file = publicationFile(database, publicationFolder);
    if (file === null || !(builds || existsSync(file))) return;
    const peeked = peekState(database);
    if (peeked === null || revisionIn(file) === peeked.revision) return;
    // A running server builds the next publication itself and replaces the file.
    if (isDatabaseInUse(database, 0)) return;
    if (!builds) return rmSync(file, { force: true });
    const [{ publishDatabase }, { RELEASE }] = await Promise.all([
      import("./publish_database.ts"),
      import("./release.ts"),
    ]);
    const order = { release: RELEASE, databasePath: database, site: { baseUrl }, isReadOnly: false, logKey, file };
    const first = { before: null, reviewCount: 0, checksIntegrity: false, held: 0, othersHold: 0, log: null };
    // What the command has left.
    Bun.gc(true);
    await publishDatabase({ ...order, ...first });
  } catch {
    // For example, the settings are incomplete or the disk is full.
  }
}

/** Checks the publication file of a database; returns null if it has none. */
export async function isPublicationSound(database: string, environment: Environment): Promise<boolean | null> {
  const file = publicationFile(database, readConfig(environment).publicationFolder);
  if (file === null || !existsSync(file)) return null;
  return (await openFile(file, () => true)) !== null;
}
