/**
 * A word as the engine knows it, each once in its language: what is worked out of a word is worked out at its first occurrence.
 *
 * Reviews use few words over and over. Looking a word up once, and its stem, valence and place in the phrases from then on by
 * reference, is what most of the engine's speed comes from.
 */
import type { LanguageData } from "../lexicon/language_data.ts";
import { keysByWord, wordsBy } from "../lexicon/lists.ts";

/** A word in its usual spelling, as the lists of its language know it. */
export interface Lexeme {
  readonly word: string;
  readonly language: ReadLanguage;
  /** The lists it is in; see {@link inList}. */
  readonly lists: ListSet;
  /** Its number among the words that phrases know; {@link UNLEARNED} for all others. */
  number: number;
  /** What {@link factOf} has gathered of it. */
  readonly facts: unknown[];
}

/** Number of every word that no phrase contains. */
export const UNLEARNED = 0;
/** Words kept at a time beside those that were learned; the words of a hostile text must not fill the memory. */
const MAX_WORDS = 30_000;

/** A language that is read: its data, and its words as far as they were met. */
export class ReadLanguage {
  readonly data: LanguageData;
  /** What {@link perLanguage} has made for it. */
  readonly made: unknown[] = [];
  readonly #learned = new Map<string, Lexeme>();
  #kept = new Map<string, Lexeme>();
  #lists: ReadonlyMap<string, ReadonlySet<string>> | null = null;

  constructor(data: LanguageData) {
    this.data = data;
  }

  /** The lexeme of a word as the lists know it; the same object for the same word, until too many words have been seen. */
  lexemeOf(word: string): Lexeme {
    const known = this.#kept.get(word);
    if (known) return known;
    if (this.#kept.size >= MAX_WORDS + this.#learned.size) this.#kept = new Map(this.#learned);
    const lists = listSetOf(listsByWord(this).get(word) ?? []);
    const lexeme = { word, language: this, lists, number: UNLEARNED, facts: [] };
    this.#kept.set(word, lexeme);
    return lexeme;
  }

  /** Gives a word a number of its own, from 1; learning it again changes nothing. */
  learnWord(word: string): number {
    const lexeme = this.lexemeOf(word);
    if (lexeme.number === UNLEARNED) {
      this.#learned.set(word, lexeme);
      lexeme.number = this.#learned.size;
    }
    return lexeme.number;
  }

  /** A list of `rule_words.tsv`; empty where the language needs none of that name. */
  words(list: string): ReadonlySet<string> {
    this.#lists ??= wordsBy("list", this.data.ruleWords, this.data.keyOf);
    return this.#lists.get(list) ?? NO_WORDS;
  }
}

const NO_WORDS: ReadonlySet<string> = new Set();

let made = 0;

/** A value made once for each language, at its first call. */
export function perLanguage<T extends object>(make: (language: ReadLanguage) => T): (language: ReadLanguage) => T {
  const slot = made++;
  return (language) => {
    language.made[slot] ??= make(language);
    return language.made[slot] as T;
  };
}

/**
 * Returns a test for membership in any of some lists of `rule_words.tsv` of the word's language; it is false without a word. Every
 * word of a text is asked dozens of times: a lexeme has a bit for each list.
 */
export function inList(...names: readonly string[]): (lexeme: Lexeme | undefined) => boolean {
  const [low, high] = listSetOf(names);
  return (lexeme) => lexeme !== undefined && ((lexeme.lists[0] & low) | (lexeme.lists[1] & high)) !== 0;
}

type ListSet = readonly [low: number, high: number];
const MAX_LISTS = 64;
/** Lists by name, numbered as they are met. */
const listNumbers = new Map<string, number>();

function listSetOf(names: readonly string[]): ListSet {
  let low = 0;
  let high = 0;
  for (const name of names) {
    const number = listNumbers.get(name) ?? listNumbers.size;
    listNumbers.set(name, number);
    if (number >= MAX_LISTS) throw new RangeError(`more lists than bits: ${name}`);
    // Shifts are modulo 32.
    if (number < MAX_LISTS / 2) low |= 1 << number;
    else high |= 1 << number;
  }
  return [low, high];
}

const listsByWord = perLanguage(({ data }) => keysByWord("list", data.ruleWords, data.keyOf));

let facts = 0;

/** A reader of a fact about words that never changes, computed once a word. */
export function factOf<Fact extends number | string | boolean | null>(
  compute: (word: string, language: ReadLanguage) => Fact,
): (lexeme: Lexeme) => Fact {
  const slot = facts++;
  return ({ word, language, facts: own }) => {
    const known = own[slot];
    if (known !== undefined) return known as Fact;
    const fact = compute(word, language);
    own[slot] = fact;
    return fact;
  };
}
