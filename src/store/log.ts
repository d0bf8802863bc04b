/**
 * The log of changes, as it is read.
 *
 * @module
 */
import { and, desc, eq } from "drizzle-orm";
import { changes } from "../sql/schema.ts";
import type { Store } from "./store.ts";

export interface LogFilter {
  readonly reviewId?: string | undefined;
  /** Only the lines of this command. */
  readonly command?: string;
  readonly limit: number;
}

export type LogLine = typeof changes.$inferSelect;

/** Lines of the log, latest first. */
export function readLog(store: Store, { reviewId, command, limit }: LogFilter): LogLine[] {
  const ofReview = reviewId === undefined ? undefined : eq(changes.reviewId, reviewId);
  const ofCommand = command === undefined ? undefined : eq(changes.command, command);
  return store.select().from(changes).where(and(ofReview, ofCommand)).orderBy(desc(changes.number)).limit(limit).all();
}
