/** Notices to the owner as rows: queued for what is owed, claimed when they may be sent, and settled under the claim. */
import { and, desc, eq, isNull, lt, sql } from "drizzle-orm";
import type { DueNotice, ListedNotice, NoticeRules, NoticeSettlement, NoticeStore } from "../../notices/mod.ts";
import type { ClaimedBatch, ClaimRequest } from "../../outbox/mod.ts";
import { CLAIMED, prepareClaims, prepareRelease, type RowTransactions, settleAndClaim, UNCLAIMED } from "./claims.ts";
import type { Sql } from "./dialect.ts";
import { owedNotices } from "./owed_notices.ts";

const { placeholder } = sql;
/** How long what was told is remembered, in milliseconds. A failure that goes on after that is told again. */
const KEPT_MS = 30 * 86_400_000;

type NoticeRows = ReturnType<typeof createNoticeRows>;

/** A store for one sender. */
export function createNoticeStore({ read, write }: RowTransactions<NoticeRows>): NoticeStore {
  return {
    queueNotices: (rules) => write((rows, now) => rows.queue(rules, now)),
    exchangeNotices: (settlements, request) => settleAndClaim(write, settlements, request),
    releaseNotices: (claim) => write((rows) => rows.release(claim), "repeatable"),
    listNotices: (limit) => read((rows) => rows.list(limit)),
  };
}

/** Prepares the statements once; each function is to be called inside of a transaction. */
export function createNoticeRows(connection: Sql) {
  const { notices } = connection.tables;
  return {
    queue: (rules: NoticeRules, now: number) => queue(connection, rules, now),
    claim: createClaim(connection),
    settle: (settlement: NoticeSettlement, claim: string, now: number) => settle(connection, settlement, claim, now),
    release: prepareRelease(connection, [notices]),
    list: (limit: number) => list(connection, limit),
  };
}

async function queue(connection: Sql, rules: NoticeRules, now: number): Promise<number> {
  const { db, tables } = connection;
  const { notices } = tables;
  let queued = 0;
  for (const { noticeId, notice, channel } of await owedNotices(connection, rules, now)) {
    const row = { noticeId, notice, channel, at: now };
    const added = await db.insert(notices).values(row).onConflictDoNothing().returning({ id: notices.id });
    queued += added.length;
  }
  await db.delete(notices).where(lt(notices.at, now - KEPT_MS));
  return queued;
}

function createClaim(connection: Sql) {
  const { db, tables, dialect, prepareRows } = connection;
  const { notices, business } = tables;
  const claimDue = prepareClaims(connection, {
    table: notices,
    destination: notices.channel,
    where: and(isNull(notices.endedAt), dialect.isOneOf(notices.channel, placeholder("channels"))),
    orderBy: [notices.id],
    claimRows: prepareRows(
      db
        .update(notices)
        .set(CLAIMED)
        .where(dialect.isOneOf(notices.id, placeholder("ids")))
        .returning(),
    ),
  });
  return async (
    { channels, ...request }: ClaimRequest & Pick<NoticeRules, "channels">,
    now: number,
  ): Promise<ClaimedBatch<DueNotice>> => {
    const { claimed, nextInMs } = await claimDue(request, now, [{ channels: JSON.stringify(channels) }]);
    if (claimed.length === 0) return { claimed: [], nextInMs };
    const [row] = await db.select({ profile: business.profile }).from(business);
    const { name = null, language = null } = row?.profile ?? {};
    const due = claimed.map(({ id, noticeId, channel, at, notice, attempts }): DueNotice => {
      return { id, noticeId, channel, at, notice, attempts, reader: { business: name, language } };
    });
    return { claimed: due, nextInMs };
  };
}

/** A claim that was taken over leaves nothing to settle. */
async function settle({ db, tables: { notices } }: Sql, settlement: NoticeSettlement, claim: string, now: number) {
  const { id, outcome } = settlement;
  await db
    .update(notices)
    .set({ ...UNCLAIMED, outcome, ...changesBy(notices, settlement, now) })
    .where(and(eq(notices.id, id), eq(notices.claim, claim)));
}

function changesBy({ attempts }: Sql["tables"]["notices"], settlement: NoticeSettlement, now: number) {
  switch (settlement.kind) {
    case "delivered":
      return { deliveredAt: now, endedAt: now };
    case "given_up":
      return { endedAt: now };
    case "again":
      return { attempts: sql`${attempts} + 1`, nextAttemptAt: now + settlement.retryInMs };
    case "released":
      return {};
  }
}

async function list({ db, tables: { notices } }: Sql, limit: number): Promise<ListedNotice[]> {
  const rows = await db.select().from(notices).orderBy(desc(notices.id)).limit(limit);
  return rows.map(({ noticeId, channel, at, notice, attempts, nextAttemptAt, deliveredAt, endedAt, outcome }) => {
    const state = deliveredAt !== null ? "delivered" : endedAt === null ? "waiting" : "given_up";
    return { noticeId, channel, at, notice, attempts, nextAttemptAt, outcome, state };
  });
}
