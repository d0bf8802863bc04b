/**
 * Picks the runs of words of a review that may become topics; which of them do is decided over all reviews.
 *
 * @module
 */
import type { TopicVote } from "./analysis.ts";
import { factOf, flagOf } from "./lexeme.ts";
import { COMMON_WORDS } from "./lexicon/en/common_words.ts";
import { INTENSIFIERS, NEGATORS } from "./lexicon/en/grammar.ts";
import { TOPIC_STOP_WORDS } from "./lexicon/en/topic_stop_words.ts";
import { lexicon } from "./lexicon.ts";
import type { Reading } from "./sentiment.ts";
import { singular } from "./stem.ts";
import { type Token, tokenAt } from "./tokens.ts";

/** The most kept of one review, in runs, and the longest run in words. */
const MAX_RUNS = 4;
const MAX_WORDS = 3;

/** Runs of topical words, singular and lower case, each once. */
export function topicCandidates(reading: Reading, isName: (token: number) => boolean): TopicVote[] {
  const { tokens } = reading;
  const found: TopicVote[] = [];
  for (let from = 0, to = 0; from < tokens.length && found.length < MAX_RUNS; from = Math.max(to, from + 1)) {
    to = from;
    while (to < tokens.length && to - from < MAX_WORDS && isTopical(tokenAt(tokens, to)) && !isName(to)) to++;
    if (to === from) continue;
    let run = singularOf(tokenAt(tokens, from).lexeme);
    for (let i = from + 1; i < to; i++) run += ` ${singularOf(tokenAt(tokens, i).lexeme)}`;
    if (!found.some(([known]) => known === run)) found.push([run]);
  }
  return found;
}

function isTopical({ kind, lexeme }: Token): boolean {
  return kind === "word" && isTopicWord(lexeme);
}

const singularOf = factOf(singular);

const isTopicWord = flagOf((word) => {
  if (word.length < 3 || word.length > 30 || word.includes("'")) return false;
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
});
