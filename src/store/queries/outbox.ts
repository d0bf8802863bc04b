/**
 * The outbox as rows: owed once, claimed by one server at a time, settled under the claim. An expired claim is doubted
 * before it is void, since claims cannot be renewed while the database is unreachable.
 */
import { and, asc, between, eq, gt, isNotNull, isNull, lt, lte, not, or, type SQL, sql } from "drizzle-orm";
import { CLAIM_MS, type ClaimedBatch, type ClaimRequest, type ClaimStore } from "../../outbox/mod.ts";
import type { Durability } from "../database.ts";
import { builtOnce, type Sql, type SqlAt, type Transaction } from "./dialect.ts";
import type { OutboxKind, Tables } from "./schema.ts";

const { placeholder } = sql;

export type OutboxRow = Tables["outbox"]["$inferSelect"];

export const UNCLAIMED = { claim: null, claimedUntil: 0, claimDoubted: false };

/** How long the holder of an expired claim has to renew it: longer than a server takes from one renewal to the next. */
const GRACE_MS = 2000;
const RENEWED_AFTER_MS = 1000;
/** Claims that end this much later than any that could be made now were made before a clock was set back. */
const SET_BACK_MS = 60_000;

interface Owed {
  readonly key: string;
  readonly destination: string;
  readonly payload: unknown;
  readonly owed?: number;
}

/** Adds or replaces rows; returns how many. A replaced row keeps its claim: the newer form is sent after the attempt under way. */
export async function owe({ db, tables, now }: SqlAt, kind: OutboxKind, all: readonly Owed[]): Promise<number> {
  const { outbox } = tables;
  let count = 0;
  for (const owed of all) {
    const newest = {
      destination: owed.destination,
      payload: owed.payload,
      owed: owed.owed ?? 1,
      owedAt: now,
      dueAt: 0,
      attempts: 0,
      sentAt: null,
      endedAt: null,
      outcome: null,
    };
    const changed = await db
      .insert(outbox)
      .values({ kind, key: owed.key, ...newest })
      .onConflictDoUpdate({
        target: [outbox.kind, outbox.key],
        set: newest,
        setWhere: lt(outbox.owed, newest.owed),
      })
      .returning({ id: outbox.id });
    count += changed.length;
  }
  return count;
}

export function isOpen({ tables: { outbox } }: Sql, kind: OutboxKind): SQL | undefined {
  return and(eq(outbox.kind, kind), isNull(outbox.endedAt));
}

interface ClaimOptions {
  /** How long a row is not claimed again, whatever becomes of the claim. Default 0. */
  readonly notAgainWithinMs?: number;
  /** The content sent under the claim, if it may be newer than the owed one. */
  readonly owed?: number;
  readonly values?: Readonly<Record<string, unknown>>;
}

