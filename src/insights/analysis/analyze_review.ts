/**
 * Analyses one review: its language, sentiment, a vote for each aspect, what it mentions of the catalog, and words
 * that may become topics.
 */
import type { Catalog } from "../../review/mod.ts";
import { wordsOf } from "../lexicon/lists.ts";
import {
  type AspectVote,
  ENGINE_VERSION,
  type EntityVote,
  type ReviewAnalysis,
  type TopicVote,
  thousandths,
  type VoteLabel,
} from "./analysis.ts";
import { aspectVotes, withAttributes, withoutQuotes } from "./aspect_votes.ts";
import { type CatalogMentions, findInCatalog } from "./catalog_match.ts";
import { factOf, inList, perLanguage } from "./lexeme.ts";
import { commonWords, lexicon } from "./lexicon.ts";
import type { EntityMention } from "./match_technicians.ts";
import { intensifiers } from "./opinions.ts";
import { quoteAround } from "./quote.ts";
import { clauseAt, readText, readUnanalysedText, squashed, type TextReading } from "./sentiment.ts";
import { type Label, labelOf, learnedSentiment, TEXT_BAND } from "./term_model.ts";
import { MAX_ANALYSED, type Token, tokenAt, tokenize, tokensOfTerm } from "./tokens.ts";
import { wordsToRead } from "./words_to_read.ts";

/** The fields of a review that the engine reads. The author name keeps a signature from counting as a technician. */
interface ReviewInput {
  readonly id: string;
  readonly title: string | null;
  readonly text: string;
  /** The source's translation of the text, where there is one. */
  readonly translation?: string | null;
  readonly author_name: string | null;
}

/** Pure and deterministic; keep the answer beside the review until engine or catalog change. */
export function analyzeReview(input: ReviewInput, catalog: Catalog): ReviewAnalysis {
  const { text, tokens, language, isKnown, isTranslated, isRead, attributes, services } = wordsToRead(
    input,
    catalog.name,
  );
  const reader = tokens[0]?.lexeme.language;
  const reading = isRead ? readText(text, tokens) : readUnanalysedText(text, tokens);
  const given = { authorName: input.author_name, isKnown };
  const mentions = findInCatalog(tokens, catalog, given);
  const titled = isNewTitle(input) ? findInCatalog(tokenize(input.title ?? "", reader), catalog, given) : NO_MENTIONS;
  const vote = (list: readonly EntityMention[]) => entityVotes(reading, list, isRead);
  const technicians = vote(mentions.technicians).map((own) => withPronouns(own, reading, mentions.technicians, isRead));
  const listed = services.flatMap((line) => findInCatalog(tokenize(line), catalog, { isKnown: false }).services);
  const quotable = (own: AspectVote) => (isTranslated ? withoutQuotes(own) : own);
  const namable = (own: EntityVote): EntityVote => (isTranslated ? [own[0], own[1], 0, 0] : own);
  return {
    engine: ENGINE_VERSION,
    digest: hash32(input.translation ? `${input.text}\0${input.translation}` : input.text),
    language,
    is_truncated: input.text.length > MAX_ANALYSED,
    is_translated: isTranslated,
    sentiment: isRead ? thousandths(reading.sentiment) : null,
    label: isRead ? textLabel(reading) : null,
    aspects: withAttributes(isRead ? aspectVotes(reading).map(quotable) : [], attributes),
    technicians: withTitle(technicians, titled.technicians).map(namable),
    ambiguous_technicians: mentions.ambiguous,
    services: withTitle(withTitle(vote(mentions.services), titled.services), listed).map(namable),
    service_areas: withTitle(vote(mentions.areas), titled.areas).map(namable),
    topics: isRead ? topicVotes(reading, namedTokens(mentions.technicians, mentions.uncredited, mentions.areas)) : [],
  };
}

/** A headline names things, but quotes come from the text only. */
function isNewTitle({ title, text }: ReviewInput): boolean {
  return title !== null && title !== "" && !text.startsWith(title);
}

const NO_MENTIONS: CatalogMentions = { technicians: [], ambiguous: [], uncredited: [], services: [], areas: [] };

function withTitle(votes: readonly EntityVote[], titled: readonly EntityMention[]): readonly EntityVote[] {
  if (titled.length === 0) return votes;
  const known = new Set(votes.map(([id]) => id));
  const more = titled.filter(({ id }) => !known.has(id) && known.add(id));
  return [...votes, ...more.map(({ id }): EntityVote => [id, 0, 0, 0])];
}

/** One vote an entity: the mean of how the text comes off where it is named. */
function entityVotes(reading: TextReading, mentions: readonly EntityMention[], isRead: boolean): readonly EntityVote[] {
  if (mentions.length === 0) return [];
  const byId = Map.groupBy(mentions, ({ id }) => id);
  return [...byId].map(([id, own]) => {
    const sides = own.map(({ from, to }) => (isRead ? learnedSentiment(reading, from, to) : 0));
    const clearest = own[sides.indexOf(sides.reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a)))];
    const { start, end } = quoteAround(reading, clearest?.from ?? 0);
    return [id, thousandths(sides.reduce((a, b) => a + b, 0) / sides.length), start, end];
  });
}

