/** What authors object to the withholding of their reviews and what readers report, and the rows that the record is counted from. */
import { and, asc, eq, isNotNull, lt, ne, or, type SQL } from "drizzle-orm";
import type { RecordReads, Report } from "../../invitations/mod.ts";
import type { RecordSettings } from "../../review/mod.ts";
import type { ReviewObjection } from "../review_store.ts";
import { countRows, type Sql, type Transaction } from "./dialect.ts";

export function objectionReads(connection: Sql) {
  const { db, tables } = connection;
  const { contests, reports, reviews, removals, invitations, policies } = tables;
  return {
    async recordRows(): ReturnType<RecordReads["recordRows"]> {
      const { id, date, rating, withheld } = reviews;
      const isAnswer = eq(invitations.reviewId, reviews.id);
      const isRemoved = eq(invitations.reviewId, removals.id);
      const taken = { id: removals.id, reason: removals.reason, rating: removals.rating };
      const objections = await db.select({ id: contests.reviewId }).from(contests);
      const reported = await db.selectDistinct({ id: reports.reviewId }).from(reports);
      const kept = await db.select().from(policies).orderBy(asc(policies.at));
      return {
        answers: await db.select({ id, date, rating, withheld }).from(reviews).innerJoin(invitations, isAnswer),
        removed: await db.select(taken).from(removals).innerJoin(invitations, isRemoved),
        contested: new Set(objections.map((each) => each.id)),
        reported: new Set(reported.map((each) => each.id)),
        policies: kept.map(({ at, policy }) => ({ at, policy: policy as unknown as RecordSettings })),
      };
    },
    async objections(reviewId?: string): Promise<readonly ReviewObjection[]> {
      const ofReview = (column: typeof contests.reviewId | typeof reports.reviewId) =>
        reviewId === undefined ? undefined : eq(column, reviewId);
      const contested = await db
        .select({ reviewId: contests.reviewId, text: contests.text, at: contests.at })
        .from(contests)
        .innerJoin(reviews, eq(reviews.id, contests.reviewId))
        .where(ofReview(contests.reviewId));
      const { reviewId: id, reason, text, email, at } = reports;
      const reported = await db
        .select({ reviewId: id, reason, text, email, at })
        .from(reports)
        .innerJoin(reviews, eq(reviews.id, reports.reviewId))
        .where(ofReview(reports.reviewId));
      const found: ReviewObjection[] = [
        ...contested.map((each) => ({ ...each, kind: "contest" as const, reason: null, email: null })),
        ...reported.map((each) => ({ ...each, kind: "report" as const, text: each.text ?? "" })),
      ];
      return found.sort((one, other) => other.at - one.at);
    },
    isContested: async (id: string) => (await countRows(connection, contests, eq(contests.reviewId, id))) > 0,
    /** Whether words of objections or reports from before an instant are kept. */
    hasObjections: async (before: number) => (await wordsIn(connection, objectionsBefore(connection, before))) !== null,
  };
}

interface Objections {
  readonly contests: SQL | undefined;
  readonly reports: SQL | undefined;
}

function objectionsBefore({ tables: { contests, reports } }: Sql, instant: number): Objections {
  return { contests: lt(contests.at, instant), reports: lt(reports.at, instant) };
}

async function wordsIn(connection: Sql, which: Objections): Promise<Objections | null> {
  const { contests, reports } = connection.tables;
  const withWords = and(which.contests, ne(contests.text, ""));
  const withContents = and(which.reports, or(isNotNull(reports.text), isNotNull(reports.email)));
  const count =
    (await countRows(connection, contests, withWords)) + (await countRows(connection, reports, withContents));
  return count === 0 ? null : { contests: withWords, reports: withContents };
}

/** Reports of one review that are kept: nobody fills the store by them. */
const MAX_REPORTS = 100;

/** The writes of a transaction, and how the words of objections are erased: that there were some is still counted. */
export function objectionWrites(connection: Transaction) {
  const { db, tables, now, onErase } = connection;
  const { contests, reports, policies } = tables;
  const forgetWords = async (which: Objections) => {
    const words = await wordsIn(connection, which);
    if (words === null) return;
    await db.update(contests).set({ text: "" }).where(words.contests);
    await db.update(reports).set({ text: null, email: null }).where(words.reports);
    onErase();
  };
  const writes = {
    /** Keeps the author's objection to the withholding of a review, in place of an earlier one. */
    async saveContest(reviewId: string, text: string): Promise<void> {
      await db.delete(contests).where(eq(contests.reviewId, reviewId));
      await db.insert(contests).values({ reviewId, text, at: now });
    },
    async savePolicy(policy: RecordSettings): Promise<void> {
      await db
        .insert(policies)
        .values({ at: now, policy })
        .onConflictDoUpdate({ target: policies.at, set: { policy } });
    },
    async saveReport(report: Report): Promise<void> {
      const kept = await countRows(connection, reports, eq(reports.reviewId, report.reviewId));
      if (kept < MAX_REPORTS) await db.insert(reports).values({ ...report, at: now });
    },
    forgetObjections: (before: number) => forgetWords(objectionsBefore(connection, before)),
  };
  return { writes, forgetWords };
}
