/**
 * Chooses the words of a review that are analysed: the customer's own, or the source's translation where these are
 * not English. Common words decide the language of nearly every review; only the rest is worth the 1.6 MB of
 * n-grams, read on first need. What a platform added (Google's attributes, services and translation) is parted
 * from what the customer wrote.
 */

import { type AspectId, GOOGLE_MARKS } from "../../review/mod.ts";
import { lazy, wordsOf } from "../lexicon/lists.ts";
import sharedWordsTsv from "../lexicon/shared_words.tsv" with { type: "text" };
import { detect } from "./detector.ts";
import { english, languageCalled } from "./languages.ts";
import { factOf, type ReadLanguage, UNLEARNED } from "./lexeme.ts";
import { commonWords, lexicon } from "./lexicon.ts";
import type { Span } from "./quote.ts";
import { type Token, tokenAt, tokenize } from "./tokens.ts";
import { otherLanguages } from "./word_use.ts";

/** The words of a review that are analysed. */
interface WordsToRead {
  /** The prose; places in it hold in the text of the review, unless it is a translation. */
  readonly text: string;
  readonly tokens: readonly Token[];
  /** Language of the customer's own words. */
  readonly language: string;
  readonly isTranslated: boolean;
  /** Whether the language is known. */
  readonly isKnown: boolean;
  /** Whether the words are in a language that is read; it is that of the tokens. */
  readonly isRead: boolean;
  readonly attributes: readonly Attribute[];
  /** Lines that list services. */
  readonly services: readonly string[];
}

/** A text, and the source's translation of it where there is one. */
interface TranslatedText {
  readonly text: string;
  readonly translation?: string | null;
}

/** The words to analyse. Words of the business's own name are neutral: "Honest Fair Plumbing". */
export function wordsToRead(text: TranslatedText, businessName = ""): WordsToRead {
  const words = ownWords(text);
  const name = namePattern(businessName);
  if (name === null || words.text.search(name) < 0) return words;
  const named = [...words.text.matchAll(name)];
  const isNamed = ({ start }: Token) => named.some(({ index, 0: own }) => start >= index && start < index + own.length);
  const nameless = (words.tokens[0]?.lexeme.language ?? english()).lexemeOf("xxxx");
  const tokens = words.tokens.map((own) => (isNamed(own) ? { ...own, word: nameless.word, lexeme: nameless } : own));
  return { ...words, tokens };
}

const patterns = new Map<string, RegExp | null>();

