/**
 * The outbox as rows: messages are queued for what is owed, claimed when they may be sent, and settled under the claim.
 */

import { and, count, eq, gt, isNotNull, isNull, lte, ne, or, sql } from "drizzle-orm";
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
  type OutboxRules,
  type OutboxState,
  type OutboxStore,
  pauseAfter,
  type SendingPause,
  withinHours,
} from "../../invitations/mod.ts";
import type { ClaimedBatch, ClaimRequest } from "../../outbox/mod.ts";
import type { Business } from "../../review/mod.ts";
import { CLAIMED, prepareClaims, prepareRelease, type RowTransactions, settleAndClaim, UNCLAIMED } from "./claims.ts";
import { countRows, type Sql } from "./dialect.ts";
import { jobReads } from "./jobs.ts";
import { type Owed, queueMessages, senderOf, whyNot } from "./owed_messages.ts";

const { placeholder } = sql;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const PER_MINUTE = 60;
/** When it is looked again after a limit was reached. */
const LOOK_AGAIN_MS = 1000;
/** Name of the setting that holds the pause. */
const PAUSE = "mail_pause";

type OutboxRows = ReturnType<typeof createOutboxRows>;

export function createOutboxStore({ read, write }: RowTransactions<OutboxRows>): OutboxStore {
  return {
    queueMessages: (rules) => write((rows, now) => rows.queue(rules, now)),
    exchangeMessages: (settlements, request) => settleAndClaim(write, settlements, request),
    releaseMessages: (claim) => write((rows) => rows.release(claim), "repeatable"),
    saveBounce: (messageId, status) => write((rows, now) => rows.bounce(messageId, status, now)),
    outboxState: () => read((rows, now) => rows.state(now)),
  };
}

/** Prepares the statements once; each function is to be called inside of a transaction. */
export function createOutboxRows(connection: Sql) {
  const { messages } = connection.tables;
  return {
    queue: (rules: OutboxRules, now: number) => queueMessages(connection, rules, now),
    claim: createClaim(connection),
    settle: (settlement: MessageSettlement, claim: string, now: number) => settle(connection, settlement, claim, now),
    release: prepareRelease(connection, [messages]),
    bounce: (messageId: string, status: string, now: number) => saveBounce(connection, messageId, status, now),
    state: (now: number) => readState(connection, now),
  };
}

/** Claims messages that may be sent now, at most as many as hours, minute and day leave; whatever may not be sent any more is dropped. */
function createClaim(connection: Sql) {
  const { db, tables, dialect, prepareRows } = connection;
  const { messages } = tables;
  const claimDue = prepareClaims(connection, {
    table: messages,
    destination: messages.kind,
    where: isNull(messages.endedAt),
    orderBy: [messages.attemptedAt, messages.id],
    claimRows: prepareRows(
      db
        .update(messages)
        .set({ ...CLAIMED, attemptedAt: sql`${placeholder("now")}` })
        .where(dialect.isOneOf(messages.id, placeholder("ids")))
        .returning(),
    ),
    // What was begun counts within its minute, whether it was sent or not.
    whenVoid: { nextAttemptAt: sql`${messages.attemptedAt} + ${MINUTE_MS}` },
  });

  return async (request: ClaimRequest & OutboxRules, now: number): Promise<ClaimedBatch<DueMessage>> => {
    const business = await senderOf(connection);
    const waitMs = business === null ? 10 * MINUTE_MS : await untilAllowed(connection, business, now);
    const left = waitMs > 0 ? 0 : await leftToSend(connection, request, now);
    const limit = Math.min(request.limit, left);
    // Claims that nobody renewed end all the same.
    const { claimed, nextInMs } = await claimDue({ ...request, limit }, now);
    if (business === null || waitMs > 0) return { claimed: [], nextInMs: Math.min(waitMs, MINUTE_MS * 10) };
    const due: DueMessage[] = [];
    for (const row of claimed) {
      const message = await dueMessage(connection, row, request, business, now);
      if (message === null) await db.delete(messages).where(eq(messages.id, row.id));
      else due.push(message);
    }
    const hasDropped = due.length < claimed.length;
    const isFull = limit === 0 && request.limit > 0;
    return { claimed: due, nextInMs: hasDropped ? 0 : isFull ? LOOK_AGAIN_MS : nextInMs };
  };
}

