/**
 * Sends whatever must reach the outside, from rows that are claimed, sent and settled: a crash repeats an attempt and never
 * forgets one.
 *
 * In: a queue that settles and claims in one transaction, and a function that sends one row. Out: results, settled in that queue.
 * Never: what is sent, where the rows are kept, which runtime this is.
 *
 * @module
 */

export { type ClaimStore, createRunner, type Runner, retryAfterMs, retryDelayMs } from "./runner.ts";
export {
  CLAIM_MS,
  type ClaimedBatch,
  type ClaimedItem,
  type ClaimRequest,
  type SenderLoop,
} from "./sender_loop.ts";
