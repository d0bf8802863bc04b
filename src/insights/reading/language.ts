/**
 * Tells whether a text is English, and names the language when it is not.
 *
 * Common words decide for nearly every review; only the rest is worth the 1.6 MB of n-grams, loaded on first need.
 *
 * @module
 */
import { COMMON_WORDS } from "./lexicon/en/common_words.ts";
import { lexicon } from "./lexicon.ts";
import type { Token } from "./tokens.ts";

/** BCP 47 language of a text; "" without words, "und" when it cannot be told. Text of emoji alone counts as English. */
export function languageOf(text: string, tokens: readonly Token[]): string {
  const words = tokens.filter(({ kind }) => kind === "word");
  if (words.length === 0) return tokens.some(({ kind }) => kind === "emoji") ? "en" : "";
  if (isMostlyForeignScript(words)) return detect(text) || "und";
  let common = 0;
  let known = 0;
  for (const { word } of words) {
    if (COMMON_WORDS.has(word)) common++;
    else if (lexicon().words.has(word)) known++;
  }
  if (words.length < 4) return common + known > 0 || words.every(isAscii) ? "en" : detect(text) || "und";
  if ((common + known * 0.6) / words.length >= 0.3) return "en";
  return detect(text) || "und";
}

function isMostlyForeignScript(words: readonly Token[]): boolean {
  return words.filter(({ word }) => !LATIN.test(word)).length * 2 > words.length;
}

const LATIN = /^[\p{Script=Latin}\p{M}\p{N}']+$/u;

function isAscii({ word }: Token): boolean {
  for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) > 127) return false;
  return true;
}

function detect(text: string): string {
  // Asked for here and not by an import at the top: loading it takes a fifth of a second.
  const detector = require("./detector.ts") as typeof import("./detector.ts");
  return detector.detect(text);
}