type MessageRow = Sql["tables"]["messages"]["$inferSelect"];

/** How long until anything may be sent, by the hours of the day and a pause; 0 when it may. */
async function untilAllowed(connection: Sql, business: Business, now: number): Promise<number> {
  const pause = await readPause(connection, now);
  return Math.max(withinHours(now, business.time_zone), pause?.until ?? now) - now;
}

/** The pause; null when there is none, or when its end lies further ahead than any can: a clock was set back. */
async function readPause({ db, tables: { keys } }: Sql, now: number): Promise<SendingPause | null> {
  const [row] = await db.select({ value: keys.value }).from(keys).where(eq(keys.name, PAUSE));
  if (row === undefined) return null;
  const pause = JSON.parse(row.value) as SendingPause;
  return pause.until > now + 2 * 60 * MINUTE_MS ? null : pause;
}

/** How many messages may be begun, by the limits of a minute and a day over all servers. */
async function leftToSend(connection: Sql, { perDay }: OutboxRules, now: number): Promise<number> {
  const { messages } = connection.tables;
  const { acceptedAt, attemptedAt, claim } = messages;
  const begun = await countRows(connection, messages, and(gt(attemptedAt, now - MINUTE_MS), lte(attemptedAt, now)));
  const left = PER_MINUTE - begun;
  if (perDay === null) return Math.max(0, left);
  const sent = await countRows(connection, messages, or(gt(acceptedAt, now - DAY_MS), isNotNull(claim)));
  return Math.max(0, Math.min(left, perDay - sent - (await countTests(connection, now))));
}

/** Tests of mail within a day: the provider counts them as well. */
async function countTests({ db, tables: { keys } }: Sql, now: number): Promise<number> {
  const [row] = await db.select({ value: keys.value }).from(keys).where(eq(keys.name, "mail_tests"));
  const tests = row === undefined ? [] : (JSON.parse(row.value) as readonly { readonly at: number }[]);
  return tests.filter(({ at }) => at > now - DAY_MS && at <= now).length;
}

