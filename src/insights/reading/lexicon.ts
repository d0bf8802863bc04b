/**
 * The lexicon, put together from the data files on first use: importing this module costs nothing.
 *
 * @module
 */
import type { AspectId } from "./aspects.ts";
import { EMOJI } from "./lexicon/en/emoji.ts";
import { HOME_PHRASES } from "./lexicon/en/home_phrases.ts";
import { IDIOMS } from "./lexicon/en/idioms.ts";
import { OPINION_PHRASES } from "./lexicon/en/opinion_phrases.ts";
import { OPINION_WORDS } from "./lexicon/en/opinion_words.ts";
import { OUTCOME_PHRASES } from "./lexicon/en/outcome_phrases.ts";
import { TELLING_PHRASES } from "./lexicon/en/telling_phrases.ts";
import { WORD_CLASSES } from "./lexicon/en/word_classes.ts";
import { PhraseTrie } from "./phrase_trie.ts";

/** An opinion phrase: its valence (-4 to 4) and the aspect it speaks of, if any. */
export interface Phrase {
  readonly value: number;
  readonly aspect: AspectId | null;
}

/** Words and phrases with their valences, compiled for lookup. */
export interface Lexicon {
  /** Valence of single words, emoticons and emoji. */
  readonly words: ReadonlyMap<string, number>;
  /** All phrases; those that tell instead of judging are loose. */
  readonly phrases: PhraseTrie<Phrase>;
}

let loaded: Lexicon | null = null;

/** The lexicon; the first call builds it (some ten milliseconds), later ones return the same. */
export function lexicon(): Lexicon {
  loaded ??= { words: buildWords(), phrases: buildPhrases() };
  return loaded;
}

function buildWords(): ReadonlyMap<string, number> {
  // Read here and not by an import at the top, so that a start that analyses nothing does not pay for it.
  const { lexicon: vader } = require("vader-sentiment/src/vader_lexicon.js") as { lexicon: Record<string, number> };
  const words = new Map(Object.entries(vader).filter(([word]) => PLAIN_WORD.test(word)));
  for (const [value, list] of OPINION_WORDS) for (const word of list.trim().split(/\s+/)) words.set(word, value);
  for (const [value, list] of EMOJI) for (const symbol of list.trim().split(/\s+/)) words.set(symbol, value);
  return words;
}

/** The list's emoticons and chat shorthand mean other things in reviews. */
const PLAIN_WORD = /^[a-z]{3,}$/;

function buildPhrases(): PhraseTrie<Phrase> {
  const trie = new PhraseTrie<Phrase>(WORD_CLASSES);
  // Those that name an aspect come first: of two phrases of one length the first added is taken.
  for (const [aspect, value, patterns] of HOME_PHRASES) for (const text of patterns) trie.add(text, { value, aspect });
  for (const [value, patterns] of IDIOMS) for (const text of patterns) trie.add(text, { value, aspect: null });
  for (const [value, patterns] of OPINION_PHRASES) for (const text of patterns) trie.add(text, { value, aspect: null });
  for (const [aspect, value, patterns] of [...OUTCOME_PHRASES, ...TELLING_PHRASES])
    for (const text of patterns) trie.add(text, { value, aspect }, true);
  return trie;
}
