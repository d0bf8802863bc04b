/** The languages that are read. English is at hand; the data of another is loaded when the first text in it is met. */
import { ENGLISH } from "../lexicon/en/data.ts";
import type { LanguageData } from "../lexicon/language_data.ts";
import { lazy } from "../lexicon/lists.ts";
import { ReadLanguage } from "./lexeme.ts";

export const english = lazy(() => new ReadLanguage(ENGLISH));

const LOADERS: Readonly<Record<string, () => LanguageData>> = {};

const loaded = new Map<string, ReadLanguage>();

/** The language of a BCP 47 code, its data loaded; null when it is not read. */
export function languageCalled(code: string): ReadLanguage | null {
  if (code === "en") return english();
  const known = loaded.get(code);
  if (known !== undefined) return known;
  const load = LOADERS[code];
  if (load === undefined) return null;
  const language = new ReadLanguage(load());
  loaded.set(code, language);
  return language;
}
