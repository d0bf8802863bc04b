/**
 * The votes of a review as they are kept: the evidence for each aspect in whole numbers.
 *
 * @module
 */
import { type AspectVote, NO_EVIDENCE } from "./analysis.ts";
import { aspectEvidence, type SideEvidence } from "./aspect_evidence.ts";
import { ASPECT_IDS, type AspectId } from "./aspects.ts";
import type { AspectMention } from "./find_aspects.ts";
import type { Attribute } from "./platform_text.ts";
import type { Reading } from "./sentiment.ts";
import { tokenAt } from "./tokens.ts";

/** One vote an aspect, in the order of their ids: a long review weighs no more than a short one. */
export function aspectVotes(reading: Reading): AspectVote[] {
  return aspectEvidence(reading).map(({ aspect, mentions, praise, blame }): AspectVote => {
    const { start = 0, end = 0 } = praise ?? {};
    const { start: from = 0, end: to = 0, isConceded = false } = blame ?? {};
    const phrases = firstPhrases(reading, mentions);
    return [aspect, mentions.length, kept(praise), start, end, kept(blame), from, to, isConceded ? 1 : 0, ...phrases];
  });
}

function kept(side: SideEvidence | null): number {
  return side === null ? NO_EVIDENCE : Math.round(side.evidence * 100);
}

/** The most phrases that are kept of an aspect. */
const MOST_PHRASES = 2;

function firstPhrases(reading: Reading, mentions: readonly AspectMention[]): string[] {
  const phrases: string[] = [];
  for (const mention of mentions) {
    const phrase = surface(reading, mention);
    if (!phrases.includes(phrase) && phrases.push(phrase) === MOST_PHRASES) break;
  }
  return phrases;
}

function surface({ tokens }: Reading, { from, to }: AspectMention): string {
  let words = tokenAt(tokens, from).word;
  for (let i = from + 1; i < to && i < from + 3; i++) words += ` ${tokenAt(tokens, i).word}`;
  return words.slice(0, 40);
}

/** A vote on words that are not the customer's own. */
export function withoutQuotes(vote: AspectVote): AspectVote {
  const [aspect, mentions, praise, , , blame, , , conceded, ...phrases] = vote;
  return [aspect, mentions, praise, 0, 0, blame, 0, 0, conceded, ...phrases];
}

/** What a customer ticked leaves no doubt, whatever the stars. */
const TICKED = 800;

/** Votes with what the customer ticked on the platform, in the order of the aspects' ids. */
export function withAttributes(votes: readonly AspectVote[], attributes: readonly Attribute[]): readonly AspectVote[] {
  if (attributes.length === 0) return votes;
  const byAspect = new Map(votes.map((vote) => [vote[0], vote]));
  for (const { aspect, side, start, end } of attributes) {
    const [, mentions, praise, from, to, blame, ...rest] = byAspect.get(aspect) ?? noVote(aspect);
    const [blameStart, blameEnd, conceded, ...phrases] = rest;
    byAspect.set(
      aspect,
      side > 0
        ? [aspect, mentions + 1, TICKED, start, end, blame, blameStart, blameEnd, conceded, ...phrases]
        : [aspect, mentions + 1, praise, from, to, TICKED, start, end, conceded, ...phrases],
    );
  }
  return ASPECT_IDS.map((id) => byAspect.get(id)).filter((vote) => vote !== undefined);
}

function noVote(aspect: AspectId): AspectVote {
  return [aspect, 0, NO_EVIDENCE, 0, 0, NO_EVIDENCE, 0, 0, 0];
}
