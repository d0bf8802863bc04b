/**
 * Does what is owed to the outside, from rows that are claimed, done and settled: a crash repeats work and never forgets it.
 *
 * In: a queue that settles and claims in one transaction, and a function that does one row's work. Out: results, settled
 * in that queue. Never: what the work is, where the rows are kept, which runtime this is.
 *
 * @module
 */

export type { Activity, ClaimedBatch, ClaimRequest, ClaimStore, Renewal, WorkLoop } from "./loop.ts";
export { createRunner, longestRetryMs, type Runner, retryAfterMs, retryDelayMs } from "./runner.ts";
