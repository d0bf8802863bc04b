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
import { EVIDENCE } from "./lexicon/en/evidence_weights.ts";
import { CONTRASTS, HEDGES, NEGATORS } from "./lexicon/en/grammar.ts";
import { quoteAround, type Span } from "./quote.ts";
import { sentenceScores } from "./sentence_model.ts";
import { clauseAt, type Reading, textSentiment } from "./sentiment.ts";

/** What speaks for one side of one aspect. */
export interface SideEvidence extends Span {
  /** Log-odds that a careful reader agrees, at as much praise as blame. */
  readonly evidence: number;
  /** Said as an exception: "but", "only", "a bit". */
  readonly isConceded: boolean;
}

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
  const sides = candidates(reading, mentions, sentenceScores);
  const found: AspectEvidence[] = [];
  for (const aspect of ASPECT_IDS) {
    const own = mentions.filter((mention) => mention.aspect === aspect);
    const of = (side: number) => {
      const candidate = sides.find((each) => each.aspect === aspect && each.side === side);
      const evidence = candidate ? weighed(candidate.features, side) : Number.NEGATIVE_INFINITY;
      const least = side > 0 ? LEAST.praise : LEAST.blame;
      return candidate && evidence > least ? sideOf(reading, candidate, evidence) : null;
    };
    const [praise, blame] = [of(1), of(-1)];
    if (praise || blame) found.push({ aspect, mentions: own, praise, blame });
  }
  return found;
}

function sideOf(reading: Reading, { anchor }: Candidate, evidence: number): SideEvidence {
  return { evidence, isConceded: isConceded(reading, anchor), ...quoteAround(reading, anchor) };
}

function weighed(features: Features, side: number): number {
  const weights = side > 0 ? EVIDENCE.praise : EVIDENCE.blame;
  return features.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), 0);
}

type Scores = (tokens: Reading["tokens"], from: number, to: number) => Float64Array;

/** Sides that the model or the rules have something to say of. */
export function candidates(reading: Reading, mentions: readonly AspectMention[], scores: Scores): Candidate[] {
  const sentences = sentencesOf(reading).map((sentence) => ({
    ...sentence,
    scores: scores(reading.tokens, sentence.from, sentence.to),
  }));
  const text = textSentiment(reading);
  return ASPECT_IDS.flatMap((aspect, index) => {
    const own = mentions.filter((mention) => mention.aspect === aspect);
    return ([1, -1] as const).flatMap((side): Candidate[] => {
      const column = index * 2 + (side > 0 ? 0 : 1);
      const best = sentences.reduce((a, b) => (b.scores[column]! > a.scores[column]! ? b : a), sentences[0]!);
      if (!best || (own.length === 0 && best.scores[column]! < WORTH_A_LOOK)) return [];
      const ours = own.filter(({ sentiment }) => sentiment * side > 0);
      const strongest = ours.reduce<AspectMention | null>(
        (a, b) => (a && Math.abs(a.sentiment) >= Math.abs(b.sentiment) ? a : b),
        null,
      );
      const against = own.reduce((most, { sentiment }) => Math.max(most, -sentiment * side), 0);
      const strength = Math.abs(strongest?.sentiment ?? 0);
      const isDenied = strongest !== null && hasNegator(reading, strongest);
      const features = [
        Math.max(best.scores[column]!, -3),
        strength,
        strongest?.isPhrase ? strength : 0,
        isDenied ? strength : 0,
        Math.min(ours.length, 3) > 1 ? 1 : 0,
        against,
        text * side,
        1,
      ];
      return [{ aspect, side, features, anchor: strength > QUOTED ? strongest!.from : best.from }];
    });
  });
}

/** Sentences that the model gives less than this are about something else. */
const WORTH_A_LOOK = -3.2;
/** A mention judged this firmly is quoted; else the sentence that sounds most like it. */
const QUOTED = 0.15;

function hasNegator({ tokens }: Reading, { from, to }: AspectMention): boolean {
  for (let i = from; i < to; i++) if (NEGATORS.has(tokens[i]!.word)) return true;
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
    if (sentence === number) sentences.at(-1)!.to = to;
    else sentences.push({ from, to });
    number = sentence;
  }
  return sentences;
}

/** Whether the clause around a token makes an exception: "but the price was high", "a bit late". */
function isConceded({ tokens, clauses }: Reading, anchor: number): boolean {
  const { from, to, contrast } = clauses[clauseAt(clauses, anchor)]!;
  if (contrast) return true;
  for (let i = from; i < to; i++) if (CONTRASTS.has(tokens[i]!.word) || HEDGES.has(tokens[i]!.word)) return true;
  return false;
}
