/**
 * Takes the insights over where no change touches what they are computed from, as when a reply is added.
 *
 * @module
 */
import { openChanges } from "../publication/changes/open_changes.ts";
import type { PublicationData } from "../publication/mod.ts";
import { reviewJson } from "../publication/review_json.ts";
import type { Review } from "../review/mod.ts";
import type { EditionBasis } from "./edition_basis.ts";
import type { ReviewRecord } from "./records.ts";
import type { Step } from "./steps.ts";

/** What of a published review insights are not computed from. */
const BESIDE = new Set<keyof Review>(["url", "source", "also_at", "verification", "reply", "updated_at", "edited"]);

/** Whether the reviews that were made say what those said that they replace, and no other went. */
export function saySame(
  before: PublicationData,
  made: ReadonlyMap<Step, ReviewRecord>,
  { count, site }: EditionBasis,
): boolean {
  const { reviewAt } = openChanges(before);
  if (count !== before.dates.length) return false;
  return [...made].every(([step, record]) => {
    if (step.kind !== "make" || step.replaces === null) return false;
    const next = JSON.parse(reviewJson(record, site.baseUrl)) as Review;
    return saidIn(reviewAt(step.replaces)) === saidIn(next);
  });
}

function saidIn(review: Review): string {
  return JSON.stringify(Object.entries(review).filter(([key]) => !BESIDE.has(key as keyof Review)));
}

/** The dataset of /insights.json for another revision of the same reviews. */
export function insightsAt(insightsJson: string, revision: string): string {
  return `${JSON.stringify({ ...JSON.parse(insightsJson), revision })}\n`;
}
