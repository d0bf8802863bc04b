/** Finds the notices owed to an owner, from reviews, objections, the log and failures: nothing has to remember to queue anything. */

import { and, avg, count, eq, gt, gte, inArray, isNotNull, isNull, lt, max, min, or, type SQL, sql } from "drizzle-orm";
import { DAY_MS } from "../../durations.ts";
import {
  type Digest,
  lastDigest,
  MAX_NAMED,
  type NoticeChannel,
  type NoticeRules,
  noticeIdOf,
  type OwnerNotice,
  type ReviewsChanged,
  typeOfCounts,
} from "../../notices/mod.ts";
import { calendarDateAt } from "../../review/mod.ts";
import { countRows, type Sql } from "./dialect.ts";
import { readState } from "./editions.ts";
import { readJson, readProfile, readSetting, saveSetting } from "./stored_settings.ts";

const LOOK_BACK_MS = 7 * DAY_MS;
/** Lines of the log before the last that was seen, in case somebody else's transaction with a smaller number ended later. */
const LINES_BACK = 200;
const TROUBLING_FAILURES = 3;

const MARK_SETTING = "notices";

/** How far the owner has been notified. */
interface Mark {
  /** Since when there is each channel: it gets no notices of earlier events. */
  readonly since: Readonly<Partial<Record<NoticeChannel, number>>>;
  readonly revision: number;
  readonly line: number;
  readonly low: Readonly<Record<string, number>>;
}

interface Owed {
  readonly key: string;
  readonly at: number;
  readonly notice: OwnerNotice;
}

/** The notices for each channel, those that are queued already included. Notes how far it has looked. */
export async function owedNotices(connection: Sql, rules: NoticeRules, now: number) {
  const { db, tables } = connection;
  const { changes } = tables;
  const kept = await readJson<Mark>(connection, MARK_SETTING);
  const { revision } = await readState(connection);
  const [last] = await db.select({ line: max(changes.number) }).from(changes);
  const startedAt = Math.min(rules.startedAt ?? now, now);
  const mark: Mark = kept ?? {
    since: {},
    line: last?.line ?? 0,
    low: {},
    revision: rules.startedAt === undefined ? revision : ((await revisionBefore(connection, startedAt)) ?? revision),
  };
  const since = Object.fromEntries(rules.channels.map((channel) => [channel, mark.since[channel] ?? startedAt]));
  const low = lowDisks(mark.low, rules, now);
  const business = await readProfile(connection);
  const owed = [
    ...(await changedReviews(connection, { after: mark.revision, upTo: revision })),
    ...(await objections(connection, now)),
    ...(await removedSubscribers(connection, mark.line - LINES_BACK)),
    ...(await failures(connection, now)),
    ...(await undeliverable(connection, now)),
    ...low.owed,
    ...(business === undefined || business.is_sample
      ? []
      : await digest(connection, business.time_zone, { earliest: Math.min(...Object.values(since)), now })),
  ];
  const next = JSON.stringify({ since, revision, line: last?.line ?? 0, low: low.kept } satisfies Mark);
  if (next !== JSON.stringify(kept)) await saveSetting(connection, MARK_SETTING, next);
  const authority = (await readSetting(connection, "authority")) ?? "";
  return owed.flatMap(({ key, at, notice }) => {
    const noticeId = noticeIdOf(authority, key);
    return rules.channels
      .filter((channel) => at >= (since[channel] ?? now))
      .map((channel) => ({ noticeId, notice, channel }));
  });
}

async function revisionBefore({ db, tables: { revisions } }: Sql, instant: number): Promise<number | null> {
  const [row] = await db
    .select({ first: min(revisions.revision) })
    .from(revisions)
    .where(gte(revisions.at, instant));
  return row?.first == null ? null : row.first - 1;
}

/** Acts of the owner that change what readers see of a review, and not what its author says. */
const OWN_ACTS = ["reply", "mentions", "profile", "seed", "recover"];

type Kind = keyof ReviewsChanged["counts"];

/** Conditions of reviews that were newly published, changed or withdrawn; copies appear and disappear with the review that counts. */
function conditionsOf({
  reviews,
}: Sql["tables"]): readonly { kind: Kind; column: typeof reviews.changedIn; where: SQL | undefined }[] {
  const isShown = and(isNull(reviews.withheld), isNull(reviews.copyOf));
  const column = reviews.changedIn;
  return [
    { kind: "new", column: reviews.publishedIn as unknown as typeof column, where: isShown },
    { kind: "edited", column, where: and(isShown, lt(sql`${reviews.publishedIn}`, column)) },
    {
      kind: "withdrawn",
      column,
      where: and(isNotNull(reviews.publishedIn), isNotNull(reviews.withheld), isNull(reviews.copyOf)),
    },
  ];
}

