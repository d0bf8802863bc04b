/** Mail to customers in the outbox: owed by comparison, claimed when it may be sent, and settled under the claim. */

import { and, count, eq, exists, gt, isNotNull, isNull, lte, ne, or, sql } from "drizzle-orm";
import { DAY_MS, MINUTE_MS } from "../../durations.ts";
import {
  type AbsenceReason,
  type DueMessage,
  digestOfToken,
  GREETINGS,
  isAbsenceReason,
  type ListedJob,
  linkToken,
  type MessageKind,
  type MessageSettlement,
  mailKey,
  type OutboxRules,
  type OutboxState,
  type OutboxStore,
  pauseAfter,
  type SendingPause,
  withinHours,
} from "../../invitations/mod.ts";
import type { ClaimedBatch, ClaimRequest } from "../../outbox/mod.ts";
import type { Business } from "../../review/mod.ts";
import { countRows, type Sql, type SqlAt } from "./dialect.ts";
import { jobReads } from "./jobs.ts";
import {
  changesBy,
  claimStore,
  claimsOf,
  exchange,
  isOpen,
  type OutboxRow,
  type OutboxTransactions,
  settleRow,
} from "./outbox.ts";
import { type OwedMail, queueMessages, senderOf, whyNot } from "./owed_messages.ts";
import { readJson, saveSetting } from "./stored_settings.ts";

const PER_MINUTE = 60;
const LOOK_AGAIN_MS = 1000;
const PAUSE = "mail_pause";

export function createOutboxStore(transactions: OutboxTransactions): OutboxStore {
  const { read, write } = transactions;
  return {
    queueMessages: (rules) => write((transaction) => queueMessages(transaction, rules)),
    exchangeMessages: exchange(transactions, { settle, claim }),
    ...claimStore(transactions),
    saveBounce: (messageId, status) => write((transaction) => saveBounce(transaction, messageId, status)),
    outboxState: () => read(readState),
  };
}

const claimDue = claimsOf("mail");
/** Claims for the evening, when all other messages wait: invitations to jobs of a known time. */
const claimOfTimed = claimsOf("mail", ({ db, tables: { jobs, outbox } }) => {
  const suffix = mailKey("", "invitation");
  const isOfRow = sql`${outbox.key} like ${`%${suffix}`} and ${jobs.id} = substr(${outbox.key}, 1, length(${outbox.key}) - ${suffix.length})`;
  return exists(
    db
      .select({ id: jobs.id })
      .from(jobs)
      .where(and(isOfRow, isNotNull(jobs.finishedAt))),
  );
});

/** Claims messages that may be sent now, at most as many as hours, minute and day leave; whatever may not be sent any more is dropped. */
async function claim(transaction: SqlAt, request: ClaimRequest & OutboxRules): Promise<ClaimedBatch<DueMessage>> {
  const { db, tables } = transaction;
  const business = await senderOf(transaction);
  const { waitMs, othersWaitMs } = business === null ? NO_SENDER : await untilAllowed(transaction, business.time_zone);
  const left = waitMs > 0 ? 0 : await leftToSend(transaction, request);
  const limit = Math.min(request.limit, left);
  // What was begun counts within its minute, whatever becomes of it.
  const claimRows = othersWaitMs > waitMs ? claimOfTimed : claimDue;
  const rows = await claimRows(transaction, { ...request, limit }, { notAgainWithinMs: MINUTE_MS });
  if (business === null || waitMs > 0) return { claimed: [], nextInMs: Math.min(waitMs, MINUTE_MS * 10) };
  const claimed: DueMessage[] = [];
  for (const row of rows.claimed) {
    const message = await dueMessage(transaction, row, request, business);
    if (message === null) await db.delete(tables.outbox).where(eq(tables.outbox.id, row.id));
    else claimed.push(message);
  }
  const hasDropped = claimed.length < rows.claimed.length;
  if (hasDropped) return { claimed, nextInMs: 0 };
  const isFull = limit === 0 && request.limit > 0;
  if (isFull) return { claimed, nextInMs: LOOK_AGAIN_MS };
  const nextInMs = othersWaitMs > waitMs ? Math.min(rows.nextInMs ?? othersWaitMs, othersWaitMs) : rows.nextInMs;
  return { claimed, nextInMs };
}

const NO_SENDER = { waitMs: 10 * MINUTE_MS, othersWaitMs: 10 * MINUTE_MS };

/** Time until any message may be sent, by the hours of the day and a pause, 0 if now; and the same for messages not about a timed job. */
async function untilAllowed(connection: SqlAt, timeZone: string) {
  const { now } = connection;
  const pausedUntil = (await readPause(connection))?.until ?? now;
  const waitMsOf = (isTimed: boolean) => Math.max(withinHours(now, timeZone, isTimed), pausedUntil) - now;
  return { waitMs: waitMsOf(true), othersWaitMs: waitMsOf(false) };
}

