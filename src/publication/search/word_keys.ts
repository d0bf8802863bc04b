/**
 * What makes two words the same to a person: inflection, accents and a few irregular forms make no difference.
 *
 * English only. Another language is a stemmer and a list of function words more; keys would then be made by the language of
 * a review.
 */
import { stemmer } from "@orama/stemmers/english";
import { foldSearched, plainLetters } from "../../review/text.ts";

const ACCENTS = /[\u0300-\u036f]/g;
const NOT_ASCII = /[^\0-\x7f]/;
const PLAIN = /^[a-z]{3,}$/;
const UMLAUTS: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue" };

/** Forms that no rule derives, each line one word. */
const IRREGULAR = mapped([
  "not never didn don doesn isn wasn weren won wouldn couldn hasn hadn haven",
  "break broke broken",
  "freeze froze frozen",
  "come came",
  "take took taken",
  "give gave given",
  "go went gone",
  "pay paid",
  "steal stole stolen",
  "speak spoke spoken",
  "drive drove driven",
  "write wrote written",
  "tear tore torn",
  "buy bought",
  "keep kept",
  "leave left",
  "find found",
  "tell told",
  "send sent",
  "run ran",
  "ring rang rung",
]);

/** Adjectives and nouns in -y that are no form of the word without it. */
const OTHER_IN_Y = new Set(["party", "handy", "county", "friendly", "factory", "parties", "counties"]);

/** The key of a folded word; equal for words that mean the same. */
export function wordKey(word: string): string {
  const plain = withoutAccents(word);
  const irregular = IRREGULAR.get(plain);
  if (irregular !== undefined) return irregular;
  if (!PLAIN.test(plain)) return plain;
  const stem = stemmer(plain);
  const base = IRREGULAR.get(stem);
  if (base !== undefined) return base;
  if (!stem.endsWith("i") || stem.length < 5 || OTHER_IN_Y.has(plain)) return stem;
  // Leaky, pricey and honesty go with leak, price and honest, promptly with prompt.
  return stem.replace(/(?:(?<=[cdeghkmnrt])l)?i$/, "");
}

/** The word in plain letters: é as e, ü as u, ß as ss. The marks of other scripts stay: in Hindi they are vowels. */
export function withoutAccents(word: string): string {
  if (!NOT_ASCII.test(word)) return word;
  return plainLetters(word.normalize("NFD").replace(ACCENTS, ""));
}

/** Other spellings of a word in German: ü for ue, which holds only for words that have an umlaut, and ue for ü. */
export function umlautKeys(word: string): { readonly written: string | null; readonly meant: string | null } {
  const written = word.replace(/[äöü]/g, (letter) => UMLAUTS[letter] ?? letter);
  const meant = word.replace(/([aou])e/g, "$1");
  return { written: written === word ? null : wordKey(written), meant: meant === word ? null : wordKey(meant) };
}

/** Words that say nothing about what is sought. */
const FUNCTION_WORDS = new Set(
  `a about also am an and any anybody anyone are as at be been being but by can could d did do does ever for from had has
  have he her here hers him his how i if in is it its just ll m may me might mine must my of off on or our out re s
  shall she should so some somebody someone t than that the their them then there these they this those to too up us ve
  very was we were what when where which who whom why will with would you your`.split(/\s+/),
);

/** Whether a folded word says nothing about what is sought. */
export function isFunctionWord(word: string): boolean {
  return FUNCTION_WORDS.has(word);
}

/** The distinct words of a text, folded, in order. */
export function foldedWords(text: string): string[] {
  return [...new Set(foldSearched(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])];
}

/** The words of a text that stand for one of the words of a search, folded: what to mark in it. */
export function wordsMeant(text: string, words: string): string[] {
  const asked = foldedWords(words);
  const telling = asked.filter((word) => !isFunctionWord(word));
  const sought = telling.length > 0 ? telling : asked;
  const keys = new Set(sought.flatMap((word) => [wordKey(word), ...Object.values(umlautKeys(word))]));
  return foldedWords(text).filter((word) => keys.has(wordKey(word)));
}

function mapped(lines: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    lines.flatMap((line) => {
      const forms = line.split(" ");
      return forms.map((form) => [form, forms[0] ?? form] as const);
    }),
  );
}
