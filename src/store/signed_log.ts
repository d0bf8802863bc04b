/** The transparency log of a store with its signed checkpoints. */
import { sizeOfCheckpoint } from "../log/note.ts";
import type { DatabaseAdapter } from "./database.ts";
import { type LogReads, logReads, type SignedCheckpoints } from "./queries/log_rows.ts";
import { readSetting, saveSetting } from "./queries/stored_settings.ts";

const SIGNER = "log_key";

/** What was signed is kept in the copy, which a restored backup does not replace, or else in rows. */
export function createTransparencyLog(database: Pick<DatabaseAdapter, "read" | "write" | "logCopy">) {
  const { logCopy } = database;
  const checkpoints = logCopy ?? checkpointRows(database);
  return {
    read: <T>(work: (log: LogReads) => Promise<T>): Promise<T> => database.read((sql) => work(logReads(sql))),
    /** The key that signed last, as a vkey: it distinguishes a lost key from a first one. Null before the first. */
    signer: () => database.read(async (sql) => (await readSetting(sql, SIGNER)) ?? null),
    saveSigner: (vkey: string) => database.write("log", (sql) => saveSetting(sql, SIGNER, vkey)),
    copy: logCopy,
    /** The greatest checkpoint that was signed for the log of a number, as far as this machine or this store remembers. */
    lastSigned: async (number: number) => checkpoints.lastSigned(number),
    /** Remembers a signed checkpoint before anybody sees it, unless a larger one was signed. */
    async saveSigned(number: number, checkpoint: string): Promise<void> {
      const size = sizeOfCheckpoint(checkpoint);
      const greater = (last: string | null) => (last !== null && sizeOfCheckpoint(last) > size ? last : checkpoint);
      await checkpoints.saveSigned(number, greater);
    },
  };
}

function checkpointRows({ read, write }: Pick<DatabaseAdapter, "read" | "write">): SignedCheckpoints {
  const name = (number: number) => `log_checkpoint_${number}`;
  return {
    lastSigned: (number) => read(async (sql) => (await readSetting(sql, name(number))) ?? null),
    saveSigned: (number, next) =>
      write("log", async (sql) => saveSetting(sql, name(number), next((await readSetting(sql, name(number))) ?? null))),
  };
}
