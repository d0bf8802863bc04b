/**
 * What the jobs on the list prove, and what they nearly prove: reviews whose authors only the owner can know again.
 *
 * @module
 */
import type { Job } from "../invitations/mod.ts";
import type { Doubt } from "../review/mod.ts";
import { findReviews, type Store, type StoredReview } from "../store/mod.ts";
import { PROOF_DAYS } from "./add_jobs.ts";
import { reviewState, stateOf } from "./review_state.ts";
import { type Confirmed, confirmNearMisses, verifyByJobs } from "./verify_by_jobs.ts";

interface MatchOptions {
  readonly now: number;
  readonly randomBytes: (count: number) => Uint8Array;
}

/** A review that waits, and the job that may be meant. */
export interface KeptNearMiss {
  readonly review: StoredReview;
  readonly job: Job;
  readonly doubt: Doubt;
  /** What a form about it is made from. */
  readonly state: string;
}

/** What the jobs on the list come to. */
interface KeptMatches {
  readonly nearMisses: readonly KeptNearMiss[];
  /** How many reviews they prove, and how many wait for proof. */
  readonly proved: number;
  readonly waiting: number;
  /** Null when nothing was changed. */
  readonly revision: number | null;
}

/**
 * Matches the reviews that wait with all jobs that still have a name. Proofs are saved unless `isDry`; near misses never are.
 *
 * @throws {GoodwordError} `not_found` before the first import
 */
export async function matchKeptJobs(store: Store, options: MatchOptions & { isDry: boolean }): Promise<KeptMatches> {
  const { kept, list } = await keptJobs(store);
  const { proofs, nearMisses, waiting, revision } = await verifyByJobs(store, list, { ...options, days: PROOF_DAYS });
  const ids = nearMisses.map(({ review }) => review.id);
  const reviews = new Map((await findReviews(store, ids)).map((review) => [review.id, review]));
  const shown = nearMisses.flatMap(({ review: { id }, job: { row }, doubt }): KeptNearMiss[] => {
    const [review, job] = [reviews.get(id), kept[row]];
    return review === undefined || job === undefined ? [] : [{ review, job, doubt, state: stateOfMatch(review, job) }];
  });
  return { nearMisses: shown, proved: proofs.length, waiting, revision };
}

async function keptJobs({ jobs }: Store) {
  const kept = (await jobs.read((reads) => reads.list())).map(({ job }) => job);
  const named = kept.flatMap((job, row) => (job.customerName === null ? [] : [{ row, draft: job }]));
  return { kept, list: { jobs: named, passedOver: [], notes: [] } };
}

function stateOfMatch(review: StoredReview, job: Job): string {
  return `${reviewState(review)}.${stateOf(job)}`;
}

/** What came of it. All but `confirmed` leave the store as it was. */
type ConfirmOutcome = Confirmed | { readonly kind: "unknown_job" };

interface ConfirmOrder extends MatchOptions {
  readonly reviewId: string;
  readonly jobId: string;
  /** Who knows it, for the log. */
  readonly by?: string | undefined;
  /** The state of the near miss as it was shown; whatever it is now when left out. */
  readonly expected?: string | undefined;
}

/** Publishes a near miss with a job on the list as attested by the owner. Doing it twice changes nothing. */
export async function confirmKeptJob(store: Store, order: ConfirmOrder): Promise<ConfirmOutcome> {
  const { reviewId, jobId, by, expected, now, randomBytes } = order;
  const { kept, list } = await keptJobs(store);
  const row = kept.findIndex(({ id }) => id === jobId);
  const job = kept[row];
  if (job === undefined || job.customerName === null) return { kind: "unknown_job" };
  const [seen, seenJob] = expected?.split(".") ?? [];
  if (expected !== undefined && seenJob !== stateOf(job)) return { kind: "changed" };
  const options = { days: PROOF_DAYS, isDry: false, now, randomBytes, by, expected: seen };
  return confirmNearMisses(store, list, [{ id: reviewId, row }], options);
}
