/**
 * Tells the commonest words of other languages.
 *
 * @module
 */
import { OTHER_LANGUAGES } from "./lexicon/other_languages.ts";

const WORDS = new Set(Object.values(OTHER_LANGUAGES).flat());

/** Whether a word is one of the commonest of another language, which English does not have. */
export function isOfOtherLanguage(word: string): boolean {
  return WORDS.has(word);
}
