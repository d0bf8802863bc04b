/**
 * The votes of a review as they are kept: the evidence for each aspect in whole numbers.
 *
 * @module
 */
import { type AspectVote, NO_EVIDENCE } from "./analysis.ts";
import { aspectEvidence, type SideEvidence } from "./aspect_evidence.ts";
import type { AspectMention } from "./find_aspects.ts";
import type { Reading } from "./sentiment.ts";

/** One vote an aspect, in the order of their ids: a long review weighs no more than a short one. */
export function aspectVotes(reading: Reading): AspectVote[] {
  return aspectEvidence(reading).map(({ aspect, mentions, praise, blame }): AspectVote => {
    const phrases = [...new Set(mentions.map((mention) => surface(reading, mention)))].slice(0, 2);
    return [aspect, mentions.length, ...kept(praise), ...kept(blame), blame?.isConceded ? 1 : 0, ...phrases];
  });
}

function kept(side: SideEvidence | null): [evidence: number, start: number, end: number] {
  return side === null ? [NO_EVIDENCE, 0, 0] : [Math.round(side.evidence * 100), side.start, side.end];
}

function surface({ tokens }: Reading, { from, to }: AspectMention): string {
  return tokens
    .slice(from, Math.min(to, from + 3))
    .map(({ word }) => word)
    .join(" ")
    .slice(0, 40);
}
