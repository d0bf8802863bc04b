/**
 * Conditions and choices that all claimed work shares.
 *
 * @module
 */
import { type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Store } from "../store/store.ts";

interface ClaimedTable {
  readonly nextAttemptAt: AnySQLiteColumn;
  readonly claimedUntil: AnySQLiteColumn;
  readonly callbackHost: AnySQLiteColumn;
}

/** What a row holds that nobody has claimed. */
export const UNCLAIMED = { claim: null, claimedUntil: 0 };

/**
 * The row's time has come, nobody holds it, and its host has room. An instant later than any that could have been
 * stored just now was stored by a clock that has since been set back; it must not hold anything up.
 */
export function isClaimable({ nextAttemptAt, claimedUntil, callbackHost }: ClaimedTable): SQL {
  return sql`(${nextAttemptAt} <= ${sql.placeholder("now")} or ${nextAttemptAt} > ${sql.placeholder("latestSensible")})
    and ${hasEnded({ claimedUntil })}
    and (${sql.placeholder("fullHosts")} = '' or instr(${sql.placeholder("fullHosts")}, ' ' || ${callbackHost} || ' ') = 0)`;
}

/** The row's claim, if it ever had one, no longer holds. */
export function hasEnded({ claimedUntil }: Pick<ClaimedTable, "claimedUntil">): SQL {
  return sql`(${claimedUntil} <= ${sql.placeholder("now")} or ${claimedUntil} > ${sql.placeholder("claimedUntil")})`;
}

/** The earliest instant after now at which a row's time comes or its claim ends. */
export function nextInstant({ nextAttemptAt, claimedUntil }: Omit<ClaimedTable, "callbackHost">): SQL<number | null> {
  const instant = sql`max(${nextAttemptAt}, ${claimedUntil})`;
  return sql<number | null>`min(${instant}) filter (where ${instant} > ${sql.placeholder("now")}
    and ${instant} <= ${sql.placeholder("latestSensible")})`;
}

export interface Candidate {
  readonly id: number;
  readonly callbackHost: string;
}

/**
 * Chooses up to `limit` rows so that no host gets more than `perHost` requests at once. `select` gives the next
 * candidates outside of the hosts that are full (names between blanks), `claim` takes the chosen ones.
 */
export function claimWithinHosts<Row>(
  room: { readonly limit: number; readonly perHost: number; readonly hosts: ReadonlyMap<string, number> },
  select: (limit: number, fullHosts: string) => readonly Candidate[],
  claim: (ids: readonly number[]) => readonly Row[],
): Row[] {
  const load = new Map(room.hosts);
  const rows: Row[] = [];
  for (;;) {
    const wanted = room.limit - rows.length;
    if (wanted <= 0) return rows;
    const candidates = select(wanted, fullHosts(load, room.perHost));
    const chosen = candidates.filter(({ callbackHost }) => takePlace(load, callbackHost, room.perHost));
    if (chosen.length > 0) rows.push(...claim(chosen.map(({ id }) => id)));
    if (candidates.length < wanted) return rows;
  }
}

/** Names of hosts hold no blank, so a list between blanks can be searched without building a set. */
function fullHosts(load: ReadonlyMap<string, number>, perHost: number): string {
  const full = [...load].filter(([, count]) => count >= perHost).map(([host]) => host);
  return full.length === 0 ? "" : ` ${full.join(" ")} `;
}

function takePlace(load: Map<string, number>, host: string, perHost: number): boolean {
  const count = load.get(host) ?? 0;
  if (count >= perHost) return false;
  load.set(host, count + 1);
  return true;
}

export function countRows(store: Store, table: SQLiteTable, where?: SQL): number {
  const row = store.select({ count: sql<number>`count(*)` }).from(table).where(where).get();
  return row?.count ?? 0;
}
