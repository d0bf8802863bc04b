/**
 * Claiming rows in place: one piece for all tables of work. An expired claim is not void at once: while another program
 * held the lock, as an import does, nobody could renew. It is doubted first, and void when its holder has not
 * renewed it a moment later.
 */
import { and, eq, isNotNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import { CLAIM_MS, type ClaimedBatch, type ClaimRequest } from "../../outbox/mod.ts";
import type { Sql, Values } from "./dialect.ts";
import type { Tables } from "./schema.ts";

const { placeholder } = sql;

/** A table whose rows are claimed. */
type ClaimedTable = Extract<Tables[keyof Tables], { readonly nextAttemptAt: unknown }>;

/** What a row holds that somebody claims, by placeholders. */
export const CLAIMED = { claim: sql`${placeholder("claim")}`, claimedUntil: sql`${placeholder("claimedUntil")}` };

/** What a row holds that nobody has claimed. */
export const UNCLAIMED = { claim: null, claimedUntil: 0, claimDoubted: false };

/** What an overdue claim becomes. */
const DOUBTED = { claimedUntil: sql`${placeholder("graceUntil")}`, claimDoubted: true };

/** How long the holder of an expired claim has to renew it: longer than a server takes from one renewal to the next. */
const GRACE_MS = 2000;
/** Younger claims are not renewed. */
const RENEWED_AFTER_MS = 1000;
/** Rows that lie this much further ahead than any that could be stored now were stored before a clock was set back. */
const SET_BACK_MS = 60_000;
/** Longer than any wait before a retry: the settings allow a day. */
const LONGEST_WAIT_MS = 27 * 3_600_000;

/** One kind of work in a table. */
interface Claimable<Row> {
  readonly table: ClaimedTable;
  /** The column by which work under way is limited. */
  readonly destination: AnySQLiteColumn<{ data: string; notNull: true }>;
  /** What is owed at all; all rows unless given. Placeholders in it get the values of each variant. */
  readonly where?: SQL | undefined;
  readonly orderBy: readonly AnySQLiteColumn[];
  /** Updates the rows with `ids`, a JSON list, to {@link CLAIMED} and whatever else a claim notes. */
  readonly claimRows: (values: Values) => Promise<readonly Row[]>;
  /** What a claim that ended unsettled, as by a crash, leaves behind. */
  readonly whenVoid?: Readonly<Record<string, unknown>>;
}

/**
 * Renews the claims that the server holds, ends those that nobody renewed, then claims due rows; to be called inside of a write.
 * With `variants` rows are looked for once with the values of each. `now` is read inside of the transaction: whatever was read
 * before a wait is past.
 */
type ClaimDue<Row> = (request: ClaimRequest, now: number, variants?: readonly Values[]) => Promise<ClaimedBatch<Row>>;

/** Prepares the statements once. */
export function prepareClaims<Row>(
  connection: Sql,
  { table, destination, where, orderBy, claimRows, whenVoid = {} }: Claimable<Row>,
): ClaimDue<Row> {
  const { db, dialect, prepareRows, prepareChange } = connection;
  const renew = prepareRenewal(connection, table);
  const { id, claim, claimedUntil, claimDoubted, nextAttemptAt } = table;
  const now = placeholder("now");
  const latestAttempt = placeholder("latestAttempt");
  const fullDestinations = placeholder("fullDestinations");

  const hasExpired = sql`(${claimedUntil} <= ${now} or ${claimedUntil} > ${placeholder("latestClaim")})`;
  const isVoid = and(isNotNull(claim), sql`${claimDoubted}`, hasExpired);
  const isOverdue = and(isNotNull(claim), sql`not ${claimDoubted}`, hasExpired);
  const endVoid = prepareChange(
    db
      .update(table)
      .set({ ...UNCLAIMED, ...whenVoid })
      .where(isVoid),
  );
  const doubtOverdue = prepareChange(db.update(table).set(DOUBTED).where(isOverdue));

  // What was attempted later than now was attempted before a clock was set back.
  const isSetBack = "attemptedAt" in table ? sql`or ${table.attemptedAt} > ${now}` : sql``;
  const isClaimable = sql`(${nextAttemptAt} <= ${now} or ${nextAttemptAt} > ${latestAttempt} ${isSetBack})
    and ${claim} is null
    and (${fullDestinations} = '' or not ${dialect.contains(sql`${fullDestinations}`, sql`' ' || ${destination} || ' '`)})`;
  const candidates = db
    .select({ id, destination })
    .from(table)
    .where(and(where, isClaimable))
    .orderBy(...orderBy)
    .limit(placeholder("limit"));
  const selectCandidates = prepareRows(dialect.forUpdateSkipLocked(candidates));

  /** The earliest instant after now at which a row's time comes or its claim expires. */
  const instant = dialect.later(nextAttemptAt, claimedUntil);
  const earliest = sql<number | null>`min(${instant}) filter (where ${instant} > ${now}
    and ${instant} <= ${latestAttempt})`.mapWith(Number);
  const selectNext = prepareRows(db.select({ at: earliest }).from(table).where(where));

  return async (request, at, variants = [{}]) => {
    const instants = instantsOf(at);
    if (request.held.length > 0) await renew(request, at);
    await endVoid(instants);
    await doubtOverdue(instants);
    const claimed = await claimWithinLimits(request, {
      async select(limit, full) {
        const found: Candidate[] = [];
        for (const values of variants) {
          found.push(...(await selectCandidates({ ...values, ...instants, fullDestinations: full, limit })));
        }
        return found.slice(0, limit);
      },
      take: (ids) => claimRows({ ...variants[0], ...instants, ids: JSON.stringify(ids), claim: request.claim }),
    });
    // With all slots taken, whatever is due has to wait for one of them.
    if (claimed.length === request.limit) return { claimed, nextInMs: null };
    const nexts: number[] = [];
    for (const values of variants) {
      const [next] = await selectNext({ ...values, ...instants });
      if (next?.at != null) nexts.push(next.at - at);
    }
    return { claimed, nextInMs: nexts.length === 0 ? null : Math.min(...nexts) };
  };
}

/** The instants that the conditions compare with, by the store's clock, as values for their placeholders. */
function instantsOf(now: number): Values {
  const claimedUntil = now + CLAIM_MS;
  return {
    now,
    claimedUntil,
    graceUntil: now + GRACE_MS,
    latestClaim: claimedUntil + SET_BACK_MS,
    latestAttempt: now + LONGEST_WAIT_MS,
  };
}

/** A row that is due and unclaimed. */
interface Candidate {
  readonly id: number;
  readonly destination: string;
}

interface Choice<Row> {
  /** The next candidates outside of the destinations that are full, whose names stand between blanks. */
  select(limit: number, fullDestinations: string): Promise<readonly Candidate[]>;
  take(ids: readonly number[]): Promise<readonly Row[]>;
}

async function claimWithinLimits<Row>(
  { limit, perDestination, underWay }: ClaimRequest,
  { select, take }: Choice<Row>,
): Promise<Row[]> {
  const load = new Map(underWay);
  const hasRoom = ({ destination }: Candidate) => {
    const taken = load.get(destination) ?? 0;
    if (taken < perDestination) load.set(destination, taken + 1);
    return taken < perDestination;
  };
  const rows: Row[] = [];
  for (;;) {
    const wanted = limit - rows.length;
    if (wanted <= 0) return rows;
    const full = [...load].filter(([, taken]) => taken >= perDestination).map(([name]) => name);
    const candidates = await select(wanted, full.length === 0 ? "" : ` ${full.join(" ")} `);
    const chosen = candidates.filter(hasRoom);
    if (chosen.length > 0) rows.push(...(await take(chosen.map(({ id }) => id))));
    if (candidates.length < wanted) return rows;
  }
}

/** The row with the placeholder `id`, if it is still claimed under that name: a result that comes too late settles nothing. */
export function isStillClaimed({ id, claim }: ClaimedTable): SQL | undefined {
  return and(eq(id, placeholder("id")), eq(claim, placeholder("claim")));
}

/** Renews claims that have run for a while. What another server has taken over stays with it. */
function prepareRenewal(
  { db, dialect, prepareChange }: Sql,
  table: ClaimedTable,
): (request: Pick<ClaimRequest, "claim" | "held">, now: number) => Promise<void> {
  const change = prepareChange(
    db
      .update(table)
      .set({ claimedUntil: sql`${placeholder("claimedUntil")}`, claimDoubted: false })
      .where(
        and(
          dialect.isOneOf(table.id, placeholder("ids")),
          eq(table.claim, placeholder("claim")),
          or(lt(table.claimedUntil, placeholder("renewable")), table.claimDoubted),
        ),
      ),
  );
  return ({ claim, held }, now) => {
    const claimedUntil = now + CLAIM_MS;
    return change({ claim, claimedUntil, renewable: claimedUntil - RENEWED_AFTER_MS, ids: JSON.stringify(held) });
  };
}

/** Makes all claims of a name void, within a write: nobody is going to renew them. Prepares the statements once. */
export function prepareRelease(
  { db, prepareChange }: Sql,
  tables: readonly ClaimedTable[],
): (claim: string) => Promise<void> {
  const changes = tables.map((table) =>
    prepareChange(
      db
        .update(table)
        .set({ claimedUntil: 0, claimDoubted: true })
        .where(eq(table.claim, placeholder("claim"))),
    ),
  );
  return async (claim) => {
    for (const change of changes) await change({ claim });
  };
}

/**
 * How rows are reached. Meanwhile nobody else uses the connection, or the transaction is one's own. `now` is by the
 * store's clock and read once the work may begin: a claim compared with an earlier time would seem to lie in the future.
 */
export interface RowTransactions<Rows> {
  read<T>(work: (rows: Rows, now: number) => Promise<T>): Promise<T>;
  /**
   * In a transaction that no other write of these rows overlaps; `work` may be run again, but takes effect once. A `repeatable`
   * write does not wait for the disk.
   */
  write<T>(work: (rows: Rows, now: number) => Promise<T>, durability?: "durable" | "repeatable"): Promise<T>;
}
