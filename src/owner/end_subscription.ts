/** Ends a subscription to the feeds on behalf of the owner; the running server notifies the subscriber. */
import { countCharacters, isLongerThan, normaliseLine } from "../review/mod.ts";
import type { Store } from "../store/mod.ts";

/** The most characters of a reason. */
export const MAX_REASON_LENGTH = 200;

/** What came of it. All but `ended` leave the store as it was. */
type EndOutcome =
  | { readonly kind: "ended" }
  | { readonly kind: "unknown" }
  | { readonly kind: "reason_too_long"; readonly characters: number };

/** Ends a subscription for a reason that the subscriber is given; in the log it goes by its number. */
export async function endSubscription(
  { subscribers, reviews }: Store,
  { id, reason }: { readonly id: number; readonly reason: string },
): Promise<EndOutcome> {
  const given = normaliseLine(reason) || "ended by the operator";
  if (isLongerThan(given, MAX_REASON_LENGTH)) return { kind: "reason_too_long", characters: countCharacters(given) };
  if (!(await subscribers.remove(id, given))) return { kind: "unknown" };
  await reviews.write((writes) =>
    writes.noteAct({ command: "hub remove", lines: [{ detail: { subscription: id, reason: given } }] }),
  );
  return { kind: "ended" };
}
