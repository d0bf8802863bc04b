/**
 * The fixed words of pages, feeds, badge and embed in each language; numbers, dates, lists and plurals by Intl.
 *
 * In: a BCP 47 language, the name of a message, values for its gaps. Out: text, or pieces of text around other things.
 * Never: HTML, what a review is, which language somebody asked for.
 *
 * @module
 */
export type { Catalogue, MessageKey } from "./catalogue.ts";
export { type VerificationFacts, verificationInWords } from "./verification_words.ts";
export { speak, type Words } from "./words.ts";
export { isSpoken, LANGUAGE_NAMES, LANGUAGES, type Language, spokenLanguage, wordsFor } from "./words_for.ts";
