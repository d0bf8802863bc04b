/** The votes of a text for the twelve aspects, without its stars: log-odds, weighed by the regression of `scripts/train_insights.ts`. */

import { ASPECT_IDS, type AspectId, rowsOf } from "../../review/mod.ts";
import { wordsOf } from "../lexicon/lists.ts";
import { type AspectVote, NO_EVIDENCE } from "./analysis.ts";
import { english } from "./languages.ts";
import { inList, perLanguage, type ReadLanguage } from "./lexeme.ts";
import { readPhrases, wordClasses } from "./lexicon.ts";
import { hasListedNegator } from "./negation.ts";
import { PhraseTrie } from "./phrase_trie.ts";
import { quoteAround, type Span } from "./quote.ts";
import { sentenceScores } from "./sentence_model.ts";
import { makesException, nthClause, passagesOf } from "./sentences.ts";
import { clauseAt, squashed, type TextReading, termSentiment } from "./sentiment.ts";
import { isOfOthers, namingOfAnother } from "./stance.ts";
import { type Token, tokenAt, tokenize } from "./tokens.ts";
import { aspectTerms } from "./word_use.ts";
import type { Attribute } from "./words_to_read.ts";

/** One vote an aspect, in the order of their ids: a long review weighs no more than a short one. */
export function aspectVotes(reading: TextReading): AspectVote[] {
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

const MAX_PHRASES = 2;

function firstPhrases(reading: TextReading, mentions: readonly AspectMention[]): string[] {
  const phrases: string[] = [];
  for (const mention of mentions) {
    const phrase = surface(reading, mention);
    if (!phrases.includes(phrase) && phrases.push(phrase) === MAX_PHRASES) break;
  }
  return phrases;
}

function surface({ tokens }: TextReading, { from, to }: AspectMention): string {
  let words = tokenAt(tokens, from).written;
  for (let i = from + 1; i < to && i < from + 3; i++) words += ` ${tokenAt(tokens, i).written}`;
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

/** What speaks for one side of one aspect. */
interface SideEvidence extends Span {
  /** Log-odds that a careful reader agrees, at as much praise as blame. */
  readonly evidence: number;
  /** Worded as an exception: "but", "only", "a bit". */
  readonly isConceded: boolean;
}

/** The evidence a text holds for one aspect; a side is null when its evidence is too weak to keep. */
interface AspectEvidence {
  readonly aspect: AspectId;
  readonly mentions: readonly AspectMention[];
  readonly praise: SideEvidence | null;
  readonly blame: SideEvidence | null;
}

function evidenceOf({ tokens }: TextReading) {
  return (tokens[0]?.lexeme.language ?? english()).data.evidence;
}

/** What the weights of a language's evidence are for, in their order. */
type Features = readonly number[];

/** A side of an aspect and what is known of it. */
interface SideCandidate {
  readonly aspect: AspectId;
  readonly side: 1 | -1;
  readonly features: Features;
  /** The token to quote around. */
  readonly anchor: number;
  /** See {@link SideEvidence}. */
  readonly isConceded: boolean;
}

/** A side with less evidence is conceivable among no stars, and not kept. */
const MIN_LOG_ODDS = { praise: -1.2, blame: -1.9 } as const;

/** Evidence for the aspects of a text, in the order of {@link ASPECT_IDS}. */
function aspectEvidence(reading: TextReading): AspectEvidence[] {
  const mentions = findAspects(reading);
  const weights = evidenceOf(reading);
  const found: { -readonly [Member in keyof AspectEvidence]: AspectEvidence[Member] }[] = [];
  for (const candidate of sideCandidates(reading, mentions, sentenceScores)) {
    const { aspect, side } = candidate;
    const evidence = weighed(candidate.features, side > 0 ? weights.praise : weights.blame);
    if (evidence <= (side > 0 ? MIN_LOG_ODDS.praise : MIN_LOG_ODDS.blame)) continue;
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

function sideOf(reading: TextReading, { anchor, isConceded }: SideCandidate, evidence: number): SideEvidence {
  const { start, end } = quoteAround(reading, anchor);
  return { evidence, isConceded: isConceded || isMadeUpFor(reading, anchor), start, end };
}

/** Whether the same sentence continues with a contrast about this business: "a long wait, but worth it". */
function isMadeUpFor({ tokens, clauses }: TextReading, anchor: number): boolean {
  const at = clauseAt(clauses, anchor);
  const own = nthClause(clauses, at);
  const next = clauses[at + 1];
  return next?.contrast === true && next.sentence === own.sentence && namingOfAnother(tokens, own) === null;
}

function weighed(features: Features, weights: Features): number {
  let sum = 0;
  for (let i = 0; i < features.length; i++) sum += (features[i] ?? 0) * (weights[i] ?? 0);
  return sum;
}

/** Log-odds of each side for a run of tokens; what it returns is read before it is asked again. */
type Scores = (tokens: TextReading["tokens"], from: number, to: number) => Float64Array;

/** Sides for which the model or the rules have evidence, in the order of {@link ASPECT_IDS}, praise first. */
export function sideCandidates(
  reading: TextReading,
  mentions: readonly AspectMention[],
  scores: Scores,
): SideCandidate[] {
  const { highest, at } = highestScores(reading, scores);
  const { lowest } = evidenceOf(reading);
  const found: SideCandidate[] = [];
  for (let column = 0; column < highest.length; column++) {
    const aspect = ASPECT_IDS[column >> 1];
    const sentence = at[column] ?? -1;
    if (aspect === undefined || sentence < 0) continue;
    const side = column % 2 === 0 ? 1 : -1;
    const score = highest[column] ?? LOWEST;
    if (score < (side > 0 ? WORTH_A_LOOK.praise : WORTH_A_LOOK.blame) && !isMentioned(mentions, aspect)) continue;
    const { strongest, count, against } = oneSide(mentions, aspect, side);
    const strength = Math.abs(strongest?.sentiment ?? 0);
    const anchor = strongest && strength > QUOTED ? strongest.from : sentence;
    const isException = isConceded(reading, anchor);
    const features = [
      Math.max(score, lowest),
      strength,
      strongest?.isPhrase ? strength : 0,
      strongest && hasListedNegator(reading.tokens, strongest.from, strongest.to) ? strength : 0,
      count > 1 ? 1 : 0,
      against,
      reading.sentiment * side,
      1,
      isException ? 1 : 0,
    ];
    found.push({ aspect, side, features, anchor, isConceded: isException });
  }
  const isPraisedWork = (own: SideCandidate) => own.side > 0 && isOfWork(own);
  return found.some(isPraisedWork) && isOfVisit(reading.tokens) ? found.filter((own) => !isPraisedWork(own)) : found;
}

/** The score of what no sentence scores. */
const LOWEST = -3;

/** Highest score of a sentence for each side, and the start of that sentence; -1 in a text without any. */
function highestScores(reading: TextReading, scores: Scores) {
  const highest = new Float64Array(ASPECT_IDS.length * 2);
  const at = new Int32Array(ASPECT_IDS.length * 2).fill(-1);
  for (const { from, to } of passagesOf(reading.clauses)) {
    const own = scores(reading.tokens, from, to);
    const doubt = isOfOthers(reading.tokens, from, to) ? OTHERS : 0;
    for (let column = 0; column < own.length; column++) {
      const score = (own[column] ?? LOWEST) - (column % 2) * doubt;
      if ((at[column] ?? -1) >= 0 && score <= (highest[column] ?? LOWEST)) continue;
      highest[column] = score;
      at[column] = from;
    }
  }
  return { highest, at };
}

/** What blame loses where a passage is about another company, or about the trouble that made the customer call. */
const OTHERS = 2;

function isMentioned(mentions: readonly AspectMention[], aspect: AspectId): boolean {
  for (const mention of mentions) if (mention.aspect === aspect) return true;
  return false;
}

/** The strongest mention of an aspect for a side, the number of such mentions, and the strength of the other side. */
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

/** Sentences that the model gives less than this are about something else: nothing else brings them to {@link MIN_LOG_ODDS}. */
const WORTH_A_LOOK = { praise: -1.7, blame: -2.8 } as const;
/** A mention judged this firmly is quoted; else the sentence that sounds most like it. */
const QUOTED = 0.15;

/** Whether the clause around a token makes an exception: "but the price was high", "a bit late". */
function isConceded({ tokens, clauses }: TextReading, anchor: number): boolean {
  const { from, to, contrast } = nthClause(clauses, clauseAt(clauses, anchor));
  if (contrast) return true;
  for (let i = from; i < to; i++) if (makesException(tokens, i)) return true;
  return false;
}

/** A mention of an aspect in a text; `from` and `to` are token indexes. */
interface AspectMention {
  readonly aspect: AspectId;
  readonly from: number;
  readonly to: number;
  readonly sentiment: number;
  /** Named and judged by one phrase ("on time"), not by an opinion that reaches a term. */
  readonly isPhrase: boolean;
}

const termTrie = perLanguage((language) => {
  const terms = new PhraseTrie<AspectId>(wordClasses(language), language);
  for (const { aspect, pattern } of aspectTerms(language)) terms.add(pattern, aspect);
  return terms;
});

const neutralTerms = perLanguage(({ data }) => wordsOf(data.neutralTerms, data.keyOf));

/**
 * Mentions in reading order: phrases that name and judge an aspect at once, and plain terms that an opinion reaches.
 * A term that nothing judges counts only where naming it is already speaking of it ("the estimate").
 */
export function findAspects(reading: TextReading): AspectMention[] {
  const { tokens, opinions } = reading;
  const mentions: AspectMention[] = [];
  const [first] = tokens;
  if (first === undefined) return mentions;
  const trie = termTrie(first.lexeme.language);
  let opinion = 0;
  for (let i = 0; i < tokens.length; ) {
    let here = opinions[opinion];
    while (here !== undefined && here.to <= i) here = opinions[++opinion];
    if (here?.from === i && here.aspect !== null) {
      const { aspect, from, to, value } = here;
      mentions.push({ aspect, from, to, sentiment: squashed(value), isPhrase: true });
      i = to;
      continue;
    }
    const term = trie.longestAt(tokens, i);
    if (term && !isGuarded(tokens, i)) addTerm(mentions, reading, term.value, i, term.to);
    i = term ? Math.max(i + 1, term.to) : i + 1;
  }
  return mentions.some(isOfWork) && isOfVisit(tokens) ? mentions.filter((mention) => !isOfWork(mention)) : mentions;
}

const isOfWork = ({ aspect }: { readonly aspect: AspectId }) => aspect === "workmanship";
const isVisit = inList("visits");

/** Whether customers went to a table, a bed or a plane: what works or looks good there is no work that was done for them. */
function isOfVisit(tokens: readonly Token[]): boolean {
  for (let i = 0; i < tokens.length; i++) if (isVisit(tokenAt(tokens, i).lexeme)) return true;
  return false;
}

/** Neighbours that make a term part of something else: "late after fee" stands for "late fee". */
const guards = perLanguage(({ data: { aspectGuards, keyOf } }) => {
  const rows = rowsOf(aspectGuards, "word", "side", "others");
  const pairs = ({ word, side, others }: (typeof rows)[number]) =>
    others.split(" ").map((own) => `${keyOf(word)} ${side} ${keyOf(own)}`);
  return new Set(rows.flatMap(pairs));
});

/** Whether the aspect term at token `i` is part of something else. */
function isGuarded(tokens: readonly Token[], i: number): boolean {
  const { word, lexeme } = tokenAt(tokens, i);
  const known = guards(lexeme.language);
  return known.has(`${word} after ${tokens[i + 1]?.word}`) || known.has(`${word} before ${tokens[i - 1]?.word}`);
}

/** A term judged less firmly than this is only passed by. */
const JUDGED = 0.25;

function addTerm(mentions: AspectMention[], reading: TextReading, aspect: AspectId, from: number, to: number): void {
  // A phrase about another aspect does not judge this one: "the crew left a mess".
  const sentiment = termSentiment(reading, from, to, (own) => own.aspect === null || own.aspect === aspect);
  const isJudged = Math.abs(sentiment) >= JUDGED;
  const { word, lexeme } = tokenAt(reading.tokens, from);
  if (isJudged || neutralTerms(lexeme.language).has(word))
    mentions.push({ aspect, from, to, sentiment, isPhrase: false });
}

/** An aspect that is asked after, and which side of it; null where the words take none. */
interface AskedAspect {
  readonly aspect: AspectId;
  readonly sentiment: "positive" | "negative" | null;
}

/** A phrase that names an aspect. */
interface AspectPhrase {
  readonly pattern: string;
  /** The choices of words of its elements, but of those that are no certain word. */
  readonly elements: readonly (readonly string[])[];
  readonly asked: AskedAspect;
}

/** Phrases by their words, those that judge before terms, which judge nothing. */
const aspectPhrases = perLanguage((language) => {
  const byWord = new Map<string, AspectPhrase[]>();
  for (const { pattern, aspect, value } of [
    ...readPhrases(language.data.homePhrases),
    ...aspectTerms(language).map(unjudged),
  ]) {
    if (aspect === null) continue;
    const choices = pattern.split(" ").map((element) => element.split("|"));
    const elements = choices.filter((words) => !words.some((word) => OPEN.test(word)));
    const sentiment = value === 0 ? null : value > 0 ? ("positive" as const) : ("negative" as const);
    const phrase = { pattern, elements, asked: { aspect, sentiment } };
    for (const word of new Set(choices.flat())) byWord.set(word, [...(byWord.get(word) ?? []), phrase]);
  }
  return byWord;
});

function unjudged<Term>(term: Term): Term & { value: number } {
  return { ...term, value: 0 };
}

/** What an element may be that is no certain word. */
const OPEN = /^(?:|@.*|[_~#])$/;

/**
 * The aspect of the longest aspect phrase in a short query, or null. Does not use the sentence model, which takes too long to
 * load for one query.
 */
export function aspectOfWords(words: string): AskedAspect | null {
  const language: ReadLanguage = english();
  const tokens = tokenize(words, language);
  const given = new Set(tokens.filter(({ kind }) => kind !== "mark").map(({ word }) => word));
  const phrases = new Set([...given].flatMap((word) => aspectPhrases(language).get(word) ?? []));
  // Only those that can be found: to index all of them takes a hundred times as long.
  const possible = [...phrases].filter(({ elements }) => elements.every((any) => any.some((word) => given.has(word))));
  if (possible.length === 0) return null;
  const trie = new PhraseTrie<AskedAspect>(wordClasses(language), language);
  for (const { pattern, asked } of possible) trie.add(pattern, asked);
  let longest = { length: 0, value: null as AskedAspect | null };
  for (let from = 0; from < tokens.length; from++) {
    const match = trie.longestAt(tokens, from);
    if (match !== null && match.to - match.from > longest.length) {
      longest = { length: match.to - match.from, value: match.value };
    }
  }
  return longest.value;
}
