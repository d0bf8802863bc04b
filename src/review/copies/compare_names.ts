/**
 * Whether two names, each as far as it is known, can be one person's.
 *
 * @module
 */

/** An author as two sites show them. */
export interface KnownName {
  /** {@link nameWords} of the name as it is kept, usually shortened; none for anonymous authors. */
  readonly nameWords: readonly string[];
  /** Keyed hash of the whole name, where an import had it. */
  readonly wholeNameHash: string | null;
}

/**
 * `same`: both whole names are known and equal. `compatible`: what is known does not differ. `unknown`: one has no name.
 * `different`: they cannot be one person's.
 */
export type NameAgreement = "same" | "compatible" | "unknown" | "different";

/** Compares symmetrically: swapping the two makes no difference. */
export function compareNames(one: KnownName, other: KnownName): NameAgreement {
  if (one.wholeNameHash !== null && other.wholeNameHash !== null) {
    return one.wholeNameHash === other.wholeNameHash ? "same" : "different";
  }
  if (one.nameWords.length === 0 || other.nameWords.length === 0) return "unknown";
  return agree(one.nameWords, other.nameWords) ? "compatible" : "different";
}

/** The words of a name without case, accents and punctuation: `["jane", "d"]`. */
export function nameWords(name: string): readonly string[] {
  const plain = name.normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "");
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
}

/** First with first and last with last; a middle name that only one gives says nothing. */
function agree(one: readonly string[], other: readonly string[]): boolean {
  if (!wordsAgree(one[0], other[0])) return false;
  return one.length === 1 || other.length === 1 || wordsAgree(one.at(-1), other.at(-1));
}

function wordsAgree(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  return one === other || isInitialOf(one, other) || isInitialOf(other, one);
}

function isInitialOf(initial: string, word: string): boolean {
  return isOneLetter(initial) && word.startsWith(initial);
}

function isOneLetter(word: string): boolean {
  return word.length === 1 || (word.length === 2 && (word.codePointAt(0) ?? 0) > 0xffff);
}
