/** The console's own words, beside those that it shares with the public pages. */
import { compileMessages, type Language, type Speech, type Words, wordsFor } from "../review/languages/mod.ts";
import type { ConsoleCatalogue, consoleEn } from "./words/en.ts";

type Messages = typeof consoleEn;

/** One language, speaking to the owner. */
export interface ConsoleWords extends Speech<Messages> {
  /** The words of the public pages. */
  readonly shared: Words;
}

const CATALOGUES: Readonly<Record<Language, () => Promise<ConsoleCatalogue>>> = {
  en: async () => (await import("./words/en.ts")).consoleEn,
  es: async () => (await import("./words/es.ts")).consoleEs,
  fr: async () => (await import("./words/fr.ts")).consoleFr,
  de: async () => (await import("./words/de.ts")).consoleDe,
};

/** The words of a language; each is compiled once. */
export function consoleWords(language: Language): Promise<ConsoleWords> {
  const words = spoken.get(language) ?? compile(language);
  spoken.set(language, words);
  return words;
}

const spoken = new Map<Language, Promise<ConsoleWords>>();

async function compile(language: Language): Promise<ConsoleWords> {
  const [messages, shared] = await Promise.all([CATALOGUES[language](), wordsFor(language)]);
  return { ...compileMessages<Messages>(messages, shared), shared };
}
