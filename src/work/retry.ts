/** When work that failed is tried again. */
import { parseHttpDate } from "../http/headers.ts";
import type { OutboundAnswer } from "../platform.ts";

/** The longest wait that a Retry-After can ask for. */
const RETRY_AFTER_MAX_SECONDS = 3600;

/**
 * Wait before the next attempt, in milliseconds: as scheduled in seconds, the last of which repeats, and up to a tenth longer
 * so that what failed together does not come back together. Waits under five seconds belong to tests and are kept exact.
 *
 * @param chance in [0, 1)
 */
export function retryDelayMs(consecutiveFailures: number, schedule: readonly number[], chance: number): number {
  const seconds = schedule[consecutiveFailures - 1] ?? schedule.at(-1) ?? 0;
  return Math.round(seconds * 1000 * (seconds < 5 ? 1 : 1 + chance / 10));
}

/** The longest wait that a schedule or a Retry-After can ask for, in milliseconds. */
export function longestRetryMs(schedule: readonly number[]): number {
  return Math.max(RETRY_AFTER_MAX_SECONDS, ...schedule.map((seconds) => seconds * 1.1)) * 1000;
}

/** What a receiver that is busy (429, 503) asks for in Retry-After, in milliseconds; 0 when it asks for nothing. */
export function retryAfterMs(answer: OutboundAnswer, now: number): number {
  if (answer.kind !== "answered" || (answer.status !== 429 && answer.status !== 503)) return 0;
  const value = answer.headers.get("Retry-After")?.trim() ?? "";
  const askedMs = /^\d{1,10}$/.test(value) ? Number(value) * 1000 : (parseHttpDate(value) ?? now) - now;
  return Math.min(Math.max(askedMs, 0), RETRY_AFTER_MAX_SECONDS * 1000);
}
