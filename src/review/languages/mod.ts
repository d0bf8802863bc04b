/**
 * The fixed words of pages, feeds, badge and embed in each language; numbers, dates, lists and plurals by Intl.
 *
 * In: a BCP 47 language, the name of a message, values for its gaps. Out: text, or pieces of text around other things.
 * Never: HTML, what a review is, which language somebody asked for.
 *
 * @module
 */
export * from "./words.ts";
export * from "./words_for.ts";
