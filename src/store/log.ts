/**
 * The log of changes, as it is read.
 *
 * @module
 */
import { desc, eq } from "drizzle-orm";
import { changes } from "../sql/schema.ts";
import type { Store } from "./store.ts";

export interface LogFilter {
  readonly reviewId?: string | undefined;
  readonly limit: number;
}

export type LogLine = typeof changes.$inferSelect;

/** Lines of the log, latest first. */
export function readLog(store: Store, { reviewId, limit }: LogFilter): LogLine[] {
  const all = store.select().from(changes).$dynamic();
  const chosen = reviewId === undefined ? all : all.where(eq(changes.reviewId, reviewId));
  return chosen.orderBy(desc(changes.number)).limit(limit).all();
}
