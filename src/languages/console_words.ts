/** The console's own words, beside those that it shares with the public pages. */
import de from "./de/console.json" with { type: "json" };
import { consoleEnglish } from "./en/console.ts";
import type { pagesEnglish } from "./en/pages.ts";
import es from "./es/console.json" with { type: "json" };
import fr from "./fr/console.json" with { type: "json" };
import type { Words, WordsOf } from "./words.ts";
import { type Language, wordsByLanguage, wordsFor } from "./words_for.ts";

export interface ConsoleWords extends WordsOf<typeof consoleEnglish> {
  readonly shared: Words;
  readonly timeZone: string;
}

const speak = wordsByLanguage(consoleEnglish, { de, es, fr });

/** The words of the console in a language, with dates and times as in the country and time zone of the business. */
export function consoleWords(language: Language, country?: string | null, timeZone = "UTC"): ConsoleWords {
  return { ...speak(language, country), shared: wordsFor(language, country), timeZone };
}

/** A message of the console, or under `shared.` one of the public pages. */
export type MessageKey = keyof typeof consoleEnglish | `shared.${keyof typeof pagesEnglish}`;

export function messageText(
  words: ConsoleWords,
  key: MessageKey,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const say = (speech: { readonly say: unknown }, name: string) =>
    (speech.say as (name: string, values: object) => string)(name, values);
  return key.startsWith("shared.") ? say(words.shared, key.slice("shared.".length)) : say(words, key);
}

/** The text of a message of the console; undefined for a key without one. */
export function messageIfAny(
  words: ConsoleWords,
  key: string,
  values?: Readonly<Record<string, string | number>>,
): string | undefined {
  return Object.hasOwn(consoleEnglish, key) ? messageText(words, key as MessageKey, values) : undefined;
}
