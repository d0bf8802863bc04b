/**
 * What authors and readers say against a decision on a review. Nothing happens by itself: the owner withholds, shows again, or
 * says that all stays as it is.
 *
 * @module
 */
import type { ReviewObjection, ReviewReads, Store } from "../store/mod.ts";
import { stateOf } from "./review_state.ts";

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
