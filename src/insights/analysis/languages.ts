/** The languages that are read. English is at hand; the data of another is loaded when the first text in it is met. */
import { ENGLISH } from "../lexicon/en/data.ts";
import type { LanguageData } from "../lexicon/language_data.ts";
import { lazy } from "../lexicon/lists.ts";
import { ReadLanguage } from "./lexeme.ts";

export const english = lazy(() => new ReadLanguage(ENGLISH));

// Asked for when needed and not by imports at the top: most businesses meet one or two languages.
const LOADERS: Readonly<Record<string, () => LanguageData>> = {
  de: () => (require("../lexicon/de/data.ts") as typeof import("../lexicon/de/data.ts")).GERMAN,
  es: () => (require("../lexicon/es/data.ts") as typeof import("../lexicon/es/data.ts")).SPANISH,
  fr: () => (require("../lexicon/fr/data.ts") as typeof import("../lexicon/fr/data.ts")).FRENCH,
};

const loaded = new Map<string, ReadLanguage>();

/** Whether reviews in a language, as a BCP 47 tag, are read in their own words. */
export function isReadLanguage(tag: string): boolean {
  const code = tag.split("-", 1)[0] ?? "";
  return code === "en" || Object.hasOwn(LOADERS, code);
}

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
