/** The words of messages to customers and of notices to the owner. */
import de from "./de/mail.json" with { type: "json" };
import { mailEnglish } from "./en/mail.ts";
import es from "./es/mail.json" with { type: "json" };
import fr from "./fr/mail.json" with { type: "json" };
import { type Translated, translated } from "./translation.ts";
import { compileMessages, type Speech } from "./words.ts";
import { catalogueOf, type Language } from "./words_for.ts";

type Messages = typeof mailEnglish;

/** One language, speaking in mails. */
export interface MailWords extends Speech<Messages> {}

const MESSAGES: Readonly<Record<Language, Translated<Messages>>> = {
  en: mailEnglish,
  es: translated(mailEnglish, es),
  fr: translated(mailEnglish, fr),
  de: translated(mailEnglish, de),
};

const compiled = new Map<Language, MailWords>();

/** The words of a language; each is compiled once. */
export function mailWords(language: Language): MailWords {
  const words = compiled.get(language) ?? compileMessages<Messages>(MESSAGES[language], catalogueOf(language));
  compiled.set(language, words);
  return words;
}
