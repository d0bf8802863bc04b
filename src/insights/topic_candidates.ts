/**
 * Picks the runs of words of a review that may become topics; which of them do is decided over all reviews.
 *
 * @module
 */
import { type TopicVote, thousandths } from "./analysis.ts";
import { COMMON_WORDS } from "./lexicon/common_words.ts";
import { INTENSIFIERS, NEGATORS } from "./lexicon/grammar.ts";
import { TOPIC_STOP_WORDS } from "./lexicon/topic_stop_words.ts";
import { lexicon } from "./lexicon.ts";
import { type Reading, termSentiment } from "./sentiment.ts";
import { singular } from "./stem.ts";
import type { Token } from "./tokens.ts";

/** The most kept of one review. */
const MAX_CANDIDATES = 8;

/** One and two-word candidates, singular and lower case, each once, with the sentiment around it. */
export function topicCandidates(reading: Reading, isName: (token: number) => boolean): TopicVote[] {
  const { tokens } = reading;
  const found = new Map<string, number>();
  const keep = (words: string, from: number, to: number) => {
    if (found.size < MAX_CANDIDATES && !found.has(words))
      found.set(words, thousandths(termSentiment(reading, from, to)));
  };
  for (let i = 0; i < tokens.length; i++) {
    if (!isTopical(tokens[i]!) || isName(i)) continue;
    const word = singular(tokens[i]!.word);
    const next = tokens[i + 1];
    if (next && isTopical(next) && !isName(i + 1)) keep(`${word} ${singular(next.word)}`, i, i + 2);
    keep(word, i, i + 1);
  }
  return [...found];
}

function isTopical({ kind, word }: Token): boolean {
  if (kind !== "word" || word.length < 3 || word.length > 30 || word.includes("'")) return false;
  if (
    TOPIC_STOP_WORDS.has(word) ||
    TOPIC_STOP_WORDS.has(singular(word)) ||
    COMMON_WORDS.has(word) ||
    INTENSIFIERS.has(word) ||
    NEGATORS.has(word)
  )
    return false;
  const value = lexicon().words.get(word);
  return value === undefined || value === 0;
}
