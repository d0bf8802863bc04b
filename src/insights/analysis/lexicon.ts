/** The lexicon, put together from its lists on first use: importing this module costs nothing. */
import type { AspectId } from "../../review/aspects.ts";
import { rowsOf } from "../../review/tsv.ts";
import emojiTsv from "../lexicon/emoji.tsv" with { type: "text" };
import commonWordsTsv from "../lexicon/en/common_words.tsv" with { type: "text" };
import homePhrasesTsv from "../lexicon/en/home_phrases.tsv" with { type: "text" };
import idiomsTsv from "../lexicon/en/idioms.tsv" with { type: "text" };
import narrativePhrasesTsv from "../lexicon/en/narrative_phrases.tsv" with { type: "text" };
import opinionPhrasesTsv from "../lexicon/en/opinion_phrases.tsv" with { type: "text" };
import outcomePhrasesTsv from "../lexicon/en/outcome_phrases.tsv" with { type: "text" };
import vaderWordsTsv from "../lexicon/en/vader_words.tsv" with { type: "text" };
import wordClassesTsv from "../lexicon/en/word_classes.tsv" with { type: "text" };
import { lazy, valuedWordsOf, wordsBy, wordsOf } from "../lexicon/lists.ts";
import { PhraseTrie } from "./phrase_trie.ts";
import { aspectCalled, opinionWords } from "./word_use.ts";

/** An opinion phrase: its valence (-4 to 4) and the aspect it speaks of, if any. */
interface OpinionPhrase {
  readonly value: number;
  readonly aspect: AspectId | null;
}

/** Words and phrases with their valences, compiled for lookup. */
export interface Lexicon {
  /** Valence of single words, emoticons and emoji. */
  readonly words: ReadonlyMap<string, number>;
  /** All phrases; those that narrate instead of judging are loose. */
  readonly phrases: PhraseTrie<OpinionPhrase>;
}

/** The lexicon; the first call builds it (some ten milliseconds), later ones return the same. */
export const lexicon: () => Lexicon = lazy(() => ({ words: buildWords(), phrases: buildPhrases() }));

/** Words that make up most of an English review. */
export const commonWords = lazy(() => wordsOf(commonWordsTsv));

/** Members of the classes that phrases name by `@class`. */
export const wordClasses = lazy(() => wordsBy("class", wordClassesTsv));

function buildWords(): ReadonlyMap<string, number> {
  return new Map([...valuedWordsOf(vaderWordsTsv), ...opinionWords(), ...valuedWordsOf(emojiTsv)]);
}

/** The lists of phrases. Those that name an aspect come first: of two phrases of one length the first added is taken. */
export const PHRASE_LISTS = [
  { name: "home", tsv: homePhrasesTsv, isLoose: false },
  { name: "idioms", tsv: idiomsTsv, isLoose: false },
  { name: "opinion", tsv: opinionPhrasesTsv, isLoose: false },
  { name: "outcome", tsv: outcomePhrasesTsv, isLoose: true },
  { name: "narrative", tsv: narrativePhrasesTsv, isLoose: true },
] as const;

/** The phrases of a list, in its order. */
export function readPhrases(tsv: string): (OpinionPhrase & { readonly pattern: string })[] {
  return rowsOf(tsv, "aspect", "value", "pattern").map(({ aspect, value, pattern }) => ({
    aspect: aspect === "any" ? null : aspectCalled(aspect),
    value: Number(value),
    pattern,
  }));
}

function buildPhrases(): PhraseTrie<OpinionPhrase> {
  const trie = new PhraseTrie<OpinionPhrase>(wordClasses());
  for (const { tsv, isLoose } of PHRASE_LISTS) {
    for (const { pattern, value, aspect } of readPhrases(tsv)) trie.add(pattern, { value, aspect }, isLoose);
  }
  return trie;
}
