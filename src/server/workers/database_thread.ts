/**
 * The stores of what is owed to the outside, of all database files, kept by one thread: stores whose calls are messages that name their database.
 */
import { GoodwordError } from "../../errors.ts";
import { methodsBy } from "../../memo.ts";
import type { OpenWork, WorkFile } from "../../store/sqlite/work.ts";
import { canStartWorker, workerScript } from "../start_worker.ts";
import { type WorkerCall, WorkerThread } from "./worker_call.ts";

/** A call of a store by name; what is given and what comes back are plain values. */
export interface DatabaseCall extends WorkerCall {
  readonly given: {
    /** Number of the store; two at one path are two, since the file may have been replaced between them. */
    readonly database: number;
    readonly file: WorkFile;
    readonly name: keyof OpenWork;
    readonly given: readonly unknown[];
  };
}

const WORKER = workerScript("workers/database_worker.ts");

/** @throws {GoodwordError} `database` when no descriptors are left for it */
function startDatabaseWorker(): Worker {
  if (!canStartWorker()) throw new GoodwordError("database", "Too many connections for the limit of open files");
  return new Worker(WORKER);
}

/** Runs from the first call of any store until the last of them is closed, and again with the next call should it ever end. */
export class DatabaseThread {
  readonly #thread: WorkerThread<DatabaseCall>;
  #opened = 0;
  /** Stores that were called and are not closed. */
  readonly #used = new Set<number>();

  constructor(start: () => Worker = startDatabaseWorker) {
    this.#thread = new WorkerThread({ name: "the database thread", start });
  }

  /**
   * A store over a file with the newest schema, which is opened with the first call. Calls that the thread leaves behind are
   * rejected, and whether they took effect is open.
   */
  open(file: WorkFile): OpenWork {
    const database = this.#opened++;
    let isClosed = false;
    const close = async () => {
      isClosed = true;
      if (!this.#used.has(database)) return;
      // A file that could not be opened has not to be closed.
      await this.#call({ database, file, name: "close", given: [] }).catch(() => {});
      this.#used.delete(database);
      if (this.#used.size === 0) void this.#thread.end("the database thread has ended");
    };
    return methodsBy<OpenWork>(async (name, given) => {
      if (name === "close") return close();
      if (isClosed) throw new GoodwordError("database", "The store is closed");
      this.#used.add(database);
      return this.#call({ database, file, name, given });
    });
  }

  #call(given: DatabaseCall["given"]): Promise<unknown> {
    return this.#thread.call(given).catch((error: Error) => {
      throw new GoodwordError("database", error.message, { cause: error });
    });
  }
}
