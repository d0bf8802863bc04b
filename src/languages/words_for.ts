/** Which languages there are, and the words of one. */
import de from "./de/pages.json" with { type: "json" };
import { pagesEnglish } from "./en/pages.ts";
import es from "./es/pages.json" with { type: "json" };
import fr from "./fr/pages.json" with { type: "json" };
import { translated } from "./translation.ts";
import { type Catalogue, compileCatalogue, type Words } from "./words.ts";

const AMERICAN = {
  icence: "icense",
  riticise: "riticize",
  ecognise: "ecognize",
  eighbour: "eighbor",
  olour: "olor",
  "E-mail": "Email",
  "e-mail": "email",
};
const PLUMBER_IN_AMERICA = { Fontanería: "Plomería" };

/** Every catalogue by its language; "Translating" in CONTRIBUTING.md says how to add one. */
const CATALOGUES = {
  en: {
    language: "en",
    locale: "en-GB",
    direction: "ltr",
    countries: ["US", "CA", "AU", "NZ", "IE", "ZA"],
    spellings: { US: AMERICAN },
    messages: pagesEnglish,
  },
  es: {
    language: "es",
    locale: "es",
    direction: "ltr",
    countries: ["US", "MX", "AR", "CL", "CO", "PE"],
    spellings: {
      US: PLUMBER_IN_AMERICA,
      MX: PLUMBER_IN_AMERICA,
      CO: PLUMBER_IN_AMERICA,
      AR: PLUMBER_IN_AMERICA,
      PE: PLUMBER_IN_AMERICA,
    },
    messages: translated(pagesEnglish, es),
  },
  fr: {
    language: "fr",
    locale: "fr",
    direction: "ltr",
    countries: ["CA", "CH", "BE"],
    messages: translated(pagesEnglish, fr),
  },
  de: {
    language: "de",
    locale: "de",
    direction: "ltr",
    countries: ["AT", "CH"],
    messages: translated(pagesEnglish, de),
  },
} as const satisfies Readonly<Record<string, Catalogue>>;

export type Language = keyof typeof CATALOGUES;

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

/** The catalogue of a language, before its words are compiled. */
export function catalogueOf(language: Language): Catalogue {
  return CATALOGUES[language];
}

/** The first of these BCP 47 languages that has a catalogue, by its primary subtag, or English. */
export function catalogueLanguage(...tags: readonly (string | null)[]): Language {
  const primary = tags.map((tag) => tag?.split(/[-_]/, 1)[0]?.toLowerCase() ?? "");
  return primary.find(hasCatalogue) ?? FALLBACK;
}

const compiled = new Map<string, Words>();

/** The words of {@link catalogueLanguage}, as they are written in a country (ISO 3166-1), if one is named. */
export function wordsFor(tag: string, country?: string | null): Words {
  const language = catalogueLanguage(tag);
  const key = `${language}-${country ?? ""}`;
  const words = compiled.get(key) ?? compileCatalogue(CATALOGUES[language], country ?? undefined);
  compiled.set(key, words);
  return words;
}
