/**
 * Small, quick hashes that tell equal from different; nothing here guards a secret.
 *
 * @module
 */

/** A 32-bit hash of a string, by multiplication and folding; `seed` gives independent hashes. */
export function hash32(text: string, seed = 0): number {
  let hash = (seed ^ 0x9e3779b9) >>> 0;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** Digest of a set of strings, whatever their order: 128 bits in hexadecimal. */
export class SetDigest {
  readonly #sums = [0, 0, 0, 0];

  add(part: string): void {
    for (let seed = 0; seed < 4; seed++) this.#sums[seed] = (this.#sums[seed]! + hash32(part, seed + 1)) >>> 0;
  }

  toString(): string {
    return this.#sums.map((sum) => sum.toString(16).padStart(8, "0")).join("");
  }
}