/** Matches the first two words of a name as written. A name of one word is ignored, since reviews also use the word itself. */
function namePattern(name: string): RegExp | null {
  const known = patterns.get(name);
  if (known !== undefined) return known;
  const words = name.match(/[\p{L}\p{N}'’]+/gu) ?? [];
  const pattern = words.length < 2 ? null : new RegExp(`(?<!\\p{L})${words[0]}\\P{L}{0,2}${words[1]}(?!\\p{L})`, "gu");
  patterns.clear();
  patterns.set(name, pattern);
  return pattern;
}

/** Takes the customer's own words wherever they can be read: they alone may be quoted. */
function ownWords({ text, translation }: TranslatedText): WordsToRead {
  const own = platformText(text);
  const source = translation ? platformText(translation) : null;
  const translated = source?.prose ?? (own.isTranslated ? own.prose : null);
  const tokens = tokenize(own.original);
  // If the platform withheld the original, only the translation is left, which names no language.
  const isLost = translated !== null && tokens.every(({ kind }) => kind === "mark");
  const language = isLost ? "und" : languageOf(own.original, tokens);
  const reader = isLost ? null : readerOf(language, tokens);
  const ticked = own.attributes.length > 0 ? own.attributes : unquoted(source?.attributes ?? []);
  const lines = [...linesIn(text, own.services), ...linesIn(translation ?? "", source?.services ?? [])];
  const isKnown = language !== UNKNOWN && language !== "";
  const parts = { language, isKnown, attributes: ticked, services: lines };
  if (translated === null || reader !== null)
    return { text: own.original, ...readBy(reader, own.original, tokens), isTranslated: false, ...parts };
  const words = tokenize(translated);
  const other = readerOf(languageOf(translated, words), words);
  return { text: translated, ...readBy(other, translated, words), isTranslated: true, ...parts };
}

/** Tokenises again by the lists of the reader's language: the given tokens are those of English. */
function readBy(reader: ReadLanguage | null, text: string, tokens: readonly Token[]) {
  const isOther = reader !== null && reader !== english();
  return { tokens: isOther ? tokenize(text, reader) : tokens, isRead: reader !== null };
}

function linesIn(text: string, lines: readonly { readonly start: number; readonly end: number }[]): string[] {
  return lines.map(({ start, end }) => text.slice(start, end));
}

/** What is ticked in a translation stands nowhere in the text. */
function unquoted(attributes: readonly Attribute[]): readonly Attribute[] {
  return attributes.map((attribute) => ({ ...attribute, start: 0, end: 0 }));
}

/** BCP 47 language of a text; "" without words, "und" when it is unknown. Text of emoji alone counts as English. */
function languageOf(text: string, tokens: readonly Token[]): string {
  const { words, foreign, english, shared, known, unknown, other, otherWords } = counted(tokens);
  if (words === 0) return tokens.some(({ kind }) => kind === "emoji") ? "en" : "";
  if (foreign * 2 > words) return words < FEW_FOREIGN ? UNKNOWN : detect(text) || UNKNOWN;
  const isOther = other !== null && otherWords > english;
  if (words < MIN_WORDS) {
    if (isOther) return other;
    // Words shared by many languages do not make a text English if it has an unknown word, too: "Top Betrieb".
    return known > 0 || (shared > 0 && unknown === 0) ? "en" : UNKNOWN;
  }
  if (isOther && otherWords / words >= ENOUGH_OTHER) return other;
  if (english / words >= ENOUGH) return "en";
  if (words < LONG_ENOUGH) return english > 0 && !isOther ? "en" : UNKNOWN;
  return detect(text) || UNKNOWN;
}

/** The language whose lists read a text, or null: a few words of an unknown language do no harm among English ones. */
function readerOf(language: string, tokens: readonly Token[]): ReadLanguage | null {
  if (language !== UNKNOWN) return languageCalled(language);
  const { words, ascii } = counted(tokens);
  return words < LONG_ENOUGH && ascii === words ? english() : null;
}

const UNKNOWN = "und";
/** Number of words below which only a common word shows the language. */
const MIN_WORDS = 4;
/** Length from which letters are counted if no common word decides the language. */
const LONG_ENOUGH = 6;
/** The same for other scripts, which identify a language with fewer words. */
const FEW_FOREIGN = 2;
/** Share of English words that decides for English. */
const ENOUGH = 0.3;
/** Share of another language's common words that decides for it. */
const ENOUGH_OTHER = 0.25;

/** Words of a text by script and by language; `other` is the language other than English that has most of them. */
function counted(tokens: readonly Token[]) {
  let words = 0;
  let foreign = 0;
  let ascii = 0;
  let english = 0;
  let shared = 0;
  let known = 0;
  let unknown = 0;
  let others: Map<string, number> | null = null;
  for (let i = 0; i < tokens.length; i++) {
    const { kind, lexeme } = tokenAt(tokens, i);
    if (kind !== "word") continue;
    words++;
    const signs = signsOf(lexeme);
    if (signs & SHARED) shared++;
    else {
      // A common word counts whole, one that carries an opinion for less: other languages share some.
      if (signs & COMMON) english++;
      else if (signs & OPINION) english += 0.6;
      if (signs & KNOWN) known++;
      else unknown++;
    }
    if (signs & PLAIN) ascii++;
    else if (signs & FOREIGN) foreign++;
    if ((signs & OF_ANOTHER) === 0) continue;
    others ??= new Map();
    for (const own of otherLanguagesOf(lexeme).split(" ")) others.set(own, (others.get(own) ?? 0) + 1);
  }
  let other: string | null = null;
  let otherWords = 0;
  for (const [own, count] of others ?? []) if (count > otherWords) [other, otherWords] = [own, count];
  return { words, foreign, ascii, english, shared, known, unknown, other, otherWords };
}

/** Codes of the languages other than English that a word is common in, parted by blanks. */
const otherLanguagesOf = factOf((word) => (otherLanguages().get(word) ?? []).join(" "));

/** Evidence of a word about the language of its text, as bits, so that counting needs one look-up per word. */
const SHARED = 1;
const COMMON = 2;
const OPINION = 4;
/** Known to the English lists or phrases. */
const KNOWN = 8;
const PLAIN = 16;
/** Word in a script other than Latin. */
const FOREIGN = 32;
const OF_ANOTHER = 64;

const sharedWords = lazy(() => wordsOf(sharedWordsTsv));

const signsOf = factOf((word, language) => {
  const isCommon = commonWords(language).has(word);
  const isOpinion = lexicon(language).words.has(word);
  const isKnown = isCommon || isOpinion || language.lexemeOf(word).number !== UNLEARNED;
  const isPlain = isAscii(word);
  return (
    (sharedWords().has(word) ? SHARED : 0) |
    (isCommon ? COMMON : 0) |
    (isOpinion ? OPINION : 0) |
    (isKnown ? KNOWN : 0) |
    (isPlain ? PLAIN : LATIN.test(word) ? 0 : FOREIGN) |
    (otherLanguages().has(word) ? OF_ANOTHER : 0)
  );
});

const LATIN = /^[\p{Script=Latin}\p{M}\p{N}']+$/u;

function isAscii(word: string): boolean {
  for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) > 127) return false;
  return true;
}

/** The prose of a review, and the details that the platform adds to it. */
interface PlatformText {
  /** The text with everything but the prose to read blanked out, so that places in it hold in the text, too. */
  readonly prose: string;
  /** The customer's own words, blanked in the same way; the prose itself but for a translation. */
  readonly original: string;
  /** The prose is the platform's translation: read, never quoted as the customer's words. */
  readonly isTranslated: boolean;
  readonly attributes: readonly Attribute[];
  /** Spans that list services. */
  readonly services: readonly Span[];
}

/** An attribute the customer ticked, with the line it stands in. */
export interface Attribute extends Span {
  readonly aspect: AspectId;
  readonly side: 1 | -1;
}

/** What a customer may tick on Google, and the aspect it is about. */
const ATTRIBUTES: Readonly<Record<string, AspectId>> = {
  professionalism: "professionalism",
  punctuality: "punctuality",
  quality: "workmanship",
  responsiveness: "responsiveness",
  value: "price_value",
};

const LINE = /^[ \t]*(Positive|Critical|Services?)[ \t]*:?[ \t]*\n?[ \t]*(.+)$/gm;

/** Takes a text apart; quick where no platform has left its marks. */
function platformText(text: string): PlatformText {
  const attributes: Attribute[] = [];
  const services: Span[] = [];
  let own = text;
  if (/^[ \t]*(?:Positive|Critical|Services?)\b/m.test(text)) {
    for (const match of text.matchAll(LINE)) {
      const [line, head = "", list = ""] = match;
      const span = { start: match.index, end: match.index + line.length };
      const ticked = list.split(",").map((item) => ATTRIBUTES[item.trim().toLowerCase()]);
      if (head.startsWith("Service")) {
        if (!line.includes(":")) continue;
        services.push(span);
      } else {
        // A sentence that begins with "Positive:" is prose.
        if (ticked.some((aspect) => aspect === undefined)) continue;
        const side = head === "Positive" ? 1 : -1;
        for (const aspect of ticked) if (aspect !== undefined) attributes.push({ aspect, side, ...span });
      }
      own = blanked(own, span);
    }
  }
  return { ...translationIn(own), attributes, services };
}

/** Both forms that exports have: the translation before the original, and behind it; or alone. */
function translationIn(text: string): Pick<PlatformText, "prose" | "original" | "isTranslated"> {
  const at = text.indexOf(GOOGLE_MARKS.translated);
  if (at < 0) return { prose: text, original: text, isTranslated: false };
  const behind = text.indexOf(GOOGLE_MARKS.original, at);
  const from = at + GOOGLE_MARKS.translated.length;
  const translation = { start: from, end: behind < 0 ? text.length : behind };
  const original =
    behind < 0 ? { start: 0, end: at } : { start: behind + GOOGLE_MARKS.original.length, end: text.length };
  return { prose: only(text, translation), original: only(text, original), isTranslated: true };
}

function only(text: string, { start, end }: Span): string {
  return blanked(blanked(text, { start: 0, end: start }), { start: end, end: text.length });
}

/** Line ends stay, so that sentences end where they did. */
function blanked(text: string, { start, end }: Span): string {
  return text.slice(0, start) + text.slice(start, end).replace(/[^\n]/g, " ") + text.slice(end);
}
