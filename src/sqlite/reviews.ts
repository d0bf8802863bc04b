/**
 * The reviews over a connection.
 *
 * @module
 */
import { reviewReads, reviewWrites } from "../sql/mod.ts";
import type { ReviewStore } from "../store/mod.ts";
import type { Connection } from "./connection.ts";
import { sqlOver } from "./dialect.ts";

/**
 * The review store over a connection. After an erasure the write-ahead log is emptied, too; free pages are overwritten by
 * SQLite, which `secure_delete` has it do.
 */
export function createReviews(connection: Connection): ReviewStore {
  const sql = sqlOver(connection);
  return {
    read: (work) => connection.read(() => work(reviewReads(sql, connection.now()))),
    async write(work) {
      let hasErased = false;
      const onErase = () => {
        hasErased = true;
      };
      const result = await connection.write(() => work(reviewWrites(sql, connection.now(), onErase)));
      if (hasErased) await connection.alone(() => forgetOldPages(connection));
      return result;
    },
  };
}

/** The write-ahead log still holds the page that a review stood on; readers that are busy with it only delay this. */
function forgetOldPages({ file }: Connection): void {
  file.query("PRAGMA wal_checkpoint(TRUNCATE)").all();
}
