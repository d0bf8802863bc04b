/**
 * What Goodword says to people, in each language: pages, feeds, badge and embed; the owner's console; mails and notices.
 * Numbers, dates, lists and plurals are written by Intl.
 *
 * In: a BCP 47 language, the key of a message, values for its gaps. Out: text, or pieces of text around other things.
 * Never: HTML, what a review is, which language somebody asked for.
 *
 * @module
 */
export * from "./console_words.ts";
export { consoleEnglish } from "./en/console.ts";
export { mailEnglish } from "./en/mail.ts";
export { pagesEnglish } from "./en/pages.ts";
export * from "./mail_words.ts";
export type * from "./translation.ts";
export * from "./words.ts";
export * from "./words_for.ts";
