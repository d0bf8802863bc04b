/** A database for what must not reach an owner's: temporary tables, in memory while they are small, then in a file without a name. */
import { drizzle } from "drizzle-orm/bun-sqlite";
import { GoodwordError } from "../../errors.ts";
import type { TemporaryDatabase } from "../queries/staging.ts";
import { DatabaseConnection, sqliteCode } from "./database_file.ts";
import { createCollector } from "./garbage.ts";

const CACHE_KIB = 8192;

export function openTemporaryDatabase(): TemporaryDatabase {
  const file = new DatabaseConnection(":memory:");
  file.run(`PRAGMA temp_store = FILE; PRAGMA temp.cache_size = -${CACHE_KIB}; PRAGMA temp.journal_mode = OFF`);
  return {
    db: drizzle({ client: file }),
    collectGarbage: createCollector(),
    explain(error) {
      if (sqliteCode(error) !== "SQLITE_FULL") return error;
      const message =
        "The folder for temporary files cannot be written: no space left on the disk; TMPDIR names another";
      return new GoodwordError("file", message, { cause: error });
    },
    [Symbol.dispose]: () => file.close(),
  };
}
