/** Jobs, invitations, who may add jobs, and what is objected to reviews, over one transaction. */
import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gte,
  isNotNull,
  isNull,
  like,
  lt,
  ne,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import type { JobDigests, JobReads, JobStage, JobWrites, ListedJob } from "../../invitations/mod.ts";
import type { Entry } from "../../log/mod.ts";
import type { RecordSettings } from "../../review/mod.ts";
import type { ReviewObjection, ReviewReads, ReviewWrites } from "../review_store.ts";
import { countRows, type Sql, type SqlAt, type Transaction } from "./dialect.ts";
import { readSetting } from "./stored_settings.ts";

/** The queries of a transaction. */
export function jobReads(connection: SqlAt): JobReads {
  const { db, dialect, tables, now } = connection;
  const { jobs, invitations, unsubscribed, doorTokens, idempotency } = tables;
  const isUnsent = sql`${isUnaccepted(connection)}`.mapWith(Boolean);
  const isOneOf = (column: SQLWrapper, values: readonly string[]) =>
    dialect.isOneOf(column, sql`${JSON.stringify(values)}`);
  const listed = async (where?: SQL): Promise<ListedJob[]> => {
    const rows = await db
      .select({ job: jobs, invitation: invitations, isUnsent })
      .from(jobs)
      .leftJoin(invitations, eq(invitations.jobId, jobs.id))
      .where(where)
      .orderBy(desc(jobs.finished), asc(jobs.id));
    return rows.map(({ isUnsent: isFound, ...each }) => (isFound ? { ...each, isUnsent: true } : each));
  };
  return {
    now,
    list: (ids) => listed(ids && isOneOf(jobs.id, ids)),
    alike: (references, days) => listed(or(isOneOf(jobs.referenceDigest, references), isOneOf(jobs.finished, days))),
    addedSince: (instant) => countRows(connection, jobs, gte(jobs.addedAt, instant)),
    addedBefore: (instant) => listed(and(lt(jobs.addedAt, instant), isNull(jobs.forgottenAt))),
    async invitedAlike(of) {
      const marks = of.flatMap(({ emailDigest, telephoneDigest, nameDigest }) => {
        const addresses = [emailDigest, telephoneDigest].filter((digest) => digest !== null);
        return addresses.length > 0 ? addresses : (nameDigest ?? []);
      });
      if (marks.length === 0) return [];
      const isAlike = [jobs.emailDigest, jobs.telephoneDigest, jobs.nameDigest].map((column) => isOneOf(column, marks));
      return listed(and(isNotNull(invitations.jobId), or(...isAlike)));
    },
    async stages() {
      const asked = await db
        .select({ stage: stageOf(connection, now), count: count() })
        .from(invitations)
        .groupBy(sql`1`);
      const stages = { ...NO_STAGES, ...Object.fromEntries(asked.map((each) => [each.stage, each.count])) };
      const never = (await countRows(connection, jobs)) - asked.reduce((sum, each) => sum + each.count, 0);
      return { ...stages, open: stages.open + never };
    },
    async page(stage, { offset, limit }) {
      const all = db.select({ id: jobs.id }).from(jobs).$dynamic();
      const ofStage =
        stage === null
          ? all
          : all.leftJoin(invitations, eq(invitations.jobId, jobs.id)).where(eq(stageOf(connection, now), stage));
      const found = await ofStage.orderBy(desc(jobs.finished), asc(jobs.id)).limit(limit).offset(offset);
      const ids = found.map(({ id }) => id);
      return listed(isOneOf(jobs.id, ids));
    },
    async unsubscribed(digests) {
      const rows = await db
        .select()
        .from(unsubscribed)
        .where(digests && isOneOf(unsubscribed.addressDigest, digests));
      return new Set(rows.map(({ addressDigest }) => addressDigest));
    },
    byToken: async (digest) => (await listed(eq(invitations.tokenDigest, digest)))[0],
    byReview: async (id) => (await listed(eq(invitations.reviewId, id)))[0],
    quartersLogged: () => readQuarters(connection),
    doorTokens: async () => await db.select().from(doorTokens).orderBy(asc(doorTokens.name)),
    async answerOf(token, key, since) {
      const isAsked = and(eq(idempotency.token, token), eq(idempotency.key, key), gte(idempotency.at, since));
      return (await db.select().from(idempotency).where(isAsked))[0];
    },
  };
}

