/** What waits for the owner, each with enough of it to decide where to begin. */
import type { Job, OutboxState } from "../invitations/mod.ts";
import type { Doubt } from "../review/mod.ts";
import {
  findReviews,
  type Listing,
  listReviews,
  type ReviewObjection,
  type ReviewReads,
  readBusiness,
  type Store,
  type StoredReview,
} from "../store/mod.ts";
import { PROOF_DAYS } from "./add_jobs.ts";
import { readDoubtfulCopies } from "./join_copies.ts";
import { reviewState, stateOf } from "./review_state.ts";
import { type Confirmed, confirmNearMisses, type VerifyOptions, verifyByJobs } from "./verify_by_jobs.ts";

/** What waits; nothing of it is done by itself. */
export interface Inbox {
  /** None of the owner's own reviews or business yet: the first step is an import. */
  readonly isNew: boolean;
  /** Published reviews without a reply: the newest, and how many there are. */
  readonly unanswered: Listing;
  readonly objections: readonly ReviewObjection[];
  /** How many reviews nearly match a job. */
  readonly nearMisses: number;
  /** How many pairs of reviews may be one customer's. */
  readonly doubtfulCopies: number;
  /** Messages that came back, and why nothing is sent at present. */
  readonly mail: Pick<OutboxState, "undeliverable" | "pause">;
}

/** Reviews without a reply that are shown at once. */
const SHOWN = 5;

/** Reads all of it and changes nothing. */
export async function readInbox(store: Store, options: MatchOptions): Promise<Inbox> {
  const business = (await readBusiness(store))?.profile;
  const isNew = business === undefined || business.is_sample === true;
  const { undeliverable, pause } = await store.outbox.outboxState();
  return {
    isNew,
    unanswered: await listReviews(store, { status: "published", isAnswered: false, limit: SHOWN }),
    objections: await waitingObjections(store),
    nearMisses: isNew
      ? 0
      : (await matchKeptJobs(store, { ...options, isDry: true, isWaitingOnly: true })).nearMisses.length,
    doubtfulCopies: (await readDoubtfulCopies(store)).pairs.length,
    mail: { undeliverable, pause },
  };
}

/** How many things wait. */
export function countWaiting({ unanswered, objections, nearMisses, doubtfulCopies, mail }: Inbox): number {
  const { undeliverable, pause } = mail;
  return unanswered.total + objections.length + nearMisses + doubtfulCopies + undeliverable + (pause === null ? 0 : 1);
}

// What the jobs on the list prove, and what they nearly prove: reviews whose authors only the owner can know again.

type MatchOptions = Pick<VerifyOptions, "now" | "randomBytes">;

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
 * Matches reviews without proof with all jobs that still have a name, within `days` (default: 90). Proofs are saved unless
 * `isDry`; near misses never are.
 *
 * @throws {GoodwordError} `not_found` before the first import
 */
export async function matchKeptJobs(
  store: Store,
  { days = PROOF_DAYS, ...options }: Omit<VerifyOptions, "days" | "isRuledOut"> & { readonly days?: number },
): Promise<KeptMatches> {
  const { kept, list } = await keptJobs(store);
  const ruledOut = await store.reviews.read(readRuledOut);
  const { proofs, nearMisses, waiting, revision } = await verifyByJobs(store, list, {
    ...{ ...options, days },
    isRuledOut: (id, row) => ruledOut.some(([review, job]) => review === id && job === kept[row]?.id),
  });
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
  const named = kept.flatMap((job, row) => (job.customerName === null || job.isCancelled ? [] : [{ row, draft: job }]));
  return { kept, list: { jobs: named, passedOver: [], notDone: [], notes: [] } };
}

function stateOfMatch(review: StoredReview, job: Job): string {
  return `${reviewState(review)}.${stateOf(job)}`;
}

/** Ids of a review that counts and of a job that is somebody else's. */
type RuledOut = readonly [reviewId: string, jobId: string];

async function readRuledOut({ setting }: Pick<ReviewReads, "setting">): Promise<readonly RuledOut[]> {
  return JSON.parse((await setting("ruled_out_matches")) ?? "[]");
}

