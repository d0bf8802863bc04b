/**
 * Which of the copies of one review counts.
 *
 * It follows from the copies alone, never from which was there first, so that files imported in any order give one result.
 *
 * @module
 */
import type { StoredReview } from "../field_types.ts";
import { JOB_STRENGTHS, VERIFICATION_METHODS } from "../fields.ts";

/** What of a copy decides. */
export type WeighedCopy = Pick<
  StoredReview,
  "id" | "source" | "date" | "text" | "withheld" | "verificationMethod" | "verificationStrength"
>;

/** The copy that counts; null of none. */
export function countedOf<Copy extends WeighedCopy>(copies: readonly Copy[]): Copy | null {
  return [...copies].sort(byWeight)[0] ?? null;
}

/** One that readers may see first, then the longest text, the stronger verification, the earlier date; ids settle ties. */
function byWeight(one: WeighedCopy, other: WeighedCopy): number {
  return (
    Number(one.withheld !== null) - Number(other.withheld !== null) ||
    other.text.length - one.text.length ||
    strengthOf(one) - strengthOf(other) ||
    compare(one.date, other.date) ||
    compare(one.source, other.source) ||
    compare(one.id, other.id)
  );
}

/** The methods and strengths are listed from the strongest down. */
function strengthOf({ verificationMethod, verificationStrength }: WeighedCopy): number {
  const strength = verificationStrength === null ? JOB_STRENGTHS.length : JOB_STRENGTHS.indexOf(verificationStrength);
  return VERIFICATION_METHODS.indexOf(verificationMethod) * (JOB_STRENGTHS.length + 1) + strength;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