/** How rows of a kind are claimed; `isWanted` is what else a row must meet to be sent now. */
export function claimsOf(kind: OutboxKind, isWanted: (connection: Sql) => SQL | undefined = () => undefined) {
  const where = (connection: Sql) => and(isOpen(connection, kind), isWanted(connection));
  const anyOpen = builtOnce((connection) => {
    const { outbox } = connection.tables;
    return connection.db.select({ id: outbox.id }).from(outbox).where(isOpen(connection, kind)).limit(1);
  });
  /** Least recently attempted first. What was attempted much later than now was attempted before a clock was set back. */
  const due = builtOnce((connection) => {
    const { db, dialect, tables } = connection;
    const { id, destination, attempts, attemptedAt, dueAt, claim } = tables.outbox;
    const isDue = or(lte(dueAt, placeholder("now")), gt(attemptedAt, placeholder("setBack")));
    const isOfTurn = between(attempts, placeholder("least"), placeholder("most"));
    const isFree = not(dialect.isOneOf(destination, placeholder("full")));
    return db
      .select({ id, destination })
      .from(tables.outbox)
      .where(and(where(connection), isDue, isOfTurn, isNull(claim), isFree))
      .orderBy(asc(attemptedAt), asc(id))
      .limit(placeholder("limit"));
  });
  const nextAt = builtOnce((connection) => {
    const { db, dialect, tables } = connection;
    const { dueAt, claimedUntil } = tables.outbox;
    const instant = dialect.later(dueAt, claimedUntil);
    return db
      .select({ at: sql<number | null>`min(${instant})`.mapWith(Number) })
      .from(tables.outbox)
      .where(and(where(connection), sql`${instant} > ${placeholder("now")}`));
  });

  /** Claims up to a limit, without overrunning a destination, whose load it raises. */
  async function claimWithin(
    transaction: SqlAt,
    load: Map<string, number>,
    { limit, perDestination, ...values }: ClaimWithin,
  ): Promise<OutboxRow[]> {
    const claimed: OutboxRow[] = [];
    for (;;) {
      const wanted = limit - claimed.length;
      if (wanted <= 0) return claimed;
      const full = [...load].filter(([, taken]) => taken >= perDestination).map(([name]) => name);
      const candidates = await due(transaction, { ...values, full: JSON.stringify(full), limit: wanted });
      const chosen: number[] = [];
      for (const { id, destination } of candidates) {
        const taken = load.get(destination) ?? 0;
        if (taken >= perDestination) continue;
        load.set(destination, taken + 1);
        chosen.push(id);
      }
      if (chosen.length > 0) {
        const taken = await takeRows(transaction, { ...values, ids: JSON.stringify(chosen) });
        claimed.push(...taken.sort((one, other) => chosen.indexOf(one.id) - chosen.indexOf(other.id)));
      }
      if (candidates.length < wanted) return claimed;
    }
  }

  /** Renews this server's claims, ends those that nobody renewed, and claims due rows, first attempts first. Call it within a write. */
  return async (
    transaction: SqlAt,
    request: ClaimRequest,
    { notAgainWithinMs = 0, owed, values = {} }: ClaimOptions = {},
  ): Promise<ClaimedBatch<OutboxRow>> => {
    const { now } = transaction;
    const { claim, limit, perDestination, maxRepeated } = request;
    if (request.held.length === 0 && (await anyOpen(transaction, {})).length === 0) {
      return { claimed: [], nextInMs: null };
    }
    await keepClaims(transaction, kind, request);
    const load = new Map(request.underWay);
    const instants = { now, setBack: now + SET_BACK_MS, claimedUntil: now + CLAIM_MS, dueAt: now + notAgainWithinMs };
    const all = { ...values, ...instants, claim, owed: owed ?? null, perDestination };
    const first = await claimWithin(transaction, load, { ...all, limit, least: 0, most: 0 });
    const places = Math.min(limit - first.length, maxRepeated);
    const again = { ...all, limit: places, least: 1, most: Number.MAX_SAFE_INTEGER };
    const claimed = [...first, ...(await claimWithin(transaction, load, again))];
    // All places are taken, so due rows must wait for one of them.
    if (claimed.length === limit) return { claimed, nextInMs: null };
    const [next] = await nextAt(transaction, { ...values, now });
    return { claimed, nextInMs: next?.at == null ? null : next.at - now };
  };
}

interface ClaimWithin extends Pick<ClaimRequest, "limit" | "perDestination"> {
  readonly [placeholder: string]: unknown;
}

const oldClaims = builtOnce(({ db, tables: { outbox } }) => {
  const { id, kind, claim, claimedUntil, claimDoubted } = outbox;
  const isOld = sql`(${claimDoubted} or ${claimedUntil} < ${placeholder("renewed")} or ${claimedUntil} > ${placeholder("latest")})`;
  return db
    .select({ id, claim, claimedUntil, claimDoubted })
    .from(outbox)
    .where(and(isNotNull(claim), eq(kind, placeholder("kind")), isOld));
});

