/**
 * The owner says of near misses, one by one, that this review is of that job's customer.
 *
 * @module
 */
import type { VerificationMethod } from "../review/mod.ts";
import {
  findReviews,
  type NewVerification,
  readEvidence,
  readRemoval,
  type Store,
  type StoredReview,
  saveVerifications,
} from "../store/mod.ts";
import { type Desk, judge, openDesk, type VerifyOptions } from "./job_desk.ts";
import type { Job, JobList } from "./read_jobs.ts";

/** A near miss that the owner has looked at: this review is of the job in this row. */
export interface Confirmation {
  readonly id: string;
  readonly row: number;
}

/** Why a confirmation cannot be right. */
export type Objection = Confirmation &
  (
    | { readonly kind: "verified"; readonly method: VerificationMethod }
    /** The job stands for another review: one of those confirmed here, or one that is kept. */
    | { readonly kind: "job_taken" }
    /** Nothing in name, contact or invoice says that they belong together. */
    | { readonly kind: "no_near_miss"; readonly customer: string }
  );

/** Result of {@link confirmNearMisses}. */
export type Confirmed =
  | { readonly kind: "confirmed"; readonly changed: readonly string[]; readonly revision: number | null }
  /** Nothing was changed. */
  | { readonly kind: "unknown_review"; readonly ids: readonly string[] }
  | { readonly kind: "removed_review"; readonly id: string; readonly removedAt: number }
  | { readonly kind: "unknown_row"; readonly rows: readonly number[] }
  | { readonly kind: "refused"; readonly objections: readonly Objection[] };

/** Publishes near misses as attested by the owner; all or nothing. Calling it twice changes nothing. */
export async function confirmNearMisses(
  store: Store,
  list: JobList,
  confirmations: readonly Confirmation[],
  options: VerifyOptions & { readonly by: string | undefined },
): Promise<Confirmed> {
  const jobs = new Map(list.jobs.map((job) => [job.row, job]));
  const rows = confirmations.map(({ row }) => row).filter((row) => !jobs.has(row));
  if (rows.length > 0) return { kind: "unknown_row", rows };
  const ids = confirmations.map(({ id }) => id);
  const reviews = new Map((await findReviews(store, ids)).map((review) => [review.id, review]));
  const missing = ids.filter((id) => !reviews.has(id));
  if (missing.length > 0) return missingReview(store, missing);
  const desk = await openDesk(store, options);
  const pairs = confirmations.flatMap(({ id, row }): Pair[] => {
    const [review, job] = [reviews.get(id), jobs.get(row)];
    return review === undefined || job === undefined ? [] : [{ review, job, evidence: desk.evidenceOf(job) }];
  });
  const objections = findObjections({ desk, pairs, used: await readEvidence(store), options });
  if (objections.length > 0) return { kind: "refused", objections };
  const verifications = pairs.map(({ review: { id }, evidence }): NewVerification => {
    return { id, method: "operator_attested", strength: null, date: desk.today, evidence, by: options.by };
  });
  const { changed, unknown, revision } = await saveVerifications(store, verifications);
  return unknown.length > 0 ? missingReview(store, unknown) : { kind: "confirmed", changed, revision };
}

interface Pair {
  readonly review: StoredReview;
  readonly job: Job;
  readonly evidence: string;
}

async function missingReview(store: Store, ids: readonly string[]): Promise<Confirmed> {
  for (const id of ids) {
    const removal = await readRemoval(store, id);
    if (removal !== undefined) return { kind: "removed_review", id, removedAt: removal.removedAt };
  }
  return { kind: "unknown_review", ids };
}

interface Look {
  readonly desk: Desk;
  readonly pairs: readonly Pair[];
  /** Evidence of all kept reviews. */
  readonly used: ReadonlySet<string>;
  readonly options: VerifyOptions;
}

function findObjections({ desk, pairs, used, options }: Look): Objection[] {
  return pairs.flatMap(({ review, job, evidence }, at): Objection[] => {
    const { id, verificationMethod: method } = review;
    const confirmation = { id, row: job.row };
    if (method !== "none" && method !== "operator_attested") return [{ ...confirmation, kind: "verified", method }];
    const isGivenTwice = pairs.some((other, place) => place !== at && other.evidence === evidence);
    if (isGivenTwice || (used.has(evidence) && review.evidence !== evidence)) {
      return [{ ...confirmation, kind: "job_taken" }];
    }
    // By itself, since the owner may know the customer from a copy.
    if (judge(desk, [{ ...review, copyOf: null }], [job], options).length > 0) return [];
    return [{ ...confirmation, kind: "no_near_miss", customer: job.customer }];
  });
}
