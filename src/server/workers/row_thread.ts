/** Keeps the stores of outgoing work in one thread: a commit waits for the disk, and the event loop that answers readers must not. */
import { GoodwordError } from "../../errors.ts";
import { createMethodProxy, once } from "../../memo.ts";
import type { Store } from "../../store/mod.ts";
import { openStore } from "../open_store.ts";
import type { ServiceThread } from "./service_thread.ts";

interface RowFile {
  readonly path: string;
  readonly isReadOnly: boolean;
}

type Rows = Store["subscriptions"] & Store["outbox"] & Store["notices"] & Store["photos"];

/** Two stores at one path have two numbers, since the file may have been replaced between them. */
interface RowsOrder {
  readonly number: number;
  readonly file: RowFile;
}

let opened = 0;

/** Calls that a thread leaves behind when it ends are rejected, and whether they took effect is open. */
export function openRowStore(thread: ServiceThread, file: RowFile): Rows & AsyncDisposable {
  const order: RowsOrder = { number: opened++, file };
  const rows = thread.service<Rows>("rows", order);
  // Only one server writes a file: claims from before its first call belong to one that has ended.
  const releaseOld = once(() => rows.releaseClaims());
  let isClosed = false;
  const call = async (name: keyof Rows, given: readonly unknown[]) => {
    if (isClosed) throw new GoodwordError("database", "The store is closed");
    try {
      if (!file.isReadOnly) await releaseOld();
      return await (rows[name] as (...given: readonly unknown[]) => Promise<unknown>)(...given);
    } catch (error) {
      throw new GoodwordError("database", (error as Error).message, { cause: error });
    }
  };
  return createMethodProxy<Rows>(call, async () => {
    isClosed = true;
    await thread.close("rows", order).catch(() => {});
  });
}

export async function openRowsOf({ file }: RowsOrder): Promise<Rows & AsyncDisposable> {
  const store = await openStore(file.path, { readonly: file.isReadOnly });
  const { subscriptions, outbox, notices, photos } = store;
  const close = async () => store[Symbol.asyncDispose]();
  return { ...subscriptions, ...outbox, ...notices, ...photos, [Symbol.asyncDispose]: close };
}
