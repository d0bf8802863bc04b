/**
 * Cuts the commonest English endings, so that "repairs", "repaired" and "repairing" meet.
 *
 * @module
 */
import { factOf } from "./lexeme.ts";

/** Strips inflectional endings from a lower-case English word. */
export function stem(word: string): string {
  const base = word.endsWith("'s") ? word.slice(0, -2) : word;
  if (base.length < 5)
    return withoutE(base.length > 3 && base.endsWith("s") && !base.endsWith("ss") ? base.slice(0, -1) : base);
  for (const [ending, replacement] of ENDINGS) {
    if (base.endsWith(ending) && base.length - ending.length >= 3 && !base.endsWith("ss")) {
      return undoubled(base.slice(0, -ending.length) + replacement);
    }
  }
  return withoutE(base);
}

function withoutE(word: string): string {
  return word.length > 3 && word.endsWith("e") ? word.slice(0, -1) : word;
}

const ENDINGS: readonly (readonly [string, string])[] = [
  ["ations", ""],
  ["ation", ""],
  ["ements", ""],
  ["ement", ""],
  ["ings", ""],
  ["ing", ""],
  ["ies", "y"],
  ["ied", "y"],
  ["sses", "ss"],
  ["ches", "ch"],
  ["shes", "sh"],
  ["xes", "x"],
  ["es", ""],
  ["ed", ""],
  ["s", ""],
];

function undoubled(word: string): string {
  const last = word.at(-1) ?? "";
  if (last === word.at(-2) && !"lsz".includes(last)) return word.slice(0, -1);
  if (word.endsWith("s") && !word.endsWith("ss") && word.length > 4) return word.slice(0, -1);
  return word.endsWith("e") ? word.slice(0, -1) : word;
}

/** The singular of a plain plural: "windows" to "window", "batteries" to "battery". */
export function singular(word: string): string {
  if (word.length < 4 || !word.endsWith("s") || word.endsWith("ss") || word.endsWith("us") || word.endsWith("is"))
    return word;
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:[sx]|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

/** {@link stem} of a lexeme, worked out once. */
export const stemOf = factOf(stem);
