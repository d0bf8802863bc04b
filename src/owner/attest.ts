/** The owner attests to single reviews, having checked them against the customers, or takes that back. */
import { calendarDateAt } from "../review/mod.ts";
import type { Store } from "../store/mod.ts";
import { requireBusiness } from "./business.ts";
import { saveVerifications } from "./save_verifications.ts";

/** Which reviews are attested or withdrawn, and by whom. */
interface AttestOrder {
  readonly ids: readonly string[];
  readonly method: "operator_attested" | "none";
  /** Who has checked, for the log. */
  readonly by: string | undefined;
  readonly now: number;
  /** What was seen of the one review, as `reviewState` gives it; whatever it is now when left out. */
  readonly expected?: string | undefined;
}

/** What came of it. */
type AttestOutcome =
  | { readonly kind: "settled"; readonly changed: readonly string[]; readonly revision: number }
  /** All of them were so already. */
  | { readonly kind: "same" }
  /** Nothing was changed: one of them is no longer what its owner saw. */
  | { readonly kind: "changed" }
  /** Nothing was changed, since no kept review has these ids. */
  | { readonly kind: "unknown"; readonly ids: readonly string[] };

/** All or nothing. @throws {GoodwordError} `not_found` before the first import */
export async function attestReviews(store: Store, order: AttestOrder): Promise<AttestOutcome> {
  const { ids, method, by, now, expected } = order;
  const date = method === "none" ? null : calendarDateAt(now, (await requireBusiness(store)).time_zone);
  const verifications = ids.map((id) => ({ id, method, strength: null, date, evidence: null, by, expected }));
  const { changed, unknown, isOvertaken, revision } = await saveVerifications(store, verifications);
  if (unknown.length > 0) return { kind: "unknown", ids: unknown };
  if (isOvertaken) return { kind: "changed" };
  return revision === null ? { kind: "same" } : { kind: "settled", changed, revision };
}
