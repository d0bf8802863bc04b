/**
 * The judgements of a review: one per aspect, from its words and its stars, with a certainty, and without expressions that the
 * stars contradict. Words and stars are independent evidence, so their log-odds add up. Nearly all judgements
 * in five-star reviews are praise: blame there needs words some thousand times likelier in blame than in praise, or
 * a clause that makes an exception ("but the price was high").
 */

import type { ASPECT_SENTIMENTS, AspectId } from "../../review/aspects.ts";
import {
  BLAME_BY_STARS,
  LOG_ODDS_BY_STARS,
  MIN_CONCEDED_LOG_ODDS,
  MIN_LEARNED_LOG_ODDS,
} from "../lexicon/evidence_weights.ts";
import { type AspectVote, FIRST_PHRASE, NO_EVIDENCE, type ReviewAnalysis } from "./analysis.ts";
import type { Span } from "./quote.ts";

/** The side of a judgement; `unclear` if neither is certain enough. */
export type JudgedSentiment = (typeof ASPECT_SENTIMENTS)[number];

/** The verdict on one aspect of a review, with the span of text to quote for it. */
export interface Judgement extends Span {
  readonly aspect: AspectId;
  readonly sentiment: JudgedSentiment;
  /** Probability that a careful reader agrees, two decimals; of the likelier side where it is `unclear`. */
  readonly certainty: number;
}

/** Signed only from here on; a wrong accusation does more harm than a wrong compliment. */
const CERTAIN = { positive: 0.8, negative: 0.9 } as const;
/** Below this probability there is no judgement at all, not even an unclear one. */
const CONCEIVABLE = { positive: 0.76, negative: 0.88 } as const;

/** The judgements of a review, in the order of its analysis. Pure. */
export function judgementsOf({ aspects }: Pick<ReviewAnalysis, "aspects">, rating: number): Judgement[] {
  return aspects.flatMap((vote) => judgementOf(vote, rating) ?? []);
}

/** Null when neither side is conceivable. Votes are read by place: there are hundreds of thousands, and patterns iterate. */
function judgementOf(vote: AspectVote, rating: number): Judgement | null {
  const positive = sideCertainty(vote, "positive", rating);
  const negative = sideCertainty(vote, "negative", rating);
  const isPraised = positive >= CERTAIN.positive;
  const isBlamed = negative >= CERTAIN.negative;
  const sentiment = isPraised ? (isBlamed ? "mixed" : "positive") : isBlamed ? "negative" : "unclear";
  if (sentiment === "unclear" && positive < CONCEIVABLE.positive && negative < CONCEIVABLE.negative) return null;
  const isOfBlame = sentiment === "negative" || (sentiment !== "positive" && negative > positive);
  const sure = sentiment === "mixed" ? Math.min(positive, negative) : isOfBlame ? negative : positive;
  return { aspect: vote[0], sentiment, certainty: sure, start: vote[isOfBlame ? 6 : 3], end: vote[isOfBlame ? 7 : 4] };
}

/** Probability that a careful reader finds this side of an aspect in the review. */
export function sideCertainty(vote: AspectVote, side: "positive" | "negative", rating: number): number {
  return side === "positive"
    ? certainty(vote[2], at(PRAISE_OFFSETS, rating))
    : certainty(vote[5], blameOffset(rating, vote));
}

function certainty(evidence: number, offset: number): number {
  if (evidence === NO_EVIDENCE) return 0;
  return Math.round(100 / (1 + Math.exp(-(evidence / 100 + offset)))) / 100;
}

/** What one to five stars add to the evidence of a side: how much likelier it is among them than at even odds. */
const PRAISE_OFFSETS = BLAME_BY_STARS.map((share, i) => Math.log(2 * (1 - share)) + (LOG_ODDS_BY_STARS.praise[i] ?? 0));
const BLAME_OFFSETS = BLAME_BY_STARS.map((share, i) => Math.log(2 * share) + (LOG_ODDS_BY_STARS.blame[i] ?? 0));

function blameOffset(rating: number, vote: AspectVote): number {
  const offset = at(BLAME_OFFSETS, rating);
  if (vote[8] === 0) return offset;
  return Math.max(offset, vote.length > FIRST_PHRASE ? MIN_CONCEDED_LOG_ODDS : MIN_LEARNED_LOG_ODDS);
}

/** The number for a rating in a row of five. */
function at(row: readonly number[], rating: number): number {
  return row[Math.min(Math.max(Math.round(rating), 1), row.length) - 1] ?? 0;
}

