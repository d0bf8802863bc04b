/**
 * How texts use a word: as an opinion, as a thing that is spoken of, as a name. For choosing among words that many use,
 * where no text is read again.
 *
 * @module
 */
import { AUXILIARIES, DETERMINERS, PREPOSITIONS } from "./lexicon/en/grammar.ts";
import { OPINION_WORDS } from "./lexicon/en/opinion_words.ts";

let opinions: ReadonlySet<string> | null = null;

/** Whether a word judges by itself; the first call reads the list. */
export function isOpinionWord(word: string): boolean {
  opinions ??= new Set(OPINION_WORDS.flatMap(([value, list]) => (value === 0 ? [] : list.trim().split(/\s+/))));
  return opinions.has(word);
}

/** How often some texts use words in a way. */
export interface WordUse {
  readonly found: number;
  /** With an article or the like before and the end of the noun phrase behind: "the water pressure was". */
  readonly asThing: number;
  /** With capitals where no sentence begins: "near Canary Wharf". */
  readonly asName: number;
}

/** Counts the uses of one or two words, singular and lower case, plurals included. */
export function usesOf(words: string, texts: readonly string[]): WordUse {
  const pattern = new RegExp(
    `(?<before>\\p{L}+ )?(?<!\\p{L})(?<own>${words}(?:e?s)?)(?!\\p{L})(?<after> ?[\\p{L},.;:!?)-]*)`,
    "giu",
  );
  let [found, asThing, asName] = [0, 0, 0];
  for (const text of texts) {
    for (const { groups = {} } of text.matchAll(pattern)) {
      const { before = "", own = "", after = "" } = groups;
      found++;
      if (isPhraseEnd(after) && !isCapital(own)) asThing += Number(opensPhrase(before.trim().toLowerCase()));
      if (/^\p{Ll}/u.test(before) && own.split(" ").every(isCapital)) asName++;
    }
  }
  return { found, asThing, asName };
}

function isCapital(word: string): boolean {
  return /^\p{Lu}/u.test(word);
}

/** A word that stands before a thing: an article, a preposition, or something said of it. */
function opensPhrase(word: string): boolean {
  return DETERMINERS.has(word) || PREPOSITIONS.has(word) || isOpinionWord(word);
}

function isPhraseEnd(after: string): boolean {
  const word = after.trim().toLowerCase();
  return (
    word === "" || /^[^\p{L}]/u.test(word) || PHRASE_ENDS.has(word) || AUXILIARIES.has(word) || PREPOSITIONS.has(word)
  );
}
const PHRASE_ENDS = new Set("and or but that which who where while so if as than not i we they he she it".split(" "));
