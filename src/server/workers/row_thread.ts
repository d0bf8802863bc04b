/**
 * The stores of what is owed to the outside, of all database files, kept by one thread. A commit waits for the disk, for seconds where
 * that is slow, and the event loop that answers readers must not wait with it.
 */
import { GoodwordError } from "../../errors.ts";
import { methodsBy } from "../../memo.ts";
import type { Clock } from "../../platform.ts";
import type { OpenWork, WorkFile } from "../../store/sqlite/work.ts";
import { ServiceThread } from "./service_thread.ts";

/** Runs from the first call of any store until the last of them is closed, and again with the next call should it ever end. */
export class RowThread {
  readonly #thread = new ServiceThread({ name: "the database thread" });
  #opened = 0;
  /** Stores that were called and are not closed. */
  readonly #used = new Set<number>();

  /**
   * A store over a file with the newest schema, which is opened with the first call. Calls that the thread leaves behind are
   * rejected, and whether they took effect is open.
   */
  open(file: WorkFile): OpenWork {
    const number = this.#opened++;
    const rows = this.#thread.service<OpenWork>("rows", () => ({ number, file }));
    let isClosed = false;
    const close = async () => {
      isClosed = true;
      if (!this.#used.has(number)) return;
      // A file that could not be opened has not to be closed.
      await this.#thread.close("rows", { number, file }).catch(() => {});
      this.#used.delete(number);
      if (this.#used.size === 0) void this.#thread.end("the database thread has ended");
    };
    return methodsBy<OpenWork>(async (name, given) => {
      if (name === "close") return close();
      if (isClosed) throw new GoodwordError("database", "The store is closed");
      this.#used.add(number);
      const method = rows[name] as (...given: readonly unknown[]) => Promise<unknown>;
      return method(...given).catch((error: Error) => {
        throw new GoodwordError("database", error.message, { cause: error });
      });
    });
  }
}

/** Two stores at one path have two numbers, since the file may have been replaced between them. */
interface RowsOrder {
  readonly number: number;
  readonly file: WorkFile;
}

/** The inside of the thread. */
export async function openRowsOf({ file }: RowsOrder, clock: Clock): Promise<OpenWork & AsyncDisposable> {
  const work = (await import("../../store/sqlite/work.ts")).openWork(file, clock);
  return { ...work, [Symbol.asyncDispose]: () => work.close() };
}