/** What a claimed message is made from; null when it is not wanted any more. */
async function dueMessage(
  connection: Sql,
  { id, jobId, kind, messageId, attempts, attemptedAt, putOffAt }: MessageRow,
  rules: OutboxRules,
  business: Business,
  now: number,
): Promise<DueMessage | null> {
  const timeZone = business.time_zone;
  const [listed] = await jobReads({ ...connection, now }).list([jobId]);
  if (listed?.job.email == null) return null;
  const { job } = listed;
  const { email: to } = listed.job;
  let reason: AbsenceReason | null = null;
  if (kind === "invitation") {
    const isFirst = listed.invitation === null;
    if (isFirst && (await whyNot(connection, listed, rules, { now, timeZone })) !== null) return null;
    // Sent once already, perhaps: only later wishes of the customer or the owner count.
    if (!isFirst && !(await mayStillAsk(connection, listed, now))) return null;
  } else if (kind === "reminder") {
    if (!(await mayStillAsk(connection, listed, now))) return null;
  } else {
    const news = await newsFor(connection, listed, kind, now);
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
  const greetings = await readGreetings(connection);
  const putOffForMs = putOffAt === null ? null : attemptedAt - putOffAt;
  return {
    id,
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

/** Whether a customer who was invited may be written to again about the same job. */
async function mayStillAsk(connection: Sql, { job, invitation }: ListedJob, now: number): Promise<boolean> {
  const isOver =
    invitation === null ||
    invitation.answeredAt !== null ||
    invitation.withdrawnAt !== null ||
    invitation.undeliverableAt !== null ||
    invitation.expiresAt <= now;
  if (isOver || job.isCancelled || job.skippedAt !== null || job.mayContact === false) return false;
  return !(await hasUnsubscribed(connection, { job }, now));
}

async function hasUnsubscribed(connection: Sql, { job }: Pick<ListedJob, "job">, now: number): Promise<boolean> {
  const digests = [job.emailDigest, job.telephoneDigest].filter((digest) => digest !== null);
  return (await jobReads({ ...connection, now }).unsubscribed(digests)).size > 0;
}

/** The news for an author, if it still holds. After unsubscribing, an author only hears what happened to their own words. */
async function newsFor(
  connection: Sql,
  { job, invitation }: ListedJob,
  kind: MessageKind,
  now: number,
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
  return row.reply === null || (await hasUnsubscribed(connection, { job }, now)) ? null : { reason: null };
}

/** A claim that was taken over leaves nothing to settle. */
async function settle(connection: Sql, settlement: MessageSettlement, claim: string, now: number): Promise<void> {
  const { db, tables } = connection;
  const { messages } = tables;
  const { id, outcome, kind } = settlement;
  const [row] = await db
    .update(messages)
    .set({ ...UNCLAIMED, outcome, ...changesBy(connection, settlement, now) })
    .where(and(eq(messages.id, id), eq(messages.claim, claim)))
    .returning({ jobId: messages.jobId, kind: messages.kind });
  if (kind === "paused") await savePause(connection, pauseAfter(await readPause(connection, now), outcome, now));
  if (kind === "accepted") await savePause(connection, null);
  if (row === undefined) return;
  if (kind === "accepted" && row.kind === "reminder") {
    await db.update(tables.invitations).set({ remindedAt: now }).where(eq(tables.invitations.jobId, row.jobId));
  }
  if (kind === "undeliverable") await markUndeliverable(connection, row, now);
}

function changesBy({ tables: { messages } }: Sql, settlement: MessageSettlement, now: number) {
  switch (settlement.kind) {
    case "accepted":
      return { acceptedAt: now, endedAt: now };
    case "undeliverable":
      return { endedAt: now };
    case "again":
      return {
        attempts: sql`${messages.attempts} + 1`,
        nextAttemptAt: now + settlement.retryInMs,
        ...(settlement.isPutOff && { putOffAt: sql`coalesce(${messages.putOffAt}, ${now})` }),
      };
    case "paused":
      return {};
  }
}

/** What asked for a review and came back; an author who answered was reached. */
async function markUndeliverable(
  { db, tables: { invitations } }: Sql,
  { jobId, kind }: Owed,
  now: number,
): Promise<void> {
  if (kind !== "invitation" && kind !== "reminder") return;
  await db
    .update(invitations)
    .set({ undeliverableAt: now })
    .where(and(eq(invitations.jobId, jobId), isNull(invitations.answeredAt), isNull(invitations.undeliverableAt)));
}

async function savePause({ db, tables: { keys } }: Sql, pause: SendingPause | null): Promise<void> {
  if (pause === null) return void (await db.delete(keys).where(eq(keys.name, PAUSE)));
  const value = JSON.stringify(pause);
  await db.insert(keys).values({ name: PAUSE, value }).onConflictDoUpdate({ target: keys.name, set: { value } });
}

async function readGreetings({ db, tables: { keys } }: Sql): Promise<Readonly<Record<string, string>>> {
  const [row] = await db.select({ value: keys.value }).from(keys).where(eq(keys.name, GREETINGS));
  return row === undefined ? {} : (JSON.parse(row.value) as Record<string, string>);
}

async function saveBounce(connection: Sql, messageId: string, status: string, now: number): Promise<boolean> {
  const { db, tables } = connection;
  const { messages } = tables;
  const [row] = await db
    .update(messages)
    .set({ outcome: `returned ${status}` })
    .where(and(eq(messages.messageId, messageId), ne(messages.attemptedAt, 0)))
    .returning({ jobId: messages.jobId, kind: messages.kind });
  if (row !== undefined) await markUndeliverable(connection, row, now);
  return row !== undefined;
}

async function readState(connection: Sql, now: number): Promise<OutboxState> {
  const { db, tables } = connection;
  const { invitations, messages } = tables;
  const [figures] = await db
    .select({
      waiting: count(),
      retried: sql<number>`count(*) filter (where ${messages.attempts} > 0)`.mapWith(Number),
    })
    .from(messages)
    .where(isNull(messages.endedAt));
  return {
    waiting: figures?.waiting ?? 0,
    retried: figures?.retried ?? 0,
    acceptedToday: await countRows(connection, messages, gt(messages.acceptedAt, now - DAY_MS)),
    undeliverable: await countRows(connection, invitations, isNotNull(invitations.undeliverableAt)),
    pause: await readPause(connection, now),
  };
}
