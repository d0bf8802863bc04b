/**
 * The figures of what is held back in sentences: how much of each number of stars and why, and whether bad ratings are held
 * back more often than good ones. Everything is counted, nothing is estimated.
 *
 * @module
 */
import type { Distribution, WithholdingReason } from "../review/mod.ts";
import type { Transparency } from "./insights_view.ts";
import { counted, groupedDigits, listed, percentage } from "./words.ts";

type Stars = keyof Distribution;
type Withheld = Transparency["withheld"];

/** The sentences, best first; none where nothing is held back. */
export interface WithheldInSentences {
  /** How one star compares with five, and what makes the difference; none where one of the two has no reviews. */
  readonly comparison: readonly string[];
  /** One for each number of stars of which reviews are held back, most stars first. */
  readonly byStars: readonly string[];
}

const STARS: readonly Stars[] = ["5", "4", "3", "2", "1"];
const [BEST, WORST]: readonly [Stars, Stars] = ["5", "1"];

/** In sentences, from the published reviews by stars and the withheld ones by reason and stars. */
export function withheldInSentences(published: Distribution, withheld: Withheld): WithheldInSentences {
  if (withheld.every(({ count }) => count === 0)) return { comparison: [], byStars: [] };
  const part = (stars: Stars) => partOf(stars, published, withheld);
  return {
    comparison: compare(part(WORST), part(BEST)),
    byStars: STARS.map(part).flatMap((each) => (each.withheld === 0 ? [] : [starSentence(each)])),
  };
}

/** The kept reviews of a number of stars. */
interface Part {
  readonly stars: Stars;
  readonly all: number;
  readonly withheld: number;
  readonly reasons: readonly { readonly reason: WithholdingReason; readonly count: number }[];
}

function partOf(stars: Stars, published: Distribution, withheld: Withheld): Part {
  const reasons = withheld.map(({ reason, by_rating }) => ({ reason, count: by_rating[stars] }));
  const count = reasons.reduce((sum, each) => sum + each.count, 0);
  return { stars, all: published[stars] + count, withheld: count, reasons: reasons.filter((each) => each.count > 0) };
}

function starSentence({ stars, all, withheld, reasons }: Part): string {
  const mostFirst = [...reasons].sort((one, other) => other.count - one.count);
  const [only, ...others] = mostFirst;
  const why =
    only !== undefined && others.length === 0
      ? ` ${REASONS[only.reason]}`
      : `: ${listed(mostFirst.map(({ reason, count }) => `${groupedDigits(count)} ${REASONS[reason]}`))}`;
  const are = withheld === 1 ? "is" : "are";
  const [some, whole] = [groupedDigits(withheld), counted(all, `${stars}-star review`)];
  return `${some} of ${whole} (${percentage(withheld, all)}) ${are} held back${why}.`;
}

/** What follows "held back". */
const REASONS: Readonly<Record<WithholdingReason, string>> = {
  unverified: "because nothing shows that the author was a customer",
  hidden_at_source: "because the site where the review was written hides it",
  duplicate: "as duplicates of another review",
  spam: "as spam",
  privacy: "for the privacy of a person",
  legal: "by legal order",
  insider: "because an owner, employee or relative wrote the review",
};

function compare(worst: Part, best: Part): string[] {
  if (worst.all === 0 || best.all === 0) return [];
  const [low, high] = [shareOf(worst.withheld, worst), shareOf(best.withheld, best)];
  const shares = `${percentage(worst.withheld, worst.all)} against ${percentage(best.withheld, best.all)}`;
  if (percentage(worst.withheld, worst.all) === percentage(best.withheld, best.all)) {
    return [
      `1-star reviews are held back as often as 5-star reviews: ${percentage(worst.withheld, worst.all)} of each.`,
    ];
  }
  const more = low > high ? "more" : "less";
  const sentence = `1-star reviews are held back ${more} often than 5-star reviews: ${shares}.`;
  return low > high ? [sentence, ...mainReason(worst, best)] : [sentence];
}

/** The reason that sets bad ratings apart most, and what it means. */
function mainReason(worst: Part, best: Part): string[] {
  const [main] = worst.reasons
    .map(({ reason, count }) => ({ reason, low: count, high: countOf(best, reason) }))
    .map((each) => ({ ...each, difference: shareOf(each.low, worst) - shareOf(each.high, best) }))
    .filter(({ difference }) => difference > 0)
    .sort((one, other) => other.difference - one.difference);
  if (main === undefined) return [];
  const shares = `${percentage(main.low, worst.all)} of 1-star reviews and ${percentage(main.high, best.all)} of 5-star reviews`;
  return [
    `Most of the difference: ${shares} are held back ${PLURALS[main.reason] ?? REASONS[main.reason]}.${MEANINGS[main.reason] ?? ""}`,
  ];
}

const PLURALS: Readonly<Partial<Record<WithholdingReason, string>>> = {
  unverified: "because nothing shows that their authors were customers",
  hidden_at_source: "because the site where they were written hides them",
  insider: "because an owner, employee or relative wrote them",
};

/** What can be known of a reason without knowing the reviews. */
const MEANINGS: Readonly<Partial<Record<WithholdingReason, string>>> = {
  unverified:
    " That is found without looking at the stars: by a finished job, an invitation, or the check of the site where the review was written. A review is published as soon as one of these is found.",
  hidden_at_source: " The site decides that, not the business; what it shows again is published here again.",
};

function countOf({ reasons }: Part, wanted: WithholdingReason): number {
  return reasons.find(({ reason }) => reason === wanted)?.count ?? 0;
}

function shareOf(count: number, { all }: Part): number {
  return count / all;
}
