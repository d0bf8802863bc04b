/**
 * Tells whether a text is English, and names the language when it is not.
 *
 * Common words decide for nearly every review, in English and eight other languages; only the rest is worth the 1.6 MB of
 * n-grams, loaded on first need. A text too short to tell is left untold.
 *
 * @module
 */
import { factOf, lexemeOf, UNLEARNED } from "./lexeme.ts";
import { COMMON_WORDS } from "./lexicon/en/common_words.ts";
import { OTHER_LANGUAGES, SHARED_WORDS } from "./lexicon/other_languages.ts";
import { lexicon } from "./lexicon.ts";
import { type Token, tokenAt } from "./tokens.ts";

/** BCP 47 language of a text; "" without words, "und" when it cannot be told. Text of emoji alone counts as English. */
export function languageOf(text: string, tokens: readonly Token[]): string {
  const { words, foreign, english, shared, known, unknown, other, otherWords } = counted(tokens);
  if (words === 0) return tokens.some(({ kind }) => kind === "emoji") ? "en" : "";
  if (foreign * 2 > words) return words < FEW_FOREIGN ? UNKNOWN : detect(text) || UNKNOWN;
  const isOther = other !== null && otherWords > english;
  if (words < FEW) {
    if (isOther) return other;
    // Words that many languages share say nothing beside one that English does not know: "Top Betrieb".
    return known > 0 || (shared > 0 && unknown === 0) ? "en" : UNKNOWN;
  }
  if (isOther && otherWords / words >= ENOUGH_OTHER) return other;
  if (english / words >= ENOUGH) return "en";
  if (words < LONG_ENOUGH) return english > 0 && !isOther ? "en" : UNKNOWN;
  return detect(text) || UNKNOWN;
}

/** Whether a text is read by the English word lists: a few words that nothing tells the language of can do no harm. */
export function isRead(language: string, tokens: readonly Token[]): boolean {
  if (language !== UNKNOWN) return language === "en";
  const { words, ascii } = counted(tokens);
  return words < LONG_ENOUGH && ascii === words;
}

const UNKNOWN = "und";
/** Shorter texts tell no language apart from a common word. */
const FEW = 4;
/** From here on letters are counted where no common word tells the language. */
const LONG_ENOUGH = 6;
/** The same for other scripts, which tell much by themselves. */
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

/** Languages by each of their common words. */
const OTHERS: ReadonlyMap<string, string> = otherWords();

function otherWords(): ReadonlyMap<string, string> {
  const found = new Map<string, string[]>();
  for (const [language, list] of Object.entries(OTHER_LANGUAGES)) {
    for (const word of new Set(list)) found.set(word, [...(found.get(word) ?? []), language]);
  }
  return new Map([...found].map(([word, languages]) => [word, languages.join(" ")]));
}

/** Codes of the languages other than English that a word is common in, parted by blanks. */
const otherLanguagesOf = factOf((word) => OTHERS.get(word) ?? "");

/** What a word tells of the language of its text, as bits, so that counting asks once a word. */
const SHARED = 1;
const COMMON = 2;
const OPINION = 4;
/** Known to the English lists or phrases. */
const KNOWN = 8;
const PLAIN = 16;
/** In a script other than Latin. */
const FOREIGN = 32;
const OF_ANOTHER = 64;

const signsOf = factOf((word) => {
  const isCommon = COMMON_WORDS.has(word);
  const isOpinion = lexicon().words.has(word);
  const isKnown = isCommon || isOpinion || lexemeOf(word).number !== UNLEARNED;
  const isPlain = isAscii(word);
  return (
    (SHARED_WORDS.has(word) ? SHARED : 0) |
    (isCommon ? COMMON : 0) |
    (isOpinion ? OPINION : 0) |
    (isKnown ? KNOWN : 0) |
    (isPlain ? PLAIN : LATIN.test(word) ? 0 : FOREIGN) |
    (OTHERS.has(word) ? OF_ANOTHER : 0)
  );
});

const LATIN = /^[\p{Script=Latin}\p{M}\p{N}']+$/u;

function isAscii(word: string): boolean {
  for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) > 127) return false;
  return true;
}

function detect(text: string): string {
  // Asked for here and not by an import at the top: loading it takes a fifth of a second.
  const detector = require("./detector.ts") as typeof import("./detector.ts");
  return detector.detect(text);
}
