/** What authors and readers say against a review or its withholding. */
import { eq } from "drizzle-orm";
import type { ReviewReads, ReviewWrites } from "../mod.ts";
import { countRows, type Sql } from "./dialect.ts";

/** The reads of a transaction. */
export function objectionReads(connection: Sql): Pick<ReviewReads, "isContested"> {
  const { contests } = connection.tables;
  return {
    isContested: async (id) => (await countRows(connection, contests, eq(contests.reviewId, id))) > 0,
  };
}

/** Reports of one review that are kept: nobody fills the store by them. */
const MOST_REPORTS = 100;

/** The writes of a transaction that began at `now`. */
export function objectionWrites(connection: Sql, now: number): Pick<ReviewWrites, "saveContest" | "saveReport"> {
  const { db, tables } = connection;
  const { contests, reports } = tables;
  return {
    async saveContest(reviewId, text) {
      await db.delete(contests).where(eq(contests.reviewId, reviewId));
      await db.insert(contests).values({ reviewId, text, at: now });
    },
    async saveReport(report) {
      const kept = await countRows(connection, reports, eq(reports.reviewId, report.reviewId));
      if (kept < MOST_REPORTS) await db.insert(reports).values({ ...report, at: now });
    },
  };
}
