/**
 * How strongly the words of a text say that it praises or blames an aspect, before anybody looks at its stars.
 *
 * Evidence is log-odds: the rules' mentions and the learned model's sentences, weighed by a logistic regression
 * (`scripts/train_insights.ts`). `judgements.ts` adds what the stars say.
 *
 * @module
 */
import { ASPECT_IDS, type AspectId } from "./aspects.ts";
import { type AspectMention, findAspects } from "./find_aspects.ts";
import { flagOf } from "./lexeme.ts";
import { EVIDENCE } from "./lexicon/en/evidence_weights.ts";
import { CONTRASTS, HEDGES } from "./lexicon/en/grammar.ts";
import { isListedNegator } from "./negation.ts";
import { quoteAround, type Span } from "./quote.ts";
import { sentenceScores } from "./sentence_model.ts";
import { nthClause } from "./sentences.ts";
import { clauseAt, type Reading } from "./sentiment.ts";
import { tokenAt } from "./tokens.ts";

/** What speaks for one side of one aspect. */
export interface SideEvidence extends Span {
  /** Log-odds that a careful reader agrees, at as much praise as blame. */
  readonly evidence: number;
  /** Said as an exception: "but", "only", "a bit". */
  readonly isConceded: boolean;
}

/** The evidence a text holds for one aspect; a side is null when its evidence is too weak to keep. */
export interface AspectEvidence {
  readonly aspect: AspectId;
  readonly mentions: readonly AspectMention[];
  readonly praise: SideEvidence | null;
  readonly blame: SideEvidence | null;
}

/** What the weights of {@link EVIDENCE} are for, in their order. */
export type Features = readonly number[];

/** A side of an aspect and what is known of it. */
export interface Candidate {
  readonly aspect: AspectId;
  readonly side: 1 | -1;
  readonly features: Features;
  /** The token to quote around. */
  readonly anchor: number;
}

/** A side with less evidence is conceivable among no stars, and not kept. */
const LEAST = { praise: -1.2, blame: -1.9 } as const;

/** Evidence for the aspects of a text, in the order of {@link ASPECT_IDS}. */
export function aspectEvidence(reading: Reading): AspectEvidence[] {
  const mentions = findAspects(reading);
  const found: { -readonly [Member in keyof AspectEvidence]: AspectEvidence[Member] }[] = [];
  for (const candidate of candidates(reading, mentions, sentenceScores)) {
    const { aspect, side } = candidate;
    const evidence = weighed(candidate.features, side);
    if (evidence <= (side > 0 ? LEAST.praise : LEAST.blame)) continue;
    const own = sideOf(reading, candidate, evidence);
    const last = found[found.length - 1];
    if (side < 0 && last?.aspect === aspect) last.blame = own;
    else {
      const ofAspect = mentions.filter((mention) => mention.aspect === aspect);
      found.push({ aspect, mentions: ofAspect, praise: side > 0 ? own : null, blame: side > 0 ? null : own });
    }
  }
  return found;
}

function sideOf(reading: Reading, { anchor }: Candidate, evidence: number): SideEvidence {
  const { start, end } = quoteAround(reading, anchor);
  return { evidence, isConceded: isConceded(reading, anchor), start, end };
}

function weighed(features: Features, side: number): number {
  const weights = side > 0 ? EVIDENCE.praise : EVIDENCE.blame;
  let sum = 0;
  for (let i = 0; i < features.length; i++) sum += (features[i] ?? 0) * (weights[i] ?? 0);
  return sum;
}

/** Log-odds of each side for a run of tokens; what it returns is read before it is asked again. */
type Scores = (tokens: Reading["tokens"], from: number, to: number) => Float64Array;

