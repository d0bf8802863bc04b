/**
 * Tells which aspect a noun phrase names.
 *
 * @module
 */
import { ASPECT_IDS, type AspectId } from "./aspects.ts";
import { ASPECT_TERMS } from "./lexicon/en/aspect_terms.ts";
import { singular } from "./stem.ts";

/** The aspect whose terms include the last of some words, or null. */
export function aspectNamedBy(words: string): AspectId | null {
  const last = words.slice(words.lastIndexOf(" ") + 1);
  const names = (pattern: string) =>
    !pattern.includes(" ") && pattern.split("|").some((word) => singular(word) === last);
  return ASPECT_IDS.find((id) => ASPECT_TERMS[id].some(names)) ?? null;
}
