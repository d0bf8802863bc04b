/** The stores of what a server sends to the outside, and photographs, over a connection of their own. */
import type { Clock } from "../../platform.ts";
import type { Store } from "../store.ts";
import { openDatabaseFile, waitForOthers } from "./database_file.ts";
import { storeOver } from "./store.ts";

/** The database file that the rows are in. */
export interface WorkFile {
  readonly path: string;
  readonly isReadOnly: boolean;
}

type Work = Store["subscriptions"] & Store["outbox"] & Store["notices"] & Store["photos"];

export interface OpenWork extends Work {
  close(): Promise<void>;
}

/** How long a write waits for another process's, in milliseconds; reads go on meanwhile. */
const PATIENCE_MS = 3000;

/** @throws {GoodwordError} `database` when the file cannot be opened; it must have the newest schema */
export function openWork({ path, isReadOnly }: WorkFile, clock: Clock): OpenWork {
  const file = openDatabaseFile(path, { create: false, readonly: isReadOnly });
  waitForOthers(file, 0);
  const store = storeOver(file, { clock, patienceMs: PATIENCE_MS });
  return {
    ...store.subscriptions,
    ...store.outbox,
    ...store.notices,
    ...store.photos,
    close: () => store[Symbol.asyncDispose](),
  };
}
