/** The lexicon, put together from its lists on first use: importing this module costs nothing. */
import type { AspectId } from "../../review/aspects.ts";
import { rowsOf } from "../../review/tsv.ts";
import emojiTsv from "../lexicon/emoji.tsv" with { type: "text" };
import { valuedWordsOf, wordsBy, wordsOf } from "../lexicon/lists.ts";
import { perLanguage, type ReadLanguage } from "./lexeme.ts";
import { PhraseTrie } from "./phrase_trie.ts";
import { aspectCalled } from "./word_use.ts";

/** An opinion phrase: its valence (-4 to 4) and the aspect it is about, if any. */
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

/** The lexicon of a language; the first call builds it (some ten milliseconds), later ones return the same. */
export const lexicon = perLanguage<Lexicon>((language) => ({
  words: buildWords(language),
  phrases: buildPhrases(language),
}));

/** Words that make up most of a review. */
export const commonWords = perLanguage(({ data }) => wordsOf(data.commonWords, data.keyOf));

/** Members of the classes that phrases name by `@class`. */
export const wordClasses = perLanguage(({ data }) => wordsBy("class", data.wordClasses, data.keyOf));

function buildWords({ data }: ReadLanguage): ReadonlyMap<string, number> {
  const words = data.opinionWords.flatMap((tsv) => valuedWordsOf(tsv, data.keyOf));
  return new Map([...words, ...valuedWordsOf(emojiTsv)]);
}

/** The lists of phrases. Those that name an aspect come first: of two phrases of one length the first added is taken. */
export function phraseLists({ data }: ReadLanguage) {
  return [
    { name: "home", tsv: data.homePhrases, isLoose: false },
    { name: "idioms", tsv: data.idioms, isLoose: false },
    { name: "opinion", tsv: data.opinionPhrases, isLoose: false },
    { name: "outcome", tsv: data.outcomePhrases, isLoose: true },
    { name: "narrative", tsv: data.narrativePhrases, isLoose: true },
  ] as const;
}

/** The phrases of a list, in its order. */
export function readPhrases(tsv: string): (OpinionPhrase & { readonly pattern: string })[] {
  return rowsOf(tsv, "aspect", "value", "pattern").map(({ aspect, value, pattern }) => ({
    aspect: aspect === "any" ? null : aspectCalled(aspect),
    value: Number(value),
    pattern,
  }));
}

function buildPhrases(language: ReadLanguage): PhraseTrie<OpinionPhrase> {
  const trie = new PhraseTrie<OpinionPhrase>(wordClasses(language), language);
  for (const { tsv, isLoose } of phraseLists(language)) {
    for (const { pattern, value, aspect } of readPhrases(tsv)) trie.add(pattern, { value, aspect }, isLoose);
  }
  return trie;
}
