/** The console's own words, beside those that it shares with the public pages. */
import de from "./de/console.json" with { type: "json" };
import { consoleEnglish } from "./en/console.ts";
import es from "./es/console.json" with { type: "json" };
import fr from "./fr/console.json" with { type: "json" };
import { type Translated, translated } from "./translation.ts";
import { compileMessages, type Speech, type Words } from "./words.ts";
import { type Language, wordsFor } from "./words_for.ts";

type Messages = typeof consoleEnglish;

/** One language, speaking to the owner. */
export interface ConsoleWords extends Speech<Messages> {
  /** The words of the public pages. */
  readonly shared: Words;
}

const MESSAGES: Readonly<Record<Language, Translated<Messages>>> = {
  en: consoleEnglish,
  es: translated(consoleEnglish, es),
  fr: translated(consoleEnglish, fr),
  de: translated(consoleEnglish, de),
};

const compiled = new Map<Language, ConsoleWords>();

/** The words of a language; each is compiled once. */
export function consoleWords(language: Language): ConsoleWords {
  const words = compiled.get(language) ?? compile(language);
  compiled.set(language, words);
  return words;
}

function compile(language: Language): ConsoleWords {
  const shared = wordsFor(language);
  return { ...compileMessages<Messages>(MESSAGES[language], shared), shared };
}