/** What came of it. Only `ruled_out` has changed anything. */
type RuleOutOutcome = { readonly kind: "ruled_out" | "same" | "changed" | "unknown_review" | "unknown_job" };

/** Remembers that a review is not by the customer of a job: the two are matched no more. Confirming them goes on all the same. */
export function ruleOutKeptJob(
  { reviews }: Store,
  { reviewId, jobId, by, expected }: Omit<ConfirmOrder, keyof MatchOptions>,
): Promise<RuleOutOutcome> {
  return reviews.write(async (writes): Promise<RuleOutOutcome> => {
    const named = (await writes.jobs.list()).flatMap(({ job }) => (job.customerName === null ? [] : [job]));
    const job = named.find(({ id }) => id === jobId);
    if (job === undefined) return { kind: "unknown_job" };
    const [review] = await writes.reviewsById([reviewId], { withoutMentions: false, withoutLanguage: false });
    if (review === undefined) return { kind: "unknown_review" };
    if (expected !== undefined && expected !== stateOfMatch(review, job)) return { kind: "changed" };
    const counted = review.copyOf ?? review.id;
    // Without its customer a job matches nothing any more.
    const kept = (await readRuledOut(writes)).filter(([, id]) => named.some((each) => each.id === id));
    if (kept.some(([one, other]) => one === counted && other === jobId)) return { kind: "same" };
    await writes.saveSetting("ruled_out_matches", JSON.stringify([...kept, [counted, jobId]]));
    const lines = [{ reviewId, detail: { job: jobId } }];
    await writes.noteAct({ command: "rule out", lines, ...(by !== undefined && { by }) });
    return { kind: "ruled_out" };
  });
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
  if (job.isCancelled) return { kind: "not_done", job: jobId, why: "cancelled" };
  const options = { days: PROOF_DAYS, isDry: false, now, randomBytes, by, expected: seen };
  return confirmNearMisses(store, list, [{ id: reviewId, row }], options);
}

// What authors and readers say against a decision on a review. Nothing happens by itself: the owner withholds, shows again, or
// says that all stays as it is.

/** Acts by which the owner has answered whatever was said before. */
const ANSWERS = ["settle", "withhold"];

/** What is said against a review that nothing was done about since; latest first. */
export function waitingObjections({ reviews }: Store, reviewId?: string): Promise<readonly ReviewObjection[]> {
  return reviews.read((reads) => waitingIn(reads, reviewId));
}

/** What a form about them is made from. */
export function stateOfObjections(waiting: readonly ReviewObjection[]): string {
  return stateOf(waiting.map(({ kind, at, reason, text }) => [kind, at, reason, text]));
}

/** What came of it. All but `settled` leave the store as it was. */
type SettleOutcome =
  | { readonly kind: "settled"; readonly count: number }
  /** Nothing waits, or there is no such review. */
  | { readonly kind: "none" }
  /** Something else was said since, or somebody has answered. */
  | { readonly kind: "changed" };

/** Notes that the owner has looked at what is said of a review, and leaves it as it is. */
export function settleObjections({ reviews }: Store, id: string, expected?: string): Promise<SettleOutcome> {
  return reviews.write(async (writes): Promise<SettleOutcome> => {
    const waiting = await waitingIn(writes, id);
    if (expected !== undefined && stateOfObjections(waiting) !== expected) return { kind: "changed" };
    if (waiting.length === 0) return { kind: "none" };
    await writes.noteAct({ command: "settle", lines: [{ reviewId: id, detail: { objections: waiting.length } }] });
    return { kind: "settled", count: waiting.length };
  });
}

async function waitingIn(reads: ReviewReads, reviewId: string | undefined): Promise<readonly ReviewObjection[]> {
  const said = await reads.objections(reviewId);
  const answeredAt = new Map<string, number>();
  for (const id of new Set(said.map((each) => each.reviewId))) {
    const lines = [];
    for (const command of ANSWERS) lines.push(...(await reads.log({ reviewId: id, command, limit: 1 })));
    answeredAt.set(id, Math.max(-1, ...lines.map(({ at }) => at)));
  }
  return said.filter(({ reviewId: id, at }) => at > (answeredAt.get(id) ?? -1));
}