const speaksOfNamed = inList("persons");

/** If a text names only one technician, sentences that start with a pronoun are about that person, too. */
function withPronouns(
  vote: EntityVote,
  reading: TextReading,
  mentions: readonly EntityMention[],
  isRead: boolean,
): EntityVote {
  const [id, , start, end] = vote;
  const isOnly = mentions.every((mention) => mention.id === id);
  if (!isOnly || !isRead) return vote;
  const named = new Set(mentions.map(({ from }) => reading.clauses[clauseAt(reading.clauses, from)]));
  let sum = 0;
  let speaking = false;
  let isSpokenOf = false;
  for (const clause of reading.clauses) {
    const isNamed = named.has(clause);
    speaking = isNamed || (speaking && speaksOfNamed(tokenAt(reading.tokens, clause.from).lexeme));
    if (!speaking) continue;
    isSpokenOf ||= !isNamed;
    for (const { from, value } of reading.opinions) if (from >= clause.from && from < clause.to) sum += value;
  }
  return sum === 0 || !isSpokenOf ? vote : [id, thousandths(squashed(sum)), start, end];
}

/** Mixed when the lesser side has at least half the weight of the other. */
function textLabel(reading: TextReading): VoteLabel {
  let praise = 0;
  let blame = 0;
  for (const { value } of reading.opinions) {
    if (value > 0) praise += value;
    else blame -= value;
  }
  const isMixed = Math.min(praise, blame) >= 1.5 && Math.min(praise, blame) >= Math.max(praise, blame) / 2;
  return isMixed ? "mixed" : labelOf(reading.sentiment, TEXT_BAND);
}

function namedTokens(...lists: (readonly EntityMention[])[]): (token: number) => boolean {
  if (lists.every((list) => list.length === 0)) return () => false;
  const tokens = new Set<number>();
  for (const { from, to } of lists.flat()) for (let i = from; i < to; i++) tokens.add(i);
  return (token) => tokens.has(token);
}

/** A sentiment score and the label it falls under. */
interface Sentiment {
  /** -1 (bad) to 1 (good). */
  readonly sentiment: number;
  readonly label: Label;
}

/** Sentiment of a whole text. Pure; any string is fine. */
export function analyzeText(text: string): Sentiment {
  const { sentiment } = readText(text);
  return { sentiment, label: labelOf(sentiment, TEXT_BAND) };
}

/**
 * Sentiment toward `term` where it stands at `start` (UTF-16), or at its first occurrence, whatever the case.
 * A term that does not occur is neutral.
 */
export function analyzeAspect(text: string, term: string, start?: number): Sentiment {
  const at = start ?? text.toLowerCase().indexOf(term.toLowerCase());
  const reading = readText(text);
  const place = tokensOfTerm(reading.tokens, at, at + term.length);
  if (at < 0 || place === null) return { sentiment: 0, label: "neutral" };
  const sentiment = learnedSentiment(reading, place.from, place.to);
  return { sentiment, label: labelOf(sentiment) };
}

/** The most kept of one review, in runs, and the longest run in words. */
const MAX_RUNS = 4;
const MAX_WORDS = 3;

/** Runs of topical words, singular and lower case, each once. */
function topicVotes(reading: TextReading, isName: (token: number) => boolean): TopicVote[] {
  const { tokens } = reading;
  const found: TopicVote[] = [];
  for (let from = 0, to = 0; from < tokens.length && found.length < MAX_RUNS; from = Math.max(to, from + 1)) {
    to = from;
    while (to < tokens.length && to - from < MAX_WORDS && isTopical(tokenAt(tokens, to)) && !isName(to)) to++;
    if (to === from) continue;
    let run = singularOf(tokenAt(tokens, from));
    for (let i = from + 1; i < to; i++) run += ` ${singularOf(tokenAt(tokens, i))}`;
    if (!found.some(([known]) => known === run)) found.push([run]);
  }
  return found;
}

function isTopical({ kind, lexeme }: Token): boolean {
  return kind === "word" && isTopicWord(lexeme);
}

const singularOfLexeme = factOf((word, { data }) => data.singular(word));

function singularOf({ word, written, lexeme }: Token): string {
  return written === word ? singularOfLexeme(lexeme) : lexeme.language.data.singular(written);
}

const topicStopWords = perLanguage(({ data }) => wordsOf(data.topicStopWords, data.keyOf));

const isTopicWord = factOf((word, language) => {
  if (word.length < 3 || word.length > 30 || word.includes("'")) return false;
  if (
    topicStopWords(language).has(word) ||
    topicStopWords(language).has(language.data.singular(word)) ||
    commonWords(language).has(word) ||
    intensifiers(language).has(word) ||
    language.words("negators").has(word)
  )
    return false;
  const value = lexicon(language).words.get(word);
  return value === undefined || value === 0;
});

const START = 0x9e3779b9;
const FACTOR = 0x01000193;

/** A 32-bit hash of a string, by multiplication and folding. */
function hash32(text: string): number {
  let hash = START;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), FACTOR);
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}
