/**
 * Finds by phrases and terms where a text speaks of which of the twelve aspects.
 *
 * @module
 */
import { ASPECT_IDS, type AspectId } from "./aspects.ts";
import { flagOf } from "./lexeme.ts";
import { isGuarded } from "./lexicon/en/aspect_guards.ts";
import { ASPECT_TERMS, NEUTRAL_TERMS } from "./lexicon/en/aspect_terms.ts";
import { WORD_CLASSES } from "./lexicon/en/word_classes.ts";
import { PhraseTrie } from "./phrase_trie.ts";
import { type Reading, termSentiment } from "./sentiment.ts";
import { tokenAt } from "./tokens.ts";

/** A place where a text speaks of an aspect; `from` and `to` count tokens. */
export interface AspectMention {
  readonly aspect: AspectId;
  readonly from: number;
  readonly to: number;
  readonly sentiment: number;
  /** Named and judged by one phrase ("on time"), not by an opinion that reaches a term. */
  readonly isPhrase: boolean;
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
  const trie = termTrie();
  let opinion = 0;
  for (let i = 0; i < tokens.length; ) {
    let here = opinions[opinion];
    while (here !== undefined && here.to <= i) here = opinions[++opinion];
    if (here?.from === i && here.aspect !== null) {
      mentions.push({
        aspect: here.aspect,
        from: here.from,
        to: here.to,
        sentiment: squash(here.value),
        isPhrase: true,
      });
      i = here.to;
      continue;
    }
    const term = opensTerm(tokenAt(tokens, i).lexeme) ? trie.longestAt(tokens, i) : null;
    if (term && !isGuarded(tokens, i)) addTerm(mentions, reading, term.value, i, term.to);
    i = term ? Math.max(i + 1, term.to) : i + 1;
  }
  return mentions;
}

const opensTerm = flagOf((word) => termTrie().opensWith(word));

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
  if (isJudged || NEUTRAL_TERMS.has(tokenAt(reading.tokens, from).word))
    mentions.push({ aspect, from, to, sentiment, isPhrase: false });
}