async function readQuarters({ db, tables: { logEntries } }: Sql): Promise<readonly Entry[]> {
  // Most commands do without it.
  const { readEntry } = await import("../../log/entry.ts");
  const { n, entry: text } = logEntries;
  const rows = await db
    .select({ entry: text })
    .from(logEntries)
    .where(or(like(text, '{"act":"asked"%'), like(text, '{"act":"quarter"%')))
    .orderBy(asc(n));
  return rows.map(({ entry }) => readEntry(entry)).filter((entry) => entry !== null);
}

const NO_STAGES: Readonly<Record<JobStage, number>> = { open: 0, invited: 0, reminded: 0, answered: 0, expired: 0 };

/** Of an invitation by mail, that no mail server has accepted it, and nothing has come of it. */
function isUnaccepted({ tables: { invitations, messages } }: Sql): SQL {
  const { invitedBy, answeredAt, undeliverableAt } = invitations;
  return sql`(${invitedBy} = 'mail' and ${answeredAt} is null and ${undeliverableAt} is null and not exists (select 1 from ${messages}
    where ${messages.jobId} = ${invitations.jobId} and ${messages.kind} = 'invitation'
      and ${messages.acceptedAt} is not null))`;
}

/** Of a job with its invitation, as `standingOf()` decides without the customer. */
function stageOf(connection: Sql, now: number): SQL<JobStage> {
  const { invitations } = connection.tables;
  const { jobId, answeredAt, undeliverableAt, expiresAt, remindedAt } = invitations;
  return sql`case when ${answeredAt} is not null then 'answered'
    when ${jobId} is null or ${undeliverableAt} is not null or ${isUnaccepted(connection)} then 'open'
    when ${expiresAt} <= ${now} then 'expired'
    when ${remindedAt} is not null then 'reminded' else 'invited' end`;
}

/** The same with its changes. */
export function jobWrites(connection: Transaction): JobWrites {
  const { db, dialect, tables, now, onErase } = connection;
  const { jobs, invitations, messages, unsubscribed, doorTokens, idempotency } = tables;
  const setting = (name: string) => readSetting(connection, name);
  /** Of who unsubscribed before a backup was put back, nothing but a digest may be left. */
  const knowUnsubscribed = async (rows: readonly Partial<JobDigests>[]) => {
    const { readErased } = await import("../erasures.ts");
    const isErased = await readErased({ setting }, "address");
    if (isErased === null) return;
    const addresses = rows.flatMap(({ emailDigest, telephoneDigest }) => [emailDigest ?? [], telephoneDigest ?? []]);
    for (const addressDigest of addresses.flat().filter(isErased)) {
      await db.insert(unsubscribed).values({ addressDigest, at: now }).onConflictDoNothing();
    }
  };
  return {
    ...jobReads(connection),
    async insert(rows) {
      await dialect.upsertAll(db, { table: jobs, key: jobs.id, columns: getTableColumns(jobs), rows });
      await knowUnsubscribed(rows);
    },
    async change(jobId, fields) {
      await db.update(jobs).set(fields).where(eq(jobs.id, jobId));
      await knowUnsubscribed([fields]);
    },
    async forget(ids) {
      if (ids.length === 0) return;
      const nothing = { reference: null, customerName: null, email: null, telephone: null, skippedNote: null };
      await db
        .update(jobs)
        .set({ ...nothing, forgottenAt: now })
        .where(dialect.isOneOf(jobs.id, sql`${JSON.stringify(ids)}`));
      onErase();
    },
    async invite(rows) {
      for (let start = 0; start < rows.length; start += BATCH) {
        await db
          .insert(invitations)
          .values(rows.slice(start, start + BATCH))
          .onConflictDoNothing({ target: invitations.jobId });
      }
    },
    async reopen(jobId) {
      await db.delete(invitations).where(eq(invitations.jobId, jobId));
      await db.delete(messages).where(eq(messages.jobId, jobId));
    },
    async changeInvitation(jobId, fields) {
      await db.update(invitations).set(fields).where(eq(invitations.jobId, jobId));
    },
    async unsubscribe(addressDigest) {
      await db.insert(unsubscribed).values({ addressDigest, at: now }).onConflictDoNothing();
      onErase();
    },
    async saveDoorToken({ name, ...token }) {
      await db
        .insert(doorTokens)
        .values({ name, ...token })
        .onConflictDoUpdate({ target: doorTokens.name, set: token });
    },
    async keepAnswer(answer, since) {
      await db.delete(idempotency).where(lt(idempotency.at, since));
      await db.insert(idempotency).values(answer).onConflictDoNothing();
    },
  };
}

