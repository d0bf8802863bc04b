/**
 * The stores of what is sent to the outside, of all database files, kept by one thread. A commit waits for the disk, for seconds where
 * that is slow, and the event loop that answers readers must not wait with it.
 */
import { GoodwordError } from "../../errors.ts";
import { methodsBy, once } from "../../memo.ts";
import type { Store } from "../../store/mod.ts";
import { openStore } from "../open_store.ts";
import type { ServiceThread } from "./service_thread.ts";

/** The file that the rows are in. */
interface RowFile {
  readonly path: string;
  readonly isReadOnly: boolean;
}

/** What is sent to the outside, and photographs. */
type OpenRows = Store["subscriptions"] &
  Store["outbox"] &
  Store["notices"] &
  Store["photos"] & { close(): Promise<void> };

/** Two stores at one path have two numbers, since the file may have been replaced between them. */
interface RowsOrder {
  readonly number: number;
  readonly file: RowFile;
}

let opened = 0;

/**
 * A store over a file with the newest schema, which the thread opens with the first call, and again should it ever end. Calls that it
 * leaves behind are rejected, and whether they took effect is open.
 */
export function openRowStore(thread: ServiceThread, file: RowFile): OpenRows {
  const order: RowsOrder = { number: opened++, file };
  const rows = thread.service<OpenRows>("rows", () => order);
  // One server alone writes a file: what is claimed before its first call was claimed by one that has ended.
  const releaseOld = once(() => rows.releaseClaims());
  let isClosed = false;
  return methodsBy<OpenRows>(async (name, given) => {
    if (name === "close") {
      isClosed = true;
      // A file that could not be opened has not to be closed.
      return thread.close("rows", order).catch(() => {});
    }
    if (isClosed) throw new GoodwordError("database", "The store is closed");
    const method = rows[name] as (...given: readonly unknown[]) => Promise<unknown>;
    try {
      if (!file.isReadOnly) await releaseOld();
      return await method(...given);
    } catch (error) {
      throw new GoodwordError("database", (error as Error).message, { cause: error });
    }
  });
}

/** The inside of the thread. */
export async function openRowsOf({ file }: RowsOrder): Promise<Omit<OpenRows, "close"> & AsyncDisposable> {
  const store = await openStore(file.path, { readonly: file.isReadOnly });
  const { subscriptions, outbox, notices, photos } = store;
  const close = async () => store[Symbol.asyncDispose]();
  return { ...subscriptions, ...outbox, ...notices, ...photos, [Symbol.asyncDispose]: close };
}
