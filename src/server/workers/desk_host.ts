/**
 * The desk as the application sees it: calls of a worker, which is started with the first and ended when none has come for a
 * while, so that its memory is given back.
 *
 * @module
 */
import { GoodwordError } from "../../errors.ts";
import type { Desk } from "../../invitations/mod.ts";
import type { Clock } from "../../platform.ts";
import { canStartWorker, workerScript } from "../start_worker.ts";
import { type WorkerCall, WorkerThread } from "./worker_call.ts";

/** A new worker takes half a second for its first answer; a customer who looks will write for a while. */
const KEPT_MS = 120_000;

const WORKER = workerScript("workers/desk_worker.ts");

/** What a worker opens. */
export interface DeskOrder {
  /** Path of the SQLite file, or URL of the PostgreSQL database. */
  readonly database: string;
  readonly isAsking: boolean;
  readonly linkKey: string | null;
}

/** A call of the desk by name; what is given and what comes back are plain values. */
export interface DeskCall extends WorkerCall {
  readonly given: { readonly open: DeskOrder; readonly name: keyof Desk; readonly given: readonly unknown[] };
}

/** @throws {GoodwordError} `database` when no descriptors are left for it */
function startDeskWorker(): Worker {
  if (!canStartWorker()) throw new GoodwordError("database", "Too many connections for the limit of open files");
  return new Worker(WORKER);
}

/** A desk in a worker of its own; disposing it ends the worker, and what waits is rejected. `order` is made with the first call. */
export function deskInWorker(order: () => DeskOrder, clock: Clock): Desk & AsyncDisposable {
  const thread = new WorkerThread<DeskCall>({ name: "the desk", start: startDeskWorker, keptMs: KEPT_MS, clock });
  let open: DeskOrder | null = null;
  const callOf = <Name extends keyof Desk>(name: Name) => {
    const call = async (...given: readonly unknown[]) => {
      open ??= order();
      return thread.call({ open, name, given });
    };
    return call as Desk[Name];
  };
  return {
    look: callOf("look"),
    answer: callOf("answer"),
    withdraw: callOf("withdraw"),
    contest: callOf("contest"),
    report: callOf("report"),
    lookAtUnsubscribing: callOf("lookAtUnsubscribing"),
    unsubscribe: callOf("unsubscribe"),
    record: callOf("record"),
    [Symbol.asyncDispose]: () => thread.end("the server is stopping"),
  };
}
