/**
 * The thread that keeps the rows of the hub and of the outbox, of all database files. A commit waits for the disk, for seconds where the disk is
 * slow, and the event loop that answers readers must not wait with it.
 */
import type { OpenWork } from "../../store/sqlite/work.ts";
import { systemClock } from "../clock.ts";
import type { DatabaseCall } from "./database_thread.ts";
import { serveCalls } from "./worker_call.ts";

const databases = new Map<number, Promise<OpenWork>>();

/** A file is opened by the first call that names it; one that cannot be opened is tried again with the next. */
function openedBy({ database, file }: DatabaseCall["given"]): Promise<OpenWork> {
  const known = databases.get(database);
  if (known !== undefined) return known;
  const opening = import("../../store/sqlite/work.ts").then((queries) => queries.openWork(file, systemClock));
  databases.set(database, opening);
  opening.catch(() => databases.delete(database));
  return opening;
}

serveCalls<DatabaseCall>(async (call) => {
  const opened = await openedBy(call);
  if (call.name === "close") databases.delete(call.database);
  const method = opened[call.name] as (...given: readonly unknown[]) => Promise<unknown>;
  return method(...call.given);
});
