/** An import of the console, in a thread of its own that ends with it. */
import type { InvitationPolicy } from "../../invitations/mod.ts";
import { createCollector } from "../../store/sqlite/mod.ts";
import { systemClock, systemRandom } from "../clock.ts";
import { openStore } from "../open_store.ts";
import { yieldToReaders } from "./yield_to_readers.ts";

export interface ImportWorkerOptions {
  readonly database: string;
  readonly policy: InvitationPolicy;
}

export type ImportService = Awaited<ReturnType<typeof openImports>>;

/** How long a write waits for another process's, in milliseconds. */
const LOCK_TIMEOUT_MS = 30_000;

export async function openImports({ database, policy }: ImportWorkerOptions) {
  yieldToReaders("thread");
  const { workOnUpload } = await import("../../console/work_on_upload.ts");
  const { storeAs } = await import("../../console/store_as.ts");
  return {
    /** Runs the next step of the upload in a folder; the result is stored there. */
    async workOn(folder: string): Promise<void> {
      await using store = await openStore(database, { lockTimeoutMs: LOCK_TIMEOUT_MS });
      await workOnUpload(folder, {
        storeOf: (by) => storeAs(store, by),
        policy,
        fetchPicture: async (url, kind) => (await import("../pictures.ts")).createPictures().fetch(url, kind),
        now: systemClock.now,
        randomBytes: systemRandom.bytes,
        collectGarbage: createCollector(),
      });
    },
  };
}