/** The verdict on a whole text or a named person, from its sentiment and the stars. */
interface SidedWhole {
  readonly sentiment: JudgedSentiment;
  readonly certainty: number;
}

/** A sentiment of 1 is as much evidence as this, in log-odds. */
const SENTIMENT_LOG_ODDS = 4.5;
/** Words this near to 0 take no side. */
const NEUTRAL_SENTIMENT = 150;

/**
 * Which side a whole text takes, from its sentiment in thousandths (null where it was not read) and its stars: texts in a
 * language that is not analysed are judged by stars alone where these suffice.
 */
export function wholeJudgement(sentiment: number | null, rating: number): SidedWhole {
  const blame = at(BLAME_BY_STARS, rating);
  const evidence = (SENTIMENT_LOG_ODDS * (sentiment ?? 0)) / 1000 + Math.log((1 - blame) / blame);
  const positive = Math.round(100 / (1 + Math.exp(-evidence))) / 100;
  if (positive >= CERTAIN.positive) return { sentiment: "positive", certainty: positive };
  const negative = Math.round((1 - positive) * 100) / 100;
  if (negative >= CERTAIN.negative) return { sentiment: "negative", certainty: negative };
  return { sentiment: "unclear", certainty: Math.max(positive, negative) };
}

/** A person is accused from here on only, in a review of more than {@link FEW_STARS} stars. */
const ACCUSED = 0.95;
const FEW_STARS = 3;

/**
 * How somebody or something named comes off. Blame takes words of the clause that names them, not the stars alone; in a
 * review of many stars it takes next to no doubt.
 */
export function namedJudgement(sentiment: number, rating: number): SidedWhole {
  const whole = wholeJudgement(sentiment, rating);
  if (whole.sentiment !== "negative") return whole;
  const isSaid = sentiment <= -NEUTRAL_SENTIMENT && (rating <= FEW_STARS || whole.certainty >= ACCUSED);
  return isSaid ? whole : { sentiment: "unclear", certainty: whole.certainty };
}

/** An expression and how the stars of its reviews bear it out. */
export interface PhraseAudit {
  readonly phrase: string;
  readonly aspect: AspectId;
  readonly side: "praise" | "blame";
  /** Reviews whose stars take the other side: four and five for blame, one and two for praise. */
  readonly against: number;
  /** The other reviews that use it so. */
  readonly borne_out: number;
  /** Some of those whose stars speak against it. */
  readonly review_ids: readonly string[];
}

interface Counted {
  readonly phrase: string;
  readonly aspect: AspectId;
  readonly side: "praise" | "blame";
  readonly against: string[];
  borneOut: number;
}

const MIN_CONTRADICTIONS = 2;
const MAX_IDS = 5;

/** Expressions that at least two reviews contradict by their stars, and more than bear them out; most contradicted first. */
export function auditPhrases(
  reviews: Iterable<{ readonly id: string; readonly rating: number; readonly analysis: ReviewAnalysis }>,
): PhraseAudit[] {
  const counts = new Map<string, Counted>();
  for (const { id, rating, analysis } of reviews) {
    for (const vote of analysis.aspects) {
      const side = sideOf(vote);
      if (side === null) continue;
      const isAgainst = side === "blame" ? rating >= 4 : rating <= 2;
      for (const phrase of phrasesOf(vote)) {
        const key = `${vote[0]} ${side} ${phrase}`;
        const own: Counted = counts.get(key) ?? { phrase, aspect: vote[0], side, against: [], borneOut: 0 };
        counts.set(key, own);
        if (isAgainst) own.against.push(id);
        else own.borneOut++;
      }
    }
  }
  return [...counts.values()]
    .filter(({ against, borneOut }) => against.length >= MIN_CONTRADICTIONS && against.length > borneOut)
    .map(({ phrase, aspect, side, against, borneOut }) => ({
      phrase,
      aspect,
      side,
      against: against.length,
      borne_out: borneOut,
      review_ids: against.slice(0, MAX_IDS),
    }))
    .sort((a, b) => b.against - a.against || (a.phrase < b.phrase ? -1 : 1));
}

/** Which side the words alone take: null where both do, or neither. */
function sideOf([, , praise, , , blame]: AspectVote): "praise" | "blame" | null {
  if (praise > 0 === blame > 0) return null;
  return praise > 0 ? "praise" : "blame";
}

/** The expressions that a vote rests on; none where only the learned model heard it. */
export function phrasesOf(vote: AspectVote): readonly string[] {
  return vote.slice(FIRST_PHRASE).map(String);
}
