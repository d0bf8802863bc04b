/**
 * The business's answers, given by hand.
 *
 * @module
 */
import type { Reply } from "../review/mod.ts";
import { instantOfChange } from "./instants.ts";
import type { Store } from "./ports/store.ts";

/** Result of {@link saveReply}. */
export type ReplyOutcome =
  | { readonly kind: "saved"; readonly revision: number }
  /** It is the answer already. */
  | { readonly kind: "same" }
  | { readonly kind: "unknown" };

/** The business's answer to the review with this id. */
export interface NewReply {
  readonly id: string;
  /** Null takes the answer back. */
  readonly reply: Reply | null;
}

/** Gives a review its answer in place of any other. Calling it twice changes nothing. */
export function saveReply(store: Store, { id, reply }: NewReply): Promise<ReplyOutcome> {
  return store.reviews.write(async (writes): Promise<ReplyOutcome> => {
    const before = await writes.review(id);
    if (before === undefined) return { kind: "unknown" };
    if (before.replyText === (reply?.text ?? null)) return { kind: "same" };
    const at = instantOfChange(writes.now, await writes.state());
    await writes.changeReview(id, { replyText: reply?.text ?? null, replyDate: reply?.date ?? null, updatedAt: at });
    const detail = { reply: reply === null ? "taken back" : before.replyText === null ? "given" : "changed" };
    const revision = await writes.recordChange({ command: "reply", at, lines: [{ reviewId: id, detail }] });
    return { kind: "saved", revision };
  });
}
