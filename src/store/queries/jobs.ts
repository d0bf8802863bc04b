/** Jobs, invitations and who may add jobs. */
import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  isNotNull,
  isNull,
  like,
  lt,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import {
  type Invitation,
  type Job,
  type JobDigests,
  type JobStage,
  type JobsToken,
  type KeptAnswer,
  type ListedJob,
  MESSAGE_KINDS,
  mailKey,
} from "../../invitations/mod.ts";
import { type Entry, readEntry } from "../../log/entry.ts";
import { countRows, type Sql, type SqlAt, type Transaction } from "./dialect.ts";
import { readSetting } from "./stored_settings.ts";

export type JobReads = ReturnType<typeof jobReads>;
export type JobWrites = ReturnType<typeof jobWrites>;

export function jobReads(connection: SqlAt) {
  const { db, dialect, tables, now } = connection;
  const { jobs, invitations, unsubscribed, jobsTokens, idempotency } = tables;
  const isUnsent = sql`${isUnaccepted(connection)}`.mapWith(Boolean);
  const { isOneOf } = dialect;
  const listed = async (where?: SQL, order = desc(jobs.finished)): Promise<ListedJob[]> => {
    const rows = await db
      .select({ job: jobs, invitation: invitations, isUnsent })
      .from(jobs)
      .leftJoin(invitations, eq(invitations.jobId, jobs.id))
      .where(where)
      .orderBy(order, asc(jobs.id));
    return rows.map(({ isUnsent: isFound, ...each }) => (isFound ? { ...each, isUnsent: true } : each));
  };
  return {
    now,
    /** All jobs, or those with these ids; latest finished first, then by id. */
    list: (ids?: readonly string[]) => listed(ids && isOneOf(jobs.id, ids)),
    alike: (references: readonly string[], days: readonly string[]) =>
      listed(or(isOneOf(jobs.referenceDigest, references), isOneOf(jobs.finished, days))),
    addedSince: (instant: number) => countRows(connection, jobs, gte(jobs.addedAt, instant)),
    addedBefore: (instant: number) => listed(and(lt(jobs.addedAt, instant), isNull(jobs.forgottenAt))),
    /** Invited jobs with an address of one of these jobs, or with its name where it has no address. */
    async invitedAlike(of: readonly JobDigests[]): Promise<ListedJob[]> {
      const marks = of.flatMap(({ emailDigest, telephoneDigest, nameDigest }) => {
        const addresses = [emailDigest, telephoneDigest].filter((digest) => digest !== null);
        return addresses.length > 0 ? addresses : (nameDigest ?? []);
      });
      if (marks.length === 0) return [];
      const isAlike = [jobs.emailDigest, jobs.telephoneDigest, jobs.nameDigest].map((column) => isOneOf(column, marks));
      return listed(and(isNotNull(invitations.jobId), or(...isAlike)));
    },
    async stages(): Promise<Readonly<Record<JobStage, number>>> {
      const asked = await db
        .select({ stage: stageOf(connection, now), count: count() })
        .from(invitations)
        .groupBy(sql`1`);
      const stages = { ...NO_STAGES, ...Object.fromEntries(asked.map((each) => [each.stage, each.count])) };
      const never = (await countRows(connection, jobs)) - asked.reduce((sum, each) => sum + each.count, 0);
      return { ...stages, open: stages.open + never };
    },
    async page(
      stage: JobStage | null,
      { offset, limit }: { readonly offset: number; readonly limit: number },
    ): Promise<ListedJob[]> {
      const all = db.select({ id: jobs.id }).from(jobs).$dynamic();
      const ofStage =
        stage === null
          ? all
          : all.leftJoin(invitations, eq(invitations.jobId, jobs.id)).where(eq(stageOf(connection, now), stage));
      const order = (stage === "open" ? asc : desc)(jobs.finished);
      const found = await ofStage.orderBy(order, asc(jobs.id)).limit(limit).offset(offset);
      const ids = found.map(({ id }) => id);
      return listed(isOneOf(jobs.id, ids), order);
    },
    /** Which of these digests are of addresses that unsubscribed; all that did when left out. */
    async unsubscribed(digests?: readonly string[]): Promise<ReadonlySet<string>> {
      const rows = await db
        .select()
        .from(unsubscribed)
        .where(digests && isOneOf(unsubscribed.addressDigest, digests));
      return new Set(rows.map(({ addressDigest }) => addressDigest));
    },
    byToken: async (digest: string) => (await listed(eq(invitations.tokenDigest, digest)))[0],
    byReview: async (id: string) => (await listed(eq(invitations.reviewId, id)))[0],
    /** The entries of the public log about quarters, and those of earlier releases about whom the business asks, in order. */
    quartersLogged: () => readQuarters(connection),
    jobsTokens: async (): Promise<readonly JobsToken[]> =>
      await db.select().from(jobsTokens).orderBy(asc(jobsTokens.name)),
    async answerOf(token: string, key: string, since: number): Promise<KeptAnswer | undefined> {
      const isAsked = and(eq(idempotency.token, token), eq(idempotency.key, key), gte(idempotency.at, since));
      return (await db.select().from(idempotency).where(isAsked))[0];
    },
  };
}

