/** Opens the database for the worker that publishes from it, without the queries for anything else: they take longer to load than a small publication. */
import { GoodwordError } from "../../errors.ts";
import { explainedPart } from "../../memo.ts";
import type { Store } from "../store.ts";
import { Connection, createEditions, MACHINE_CLOCK } from "./connection.ts";
import { damageOf, databaseError, explainDatabaseError, openDatabaseFile, waitForOthers } from "./database_file.ts";
import { createTransparencyLog } from "./log_files.ts";

interface PublishedFile {
  readonly path: string;
  readonly isReadOnly: boolean;
  /** Whether the file is looked through for damage first. */
  readonly checksIntegrity: boolean;
}

/** What a publication is made of. */
export type PublishedStore = Pick<Store, "editions" | "transparencyLog"> & AsyncDisposable;

/** How long a statement waits for other processes, in milliseconds. */
const WAIT_MS = 1000;

/** @throws {GoodwordError} `database`, naming the file, when it is damaged or cannot be used; it must have the newest schema */
export function openForPublishing({ path, isReadOnly, checksIntegrity }: PublishedFile): PublishedStore {
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
  const connection = new Connection(file, { clock: MACHINE_CLOCK, patienceMs: 0 });
  const explain = (error: unknown) => explainDatabaseError(path, error);
  return {
    editions: explainedPart(createEditions(connection), explain),
    transparencyLog: explainedPart(createTransparencyLog(connection), explain),
    [Symbol.asyncDispose]: () => connection.alone(() => file.close()),
  };
}
