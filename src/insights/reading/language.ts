/**
 * Tells whether a text is English, and names the language when it is not.
 *
 * Common words decide for nearly every review; only the rest is worth the 1.6 MB of n-grams, loaded on first need.
 *
 * @module
 */
import { factOf } from "./lexeme.ts";
import { COMMON_WORDS } from "./lexicon/en/common_words.ts";
import { lexicon } from "./lexicon.ts";
import type { Token } from "./tokens.ts";

/** BCP 47 language of a text; "" without words, "und" when it cannot be told. Text of emoji alone counts as English. */
export function languageOf(text: string, tokens: readonly Token[]): string {
  let words = 0;
  let foreign = 0;
  let ascii = 0;
  let english = 0;
  for (const { kind, lexeme } of tokens) {
    if (kind !== "word") continue;
    words++;
    english += englishness(lexeme);
    const script = scriptOf(lexeme);
    if (script === "ascii") ascii++;
    else if (script === "foreign") foreign++;
  }
  if (words === 0) return tokens.some(({ kind }) => kind === "emoji") ? "en" : "";
  if (foreign * 2 > words) return detect(text) || "und";
  if (words < FEW) return english > 0 || ascii === words ? "en" : detect(text) || "und";
  return english / words >= ENOUGH ? "en" : detect(text) || "und";
}

/** Shorter texts tell no language apart from a common word. */
const FEW = 4;
/** Share of English words that decides for English. */
const ENOUGH = 0.3;

/** A common word counts whole, one that carries an opinion for less: other languages share some. */
const englishness = factOf((word) => (COMMON_WORDS.has(word) ? 1 : lexicon().words.has(word) ? 0.6 : 0));

const LATIN = /^[\p{Script=Latin}\p{M}\p{N}']+$/u;

const scriptOf = factOf((word) => (isAscii(word) ? "ascii" : LATIN.test(word) ? "latin" : "foreign"));

function isAscii(word: string): boolean {
  for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) > 127) return false;
  return true;
}

function detect(text: string): string {
  // Asked for here and not by an import at the top: loading it takes a fifth of a second.
  const detector = require("./detector.ts") as typeof import("./detector.ts");
  return detector.detect(text);
}
