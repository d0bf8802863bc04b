/**
 * Starts the thread that keeps the hub's rows.
 *
 * @module
 */
import { GoodwordError } from "../../errors.ts";
import { canStartWorker } from "../descriptors.ts";
import { workerScript } from "../worker_script.ts";

const WORKER = workerScript("subscriptions/subscription_worker.ts");

/** @throws {GoodwordError} `database` when no descriptors are left for it */
export function startSubscriptionWorker(): Worker {
  if (!canStartWorker()) throw new GoodwordError("database", "Too many connections for the limit of open files");
  return new Worker(WORKER);
}
