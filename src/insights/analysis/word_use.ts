/**
 * What single words are, for the choice of topics and expressions: an opinion, a thing or a name, an aspect's term,
 * a word of another language.
 */

import { ASPECT_IDS, type AspectId } from "../../review/aspects.ts";
import { rowsOf } from "../../review/tsv.ts";
import aspectTermsTsv from "../lexicon/en/aspect_terms.tsv" with { type: "text" };
import { AUXILIARIES, DETERMINERS, PREPOSITIONS } from "../lexicon/en/grammar.ts";
import opinionWordsTsv from "../lexicon/en/opinion_words.tsv" with { type: "text" };
import { lazy, valuedWordsOf, wordsBy } from "../lexicon/lists.ts";
import otherLanguagesTsv from "../lexicon/other_languages.tsv" with { type: "text" };
import { singular } from "./lexeme.ts";

/** Opinion words of reviews with their valences, -4 to 4; a later entry replaces an earlier one. */
export const opinionWords = lazy(() => valuedWordsOf(opinionWordsTsv));

const judging = lazy(() => new Set(opinionWords().flatMap(([word, value]) => (value === 0 ? [] : [word]))));

/** Whether a word judges by itself in some sense of it. */
export function isOpinionWord(word: string): boolean {
  return judging().has(word);
}

/** The patterns that mention an aspect without judging it, in the order of the list. */
export const aspectTerms = lazy(() =>
  rowsOf(aspectTermsTsv, "aspect", "pattern").map(({ aspect, pattern }) => ({ aspect: aspectCalled(aspect), pattern })),
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
  /** With an article or the like before and the end of the noun phrase behind: "the water pressure was". */
  readonly asThing: number;
  /** With capitals where no sentence begins: "near Canary Wharf". */
  readonly asName: number;
}

/** Counts the uses of one or two words, singular and lower case, plurals included. */
export function usesOf(words: string, texts: readonly string[]): WordUse {
  const pattern = new RegExp(
    `(?<before>\\p{L}+ )?(?<!\\p{L})(?<own>${words}(?:e?s)?)(?!\\p{L})(?<after> ?[\\p{L},.;:!?)-]*)`,
    "giu",
  );
  let [found, asThing, asName] = [0, 0, 0];
  for (const text of texts) {
    for (const { groups = {} } of text.matchAll(pattern)) {
      const { before = "", own = "", after = "" } = groups;
      found++;
      if (isPhraseEnd(after) && !isCapital(own)) asThing += Number(opensPhrase(before.trim().toLowerCase()));
      if (/^\p{Ll}/u.test(before) && own.split(" ").every(isCapital)) asName++;
    }
  }
  return { found, asThing, asName };
}

function isCapital(word: string): boolean {
  return /^\p{Lu}/u.test(word);
}

/** A word that stands before a thing: an article, a preposition, or something said of it. */
function opensPhrase(word: string): boolean {
  return DETERMINERS.has(word) || PREPOSITIONS.has(word) || isOpinionWord(word);
}

function isPhraseEnd(after: string): boolean {
  const word = after.trim().toLowerCase();
  return (
    word === "" || /^[^\p{L}]/u.test(word) || PHRASE_ENDS.has(word) || AUXILIARIES.has(word) || PREPOSITIONS.has(word)
  );
}
const PHRASE_ENDS = new Set("and or but that which who where while so if as than not i we they he she it".split(" "));

/** The aspect whose terms include the last of some words, or null. */
export function aspectNamedBy(words: string): AspectId | null {
  const last = words.slice(words.lastIndexOf(" ") + 1);
  const names = (pattern: string) =>
    !pattern.includes(" ") && pattern.split("|").some((word) => singular(word) === last);
  return aspectTerms().find(({ pattern }) => names(pattern))?.aspect ?? null;
}

/** Codes of the languages other than English that a word is common in, by the word. */
export const otherLanguages = lazy(() => {
  const found = new Map<string, string[]>();
  for (const [language, words] of wordsBy("language", otherLanguagesTsv)) {
    for (const word of words) found.set(word, [...(found.get(word) ?? []), language]);
  }
  return found as ReadonlyMap<string, readonly string[]>;
});

/** Whether a word is one of the commonest of another language, which English does not have. */
export function isOfOtherLanguage(word: string): boolean {
  return otherLanguages().has(word);
}
