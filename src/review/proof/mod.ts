/**
 * What proves that the author of a review was a customer.
 *
 * In: what imports and job lists know of people, as keyed hashes. Out: proofs by their strength, and near misses.
 * Never: how jobs are read, where proofs are kept.
 *
 * @module
 */
export {
  type Doubt,
  judgeProofs,
  type Proof,
  type ProofOptions,
} from "./judge_proof.ts";
export {
  foldInvoice,
  foldWholeName,
  MARK_KINDS,
  type MarkHasher,
  type MarkKind,
  type Marks,
  markHasher,
} from "./marks.ts";
export type { FinishedJob, ReviewToProve } from "./review_and_job.ts";