async function readQuarters({ db, tables: { logEntries } }: Sql): Promise<readonly Entry[]> {
  const { n, entry: text } = logEntries;
  const rows = await db
    .select({ entry: text })
    .from(logEntries)
    .where(or(like(text, '{"act":"asked"%'), like(text, '{"act":"quarter"%')))
    .orderBy(asc(n));
  return rows.map(({ entry }) => readEntry(entry)).filter((entry) => entry !== null);
}

const NO_STAGES: Readonly<Record<JobStage, number>> = { open: 0, invited: 0, reminded: 0, answered: 0, expired: 0 };

/** Whether no mail server has accepted an invitation by mail, and it was neither answered nor returned. */
function isUnaccepted({ tables: { invitations, outbox } }: Sql): SQL {
  const { invitedBy, answeredAt, undeliverableAt } = invitations;
  return sql`(${invitedBy} = 'mail' and ${answeredAt} is null and ${undeliverableAt} is null and not exists (select 1 from ${outbox}
    where ${outbox.kind} = 'mail' and ${outbox.key} = ${invitations.jobId} || ' invitation' and ${outbox.sentAt} is not null))`;
}

/** Stage of a job with its invitation, as `jobState()` decides without the customer. */
function stageOf(connection: Sql, now: number): SQL<JobStage> {
  const { invitations } = connection.tables;
  const { jobId, answeredAt, undeliverableAt, expiresAt, remindedAt } = invitations;
  return sql`case when ${answeredAt} is not null then 'answered'
    when ${jobId} is null or ${undeliverableAt} is not null or ${isUnaccepted(connection)} then 'open'
    when ${expiresAt} <= ${now} then 'expired'
    when ${remindedAt} is not null then 'reminded' else 'invited' end`;
}

export function jobWrites(connection: Transaction) {
  const { db, dialect, tables, now, onErase } = connection;
  const { jobs, invitations, outbox, unsubscribed, jobsTokens, idempotency } = tables;
  const setting = (name: string) => readSetting(connection, name);
  /** A customer who unsubscribed before a backup was restored may be known only by a digest. */
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
    async insert(rows: readonly Job[]): Promise<void> {
      await dialect.upsertAll(db, { table: jobs, key: jobs.id, columns: getTableColumns(jobs), rows });
      await knowUnsubscribed(rows);
    },
    async change(jobId: string, fields: Partial<Omit<Job, "id">>): Promise<void> {
      await db.update(jobs).set(fields).where(eq(jobs.id, jobId));
      await knowUnsubscribed([fields]);
    },
    /** Erases names, contacts and references of jobs; their digests stay. */
    async forget(ids: readonly string[]): Promise<void> {
      if (ids.length === 0) return;
      const nothing = { reference: null, customerName: null, email: null, telephone: null, skippedNote: null };
      await db
        .update(jobs)
        .set({ ...nothing, forgottenAt: now })
        .where(dialect.isOneOf(jobs.id, ids));
      onErase();
    },
    /** Keeps invitations; a job that has one keeps it. */
    async invite(rows: readonly Invitation[]): Promise<void> {
      for (let start = 0; start < rows.length; start += BATCH_ROWS) {
        await db
          .insert(invitations)
          .values(rows.slice(start, start + BATCH_ROWS))
          .onConflictDoNothing({ target: invitations.jobId });
      }
    },
    /** Takes back an undelivered invitation, so that the customer of the job may be asked again. */
    async reopen(jobId: string): Promise<void> {
      await db.delete(invitations).where(eq(invitations.jobId, jobId));
      const mails = MESSAGE_KINDS.map((kind) => mailKey(jobId, kind));
      await db.delete(outbox).where(and(eq(outbox.kind, "mail"), inArray(outbox.key, mails)));
    },
    async changeInvitation(jobId: string, fields: Partial<Omit<Invitation, "jobId">>): Promise<void> {
      await db.update(invitations).set(fields).where(eq(invitations.jobId, jobId));
    },
    async unsubscribe(addressDigest: string): Promise<void> {
      await db.insert(unsubscribed).values({ addressDigest, at: now }).onConflictDoNothing();
      onErase();
    },
    async saveJobsToken({ name, ...token }: JobsToken): Promise<void> {
      await db
        .insert(jobsTokens)
        .values({ name, ...token })
        .onConflictDoUpdate({ target: jobsTokens.name, set: token });
    },
    /** Keeps an answer, and forgets those from before `since`. */
    async keepAnswer(answer: KeptAnswer, since: number): Promise<void> {
      await db.delete(idempotency).where(lt(idempotency.at, since));
      await db.insert(idempotency).values(answer).onConflictDoNothing();
    },
  };
}

/** SQLite binds 32,766 values at most in one statement. */
const BATCH_ROWS = 1000;