async function changedReviews(
  connection: Sql,
  { after, upTo }: { readonly after: number; readonly upTo: number },
): Promise<Owed[]> {
  const { db, tables } = connection;
  const { changes, revisions } = tables;
  const counts = await countsAfter(connection, after);
  // What was committed while this reads comes the next time, whole.
  const made = [...counts.keys()].filter((revision) => revision <= upTo);
  if (made.length === 0) return [];
  const instants = await db
    .select()
    .from(revisions)
    .where(inArray(revisions.revision, made))
    .orderBy(revisions.revision);
  const own = await db
    .selectDistinct({ revision: changes.revision })
    .from(changes)
    .where(and(inArray(changes.revision, made), inArray(changes.command, OWN_ACTS)));
  const isOwn = new Set(own.map(({ revision }) => revision));
  const owed: Owed[] = [];
  for (const { revision, at } of instants) {
    const found = counts.get(revision);
    const type = found === undefined || isOwn.has(revision) ? null : typeOfCounts(found);
    if (found === undefined || type === null) continue;
    const ids = await idsOf(connection, revision);
    const [id] = found.new + found.edited + found.withdrawn === 1 ? ids : [];
    const data = { revision, counts: found, ...(id !== undefined && { review_id: id }), review_ids: ids };
    owed.push({ key: `revision ${revision} ${at}`, at, notice: { type, data } });
  }
  return owed;
}

async function countsAfter({ db, tables }: Sql, after: number): Promise<Map<number, ReviewsChanged["counts"]>> {
  const { reviews, withdrawals } = tables;
  const counts = new Map<number, ReviewsChanged["counts"]>();
  const add = (kind: Kind, rows: readonly { readonly revision: number | null; readonly count: number }[]) => {
    for (const { revision, count: more } of rows) {
      const before = counts.get(revision ?? 0) ?? { new: 0, edited: 0, withdrawn: 0 };
      counts.set(revision ?? 0, { ...before, [kind]: before[kind] + more });
    }
  };
  for (const { kind, column, where } of conditionsOf(tables)) {
    // Nothing is published in a later revision than it is changed in, and there is an index for that.
    const isLater = and(gt(reviews.changedIn, after), gt(column, after));
    add(
      kind,
      await db.select({ revision: column, count: count() }).from(reviews).where(and(isLater, where)).groupBy(column),
    );
  }
  const { revision } = withdrawals;
  add(
    "withdrawn",
    await db.select({ revision, count: count() }).from(withdrawals).where(gt(revision, after)).groupBy(revision),
  );
  return counts;
}

async function idsOf({ db, tables }: Sql, revision: number): Promise<string[]> {
  const { reviews, withdrawals } = tables;
  const ids: string[] = [];
  for (const { column, where } of conditionsOf(tables)) {
    const rows = db
      .select({ id: reviews.id })
      .from(reviews)
      .where(and(gte(reviews.changedIn, revision), eq(column, revision), where));
    ids.push(...(await rows.orderBy(reviews.number).limit(MAX_NAMED)).map(({ id }) => id));
  }
  const gone = db.select({ id: withdrawals.id }).from(withdrawals).where(eq(withdrawals.revision, revision));
  ids.push(...(await gone.orderBy(withdrawals.id).limit(MAX_NAMED)).map(({ id }) => id));
  return ids.slice(0, MAX_NAMED);
}

/** Each objection of an author; reports of readers once a day for each review, since anybody may report. */
async function objections({ db, tables: { contests, reports } }: Sql, now: number): Promise<Owed[]> {
  const from = now - LOOK_BACK_MS;
  const contested = await db.select().from(contests).where(gt(contests.at, from));
  const reported = await db.select().from(reports).where(gt(reports.at, from)).orderBy(reports.id);
  return [
    ...contested.map(({ id, reviewId, at }): Owed => {
      return { key: `contest ${id} ${at}`, at, notice: { type: "review.contested", data: { review_id: reviewId } } };
    }),
    ...reported.map(({ reviewId, reason, at }): Owed => {
      const data = { review_id: reviewId, reason };
      return { key: `report ${reviewId} ${calendarDateAt(at, "UTC")}`, at, notice: { type: "review.reported", data } };
    }),
  ];
}

async function removedSubscribers({ db, tables: { changes } }: Sql, after: number): Promise<Owed[]> {
  const lines = await db
    .select()
    .from(changes)
    .where(and(gt(changes.number, after), eq(changes.command, "hub removed")));
  return lines.map(({ number, at, detail }): Owed => {
    const data = { subscription: Number(detail.subscription), reason: String(detail.reason) };
    return { key: `subscriber ${number} ${at}`, at, notice: { type: "subscriber.removed", data } };
  });
}

