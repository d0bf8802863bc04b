/**
 * Case-insensitive comparison of texts: NFC, then Unicode simple case folding.
 *
 * `toLowerCase` alone would keep ſ apart from s and ς from σ, and turn İ into two letters. Upper and then lower case of
 * one letter is its simple folding, but for the few exceptions below, so no table has to be carried along.
 *
 * Spec: https://www.unicode.org/Public/UCD/latest/ucd/CaseFolding.txt (status C and S). Left out: full folding (ß is not ss).
 *
 * @module
 */

// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII is meant, NUL included
const ASCII_ONLY = /^[\x00-\x7f]*$/;
/** Small letters that fold to another small letter, among others; and capital sigma, whose lower case depends on its neighbours. */
const FOLDS_IRREGULARLY = /[Σ[\p{Lowercase}&&\p{Changes_When_Casefolded}]]/gv;

/**
 * The form of a text in which two texts are equal when they differ only in case or composition. A text contains another
 * regardless of case when its folded form contains the other's. Never throws: lone surrogates stay as they are.
 */
export function foldText(text: string): string {
  if (ASCII_ONLY.test(text)) return text.toLowerCase();
  const regular = text.normalize("NFC").replace(FOLDS_IRREGULARLY, foldLetter);
  return regular.includes("İ") ? regular.split("İ").map(lowerCase).join("İ") : regular.toLowerCase();
}

function foldLetter(letter: string): string {
  if (letter === "ﬅ") return "ﬆ";
  const upper = letter.toUpperCase();
  return isOneLetter(upper) ? upper.toLowerCase() : letter;
}

/** False for the letters that only full folding takes apart, as ß into SS. */
function isOneLetter(text: string): boolean {
  return text.length === 1 || (text.length === 2 && (text.codePointAt(0) ?? 0) > 0xffff);
}

function lowerCase(text: string): string {
  return text.toLowerCase();
}