/** SQLite binds 32,766 values at most in one statement. */
const BATCH = 1000;

/** The reads of a transaction. */
export function objectionReads(
  connection: Sql,
): Pick<ReviewReads, "isContested" | "hasObjections" | "recordRows" | "objections"> {
  const { db, tables } = connection;
  const { contests, reports, reviews, removals, invitations, policies } = tables;
  return {
    async recordRows() {
      const { id, date, rating, withheld } = reviews;
      const isAnswer = eq(invitations.reviewId, reviews.id);
      const isRemoved = eq(invitations.reviewId, removals.id);
      const taken = { id: removals.id, reason: removals.reason, rating: removals.rating };
      const objections = await db.select({ id: contests.reviewId }).from(contests);
      const told = await db.selectDistinct({ id: reports.reviewId }).from(reports);
      const kept = await db.select().from(policies).orderBy(asc(policies.at));
      return {
        answers: await db.select({ id, date, rating, withheld }).from(reviews).innerJoin(invitations, isAnswer),
        removed: await db.select(taken).from(removals).innerJoin(invitations, isRemoved),
        contested: new Set(objections.map((each) => each.id)),
        reported: new Set(told.map((each) => each.id)),
        policies: kept.map(({ at, policy }) => ({ at, policy: policy as unknown as RecordSettings })),
      };
    },
    async objections(reviewId) {
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
    isContested: async (id) => (await countRows(connection, contests, eq(contests.reviewId, id))) > 0,
    hasObjections: async (before) => (await wordsIn(connection, saidBefore(connection, before))) !== null,
  };
}

/** Conditions that choose objections and reports. */
interface Objections {
  readonly contests: SQL | undefined;
  readonly reports: SQL | undefined;
}

function saidBefore({ tables: { contests, reports } }: Sql, instant: number): Objections {
  return { contests: lt(contests.at, instant), reports: lt(reports.at, instant) };
}

/** Those of them that have words or an address; null where none has. */
async function wordsIn(connection: Sql, which: Objections): Promise<Objections | null> {
  const { contests, reports } = connection.tables;
  const withWords = and(which.contests, ne(contests.text, ""));
  const withSaid = and(which.reports, or(isNotNull(reports.text), isNotNull(reports.email)));
  const count = (await countRows(connection, contests, withWords)) + (await countRows(connection, reports, withSaid));
  return count === 0 ? null : { contests: withWords, reports: withSaid };
}

/** Reports of one review that are kept: nobody fills the store by them. */
const MOST_REPORTS = 100;

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
  const writes: Pick<ReviewWrites, "saveContest" | "saveReport" | "savePolicy" | "forgetObjections"> = {
    async saveContest(reviewId, text) {
      await db.delete(contests).where(eq(contests.reviewId, reviewId));
      await db.insert(contests).values({ reviewId, text, at: now });
    },
    async savePolicy(policy) {
      await db
        .insert(policies)
        .values({ at: now, policy })
        .onConflictDoUpdate({ target: policies.at, set: { policy } });
    },
    async saveReport(report) {
      const kept = await countRows(connection, reports, eq(reports.reviewId, report.reviewId));
      if (kept < MOST_REPORTS) await db.insert(reports).values({ ...report, at: now });
    },
    forgetObjections: (before) => forgetWords(saidBefore(connection, before)),
  };
  return { writes, forgetWords };
}