/** Failures that last; sent by every channel, whenever they began. */
async function failures(connection: Sql, now: number): Promise<Owed[]> {
  const importing = await readJson<{ readonly since: number | null }>(connection, "import_failure");
  const backups = await readJson<{ readonly failures: number; readonly failingSince?: number }>(connection, "backups");
  const owed: Owed[] = [];
  if (importing?.since != null) {
    const since = new Date(importing.since).toISOString();
    owed.push({ key: `import ${since}`, at: now, notice: { type: "import.failed", data: { since } } });
  }
  if (backups !== undefined && backups.failures >= TROUBLING_FAILURES) {
    const since = new Date(backups.failingSince ?? 0).toISOString();
    const data = { since, failures: backups.failures };
    owed.push({ key: `backup ${since}`, at: now, notice: { type: "backup.failed", data } });
  }
  return owed;
}

/** Customers whom mail did not reach, once for each day on which there are some. */
async function undeliverable({ db, tables: { invitations } }: Sql, now: number): Promise<Owed[]> {
  const { undeliverableAt } = invitations;
  const rows = await db
    .select({ at: undeliverableAt })
    .from(invitations)
    .where(gt(undeliverableAt, now - LOOK_BACK_MS));
  const days = Map.groupBy(rows, ({ at }) => calendarDateAt(at ?? 0, "UTC"));
  return [...days].map(([date, some]): Owed => {
    const at = Math.max(...some.map((each) => each.at ?? 0));
    return {
      key: `undeliverable ${date}`,
      at,
      notice: { type: "mail.undeliverable", data: { date, count: some.length } },
    };
  });
}

function lowDisks(before: Mark["low"], { host, low }: NoticeRules, now: number) {
  const others = Object.entries(before).filter(([name]) => !name.startsWith(`${host} `));
  const mine = low.map((disk): [string, number] => [`${host} ${disk}`, before[`${host} ${disk}`] ?? now]);
  const owed = low.map((disk): Owed => {
    const since = new Date(before[`${host} ${disk}`] ?? now).toISOString();
    return { key: `disk ${host} ${disk} ${since}`, at: now, notice: { type: "disk.low", data: { disk, since } } };
  });
  return { kept: Object.fromEntries([...others, ...mine]), owed };
}

/** The week before the last Monday, unless its digest was sent, or there was no channel then. */
async function digest(
  connection: Sql,
  timeZone: string,
  { earliest, now }: { readonly earliest: number; readonly now: number },
): Promise<Owed[]> {
  const { db, tables } = connection;
  const { outbox, revisions, reviews, invitations } = tables;
  const week = lastDigest(now, timeZone);
  if (earliest > week.at) return [];
  const isDigest = and(eq(outbox.kind, "notice"), sql`${outbox.payload} like '{"type":"digest"%'`);
  if ((await countRows(connection, outbox, and(gte(outbox.owedAt, week.at), isDigest))) > 0) return [];
  const from = week.at - 7 * DAY_MS;
  const [first] = await db
    .select({ revision: min(revisions.revision) })
    .from(revisions)
    .where(gt(revisions.at, from));
  const isShown = and(isNull(reviews.withheld), isNull(reviews.copyOf));
  const after = first?.revision == null ? Number.MAX_SAFE_INTEGER : first.revision - 1;
  const averageOf = async (where: SQL | undefined) => {
    const [row] = await db
      .select({ average: avg(reviews.rating) })
      .from(reviews)
      .where(where);
    return row?.average == null ? null : Math.round(Number(row.average) * 100) / 100;
  };
  const counts = { new: 0, edited: 0, withdrawn: 0 };
  for (const each of (await countsAfter(connection, after)).values()) {
    for (const kind of ["new", "edited", "withdrawn"] as const) counts[kind] += each[kind];
  }
  const data: Digest = {
    from: week.from,
    to: week.to,
    counts,
    average_rating_of_new: await averageOf(and(isShown, gt(reviews.changedIn, after), gt(reviews.publishedIn, after))),
    waiting: {
      unanswered: await countRows(connection, reviews, and(isShown, isNull(reviews.replyText))),
      objections: await waitingObjections(connection),
      unverified: await countRows(connection, reviews, and(eq(reviews.withheld, "unverified"), isNull(reviews.copyOf))),
      undeliverable: await countRows(connection, invitations, gt(invitations.undeliverableAt, from)),
    },
    published: await countRows(connection, reviews, isShown),
    average_rating: await averageOf(isShown),
  };
  return [{ key: `digest ${week.to}`, at: week.at, notice: { type: "digest", data } }];
}

/** Objections and reports that the owner has not answered since, as the console counts them. */
async function waitingObjections(connection: Sql): Promise<number> {
  const { changes, contests, reports, reviews } = connection.tables;
  const isOpen = (
    table: typeof contests | typeof reports,
  ) => sql`exists (select 1 from ${reviews} where ${reviews.id} = ${table.reviewId})
    and not exists (select 1 from ${changes} where ${changes.reviewId} = ${table.reviewId}
      and ${or(eq(changes.command, "settle"), eq(changes.command, "withhold"))} and ${changes.at} >= ${table.at})`;
  return (
    (await countRows(connection, contests, isOpen(contests))) + (await countRows(connection, reports, isOpen(reports)))
  );
}