/** The pause; null if there is none, or if it ends further ahead than any can: a clock was set back. */
async function readPause(connection: SqlAt): Promise<SendingPause | null> {
  const pause = await readJson<SendingPause>(connection, PAUSE);
  return pause === undefined || pause.until > connection.now + 2 * 60 * MINUTE_MS ? null : pause;
}

/** How many messages may be begun, by the limits of a minute and a day over all servers. */
async function leftToSend(transaction: SqlAt, { perDay }: OutboxRules): Promise<number> {
  const { tables, now } = transaction;
  const { outbox } = tables;
  const { attemptedAt, endedAt } = outbox;
  const isRecent = or(isNull(endedAt), gt(endedAt, now - MINUTE_MS));
  const isBegun = and(isMail(transaction), isRecent, gt(attemptedAt, now - MINUTE_MS), lte(attemptedAt, now));
  const left = PER_MINUTE - (await countRows(transaction, outbox, isBegun));
  if (perDay === null) return Math.max(0, left);
  const underWay = await countRows(transaction, outbox, and(isOpen(transaction, "mail"), isNotNull(outbox.claim)));
  const sent = underWay + (await countSent(transaction)) + (await countTests(transaction));
  return Math.max(0, Math.min(left, perDay - sent));
}

function countSent(transaction: SqlAt): Promise<number> {
  const { tables, now } = transaction;
  const { endedAt, sentAt } = tables.outbox;
  const isSent = and(isMail(transaction), gt(endedAt, now - DAY_MS), isNotNull(sentAt));
  return countRows(transaction, tables.outbox, isSent);
}

function isMail({ tables: { outbox } }: Sql) {
  return eq(outbox.kind, "mail");
}

/** Tests of mail within a day: the provider counts them as well. */
async function countTests(connection: SqlAt): Promise<number> {
  const tests = (await readJson<readonly { readonly at: number }[]>(connection, "mail_tests")) ?? [];
  return tests.filter(({ at }) => at > connection.now - DAY_MS && at <= connection.now).length;
}

/** What a claimed message is made from; null when it is not wanted any more. */
async function dueMessage(
  connection: SqlAt,
  { id, destination, attempts, attemptedAt, payload }: OutboxRow,
  rules: OutboxRules,
  business: Business,
): Promise<DueMessage | null> {
  const { now } = connection;
  const { jobId, kind, messageId, putOffAt } = payload as OwedMail;
  const timeZone = business.time_zone;
  const [listed] = await jobReads(connection).list([jobId]);
  if (listed?.job.email == null) return null;
  const { job } = listed;
  const { email: to } = listed.job;
  let reason: AbsenceReason | null = null;
  if (kind === "invitation") {
    const isFirst = listed.invitation === null;
    if (isFirst && (await whyNot(connection, listed, rules, timeZone)) !== null) return null;
    // Sent once already, perhaps: only later wishes of the customer or the owner count.
    if (!isFirst && !(await mayStillAsk(connection, listed))) return null;
  } else if (kind === "reminder") {
    if (!(await mayStillAsk(connection, listed))) return null;
  } else {
    const news = await newsFor(connection, listed, kind);
    if (news === null) return null;
    reason = news.reason;
  }
  const { policy, linkKey } = rules;
  const expiresAt = listed.invitation?.expiresAt ?? now + policy.expiresAfterMs;
  if (listed.invitation === null) {
    const tokenDigest = digestOfToken(linkToken(linkKey, jobId));
    await connection.db
      .insert(connection.tables.invitations)
      .values({ jobId, tokenDigest, invitedBy: "mail", invitedAt: now, expiresAt });
  }
  const greetings = (await readJson<Readonly<Record<string, string>>>(connection, GREETINGS)) ?? {};
  const putOffForMs = putOffAt === null ? null : attemptedAt - putOffAt;
  return {
    id,
    destination,
    messageId,
    jobId,
    kind,
    attempts,
    putOffForMs,
    to,
    business,
    job,
    reason,
    expiresAt,
    timeZone,
    greetings,
  };
}

async function mayStillAsk(connection: SqlAt, { job, invitation }: ListedJob): Promise<boolean> {
  const isOver =
    invitation === null ||
    invitation.answeredAt !== null ||
    invitation.withdrawnAt !== null ||
    invitation.undeliverableAt !== null ||
    invitation.expiresAt <= connection.now;
  if (isOver || job.isCancelled || job.skippedAt !== null || job.mayContact === false) return false;
  return !(await hasUnsubscribed(connection, job));
}

