/** A store of a worker's own, apart from that of the event loop, and the list of businesses of a database that holds many. */

import { folderPathOf } from "../../business_environment.ts";
import { isServerUrl } from "../../config.ts";
import type { BusinessList, Store } from "../../store/mod.ts";
import { openBusinessFolder } from "../../store/sqlite/business_folder.ts";
import { openDatabaseFile, waitForOthers } from "../../store/sqlite/database_file.ts";
import { storeOver } from "../../store/sqlite/store.ts";
import { systemClock } from "../clock.ts";

/** How long a write waits for another process's, in milliseconds; reads do not wait. */
const PATIENCE_MS = 3000;

/** @throws {GoodwordError} `database` when it cannot be opened */
export async function openStore(database: string, patienceMs = PATIENCE_MS): Promise<Store> {
  if (isServerUrl(database)) {
    const { openPostgres } = await import("../../store/postgres/mod.ts");
    return openPostgres(database, { connections: 2 });
  }
  const file = openDatabaseFile(database, { create: false });
  waitForOthers(file, 0);
  return storeOver(file, { clock: systemClock, patienceMs });
}

/** @throws {GoodwordError} `database` when it cannot be opened */
export async function openBusinessList(database: string): Promise<BusinessList> {
  if (isServerUrl(database)) return (await import("../../store/postgres/mod.ts")).openBusinessSchemas(database);
  return openBusinessFolder(folderPathOf(database));
}
