/**
 * What single words are, for the choice of topics and expressions: an opinion, a thing or a name, an aspect's term,
 * a word of another language.
 */

import { ASPECT_IDS, type AspectId } from "../../review/aspects.ts";
import { rowsOf } from "../../review/tsv.ts";
import { keysByWord, lazy, valuedWordsOf } from "../lexicon/lists.ts";
import otherLanguagesTsv from "../lexicon/other_languages.tsv" with { type: "text" };
import { english, isReadLanguage } from "./languages.ts";
import { perLanguage, type ReadLanguage } from "./lexeme.ts";

/** The opinion words of the list made for reviews. The general list rates too many neutral words. */
const judging = perLanguage(({ data }) => {
  const words = valuedWordsOf(data.opinionWords.at(-1) ?? "", data.keyOf);
  // If there is no general list of opinions, the words that name and judge an aspect at once complete the list.
  const phrases = data.learned === null ? rowsOf(data.homePhrases, "aspect", "value", "pattern") : [];
  const single = phrases.filter(({ pattern }) => SINGLE_WORD.test(pattern)).map(({ pattern }) => data.keyOf(pattern));
  return new Set([...words.flatMap(([word, value]) => (value === 0 ? [] : [word])), ...single]);
});

const SINGLE_WORD = /^\p{L}+$/u;

/** Whether an expression that begins or ends with a word is only part of one. */
export function leavesOpen(word: string, language: ReadLanguage): boolean {
  const key = language.data.keyOf(word);
  return ["determiners", "subjects", "and", "or"].some((list) => language.words(list).has(key));
}

/** Whether a word judges by itself in some sense of it. */
export function isOpinionWord(word: string, language: ReadLanguage = english()): boolean {
  return judging(language).has(language.data.keyOf(word));
}

/** The patterns that mention an aspect without judging it, in the order of the list. */
export const aspectTerms = perLanguage(({ data }) =>
  rowsOf(data.aspectTerms, "aspect", "pattern").map(({ aspect, pattern }) => ({
    aspect: aspectCalled(aspect),
    pattern,
  })),
);

/** The aspect of an id in a list; throws a RangeError where there is none. */
export function aspectCalled(name: string): AspectId {
  const aspect = ASPECT_IDS.find((id) => id === name);
  if (aspect === undefined) throw new RangeError(`word list has an unknown aspect: ${name}`);
  return aspect;
}

/** How often some texts use words in a way. */
interface WordUse {
  readonly found: number;
  /** Uses with an article or the like before it and the end of the noun phrase after it: "the water pressure was". */
  readonly asThing: number;
  /** Uses with capitals inside a sentence: "near Canary Wharf". */
  readonly asName: number;
}

/** Counts the uses of one or two words, singular and lower case, plurals included. */
export function usesOf(words: string, texts: readonly string[], language: ReadLanguage = english()): WordUse {
  // Capitals are no evidence of a person in a language that capitalises nouns.
  const { capitalisesNouns } = language.data;
  const pattern = new RegExp(
    `(?<before>\\p{L}+ )?(?<!\\p{L})(?<own>${words}(?:e?s)?)(?!\\p{L})(?<after> ?[\\p{L},.;:!?)-]*)`,
    "giu",
  );
  let [found, asThing, asName] = [0, 0, 0];
  for (const text of texts) {
    for (const { groups = {} } of text.matchAll(pattern)) {
      const { before = "", own = "", after = "" } = groups;
      found++;
      if (isPhraseEnd(after, language) && (capitalisesNouns || !isCapital(own)))
        asThing += Number(opensPhrase(before.trim().toLowerCase(), language));
      if (!capitalisesNouns && /^\p{Ll}/u.test(before) && own.split(" ").every(isCapital)) asName++;
    }
  }
  return { found, asThing, asName };
}

function isCapital(word: string): boolean {
  return /^\p{Lu}/u.test(word);
}

/** Whether a word can precede a thing: an article, a preposition or an opinion word. */
function opensPhrase(word: string, language: ReadLanguage): boolean {
  const isIn = (list: string) => language.words(list).has(language.data.keyOf(word));
  return isIn("determiners") || isIn("prepositions") || isOpinionWord(word, language);
}

function isPhraseEnd(after: string, language: ReadLanguage): boolean {
  const word = after.trim().toLowerCase();
  const isIn = (list: string) => language.words(list).has(language.data.keyOf(word));
  return word === "" || /^[^\p{L}]/u.test(word) || PHRASE_ENDS.some(isIn);
}
const PHRASE_ENDS = ["phrase_ends", "auxiliaries", "prepositions"];

/** The aspect whose terms include the last of some words, or null. */
export function aspectNamedBy(words: string, language: ReadLanguage = english()): AspectId | null {
  const last = words.slice(words.lastIndexOf(" ") + 1);
  const names = (pattern: string) =>
    !pattern.includes(" ") && pattern.split("|").some((word) => language.data.singular(word) === last);
  return aspectTerms(language).find(({ pattern }) => names(pattern))?.aspect ?? null;
}

/** Codes of the languages other than English that a word is common in, by the word. */
export const otherLanguages = lazy(() => keysByWord("language", otherLanguagesTsv));

/** Whether a word is one of the commonest of a language that is not read, which English does not have. */
export function isOfOtherLanguage(word: string): boolean {
  return (
    otherLanguages()
      .get(word)
      ?.some((code) => !isReadLanguage(code)) ?? false
  );
}
