/** Which languages there are, and the words of one. */
import { Memo } from "../memo.ts";
import de from "./de/pages.json" with { type: "json" };
import { pagesEnglish } from "./en/pages.ts";
import es from "./es/pages.json" with { type: "json" };
import fr from "./fr/pages.json" with { type: "json" };
import { type MessageSet, type Translated, translated } from "./translation.ts";
import { type Catalogue, compileCatalogue, type Words, type WordsOf } from "./words.ts";

const AMERICAN = {
  icence: "icense",
  riticise: "riticize",
  ecognise: "ecognize",
  eighbour: "eighbor",
  olour: "olor",
  "E-mail": "Email",
  "e-mail": "email",
};
/** Shares as `Intl` writes them there. */
const SHARES_IN_AMERICA = { " %": "%", "\u00a0%": "%" };
const SPANISH_IN_AMERICA = { Fontanería: "Plomería", ...SHARES_IN_AMERICA };

/** How each language is written; "A language" in CONTRIBUTING.md says how to add one. */
const LOCALES = {
  en: { locale: "en-GB", countries: ["US", "CA", "AU", "NZ", "IE", "ZA"], spellings: { US: AMERICAN } },
  es: {
    locale: "es",
    countries: ["US", "MX", "AR", "CL", "CO", "PE"],
    spellings: {
      US: SPANISH_IN_AMERICA,
      MX: SPANISH_IN_AMERICA,
      CO: SPANISH_IN_AMERICA,
      AR: SPANISH_IN_AMERICA,
      PE: SPANISH_IN_AMERICA,
      CL: SHARES_IN_AMERICA,
    },
  },
  fr: { locale: "fr", countries: ["CA", "CH", "BE"] },
  de: { locale: "de", countries: ["AT", "CH"], spellings: { CH: { ß: "ss" } } },
} as const satisfies Readonly<Record<string, Omit<Catalogue, "language" | "messages">>>;

export type Language = keyof typeof LOCALES;

export const LANGUAGES = Object.keys(LOCALES) as readonly Language[];

/** Each language's name for itself, for a reader who looks for their own without the catalogue of any other. */
export const LANGUAGE_NAMES = Object.fromEntries(
  LANGUAGES.map((language) => {
    const name = new Intl.DisplayNames(language, { type: "language" }).of(language) ?? language;
    return [language, name.charAt(0).toLocaleUpperCase(language) + name.slice(1)];
  }),
) as Readonly<Record<Language, string>>;

export function hasCatalogue(language: string): language is Language {
  return Object.hasOwn(LOCALES, language);
}

export function catalogueOf(language: Language): Catalogue {
  return { ...LOCALES[language], language, messages: messagesIn(language, pagesEnglish, { de, es, fr }) };
}

/** The first of these BCP 47 languages that has a catalogue, by its primary subtag, or English. */
export function catalogueLanguage(...tags: readonly (string | null)[]): Language {
  const primary = tags.map((tag) => tag?.split(/[-_]/, 1)[0]?.toLowerCase() ?? "");
  return primary.find(hasCatalogue) ?? "en";
}

const speakOnPages = wordsByLanguage(pagesEnglish, { de, es, fr });

/** The words of {@link catalogueLanguage}, as they are written in a country (ISO 3166-1), if one is named. */
export function wordsFor(tag: string, country?: string | null): Words {
  return speakOnPages(catalogueLanguage(tag), country);
}

/** Texts of translations by key; plural forms are keys of their own. */
type Translations = Readonly<Record<Exclude<Language, "en">, Readonly<Record<string, string>>>>;

/** A set of messages in each language, as a country (ISO 3166-1) writes it, compiled when it is first asked for. */
export function wordsByLanguage<Messages extends MessageSet>(
  english: Messages,
  translations: Translations,
): (language: Language, country?: string | null) => WordsOf<Messages> {
  const speeches = new Memo<WordsOf<Messages>>();
  return (language, country) =>
    speeches.get(`${language}-${country ?? ""}`, () => {
      const messages = messagesIn(language, english, translations);
      return compileCatalogue<Messages>({ ...LOCALES[language], language, messages }, country ?? undefined);
    });
}

function messagesIn<Messages extends MessageSet>(language: Language, english: Messages, translations: Translations) {
  // English has the shape that it gives to all others.
  return language === "en" ? (english as Translated<Messages>) : translated(english, translations[language]);
}