async function keepClaims(transaction: SqlAt, kind: OutboxKind, { claim, held }: ClaimRequest): Promise<void> {
  const { db, dialect, tables, now } = transaction;
  const { outbox } = tables;
  const claimedUntil = now + CLAIM_MS;
  const latest = claimedUntil + SET_BACK_MS;
  const old = await oldClaims(transaction, { kind, renewed: claimedUntil - RENEWED_AFTER_MS, latest });
  const changes = Map.groupBy(old, (row) => {
    if (row.claim === claim && held.includes(row.id)) return "renewed";
    if (row.claimedUntil > now && row.claimedUntil <= latest) return "kept";
    return row.claimDoubted ? "void" : "doubted";
  });
  const change = async (rows: typeof old = [], columns: Partial<OutboxRow>) => {
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id);
    await db.update(outbox).set(columns).where(dialect.isOneOf(outbox.id, ids));
  };
  await change(changes.get("renewed"), { claimedUntil, claimDoubted: false });
  await change(changes.get("void"), UNCLAIMED);
  await change(changes.get("doubted"), { claimedUntil: now + GRACE_MS, claimDoubted: true });
}

const takeRows = builtOnce(({ db, dialect, tables: { outbox } }) =>
  db
    .update(outbox)
    .set({
      claim: sql`${placeholder("claim")}`,
      claimedUntil: sql`${placeholder("claimedUntil")}`,
      attemptedAt: sql`${placeholder("now")}`,
      dueAt: sql`${placeholder("dueAt")}`,
      owed: sql`coalesce(${placeholder("owed")}, ${outbox.owed})`,
    })
    .where(dialect.isOneOf(outbox.id, placeholder("ids")))
    .returning(),
);

interface Attempted {
  readonly kind: "accepted" | "delivered" | "undeliverable" | "given_up" | "again" | "paused" | "released";
  readonly retryInMs?: number;
}

/** The columns that change with a settlement: the row was sent, has ended, is to be sent again, or is as if it was not tried. */
export function changesBy({ tables: { outbox }, now }: SqlAt, { kind, retryInMs = 0 }: Attempted) {
  switch (kind) {
    case "accepted":
    case "delivered":
      return { sentAt: now, endedAt: now };
    case "undeliverable":
    case "given_up":
      return { endedAt: now };
    case "again":
      return { attempts: sql<number>`${outbox.attempts} + 1`, dueAt: now + retryInMs };
    default:
      return {};
  }
}

/** Ends the claim on a row with what came of the attempt; undefined where another server has taken it over. */
export async function settleRow(
  { db, tables: { outbox } }: Sql,
  { id, claim }: { readonly id: number; readonly claim: string },
  changes: Partial<OutboxRow> | { readonly [column in keyof OutboxRow]?: OutboxRow[column] | SQL },
): Promise<OutboxRow | undefined> {
  const [row] = await db
    .update(outbox)
    .set({ ...UNCLAIMED, ...changes })
    .where(and(eq(outbox.id, id), eq(outbox.claim, claim)))
    .returning();
  return row;
}

export function claimStore({ write }: OutboxTransactions): ClaimStore {
  return {
    releaseClaims: (name) =>
      write(async ({ db, tables: { outbox } }) => {
        const isMeant = name === undefined ? isNotNull(outbox.claim) : eq(outbox.claim, name);
        await db.update(outbox).set(UNCLAIMED).where(isMeant);
      }, "repeatable"),
  };
}

/** Access to a kind's rows: in transactions, no two writes of which overlap; `work` may be called again, and takes effect once. */
export interface OutboxTransactions {
  read<T>(work: (transaction: SqlAt) => Promise<T>): Promise<T>;
  write<T>(work: (transaction: Transaction) => Promise<T>, durability?: Durability): Promise<T>;
}

interface Exchange<Settlement, Request, Batch, Result> {
  readonly settle: (transaction: SqlAt, settlement: Settlement, claim: string) => Promise<Result>;
  readonly claim: (transaction: SqlAt, request: Request) => Promise<Batch>;
}

/** Settles what came of attempts and claims due rows, in one transaction. `results` has what each settlement returned. */
export function exchange<Settlement, Request extends ClaimRequest, Batch, Result>(
  { write }: OutboxTransactions,
  { settle, claim }: Exchange<Settlement, Request, Batch, Result>,
) {
  return (settlements: readonly Settlement[], request: Request): Promise<Batch & { readonly results: Result[] }> =>
    write(
      async (transaction) => {
        const results: Result[] = [];
        for (const settlement of settlements) results.push(await settle(transaction, settlement, request.claim));
        return { ...(await claim(transaction, request)), results };
      },
      settlements.length === 0 ? "repeatable" : "durable",
    );
}
