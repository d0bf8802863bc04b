/**
 * Which words of a review are read: the customer's own, or where these are in a language that is not read, the source's
 * translation of them.
 *
 * @module
 */
import { isRead, languageOf } from "./language.ts";
import { type Attribute, platformText } from "./platform_text.ts";
import { type Token, tokenize } from "./tokens.ts";

/** What a review says, in the words that are read. */
export interface WordsToRead {
  /** The prose; places in it hold in the text of the review, unless it is a translation. */
  readonly text: string;
  readonly tokens: readonly Token[];
  /** Of the customer's own words. */
  readonly language: string;
  readonly isTranslated: boolean;
  /** Whether the words are in a language that is read. */
  readonly isEnglish: boolean;
  readonly attributes: readonly Attribute[];
  /** Lines that list services. */
  readonly services: readonly string[];
}

/** A text, and the source's translation of it where there is one. */
export interface TranslatedText {
  readonly text: string;
  readonly translation?: string | null;
}

/** Takes the customer's own words wherever they can be read: they alone may be quoted. */
export function wordsToRead({ text, translation }: TranslatedText): WordsToRead {
  const own = platformText(text);
  const other = translation ? platformText(translation) : null;
  const translated = other?.prose ?? (own.isTranslated ? own.prose : null);
  const tokens = tokenize(own.original);
  // Of a text whose original the platform kept to itself only the translation is left, which names no language.
  const isLost = translated !== null && tokens.every(({ kind }) => kind === "mark");
  const language = isLost ? "und" : languageOf(own.original, tokens);
  const isEnglish = !isLost && isRead(language, tokens);
  const ticked = own.attributes.length > 0 ? own.attributes : unquoted(other?.attributes ?? []);
  const lines = [...linesIn(text, own.services), ...linesIn(translation ?? "", other?.services ?? [])];
  const parts = { language, attributes: ticked, services: lines };
  if (translated === null || isEnglish) return { text: own.original, tokens, isTranslated: false, isEnglish, ...parts };
  const read = tokenize(translated);
  const isReadable = isRead(languageOf(translated, read), read);
  return { text: translated, tokens: read, isTranslated: true, isEnglish: isReadable, ...parts };
}

function linesIn(text: string, lines: readonly { readonly start: number; readonly end: number }[]): string[] {
  return lines.map(({ start, end }) => text.slice(start, end));
}

/** What is ticked in a translation stands nowhere in the text. */
function unquoted(attributes: readonly Attribute[]): readonly Attribute[] {
  return attributes.map((attribute) => ({ ...attribute, start: 0, end: 0 }));
}
