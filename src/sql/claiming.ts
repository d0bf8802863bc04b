/**
 * Conditions and choices that all claimed work shares.
 *
 * A claim that was not renewed in time is not void at once: while another program held the lock, as an import does, nobody
 * could renew. It is doubted first, and void when its holder has not renewed it a moment later.
 *
 * @module
 */
import { and, count, isNotNull, type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { ClaimRequest } from "../hub/mod.ts";
import type { Dialect, Sql } from "./dialect.ts";

const { placeholder } = sql;

interface ClaimColumns {
  readonly claim: AnySQLiteColumn;
  readonly claimedUntil: AnySQLiteColumn;
  readonly claimDoubted: AnySQLiteColumn;
}

interface ClaimedTable extends ClaimColumns {
  readonly nextAttemptAt: AnySQLiteColumn;
  readonly callbackSite: AnySQLiteColumn;
}

/** What a row holds that nobody has claimed. */
export const UNCLAIMED = { claim: null, claimedUntil: 0, claimDoubted: false };

/** How long the holder of an expired claim has to renew it: longer than a server takes from one renewal to the next. */
const GRACE_MS = 2000;
/** Rows that lie this much further ahead than any that could be stored now were stored before a clock was set back. */
const SET_BACK_MS = 60_000;

/** The instants that the conditions compare with, by the store's clock, as values for their placeholders. */
export interface Instants {
  readonly now: number;
  readonly claimedUntil: number;
  readonly graceUntil: number;
  readonly latestClaim: number;
  readonly latestAttempt: number;
}

/** @param now read inside of the transaction: whatever was read before a wait is past */
export function instantsOf(now: number, { claimMs, longestWaitMs }: ClaimRequest): Instants {
  const claimedUntil = now + claimMs;
  return {
    now,
    claimedUntil,
    graceUntil: now + GRACE_MS,
    latestClaim: claimedUntil + SET_BACK_MS,
    latestAttempt: now + longestWaitMs + SET_BACK_MS,
  };
}

/** The row's time has come, nobody holds it, and its site has room. */
export function isClaimable({ nextAttemptAt, claim, callbackSite }: ClaimedTable, { contains }: Dialect): SQL {
  const fullSites = placeholder("fullSites");
  return sql`(${nextAttemptAt} <= ${placeholder("now")} or ${nextAttemptAt} > ${placeholder("latestAttempt")})
    and ${claim} is null
    and (${fullSites} = '' or not ${contains(sql`${fullSites}`, sql`' ' || ${callbackSite} || ' '`)})`;
}

/** A claim found expired for the first time: gets {@link DOUBTED} and some time. */
export function isOverdue(columns: ClaimColumns): SQL | undefined {
  return and(isNotNull(columns.claim), sql`not ${columns.claimDoubted}`, hasExpired(columns));
}

/** Nobody renewed the claim, not even after it was doubted. */
export function isVoid(columns: ClaimColumns): SQL | undefined {
  return and(isNotNull(columns.claim), sql`${columns.claimDoubted}`, hasExpired(columns));
}

/** What an overdue claim becomes. */
export const DOUBTED = { claimedUntil: sql`${placeholder("graceUntil")}`, claimDoubted: true };

function hasExpired({ claimedUntil }: ClaimColumns): SQL {
  return sql`(${claimedUntil} <= ${placeholder("now")} or ${claimedUntil} > ${placeholder("latestClaim")})`;
}

/** The earliest instant after now at which a row's time comes or its claim expires. */
export function nextInstant(
  { nextAttemptAt, claimedUntil }: Omit<ClaimedTable, "callbackSite">,
  { later }: Dialect,
): SQL<number | null> {
  const instant = later(nextAttemptAt, claimedUntil);
  return sql<number | null>`min(${instant}) filter (where ${instant} > ${placeholder("now")}
    and ${instant} <= ${placeholder("latestAttempt")})`.mapWith(Number);
}

/** A row that is due and unclaimed. */
export interface Candidate {
  readonly id: number;
  readonly callbackSite: string;
}

/**
 * Chooses up to `limit` rows so that no site gets more than `perSite` requests at once. `select` gives the next
 * candidates outside of the sites that are full (names between blanks), `claim` takes the chosen ones.
 */
export async function claimWithinSites<Row>(
  room: { readonly limit: number; readonly perSite: number; readonly sites: ReadonlyMap<string, number> },
  select: (limit: number, fullSites: string) => Promise<readonly Candidate[]>,
  claim: (ids: readonly number[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const load = new Map(room.sites);
  const rows: Row[] = [];
  for (;;) {
    const wanted = room.limit - rows.length;
    if (wanted <= 0) return rows;
    const candidates = await select(wanted, fullSites(load, room.perSite));
    const chosen = candidates.filter(({ callbackSite }) => takePlace(load, callbackSite, room.perSite));
    if (chosen.length > 0) rows.push(...(await claim(chosen.map(({ id }) => id))));
    if (candidates.length < wanted) return rows;
  }
}

/** Names of sites hold no blank, so a list between blanks can be searched without building a set. */
function fullSites(load: ReadonlyMap<string, number>, perSite: number): string {
  const full = [...load].filter(([, count]) => count >= perSite).map(([site]) => site);
  return full.length === 0 ? "" : ` ${full.join(" ")} `;
}

function takePlace(load: Map<string, number>, site: string, perSite: number): boolean {
  const count = load.get(site) ?? 0;
  if (count >= perSite) return false;
  load.set(site, count + 1);
  return true;
}

/** Counts the rows of a table that satisfy `where`, or all of them. */
export async function countRows({ db }: Sql, table: SQLiteTable, where?: SQL): Promise<number> {
  const [row] = await db.select({ count: count() }).from(table).where(where);
  return row?.count ?? 0;
}
