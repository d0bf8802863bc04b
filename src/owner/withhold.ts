/** The owner withholds a review for one of a few reasons, of which its stars are none, or shows it again. */
import { OWNERS_REASONS, type OwnersReason } from "../review/mod.ts";
import { instantOfChange, type Store } from "../store/mod.ts";
import { joinLines, rejoin } from "../store/planning/mod.ts";
import { isAsSeen } from "./review_state.ts";

/** What came of it. All but `saved` leave the store as it was. */
type WithholdOutcome =
  | { readonly kind: "saved"; readonly revision: number }
  | { readonly kind: "same" }
  | { readonly kind: "unknown" }
  /** It is not as it was when its form was made. */
  | { readonly kind: "changed" }
  /** Readers do not see it for a reason that is not the owner's to change. */
  | { readonly kind: "withheld_otherwise"; readonly reason: string };

/** Withholds a review, or with null shows it again. Doing it twice changes nothing. */
export function withholdReview(
  { reviews }: Store,
  {
    id,
    reason,
    expected,
  }: { readonly id: string; readonly reason: OwnersReason | null; readonly expected?: string | undefined },
): Promise<WithholdOutcome> {
  return reviews.write(async (writes): Promise<WithholdOutcome> => {
    const review = await writes.review(id);
    if (review === undefined) return { kind: "unknown" };
    const { withheld } = review;
    const isOwners = withheld === null || OWNERS_REASONS.some((each) => each === withheld);
    if (!isOwners) return { kind: "withheld_otherwise", reason: withheld };
    if (withheld === reason) return { kind: "same" };
    if (!isAsSeen(review, expected)) return { kind: "changed" };
    const at = instantOfChange(writes.now, await writes.state());
    await writes.changeReview(id, { withheld: reason, updatedAt: at });
    const joins = await rejoin(writes, [review], at);
    const line = { reviewId: id, detail: { withheld: reason ?? "no longer", before: withheld } };
    const lines = [line, ...joins.flatMap(joinLines)];
    return { kind: "saved", revision: await writes.recordChange({ command: "withhold", at, lines }) };
  });
}
