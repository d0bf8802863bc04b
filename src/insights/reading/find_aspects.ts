/**
 * Finds which of the twelve aspects a text speaks of, and casts one vote for each.
 *
 * @module
 */
import { type AspectVote, thousandths, type VoteLabel } from "./analysis.ts";
import { ASPECT_IDS, type AspectId } from "./aspects.ts";
import { labelOf } from "./label.ts";
import { isGuarded } from "./lexicon/en/aspect_guards.ts";
import { ASPECT_TERMS, NEUTRAL_TERMS } from "./lexicon/en/aspect_terms.ts";
import { WORD_CLASSES } from "./lexicon/en/word_classes.ts";
import { PhraseTrie } from "./phrase_trie.ts";
import { quoteAround } from "./quote.ts";
import { type Reading, termSentiment } from "./sentiment.ts";

/** A place where a text speaks of an aspect; `from` and `to` count tokens. */
export interface AspectMention {
  readonly aspect: AspectId;
  readonly from: number;
  readonly to: number;
  readonly sentiment: number;
}

let terms: PhraseTrie<AspectId> | null = null;

function termTrie(): PhraseTrie<AspectId> {
  if (terms) return terms;
  terms = new PhraseTrie<AspectId>(WORD_CLASSES);
  for (const aspect of ASPECT_IDS) for (const pattern of ASPECT_TERMS[aspect]) terms.add(pattern, aspect);
  return terms;
}

/**
 * Mentions in reading order: phrases that name and judge an aspect at once, and plain terms that an opinion reaches.
 * A term that nothing judges counts only where naming it is already speaking of it ("the estimate").
 */
export function findAspects(reading: Reading): AspectMention[] {
  const { tokens, opinions } = reading;
  const mentions: AspectMention[] = [];
  let opinion = 0;
  for (let i = 0; i < tokens.length; ) {
    while (opinion < opinions.length && opinions[opinion]!.to <= i) opinion++;
    const here = opinions[opinion];
    if (here?.from === i && here.aspect !== null) {
      mentions.push({ aspect: here.aspect, from: here.from, to: here.to, sentiment: squash(here.value) });
      i = here.to;
      continue;
    }
    const term = termTrie().longestAt(tokens, i);
    if (term && !isGuarded(tokens, i)) addTerm(mentions, reading, term.value, i, term.to);
    i = term ? Math.max(i + 1, term.to) : i + 1;
  }
  return mentions;
}

/** Keeps a phrase's own valence comparable with a term's. */
function squash(value: number): number {
  return value / Math.sqrt(value * value + 5);
}

/** A term judged less firmly than this is only passed by. */
const JUDGED = 0.25;

function addTerm(mentions: AspectMention[], reading: Reading, aspect: AspectId, from: number, to: number): void {
  // A phrase that speaks of another aspect does not judge this one: "the crew left a mess".
  const sentiment = termSentiment(reading, from, to, (own) => own.aspect === null || own.aspect === aspect);
  const isJudged = Math.abs(sentiment) >= JUDGED;
  if (isJudged || NEUTRAL_TERMS.has(reading.tokens[from]!.word)) mentions.push({ aspect, from, to, sentiment });
}

/** Both signs at least this strong make a vote mixed. */
const MIXED_BAND = 0.3;

/** One vote an aspect, in the order of {@link ASPECT_IDS}: a long review weighs no more than a short one. */
export function aspectVotes(reading: Reading, mentions: readonly AspectMention[]): AspectVote[] {
  return ASPECT_IDS.flatMap((id) => {
    const own = mentions.filter(({ aspect }) => aspect === id);
    return own.length === 0 ? [] : [voteOf(reading, id, own)];
  });
}

function voteOf(reading: Reading, id: AspectId, mentions: readonly AspectMention[]): AspectVote {
  const sentiment = mentions.reduce((sum, mention) => sum + mention.sentiment, 0) / mentions.length;
  const clearest = mentions.reduce((a, b) => (Math.abs(b.sentiment) > Math.abs(a.sentiment) ? b : a));
  const { start, end } = quoteAround(reading, clearest.from);
  const phrases = [...new Set(mentions.map((mention) => surface(reading, mention)))].slice(0, 2);
  return [id, voteLabel(mentions, sentiment), thousandths(sentiment), mentions.length, start, end, ...phrases];
}

export function voteLabel(mentions: readonly { readonly sentiment: number }[], mean: number): VoteLabel {
  const isPraised = mentions.some(({ sentiment }) => sentiment >= MIXED_BAND);
  const isBlamed = mentions.some(({ sentiment }) => sentiment <= -MIXED_BAND);
  return isPraised && isBlamed ? "mixed" : labelOf(mean);
}

function surface({ tokens }: Reading, { from, to }: AspectMention): string {
  return tokens
    .slice(from, Math.min(to, from + 3))
    .map(({ word }) => word)
    .join(" ")
    .slice(0, 40);
}
