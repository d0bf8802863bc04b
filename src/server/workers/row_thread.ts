/**
 * The stores of what is sent to the outside, of all database files, kept by one thread. A commit waits for the disk, for seconds where
 * that is slow, and the event loop that answers readers must not wait with it.
 */
import { GoodwordError } from "../../errors.ts";
import { methodsBy } from "../../memo.ts";
import type { Clock } from "../../platform.ts";
import type { OpenWork, WorkFile } from "../../store/sqlite/work.ts";
import type { ServiceThread } from "./service_thread.ts";

/** Two stores at one path have two numbers, since the file may have been replaced between them. */
interface RowsOrder {
  readonly number: number;
  readonly file: WorkFile;
}

let opened = 0;

/**
 * A store over a file with the newest schema, which the thread opens with the first call, and again should it ever end. Calls that it
 * leaves behind are rejected, and whether they took effect is open.
 */
export function openRowStore(thread: ServiceThread, file: WorkFile): OpenWork {
  const order: RowsOrder = { number: opened++, file };
  const rows = thread.service<OpenWork>("rows", () => order);
  let isClosed = false;
  return methodsBy<OpenWork>(async (name, given) => {
    if (name === "close") {
      isClosed = true;
      // A file that could not be opened has not to be closed.
      return thread.close("rows", order).catch(() => {});
    }
    if (isClosed) throw new GoodwordError("database", "The store is closed");
    const method = rows[name] as (...given: readonly unknown[]) => Promise<unknown>;
    return method(...given).catch((error: Error) => {
      throw new GoodwordError("database", error.message, { cause: error });
    });
  });
}

/** The inside of the thread. */
export async function openRowsOf({ file }: RowsOrder, clock: Clock): Promise<OpenWork & AsyncDisposable> {
  const work = (await import("../../store/sqlite/work.ts")).openWork(file, clock);
  return { ...work, [Symbol.asyncDispose]: () => work.close() };
}
