/**
 * Which languages there are, and the words of one.
 *
 * A catalogue is loaded with the first text in its language: a server speaks one of them at its start.
 */
import { type Catalogue, compileCatalogue, type Words } from "./words.ts";

/** Every catalogue by its language; a new one is a file beside the others and a line here (`test/review/languages`). */
const CATALOGUES = {
  en: async () => (await import("./en.ts")).en,
  es: async () => (await import("./es.ts")).es,
  fr: async () => (await import("./fr.ts")).fr,
  de: async () => (await import("./de.ts")).de,
} as const satisfies Readonly<Record<string, () => Promise<Catalogue>>>;

/** A language that has a catalogue. */
export type Language = keyof typeof CATALOGUES;

/** Every language that has a catalogue. */
export const LANGUAGES = Object.keys(CATALOGUES) as readonly Language[];

/** Each language's name for itself, for a reader who looks for their own without the catalogue of any other. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: "English",
  es: "Español",
  fr: "Français",
  de: "Deutsch",
};

/** The language that others fall back on. */
const FALLBACK: Language = "en";

/** Whether a catalogue is of exactly this language. */
export function hasCatalogue(language: string): language is Language {
  return Object.hasOwn(CATALOGUES, language);
}

/** The language in which a business of this BCP 47 language is spoken of: its own, or English where it has no catalogue. */
export function catalogueLanguage(tag: string): Language {
  const primary = tag.split("-", 1)[0]?.toLowerCase() ?? "";
  return hasCatalogue(primary) ? primary : FALLBACK;
}

const spoken = new Map<string, Promise<Words>>();

/** The words of {@link catalogueLanguage}, as they are written in a country (ISO 3166-1), if one is named. */
export function wordsFor(tag: string, country?: string | null): Promise<Words> {
  const language = catalogueLanguage(tag);
  const key = `${language}-${country ?? ""}`;
  const words =
    spoken.get(key) ?? CATALOGUES[language]().then((catalogue) => compileCatalogue(catalogue, country ?? undefined));
  spoken.set(key, words);
  return words;
}
