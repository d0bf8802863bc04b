/** Notices to the owner in the outbox: owed by comparison, claimed when they may be sent, and settled under the claim. */

import { and, desc, eq, lt, sql } from "drizzle-orm";
import { DAY_MS } from "../../durations.ts";
import type {
  DueNotice,
  ListedNotice,
  NoticeChannel,
  NoticeRules,
  NoticeSettlement,
  NoticeStore,
  OwnerNotice,
} from "../../notices/mod.ts";
import type { ClaimedBatch, ClaimRequest } from "../../outbox/mod.ts";
import type { SqlAt } from "./dialect.ts";
import {
  changesBy,
  claimStore,
  claimsOf,
  exchange,
  type OutboxRow,
  type OutboxTransactions,
  owe,
  settleRow,
} from "./outbox.ts";
import { owedNotices } from "./owed_notices.ts";
import { readProfile } from "./stored_settings.ts";

/** How long a notice is remembered, in milliseconds. A failure that continues after that is reported again. */
const KEPT_MS = 30 * DAY_MS;

export function createNoticeStore(transactions: OutboxTransactions): NoticeStore {
  const { read, write } = transactions;
  return {
    queueNotices: (rules) => write((transaction) => queue(transaction, rules)),
    exchangeNotices: exchange(transactions, { settle, claim }),
    ...claimStore(transactions),
    listNotices: (limit) => read((transaction) => list(transaction, limit)),
  };
}

async function queue(transaction: SqlAt, rules: NoticeRules): Promise<number> {
  const { db, tables, now } = transaction;
  const { outbox } = tables;
  const owed = (await owedNotices(transaction, rules, now)).map(({ noticeId, notice, channel }) => {
    return { key: `${noticeId} ${channel}`, destination: channel, payload: notice };
  });
  const queued = await owe(transaction, "notice", owed);
  await db.delete(outbox).where(and(eq(outbox.kind, "notice"), lt(outbox.owedAt, now - KEPT_MS)));
  return queued;
}

const claimDue = claimsOf("notice", ({ dialect, tables: { outbox } }) =>
  dialect.isOneOf(outbox.destination, sql.placeholder("channels")),
);

async function claim(
  transaction: SqlAt,
  request: ClaimRequest & Pick<NoticeRules, "channels">,
): Promise<ClaimedBatch<DueNotice>> {
  const values = { channels: JSON.stringify(request.channels) };
  const { claimed, nextInMs } = await claimDue(transaction, request, { values });
  if (claimed.length === 0) return { claimed: [], nextInMs };
  const { name = null, language = null } = (await readProfile(transaction)) ?? {};
  const reader = { business: name, language };
  const due = claimed.map((each): DueNotice => {
    const { id, destination, attempts } = each;
    return { id, destination, attempts, ...noticeOf(each), reader };
  });
  return { claimed: due, nextInMs };
}

function noticeOf({ key, destination, owedAt, payload }: OutboxRow) {
  const [noticeId = ""] = key.split(" ");
  return { noticeId, channel: destination as NoticeChannel, at: owedAt, notice: payload as OwnerNotice };
}

async function settle(transaction: SqlAt, settlement: NoticeSettlement, name: string): Promise<void> {
  const { id, outcome } = settlement;
  await settleRow(transaction, { id, claim: name }, { outcome, ...changesBy(transaction, settlement) });
}

async function list({ db, tables: { outbox } }: SqlAt, limit: number): Promise<ListedNotice[]> {
  const rows = await db.select().from(outbox).where(eq(outbox.kind, "notice")).orderBy(desc(outbox.id)).limit(limit);
  return rows.map((row) => {
    const { attempts, dueAt, sentAt, endedAt, outcome } = row;
    const state = sentAt !== null ? "delivered" : endedAt === null ? "waiting" : "given_up";
    return { ...noticeOf(row), attempts, nextAttemptAt: dueAt, outcome, state };
  });
}
