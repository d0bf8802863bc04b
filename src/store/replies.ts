/**
 * The business's answers, given by hand.
 *
 * @module
 */
import { eq } from "drizzle-orm";
import type { Reply } from "../review/mod.ts";
import { reviews } from "../sql/schema.ts";
import { instantOfChange, readEditionState, recordChange } from "./edition.ts";
import type { Store } from "./store.ts";

export type ReplyOutcome =
  | { readonly kind: "saved"; readonly revision: number }
  /** It is the answer already. */
  | { readonly kind: "same" }
  | { readonly kind: "unknown" };

export interface NewReply {
  readonly id: string;
  /** Null takes the answer back. */
  readonly reply: Reply | null;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Gives a review its answer in place of any other. Calling it twice changes nothing. */
export function saveReply(store: Store, { id, reply, now }: NewReply): ReplyOutcome {
  return store.transaction(
    (transaction): ReplyOutcome => {
      const before = transaction
        .select({ text: reviews.replyText, date: reviews.replyDate })
        .from(reviews)
        .where(eq(reviews.id, id))
        .get();
      if (before === undefined) return { kind: "unknown" };
      if (before.text === (reply?.text ?? null)) return { kind: "same" };
      const at = instantOfChange(now, readEditionState(transaction));
      const after = { replyText: reply?.text ?? null, replyDate: reply?.date ?? null, updatedAt: at };
      transaction.update(reviews).set(after).where(eq(reviews.id, id)).run();
      const detail = { reply: reply === null ? "taken back" : before.text === null ? "given" : "changed" };
      const revision = recordChange(transaction, { command: "reply", at, lines: [{ reviewId: id, detail }] });
      return { kind: "saved", revision };
    },
    { behavior: "immediate" },
  );
}
