/**
 * What follows from an attempt to deliver: pure decisions.
 *
 * WebSub 7: any 2xx acknowledges and everything else, redirects included, is a failure. Where the Recommendation keeps a
 * failing subscription to the end of its lease, this hub ends it at the third failure in a row (docs/websub.md).
 *
 * @module
 */
import type { OutboundAnswer } from "../platform.ts";
import { parseHttpDate } from "../web/http_date.ts";
import { FAILURES_TO_REMOVAL, RETRY_AFTER_MAX_SECONDS } from "./limits.ts";
import type { DeliverySettlement, DueDelivery } from "./subscription_store.ts";

/** The backoff schedule: a delay before each retry, the last of which repeats. */
export interface RetryPolicy {
  readonly retryDelaysSeconds: readonly number[];
}

/** An attempt that is over. */
export interface Attempt {
  readonly answer: OutboundAnswer;
  /** By the server's own clock: for a Retry-After that names a date. */
  readonly now: number;
  /** In [0, 1); spreads the retries. */
  readonly chance: number;
}

/** What a finished attempt means for its subscription. */
export function settleDelivery(
  delivery: Pick<DueDelivery, "id" | "failures">,
  { answer, now, chance }: Attempt,
  policy: RetryPolicy,
): DeliverySettlement {
  const base = { id: delivery.id, outcome: outcomeOf(answer) };
  if (answer.kind === "answered" && answer.status >= 200 && answer.status <= 299) {
    return { ...base, kind: "acknowledged" };
  }
  if (answer.kind === "answered" && answer.status === 410) return { ...base, kind: "removed", reason: "gone" };
  const failures = delivery.failures + 1;
  if (failures >= FAILURES_TO_REMOVAL) return { ...base, kind: "removed", reason: "failures" };
  const retryInMs = Math.max(retryDelayMs(failures, policy.retryDelaysSeconds, chance), retryAfterMs(answer, now));
  return { ...base, kind: "failed", failures, retryInMs, mayHaveArrived: answer.kind === "failed" };
}

/**
 * Wait before the next attempt, in milliseconds: as scheduled, and up to a tenth longer so that subscribers that failed
 * together do not come back together. Waits under five seconds belong to tests and are kept exact.
 */
function retryDelayMs(consecutiveFailures: number, schedule: readonly number[], chance: number): number {
  const seconds = schedule[consecutiveFailures - 1] ?? schedule.at(-1) ?? 0;
  return Math.round(seconds * 1000 * (seconds < 5 ? 1 : 1 + chance / 10));
}

/** The longest wait that any settlement can ask for, in milliseconds. */
export function longestWaitMs(schedule: readonly number[]): number {
  return Math.max(RETRY_AFTER_MAX_SECONDS, ...schedule.map((seconds) => seconds * 1.1)) * 1000;
}

/** What a subscriber that is busy (429, 503) asks for in Retry-After, in milliseconds; 0 when it asks for nothing. */
function retryAfterMs(answer: OutboundAnswer, now: number): number {
  if (answer.kind !== "answered" || (answer.status !== 429 && answer.status !== 503)) return 0;
  const value = answer.headers.get("Retry-After")?.trim() ?? "";
  const askedMs = /^\d{1,10}$/.test(value) ? Number(value) * 1000 : (parseHttpDate(value) ?? now) - now;
  return Math.min(Math.max(askedMs, 0), RETRY_AFTER_MAX_SECONDS * 1000);
}

function outcomeOf(answer: OutboundAnswer): string {
  return answer.kind === "answered" ? String(answer.status) : answer.reason;
}
