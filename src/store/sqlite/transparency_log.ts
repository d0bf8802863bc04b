/**
 * What SQLite keeps of the transparency log, read without Drizzle: it is asked for with every publication.
 *
 * @module
 */
import { query } from "../queries/query.ts";
import type { TransparencyLogStore } from "../transparency_log_store.ts";
import type { Connection } from "./connection.ts";
import { sqliteCode } from "./database_file.ts";
import type { LogFiles } from "./log_files.ts";

/** The transparency log over a connection. */
export function createTransparencyLog(connection: Connection): TransparencyLogStore {
  const { run } = connection;
  const open = logCopyOpener(connection);
  const rows = () => import("../queries/log_rows.ts");
  let inMemory: string | null = null;
  return {
    async read(work) {
      const { logReads } = await rows();
      return connection.read(() => work(logReads(run)));
    },
    async isPrepared() {
      const [{ isPrepared }, copy] = [await rows(), await open()];
      return connection.read(() => isPrepared(run, copy?.state() ?? null));
    },
    async signer() {
      const { readSigner } = await rows();
      return connection.read(() => readSigner(run));
    },
    async saveSigner(vkey) {
      const { SIGNER } = await rows();
      try {
        await connection.write(() => run(query`INSERT OR REPLACE INTO keys (name, value) VALUES (${SIGNER}, ${vkey})`));
      } catch (error) {
        if (!sqliteCode(error)?.startsWith("SQLITE_BUSY")) throw error;
      }
    },
    copy: open,
    async lastSigned(number) {
      const copy = await open();
      return copy === null ? inMemory : copy.checkpoint(number);
    },
    async saveSigned(number, checkpoint) {
      const copy = await open();
      if (copy === null) inMemory = checkpoint;
      else copy.saveCheckpoint(number, checkpoint);
    },
  };
}

/** Opens the copy of the transparency log; null for a database in memory. Loaded by the first write. */
export function logCopyOpener({ file: { filename } }: Connection): () => Promise<LogFiles | null> {
  let copy: LogFiles | null = null;
  return async () => {
    if (filename === ":memory:") return null;
    const { LogFiles } = await import("./log_files.ts");
    copy ??= new LogFiles(filename);
    return copy;
  };
}
