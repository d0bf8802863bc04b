/** Has backups made by themselves, away from the event loop. */
import { accessSync, constants, statSync } from "node:fs";
import type { Config } from "../config.ts";
import { GoodwordError } from "../errors.ts";
import type { ScheduledBackup } from "../owner/back_up.ts";
import type { Clock, Log } from "../platform.ts";
import { ServiceThread } from "./workers/service_thread.ts";

/** First look after the start, and the longest wait between two, in milliseconds: another server may have made the last one. */
const FIRST_LOOK_MS = 2000;
const LONGEST_WAIT_MS = 3_600_000;
/** Wait where not even a look was possible. */
const RETRY_MS = 600_000;

/** @throws {GoodwordError} `usage` where the folder cannot be written to */
export function keepBackups(
  plan: NonNullable<Config["backups"]>,
  { config, clock, log }: { readonly config: Config; readonly clock: Clock; readonly log: Log },
): AsyncDisposable {
  refuseUnwritable(plan.folder);
  const acts = new ServiceThread("acts", () => config.databasePath, clock);
  let cancel = clock.after(Math.min(FIRST_LOOK_MS, plan.everyMs), look);
  let isStopped = false;
  function look(): void {
    acts.service
      .backUpWhenDue(plan, config.invitations)
      .then(report, (error) => {
        if (!isStopped) log.error("Backups cannot be made", { error: String(error) });
        return RETRY_MS;
      })
      .then((waitMs) => {
        if (!isStopped) cancel = clock.after(Math.min(waitMs, LONGEST_WAIT_MS), look);
      });
  }
  function report(outcome: ScheduledBackup): number {
    if (outcome.kind === "made") {
      const { path, bytes, reviews } = outcome.backup;
      log.info("Backup made", { path, bytes, reviews });
    }
    if (outcome.kind === "failed") {
      log.error("Backup failed", { reason: outcome.reason, failures: outcome.failures });
    }
    return outcome.nextInMs;
  }
  return {
    async [Symbol.asyncDispose]() {
      isStopped = true;
      cancel();
      await acts[Symbol.asyncDispose]();
    },
  };
}

function refuseUnwritable(folder: string): void {
  try {
    if (!statSync(folder).isDirectory()) throw new Error("not a folder");
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new GoodwordError("usage", `BACKUP_DIR is "${folder}", expected a folder that can be written to`, { cause });
  }
}
