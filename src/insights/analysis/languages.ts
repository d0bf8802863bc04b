/** The languages that are read. The tables of each are made when the first text in it is met. */
import { GERMAN } from "../lexicon/de/data.ts";
import { ENGLISH } from "../lexicon/en/data.ts";
import { SPANISH } from "../lexicon/es/data.ts";
import { FRENCH } from "../lexicon/fr/data.ts";
import { lazy } from "../lexicon/lists.ts";
import { ReadLanguage } from "./lexeme.ts";

export const english = lazy(() => new ReadLanguage(ENGLISH));

const LANGUAGES: ReadonlyMap<string, () => ReadLanguage> = new Map([
  ["en", english],
  ...[GERMAN, SPANISH, FRENCH].map((data) => [data.code, lazy(() => new ReadLanguage(data))] as const),
]);

/** The language of a BCP 47 code; null when it is not read. */
export function languageCalled(code: string): ReadLanguage | null {
  return LANGUAGES.get(code)?.() ?? null;
}

/** Whether reviews in a language, as a BCP 47 tag, are read in their own words. */
export function isReadLanguage(tag: string): boolean {
  return LANGUAGES.has(tag.split("-", 1)[0] ?? "");
}
