/**
 * The figures of what is held back in sentences: how much of each number of stars and why, and whether bad ratings are held
 * back more often than good ones. Everything is counted, nothing is estimated.
 *
 * @module
 */
import type { Words } from "../languages/mod.ts";
import type { Distribution, WithholdingReason } from "../review/mod.ts";
import type { Transparency } from "./insights_view.ts";

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
export function withheldInSentences(words: Words, published: Distribution, withheld: Withheld): WithheldInSentences {
  if (withheld.every(({ count }) => count === 0)) return { comparison: [], byStars: [] };
  const part = (stars: Stars) => partOf(stars, published, withheld);
  return {
    comparison: compare(words, part(WORST), part(BEST)),
    byStars: STARS.map(part).flatMap((each) => (each.withheld === 0 ? [] : [starSentence(words, each)])),
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

function starSentence(words: Words, part: Part): string {
  const whole = words.say("count.starReviews", { count: part.all, stars: part.stars });
  const share = words.share(part.withheld, part.all);
  return words.say("withheld.stars", { count: part.withheld, whole, share, why: whyInWords(words, part) });
}

/** What follows "held back": the reason, or each of several with its number. */
function whyInWords(words: Words, { reasons }: Part): string {
  const mostFirst = [...reasons].sort((one, other) => other.count - one.count);
  const [only, ...others] = mostFirst;
  if (only !== undefined && others.length === 0) {
    return words.say("withheld.why", { reason: words.say(`because.${only.reason}`) });
  }
  const each = mostFirst.map(({ reason, count }) =>
    words.say("withheld.counted", { number: count, reason: words.say(`because.${reason}`) }),
  );
  return words.say("withheld.whys", { reasons: words.list(each) });
}

function compare(words: Words, worst: Part, best: Part): string[] {
  if (worst.all === 0 || best.all === 0) return [];
  const [low, high] = [words.share(worst.withheld, worst.all), words.share(best.withheld, best.all)];
  if (low === high) return [words.say("withheld.equal", { share: low })];
  if (shareOf(worst.withheld, worst) < shareOf(best.withheld, best)) return [words.say("withheld.less", { low, high })];
  return [words.say("withheld.more", { low, high }), ...mainReason(words, worst, best)];
}

/** The reason that sets bad ratings apart most, and what it means. */
function mainReason(words: Words, worst: Part, best: Part): string[] {
  const [main] = worst.reasons
    .map(({ reason, count }) => ({ reason, low: count, high: countOf(best, reason) }))
    .map((each) => ({ ...each, difference: shareOf(each.low, worst) - shareOf(each.high, best) }))
    .filter(({ difference }) => difference > 0)
    .sort((one, other) => other.difference - one.difference);
  if (main === undefined) return [];
  const sentence = words.say("withheld.main", {
    low: words.share(main.low, worst.all),
    high: words.share(main.high, best.all),
    reason: words.say(`becauseAll.${main.reason}`),
  });
  return hasMeaning(main.reason) ? [sentence, words.say(`meaning.${main.reason}`)] : [sentence];
}

/** Whether something can be known of a reason without knowing the reviews. */
function hasMeaning(reason: WithholdingReason): reason is "unverified" | "hidden_at_source" {
  return reason === "unverified" || reason === "hidden_at_source";
}

function countOf({ reasons }: Part, wanted: WithholdingReason): number {
  return reasons.find(({ reason }) => reason === wanted)?.count ?? 0;
}

function shareOf(count: number, { all }: Part): number {
  return count / all;
}
