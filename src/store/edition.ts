/**
 * The revision: every change of the store raises it, in the same transaction and with a line in the log.
 *
 * @module
 */
import { sql } from "drizzle-orm";
import type { Business } from "../review/mod.ts";
import { type EditionState, readState } from "../sql/read_edition.ts";
import { rowsOf } from "../sql/rows.ts";
import { business, changes, edition } from "../sql/schema.ts";
import type { Store } from "./store.ts";

export type { EditionState };

/** Where the store stands; revision 0 before the first change. */
export function readEditionState(store: Store): EditionState {
  return readState(rowsOf(store));
}

/** A number that differs whenever another connection has changed the store since this one last looked. */
export function readDataVersion(store: Store): number {
  return store.values<[number]>(sql`PRAGMA data_version`)[0]?.[0] ?? 0;
}

export interface StoredBusiness {
  readonly profile: Business;
  readonly insightsOverrides: Readonly<Record<string, unknown>> | null;
}

/** The business with its private technicians, or null before the first import. */
export function readBusiness(store: Store): StoredBusiness | null {
  return (
    store.select({ profile: business.profile, insightsOverrides: business.insightsOverrides }).from(business).get() ??
    null
  );
}

/**
 * The instant of a change that is made now. Two changes never share a second, since Last-Modified counts seconds: the
 * second one is dated to the next.
 */
export function instantOfChange(now: number, state: EditionState): number {
  const second = (instant: number) => Math.floor(instant / 1000);
  return second(now) > second(state.publishedAt) ? now : (second(state.publishedAt) + 1) * 1000;
}

export interface Change {
  /** Name of the command that made the change. */
  readonly command: string;
  readonly at: number;
  readonly lines: readonly { readonly reviewId?: string; readonly detail: Record<string, unknown> }[];
}

/** Raises the revision and writes the log. Call it inside the transaction of the change. Returns the new revision. */
export function recordChange(transaction: Store, change: Change): number {
  const revision = readEditionState(transaction).revision + 1;
  const values = { id: 1, revision, publishedAt: change.at };
  transaction.insert(edition).values(values).onConflictDoUpdate({ target: edition.id, set: values }).run();
  for (const { reviewId, detail } of change.lines) {
    const line = { revision, at: change.at, command: change.command, reviewId: reviewId ?? null, detail };
    transaction.insert(changes).values(line).run();
  }
  return revision;
}

/** Saves the business as it shall be from now on. */
export function saveBusiness(transaction: Store, stored: StoredBusiness): void {
  const values = { id: 1, ...stored };
  transaction.insert(business).values(values).onConflictDoUpdate({ target: business.id, set: values }).run();
}
