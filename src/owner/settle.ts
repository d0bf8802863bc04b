/** Closes objections of authors and readers to a decision on a review. Nothing happens automatically. */
import Type from "typebox";
import { counted } from "../review/mod.ts";
import type { ReviewObjection, ReviewReads, Store } from "../store/mod.ts";
import { act, done, type Subject, same } from "./act.ts";
import { reviewSubject } from "./subjects.ts";

const ANSWERS = ["settle", "withhold"];

/** Open objections to a review; latest first. */
export function waitingObjections({ reviews }: Store, reviewId?: string): Promise<readonly ReviewObjection[]> {
  return reviews.read((reads) => waitingIn(reads, reviewId));
}

const contested: Subject<{ readonly id: string; readonly waiting: readonly ReviewObjection[] }> = {
  ...reviewSubject,
  async find(reads, [id = ""]) {
    const waiting = await waitingIn(reads, id);
    return waiting.length > 0 || (await reads.review(id)) !== undefined ? [{ id, waiting }] : [];
  },
  id: ({ id }) => id,
  seen: ({ waiting }) => waiting.map(({ kind, at, reason, text }) => [kind, at, reason, text]),
};

export const settle = act({
  name: "settle",
  subject: contested,
  details: "It leaves the inbox; its author is not notified. To act on it, see goodword withhold.",
  input: Type.Object({}),
  async run(writes, { one: { id, waiting } }) {
    const [count, notice] = [waiting.length, "done.settled"] as const;
    if (count === 0) {
      return same({ lines: [`No open objection or report about ${id}`], data: { id, settled: 0 }, notice });
    }
    await writes.recordAct({ command: "settle", lines: [{ reviewId: id, detail: { objections: count } }] });
    return done({ lines: [`${counted(count, "objection")} settled`], data: { id, settled: count }, notice });
  },
});

async function waitingIn(reads: ReviewReads, reviewId: string | undefined): Promise<readonly ReviewObjection[]> {
  const all = await reads.objections(reviewId);
  const answeredAt = new Map<string, number>();
  for (const id of new Set(all.map((each) => each.reviewId))) {
    const lines = [];
    for (const command of ANSWERS) lines.push(...(await reads.log({ reviewId: id, command, limit: 1 })));
    answeredAt.set(id, Math.max(-1, ...lines.map(({ at }) => at)));
  }
  return all.filter(({ reviewId: id, at }) => at > (answeredAt.get(id) ?? -1));
}