/** Sides that the model or the rules have something to say of, in the order of {@link ASPECT_IDS}, praise first. */
export function candidates(reading: Reading, mentions: readonly AspectMention[], scores: Scores): Candidate[] {
  const { highest, at } = highestScores(reading, scores);
  const found: Candidate[] = [];
  for (let column = 0; column < highest.length; column++) {
    const aspect = ASPECT_IDS[column >> 1];
    const sentence = at[column] ?? -1;
    if (aspect === undefined || sentence < 0) continue;
    const side = column % 2 === 0 ? 1 : -1;
    const score = highest[column] ?? LOWEST;
    if (score < WORTH_A_LOOK && !isMentioned(mentions, aspect)) continue;
    const { strongest, count, against } = oneSide(mentions, aspect, side);
    const strength = Math.abs(strongest?.sentiment ?? 0);
    const features = [
      Math.max(score, LOWEST),
      strength,
      strongest?.isPhrase ? strength : 0,
      strongest && hasNegator(reading, strongest) ? strength : 0,
      count > 1 ? 1 : 0,
      against,
      reading.sentiment * side,
      1,
    ];
    found.push({ aspect, side, features, anchor: strongest && strength > QUOTED ? strongest.from : sentence });
  }
  return found;
}

/** A score this low or lower only says that the model knows nothing of it. */
const LOWEST = -3;

/** For each side the highest score of a sentence, and where that sentence begins; -1 in a text without any. */
function highestScores(reading: Reading, scores: Scores) {
  const highest = new Float64Array(ASPECT_IDS.length * 2);
  const at = new Int32Array(ASPECT_IDS.length * 2).fill(-1);
  for (const { from, to } of sentencesOf(reading)) {
    const own = scores(reading.tokens, from, to);
    for (let column = 0; column < own.length; column++) {
      const score = own[column] ?? LOWEST;
      if ((at[column] ?? -1) >= 0 && score <= (highest[column] ?? LOWEST)) continue;
      highest[column] = score;
      at[column] = from;
    }
  }
  return { highest, at };
}

function isMentioned(mentions: readonly AspectMention[], aspect: AspectId): boolean {
  for (const mention of mentions) if (mention.aspect === aspect) return true;
  return false;
}

/** What the mentions of an aspect say for a side, and how strongly the other is said. */
function oneSide(mentions: readonly AspectMention[], aspect: AspectId, side: 1 | -1) {
  let strongest: AspectMention | null = null;
  let count = 0;
  let against = 0;
  for (const mention of mentions) {
    if (mention.aspect !== aspect) continue;
    const toward = mention.sentiment * side;
    if (toward <= 0) against = Math.max(against, -toward);
    else {
      count++;
      if (strongest === null || toward > Math.abs(strongest.sentiment)) strongest = mention;
    }
  }
  return { strongest, count, against };
}

/** Sentences that the model gives less than this are about something else. */
const WORTH_A_LOOK = -3.2;
/** A mention judged this firmly is quoted; else the sentence that sounds most like it. */
const QUOTED = 0.15;

function hasNegator({ tokens }: Reading, { from, to }: AspectMention): boolean {
  for (let i = from; i < to; i++) if (isListedNegator(tokenAt(tokens, i).lexeme)) return true;
  return false;
}

interface Sentence {
  readonly from: number;
  readonly to: number;
}

/** The sentences of a text, as runs of tokens. */
export function sentencesOf({ clauses }: Reading): Sentence[] {
  const sentences: { from: number; to: number }[] = [];
  let number = -1;
  for (const { from, to, sentence } of clauses) {
    const last = sentences[sentences.length - 1];
    if (last !== undefined && sentence === number) last.to = to;
    else sentences.push({ from, to });
    number = sentence;
  }
  return sentences;
}

const isExcepting = flagOf((word) => CONTRASTS.has(word) || HEDGES.has(word));

/** Whether the clause around a token makes an exception: "but the price was high", "a bit late". */
function isConceded({ tokens, clauses }: Reading, anchor: number): boolean {
  const { from, to, contrast } = nthClause(clauses, clauseAt(clauses, anchor));
  if (contrast) return true;
  for (let i = from; i < to; i++) if (isExcepting(tokenAt(tokens, i).lexeme)) return true;
  return false;
}
