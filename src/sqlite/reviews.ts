/**
 * The reviews over a connection.
 *
 * @module
 */
import { reviewReads } from "../sql/review_reads.ts";
import { reviewWrites } from "../sql/review_writes.ts";
import type { ReviewStore } from "../store/ports/reviews.ts";
import type { Connection } from "./connection.ts";
import { sqlOver } from "./dialect.ts";

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
