import type { TransparencyCounts } from "../insights/mod.ts";
import { noCounts } from "../review/business_record.ts";
import { WITHHOLDING_REASONS } from "../review/fields.ts";
import type { Business, BusinessRecord, Distribution, KeptRecord, RecordSource, ReviewTally } from "../review/mod.ts";
import { publishedTallies } from "../review/ratings.ts";

const CANNOT_SHOW = [
  "It is known that the business listed a job and that somebody had its link. It is not known whether the customer was given the link, or whether the customer exists.",
  "Jobs that the business did not list are not counted.",
];

const NOTHING_ASKED: KeptRecord = {
  policy: {
    invitations: "off",
    asked: "every_job",
    invite_after_hours: 0,
    remind_after_hours: 0,
    expires_after_hours: 0,
    may_be_withheld_for: [],
    may_not_review: ["insider"],
    incentive: "none",
    incentive_words: null,
    since: null,
    history: [],
  },
  periods: [],
  totals: noCounts(),
  withheld_reviews: [],
};

export function publishedRecord(
  kept: string | null,
  tallies: readonly ReviewTally[],
  business: Business,
): Omit<BusinessRecord, "schema_version" | "revision" | "log"> {
  const record = kept === null ? NOTHING_ASKED : (JSON.parse(kept) as KeptRecord);
  return { ...record, sources: sourcesOf(tallies, business), cannot_show: CANNOT_SHOW };
}

/** Sources by name, then provenance. */
function sourcesOf(tallies: readonly ReviewTally[], business: Business): RecordSource[] {
  const counts = new Map<string, RecordSource>();
  for (const { source: name, provenance, count } of tallies) {
    const key = `${name}\0${provenance}`;
    const known = counts.get(key)?.review_count ?? 0;
    counts.set(key, { name, provenance, review_count: known + count, license: licenseOf(name, business) });
  }
  return [...counts].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, source]) => source);
}

/** A business may license what was written to itself; other texts stay under the terms of their site. */
function licenseOf(name: string, { license, sources = [] }: Business): string | null {
  if (name === "direct") return license?.url ?? null;
  return sources.find((source) => source.name === name)?.terms ?? null;
}

/** Every reason is listed, even with nothing withheld for it. */
export function transparencyOf(tallies: readonly ReviewTally[]): TransparencyCounts {
  const counted = tallies.filter(({ isCopy }) => !isCopy);
  const joined = sum(distributionOf(tallies.filter(({ isCopy }) => isCopy)));
  const published = distributionOf(publishedTallies(tallies));
  const withheld = distributionOf(counted.filter(({ withheld }) => withheld !== null));
  return {
    imported: sum(published) + sum(withheld) + joined,
    published: sum(published),
    joined,
    withheld_count: sum(withheld),
    withheld: WITHHOLDING_REASONS.map((reason) => {
      const byRating = distributionOf(counted.filter((tally) => tally.withheld === reason));
      return { reason, count: sum(byRating), by_rating: byRating };
    }),
  };
}

function distributionOf(tallies: readonly ReviewTally[]): Distribution {
  const distribution: Distribution = { "1": 0, "2": 0, "3": 0, "4": 0, "5": 0 };
  for (const { rating, count } of tallies) distribution[String(rating) as keyof Distribution] += count;
  return distribution;
}

function sum(distribution: Distribution): number {
  return Object.values(distribution).reduce((total, count) => total + count, 0);
}
