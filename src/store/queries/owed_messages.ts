/** Finds the messages due to customers. They follow from jobs, invitations and reviews, so nothing must remember to queue one. */

import { and, eq, gt, isNotNull, isNull, lte, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { DAY_MS } from "../../durations.ts";
import {
  ABSENCE_REASONS,
  customersAmong,
  type ListedJob,
  type MessageKind,
  mailKey,
  type OutboxRules,
  reasonAgainst,
} from "../../invitations/mod.ts";
import { type Business, calendarDateAt, formatAddress } from "../../review/mod.ts";
import type { Sql, SqlAt } from "./dialect.ts";
import { jobReads } from "./jobs.ts";
import { owe } from "./outbox.ts";
import { readProfile } from "./stored_settings.ts";

/** Authors get no news of older events, such as those from before mail was turned on. */
const NEWS_MS = 30 * DAY_MS;
const PAGE_ROWS = 500;
const RECENT_MS = 90 * DAY_MS;

/** The business, where messages may be sent in its name: never in that of the sample, nor without an address of its own. */
export async function senderOf(connection: Sql): Promise<Business | null> {
  const business = await readProfile(connection);
  return business === undefined || business.is_sample || formatAddress(business.address) === "" ? null : business;
}

export async function queueMessages(transaction: SqlAt, rules: OutboxRules): Promise<number> {
  const business = await senderOf(transaction);
  if (business === null) return 0;
  const owed = [
    ...(await dueInvitations(transaction, rules, business)),
    ...(await dueReminders(transaction, rules)),
    ...(await dueNews(transaction)),
  ];
  const mails = owed.map(({ jobId, kind }) => {
    const messageId = `<${crypto.randomUUID()}@${rules.host}>`;
    const payload: OwedMail = { jobId, kind, messageId, putOffAt: null };
    return { key: mailKey(jobId, kind), destination: "mail", payload };
  });
  return owe(transaction, "mail", mails);
}

/** A mail in the outbox. It is written when it is sent: only what it is about is kept. */
export interface OwedMail {
  readonly jobId: string;
  readonly kind: MessageKind;
  readonly messageId: string;
  /** When the mail server first put it off; null while it has not. */
  readonly putOffAt: number | null;
}

type Owed = Pick<OwedMail, "jobId" | "kind">;

function isMailOf({ tables: { outbox } }: Sql, jobId: SQLWrapper, kind: MessageKind): SQL | undefined {
  return and(eq(outbox.kind, "mail"), sql`${outbox.key} = ${jobId} || ${sql.raw(`' ${kind}'`)}`);
}

/** Jobs whose time has come and against which nothing speaks, the earliest first; of each customer one. */
async function dueInvitations(connection: SqlAt, rules: OutboxRules, business: Business): Promise<Owed[]> {
  const { db, tables, now } = connection;
  const { jobs, invitations } = tables;
  const { policy } = rules;
  const { time_zone: timeZone } = business;
  const reads = jobReads(connection);
  const owed: Owed[] = [];
  const asked = new Set<string>();
  let after: { finished: string; id: string } | null = null;
  for (;;) {
    const isAfter: SQL | undefined =
      after === null ? undefined : sql`(${jobs.finished}, ${jobs.id}) > (${after.finished}, ${after.id})`;
    const page: { id: string; finished: string }[] = await db
      .select({ id: jobs.id, finished: jobs.finished })
      .from(jobs)
      .leftJoin(invitations, eq(invitations.jobId, jobs.id))
      .where(
        and(
          isAfter,
          isNull(invitations.jobId),
          mayBeWritten(connection),
          isNewToUs(connection),
          or(
            and(
              isNull(jobs.finishedAt),
              sql`${jobs.finished} < ${calendarDateAt(now - policy.inviteAfterMs, timeZone)}`,
            ),
            lte(jobs.finishedAt, now - policy.inviteAfterMs),
          ),
          sql`${jobs.finished} >= ${calendarDateAt(now - 92 * DAY_MS, timeZone)}`,
          hasNoMessage(connection, "invitation"),
        ),
      )
      .orderBy(jobs.finished, jobs.id)
      .limit(PAGE_ROWS);
    for (const [at, listed] of (await inOrder(reads, page)).entries()) {
      after = page[at] ?? after;
      const { emailDigest } = listed.job;
      if (asked.has(emailDigest ?? "") || (await isAskedAlready(connection, emailDigest))) continue;
      if ((await whyNot(connection, listed, rules, timeZone)) !== null) continue;
      if (emailDigest !== null) asked.add(emailDigest);
      owed.push({ jobId: listed.job.id, kind: "invitation" });
    }
    if (page.length < PAGE_ROWS || owed.length >= PAGE_ROWS) return owed;
  }
}

async function inOrder(reads: ReturnType<typeof jobReads>, page: readonly { id: string }[]): Promise<ListedJob[]> {
  const ids = page.map(({ id }) => id);
  const listed = new Map((await reads.list(ids)).map((each) => [each.job.id, each]));
  return ids.flatMap((id) => listed.get(id) ?? []);
}

async function isAskedAlready(connection: Sql, emailDigest: string | null): Promise<boolean> {
  if (emailDigest === null) return false;
  const { jobs, outbox } = connection.tables;
  const [found] = await connection.db
    .select({ id: outbox.id })
    .from(jobs)
    .innerJoin(outbox, isMailOf(connection, jobs.id, "invitation"))
    .where(and(eq(jobs.emailDigest, emailDigest), isNull(outbox.endedAt)))
    .limit(1);
  return found !== undefined;
}

export async function whyNot(
  connection: SqlAt,
  { job }: ListedJob,
  { policy }: OutboxRules,
  timeZone: string,
): Promise<string | null> {
  const reads = jobReads(connection);
  const digests = [job.emailDigest, job.telephoneDigest].filter((digest) => digest !== null);
  const customer = customersAmong(await reads.invitedAlike([job]), await reads.unsubscribed(digests))(job);
  return reasonAgainst(job, customer, { now: connection.now, timeZone, policy, channel: "mail" });
}

function mayBeWritten({ db, tables: { jobs, unsubscribed } }: Sql): SQL | undefined {
  const left = db
    .select({ at: unsubscribed.at })
    .from(unsubscribed)
    .where(or(eq(unsubscribed.addressDigest, jobs.emailDigest), eq(unsubscribed.addressDigest, jobs.telephoneDigest)));
  return and(
    isNotNull(jobs.email),
    eq(jobs.isCancelled, false),
    isNull(jobs.skippedAt),
    or(isNull(jobs.mayContact), eq(jobs.mayContact, true)),
    sql`not exists ${left}`,
  );
}

/** Whether nobody with an address of a job was reached lately, and no mail to it came back. What this leaves is decided one by one. */
function isNewToUs({ db, tables: { jobs, invitations }, now }: SqlAt): SQL {
  const others = alias(jobs, "others");
  const asked = db
    .select({ id: others.id })
    .from(others)
    .innerJoin(invitations, eq(invitations.jobId, others.id))
    .where(
      or(
        and(
          or(eq(others.emailDigest, jobs.emailDigest), eq(others.telephoneDigest, jobs.telephoneDigest)),
          gt(invitations.invitedAt, now - RECENT_MS),
          or(isNull(invitations.undeliverableAt), isNotNull(invitations.answeredAt)),
        ),
        and(eq(others.emailDigest, jobs.emailDigest), isNotNull(invitations.undeliverableAt)),
      ),
    );
  return sql`not exists ${asked}`;
}

function hasNoMessage(connection: Sql, kind: MessageKind, jobId: SQLWrapper = connection.tables.jobs.id): SQL {
  const { outbox } = connection.tables;
  const found = connection.db
    .select({ id: outbox.id })
    .from(outbox)
    .where(isMailOf(connection, jobId, kind));
  return sql`not exists ${found}`;
}

async function dueReminders(connection: SqlAt, { policy }: OutboxRules): Promise<Owed[]> {
  const { db, tables, now } = connection;
  const { invitations, jobs, outbox } = tables;
  const rows = await db
    .select({ jobId: invitations.jobId })
    .from(invitations)
    .innerJoin(jobs, eq(jobs.id, invitations.jobId))
    .innerJoin(outbox, isMailOf(connection, invitations.jobId, "invitation"))
    .where(
      and(
        mayBeWritten(connection),
        isNull(invitations.answeredAt),
        isNull(invitations.undeliverableAt),
        isNull(invitations.withdrawnAt),
        gt(invitations.expiresAt, now),
        isNull(invitations.remindedAt),
        sql`${outbox.sentAt} <= ${now - policy.remindAfterMs}`,
        hasNoMessage(connection, "reminder", invitations.jobId),
      ),
    )
    .orderBy(invitations.invitedAt)
    .limit(PAGE_ROWS);
  return rows.map(({ jobId }) => ({ jobId, kind: "reminder" }));
}

async function dueNews(connection: SqlAt): Promise<Owed[]> {
  const { db, tables, now } = connection;
  const { invitations, jobs, outbox, removals, reviews } = tables;
  // A review that is withheld again needs a second message, so the first is deleted once the review is shown.
  const isShown = db
    .select({ key: sql`${invitations.jobId} || ' withheld'` })
    .from(invitations)
    .innerJoin(reviews, eq(reviews.id, invitations.reviewId))
    .where(isNull(reviews.withheld));
  await db
    .delete(outbox)
    .where(and(eq(outbox.kind, "mail"), isNotNull(outbox.endedAt), sql`${outbox.key} in ${isShown}`));
  const since = calendarDateAt(now - NEWS_MS, "UTC");
  const isReply = and(isNotNull(reviews.replyText), sql`${reviews.replyDate} >= ${since}`, mayBeWritten(connection));
  const isAbsent = (reason: SQLWrapper) => sql`${reason} in ${[...ABSENCE_REASONS]}`;
  const news = [
    { kind: "reply", of: reviews, where: isReply },
    { kind: "withheld", of: reviews, where: isAbsent(reviews.withheld) },
    { kind: "removed", of: removals, where: and(gt(removals.removedAt, now - NEWS_MS), isAbsent(removals.reason)) },
  ] as const;
  const owed: Owed[] = [];
  for (const { kind, of, where } of news) {
    const rows = await db
      .select({ jobId: jobs.id })
      .from(invitations)
      .innerJoin(jobs, eq(jobs.id, invitations.jobId))
      .innerJoin(of, eq(of.id, invitations.reviewId))
      .where(and(where, isNotNull(jobs.email), isNull(invitations.withdrawnAt), hasNoMessage(connection, kind)))
      .limit(PAGE_ROWS);
    owed.push(...rows.map(({ jobId }) => ({ jobId, kind })));
  }
  return owed;
}
