/**
 * A word as phrases see it: its number in their vocabulary, and whether it is a numeral.
 *
 * @module
 */
import { type Lexeme, learn, lexemeOf, UNLEARNED } from "./lexeme.ts";
import type { Token } from "./tokens.ts";

/** What a trie of phrases looks at of a token. */
export interface PhraseWord {
  readonly word: string;
  readonly lexeme: Lexeme;
  readonly kind: Token["kind"];
}

/** A word that stands in no text. */
export function alone(word: string): PhraseWord {
  const first = word.charCodeAt(0);
  const isNumeral = first >= 48 && first <= 57;
  return { word, lexeme: lexemeOf(word), kind: isNumeral ? "number" : "word" };
}

/** Stands for the numbers that no phrase spells out. */
export const ANY_NUMBER = learn("#");

/** The number of a word in the vocabulary; numerals that no phrase spells out are any number. */
export function numberIn({ lexeme, kind }: PhraseWord): number {
  return lexeme.number === UNLEARNED && kind === "number" ? ANY_NUMBER : lexeme.number;
}
