/** Opens the database for the worker that publishes from it. */
import { GoodwordError } from "../../errors.ts";
import { damageOf, databaseError, openDatabaseFile, waitForOthers } from "./database_file.ts";
import { type SqliteStore, storeOver } from "./store.ts";

interface PublishedFile {
  readonly path: string;
  readonly isReadOnly: boolean;
  /** Whether the file is looked through for damage first. */
  readonly checksIntegrity: boolean;
}

/** How long a statement waits for other processes, in milliseconds. */
const WAIT_MS = 1000;

/** @throws {GoodwordError} `database`, naming the file, when it is damaged or cannot be used; it must have the newest schema */
export function openForPublishing({ path, isReadOnly, checksIntegrity }: PublishedFile): SqliteStore {
  const file = openDatabaseFile(path, { create: false, readonly: isReadOnly });
  try {
    waitForOthers(file, WAIT_MS);
    const damage = checksIntegrity ? damageOf(file) : null;
    if (damage !== null) {
      throw new GoodwordError("database", `${path}: the database is damaged (${damage}). Restore a backup`);
    }
  } catch (error) {
    file.close();
    throw databaseError(path, error);
  }
  return storeOver(file);
}
