/** Imports of the console, carried out one after another: each takes seconds to minutes. */
import type { InvitationPolicy } from "../../invitations/mod.ts";
import { systemClock, systemRandom } from "../clock.ts";
import { openStore } from "../open_store.ts";
import { yieldToReaders } from "./yield_to_readers.ts";

/** What imports are opened with. */
export interface ImportsOrder {
  /** Path of the SQLite file, or URL of the PostgreSQL database. */
  readonly database: string;
  readonly policy: InvitationPolicy;
}

/** The imports of one database. */
export interface ImportService {
  /** Does what is next for the upload in a folder; what comes of it stands there. */
  workOn(folder: string): Promise<void>;
}

/** How long a write waits for another process's, in milliseconds. */
const PATIENCE_MS = 30_000;

/** The imports; this thread yields to those that answer readers. */
export async function openImports({ database, policy }: ImportsOrder): Promise<ImportService> {
  yieldToReaders("thread");
  const { workOnUpload } = await import("../../console/work_on_upload.ts");
  const { storeAs } = await import("../../console/store_as.ts");
  let last: Promise<unknown> = Promise.resolve();
  async function work(folder: string): Promise<void> {
    await using store = await openStore(database, { patienceMs: PATIENCE_MS });
    await workOnUpload(folder, {
      storeOf: (by) => storeAs(store, by),
      policy,
      fetchPicture: async (url, kind) => (await import("../pictures.ts")).createPictures().fetch(url, kind),
      now: systemClock.now,
      randomBytes: systemRandom.bytes,
      collectGarbage: () => Bun.gc(true),
    });
  }
  return {
    workOn(folder) {
      const done = last.then(() => work(folder));
      last = done.catch(() => {});
      return done;
    },
  };
}