async function hasUnsubscribed(connection: SqlAt, job: ListedJob["job"]): Promise<boolean> {
  const digests = [job.emailDigest, job.telephoneDigest].filter((digest) => digest !== null);
  return (await jobReads(connection).unsubscribed(digests)).size > 0;
}

/** The news for an author, if it still holds. After unsubscribing, an author only hears what happened to their own words. */
async function newsFor(
  connection: SqlAt,
  { job, invitation }: ListedJob,
  kind: MessageKind,
): Promise<{ readonly reason: AbsenceReason | null } | null> {
  const { db, tables } = connection;
  const { reviews, removals } = tables;
  if (invitation?.reviewId == null || invitation.withdrawnAt !== null) return null;
  const { reviewId } = invitation;
  if (kind === "removed") {
    const [row] = await db.select({ reason: removals.reason }).from(removals).where(eq(removals.id, reviewId));
    return row !== undefined && isAbsenceReason(row.reason) ? { reason: row.reason } : null;
  }
  const [row] = await db
    .select({ withheld: reviews.withheld, reply: reviews.replyText })
    .from(reviews)
    .where(eq(reviews.id, reviewId));
  if (row === undefined) return null;
  if (kind === "withheld") return isAbsenceReason(row.withheld) ? { reason: row.withheld } : null;
  return row.reply === null || (await hasUnsubscribed(connection, job)) ? null : { reason: null };
}

async function settle(transaction: SqlAt, settlement: MessageSettlement, name: string): Promise<void> {
  const { db, tables, now } = transaction;
  const { id, outcome, kind } = settlement;
  const row = await settleRow(transaction, { id, claim: name }, { outcome, ...changesBy(transaction, settlement) });
  if (kind === "paused") {
    await savePause(transaction, pauseAfter(await readPause(transaction), outcome, now));
  }
  if (kind === "accepted") await savePause(transaction, null);
  if (row === undefined) return;
  const mail = row.payload as OwedMail;
  if (kind === "again" && settlement.isPutOff && mail.putOffAt === null) {
    await db
      .update(tables.outbox)
      .set({ payload: { ...mail, putOffAt: now } })
      .where(eq(tables.outbox.id, id));
  }
  if (kind === "accepted" && mail.kind === "reminder") {
    await db.update(tables.invitations).set({ remindedAt: now }).where(eq(tables.invitations.jobId, mail.jobId));
  }
  if (kind === "undeliverable") await markUndeliverable(transaction, mail);
}

/** Marks the job of a request that was returned, unless its customer has answered and so was reached. */
async function markUndeliverable(
  { db, tables: { invitations }, now }: SqlAt,
  { jobId, kind }: Pick<OwedMail, "jobId" | "kind">,
): Promise<void> {
  if (kind !== "invitation" && kind !== "reminder") return;
  await db
    .update(invitations)
    .set({ undeliverableAt: now })
    .where(and(eq(invitations.jobId, jobId), isNull(invitations.answeredAt), isNull(invitations.undeliverableAt)));
}

async function savePause(connection: Sql, pause: SendingPause | null): Promise<void> {
  const { db, tables } = connection;
  if (pause === null) await db.delete(tables.keys).where(eq(tables.keys.name, PAUSE));
  else await saveSetting(connection, PAUSE, JSON.stringify(pause));
}

async function saveBounce(transaction: SqlAt, messageId: string, status: string): Promise<boolean> {
  const { db, dialect, tables } = transaction;
  const { outbox } = tables;
  const isOfIt = dialect.contains(outbox.payload, sql`${JSON.stringify(messageId)}`);
  const [row] = await db
    .update(outbox)
    .set({ outcome: `returned ${status}` })
    .where(and(isMail(transaction), isOfIt, ne(outbox.attemptedAt, 0)))
    .returning({ payload: outbox.payload });
  if (row !== undefined) await markUndeliverable(transaction, row.payload as OwedMail);
  return row !== undefined;
}

async function readState(transaction: SqlAt): Promise<OutboxState> {
  const { db, tables } = transaction;
  const { invitations, outbox } = tables;
  const [figures] = await db
    .select({
      waiting: count(),
      retried: sql<number>`count(*) filter (where ${outbox.attempts} > 0)`.mapWith(Number),
    })
    .from(outbox)
    .where(isOpen(transaction, "mail"));
  return {
    waiting: figures?.waiting ?? 0,
    retried: figures?.retried ?? 0,
    acceptedToday: await countSent(transaction),
    undeliverable: await countRows(transaction, invitations, isNotNull(invitations.undeliverableAt)),
    pause: await readPause(transaction),
  };
}
