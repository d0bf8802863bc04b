/** What waits for the owner, each with enough of it to decide where to begin. */
import type { OutboxState } from "../invitations/mod.ts";
import {
  type Listing,
  listReviews,
  type ReviewObjection,
  type ReviewReads,
  readBusiness,
  type Store,
} from "../store/mod.ts";
import { readDoubtfulCopies } from "./join_copies.ts";
import { stateOf } from "./review_state.ts";
import { matchKeptJobs, type VerifyOptions } from "./verify_by_jobs.ts";

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
export async function readInbox(store: Store, options: Pick<VerifyOptions, "now" | "randomBytes">): Promise<Inbox> {
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
